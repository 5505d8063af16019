import API
import Basics
import HTTPKit
import Loyalty
import ServiceKit

extension RouteHandlers {
    /// Credentials of ten minutes, stays that are shown, and points for time.
    package mutating func addStayRoutes(_ stays: StayService, _ figures: ServerMetrics) {
        let shown = figures.outcomes("cerca_stays_total", "Stays that were shown by what became of them.")
        on(Routes.stayIssuer) { _ in
            StayIssuerBody(publicKey: try await stays.publicKey().hexadecimal)
        }
        on(Routes.issuePresence) { call, body in
            let response = try await stays.issuePresence(
                try bytes(body.request, "$.request"), in: try shop(body.venue, body.major),
                try slot(body.from, "$.from"), to: try call.session)
            return StayCredentialBody(response: response.hexadecimal)
        }
        on(Routes.showStay) { _, body in
            let (outcome, response) = try await stays.show(try body.showing)
            shown.count(outcome.rawValue)
            guard let response else { throw ServiceError.stays(.refused) }
            return StayCredentialBody(response: response.hexadecimal)
        }
        on(Routes.payStay) { call, body in
            guard let venue = UUID128(body.venue) else { throw fault("$.venue", "must be a UUID") }
            guard let day = Timestamp(dayText: body.day)?.day else { throw fault("$.day", "must be a day") }
            let points = try await stays.pay(
                try bytes(body.presentation, "$.presentation"), of: StayDay(venue: venue, day: Int(day)),
                to: try call.session)
            return PaidStayBody(points: points)
        }
    }
}

extension ShownStayBody {
    /// The stay that this body shows; what no stay can be is malformed, and told.
    fileprivate var showing: StayShowing {
        get throws(BodyError) {
            StayShowing(
                stay: ShownStay(
                    shop: try shop(venue, major), first: try slot(first, "$.first"), last: try slot(last, "$.last")),
                first: try bytes(firstPresentation, "$.firstPresentation"),
                last: try bytes(lastPresentation, "$.lastPresentation"), request: try bytes(request, "$.request"))
        }
    }
}

private func shop(_ venue: String, _ major: Int) throws(BodyError) -> ShopKey {
    guard let venue = UUID128(venue) else { throw fault("$.venue", "must be a UUID") }
    return ShopKey(venue: venue, major: UInt16(clamping: major))
}

private func slot(_ instant: Timestamp, _ path: String) throws(BodyError) -> StaySlot {
    guard let slot = StaySlot(beginning: instant) else {
        throw fault(path, "must be a whole number of tens of minutes")
    }
    return slot
}

/// The bytes of hexadecimal digits, which the schema has looked at already.
private func bytes(_ text: String, _ path: String) throws(BodyError) -> [UInt8] {
    guard let bytes = [UInt8](hexadecimal: text) else { throw fault(path, "must be hexadecimal digits") }
    return bytes
}

private func fault(_ path: String, _ message: String) -> BodyError {
    .invalid([Fault(path: path, message: message)])
}
