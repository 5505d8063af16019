import Basics
import Beacons
import HTTPKit
import Loyalty
import ServiceKit
import Storage

extension CountingService {
    /// A shop with far fewer verified stays than usual.
    struct OddShop: Sendable {
        let major: UInt16
        let name: String
        let stays: StayRatioDay
    }

    /// The stays of a shop by day, each judged by the days before; of today the hours that are over.
    func stays(
        of asked: MerchantShop, from first: Int?, through last: Int?
    ) async throws(ServiceError) -> [StayRatioDay] {
        let (shop, hours) = (asked.shop, await openHours(of: asked.shop.venue))
        let days = Self.days(from: first, through: last, today: hours.day)
        return try await database.reading { connection in
            try asked.require(connection)
            guard let days else { throw ServiceError.counting(.invalidDays) }
            let known = try FigureStore(connection).stays(
                of: shop, from: days.lowerBound - StayRatios.days, through: days.upperBound)
            var told = days.compactMap { day in
                known[day].map { StayRatios.judge($0, on: day, isClosed: true, before: known) }
            }
            if days.upperBound == hours.day, known[hours.day] == nil,
                let present = try EventStore(connection).stays(
                    of: shop.venue, major: shop.major, from: hours.from, until: hours.until)[shop.major]
            {
                told.append(StayRatios.judge(present, on: hours.day, isClosed: false, before: known))
            }
            return told
        }
    }

    /// The shops of a venue where phones come and far fewer stays than usual are verified: today, or yesterday while too few
    /// have come today.
    func oddShops(of venue: UUID128, by account: [UInt8]) async throws(ServiceError) -> [OddShop] {
        let hours = await openHours(of: venue)
        // Whoever may not ask is told so, and not whether there is such a venue.
        let shops = (try? await loyalty.venue(venue))?.shops ?? []
        return try await database.reading { connection in
            try VenueStaffService.require(.operator(venue: venue), of: account, in: connection)
            let present = try EventStore(connection).stays(of: venue, from: hours.from, until: hours.until)
            let store = FigureStore(connection)
            return try shops.compactMap { shop in
                let known = try store.stays(
                    of: ShopKey(venue: venue, major: shop.major), from: hours.day - 1 - StayRatios.days,
                    through: hours.day)
                let today = known[hours.day] ?? present[shop.major]
                let judged: StayRatioDay
                if let today, today.entered >= StayRatios.leastEntered {
                    judged = StayRatios.judge(today, on: hours.day, isClosed: known[hours.day] != nil, before: known)
                } else if let yesterday = known[hours.day - 1] {
                    judged = StayRatios.judge(yesterday, on: hours.day - 1, isClosed: true, before: known)
                } else {
                    return nil
                }
                return judged.isOdd ? OddShop(major: shop.major, name: shop.name, stays: judged) : nil
            }
        }
    }

    /// The venue's day, and its minutes from midnight to the last hour of which all events have come.
    private func openHours(of venue: UUID128) async -> (day: Int, from: Int64, until: Int64) {
        let now = clock.now()
        let zone = await timeZone(of: venue)
        let day = calendars.day(of: now, in: zone)
        let hour = now.advanced(bySeconds: -Self.oldestEventSeconds).seconds.flooredQuotient(by: 3600) * 60
        return (day, VisitEvent.minute(of: calendars.beginning(of: day, in: zone)), hour)
    }
}
