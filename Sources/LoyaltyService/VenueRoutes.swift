import API
import Basics
import HTTPKit
import Loyalty
import Synchronization

extension RouteHandlers {
    /// What anybody may know of venues.
    package mutating func addVenueRoutes(_ loyalty: LoyaltyService) {
        on(Routes.venues) { _ in
            VenuesBody(venues: try await loyalty.venues().map(VenueSummaryBody.init))
        }
        on(Routes.venue) { call in
            VenueBody(try await loyalty.venue(try call.namedVenue))
        }
        stream(Routes.venueStream) { call in
            let uuid = try call.namedVenue
            // A venue that does not exist is refused before the stream begins.
            _ = try await loyalty.venue(uuid)
            let pause = Pause(seconds: 5)
            return AsyncThrowingStream {
                try await pause.unlessFirst()
                return try ServerSentEvent("picture", PictureBody(try await loyalty.picture(of: uuid)))
            }
        }
    }
}

/// A wait between one event and the next.
private final class Pause: Sendable {
    private let isFirst = Atomic<Bool>(true)
    private let seconds: Int

    init(seconds: Int) {
        self.seconds = seconds
    }

    func unlessFirst() async throws {
        if !isFirst.exchange(false, ordering: .relaxed) { try await Task.sleep(for: .seconds(seconds)) }
    }
}

extension RouteCall {
    /// The venue that the path names.
    fileprivate var namedVenue: UUID128 {
        get throws(ServiceError) {
            let unknown = ServiceError.loyalty(.unknownVenue)
            guard let uuid = UUID128(try value(RouteParameters.uuid, or: unknown)) else { throw unknown }
            return uuid
        }
    }
}

extension VenueSummaryBody {
    fileprivate init(_ venue: Venue) {
        self.init(
            uuid: venue.uuid.description, name: venue.name, shops: venue.shops.count, beacons: venue.beacons.count)
    }
}

extension VenueBody {
    fileprivate init(_ venue: Venue) {
        self.init(
            uuid: venue.uuid.description, name: venue.name, timeZone: venue.timeZone,
            location: LocationBody(latitude: venue.location.latitude, longitude: venue.location.longitude),
            plan: PlanBody(venue.plan), shops: venue.shops.map(ShopBody.init),
            beacons: venue.beacons.map(BeaconBody.init),
            pointsForTime: venue.pointsForTime == 0 ? nil : venue.pointsForTime)
    }
}

extension PlanBody {
    fileprivate init(_ plan: FloorPlan) {
        self.init(
            width: plan.width, height: plan.height,
            walls: plan.barriers.map(SegmentBody.init), image: plan.image,
            imageArea: plan.imageArea.map(SegmentBody.init))
    }
}

extension SegmentBody {
    fileprivate init(_ segment: PlanSegment) {
        self.init(x1: segment.from.x, y1: segment.from.y, x2: segment.to.x, y2: segment.to.y)
    }
}

extension ShopBody {
    fileprivate init(_ shop: Shop) {
        self.init(
            major: Int(shop.major), name: shop.name, category: shop.category,
            area: shop.area.map { PointBody(x: $0.x, y: $0.y) })
    }
}

extension BeaconBody {
    fileprivate init(_ beacon: VenueBeacon) {
        self.init(
            major: Int(beacon.major), minor: Int(beacon.minor), x: beacon.position.x, y: beacon.position.y,
            zone: beacon.zone.rawValue, measuredPower: Int(beacon.measuredPower), period: Int(beacon.periodSeconds),
            neighbours: beacon.neighbours.map { BeaconPairBody(major: Int($0.major), minor: Int($0.minor)) })
    }
}

extension PictureBody {
    fileprivate init(_ picture: VenuePicture) {
        self.init(
            from: picture.from, until: picture.until,
            shops: picture.shops.map { PictureShopBody(major: Int($0.major), visits: $0.visits) },
            accepted: picture.accepted, disputed: picture.disputed, rejected: picture.rejected)
    }
}
