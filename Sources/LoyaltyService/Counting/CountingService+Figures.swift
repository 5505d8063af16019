import API
import AccountService
import Basics
import HTTPKit
import Loyalty
import ServiceKit
import Statistics
import Storage

extension CountingService {
    /// The most days that are told at once.
    static let mostDaysTold = 400

    /// A shop as its merchant asks for it.
    package struct MerchantShop: Sendable {
        let shop: ShopKey
        let account: [UInt8]

        /// The shop, asked for by the session's owner.
        package init(venue: UUID128, major: UInt16, session: Session) {
            shop = ShopKey(venue: venue, major: major)
            account = session.accountID
        }

        /// Refuses whoever is no merchant of the shop, before anything of it is read.
        func require(_ connection: any Connection) throws {
            try VenueStaffService.require(.merchant(of: shop), of: account, in: connection)
        }
    }

    /// The figures of a shop by day, and over all of them; `CountingError.invalidDays` for days that are none.
    package func figures(
        of asked: MerchantShop, from first: Int?, through last: Int?
    ) async throws(ServiceError) -> ShopFigures {
        let zone = await timeZone(of: asked.shop.venue)
        let today = calendars.day(of: clock.now(), in: zone)
        let days = Self.days(from: first, through: last, today: today)
        return try await database.reading { connection in
            try asked.require(connection)
            guard let days else { throw ServiceError.counting(.invalidDays) }
            let (store, shop) = (FigureStore(connection), asked.shop)
            let released = try store.cells(of: shop, from: days.lowerBound, through: days.upperBound)
                .filter { $0.value[.visitor] != nil }
            let counted = try store.counts(of: shop, from: days.lowerBound, through: days.upperBound)
            let doors = try store.doorCounts(of: shop, from: days.lowerBound, through: days.upperBound)
            let progress = try EventStore(connection).progress(of: shop.venue)?.day ?? days.lowerBound
            let terms = try store.terms(of: shop)
            let pairs = days.compactMap { day -> (visitors: Int, people: Int)? in
                guard day < progress, let people = doors[day] else { return nil }
                return (counted[day]?.visitors ?? 0, people)
            }
            let told = try days.map { day in
                // A day on which nothing was proved has no row.
                let count = day < progress ? counted[day] ?? DayCount(visitors: 0, stays: 0, disputed: 0) : nil
                let reckoning = FigureReckoning(released[day].map { [$0] } ?? [])
                return FigureDay(
                    day: day, isReleased: released[day] != nil, isCounted: count != nil,
                    figures: try reckoning.noised() + FigureReckoning.exact(count.map { [$0] } ?? [])
                        + reckoning.people(pairs).filter { $0.name == .people },
                    cells: try reckoning.shownCells(), disputed: count?.disputed ?? 0, doorCount: doors[day])
            }
            let all = FigureReckoning(released.keys.sorted().compactMap { released[$0] })
            let exact = days.filter { $0 < progress }.map {
                counted[$0] ?? DayCount(visitors: 0, stays: 0, disputed: 0)
            }
            return ShopFigures(
                timeZone: zone, days: told,
                totals: try all.noised() + FigureReckoning.exact(exact) + all.people(pairs),
                cells: try all.shownCells().filter { $0.cell.cube != .campaign },
                terms: try terms.map { try FigureReckoning.terms($0.counts) } ?? [], termsOn: terms?.day,
                tenthsSpent: try store.tenthsSpent(on: shop, from: days.lowerBound, through: days.upperBound))
        }
    }

    /// The quarters of a day that are over, and up to when they are counted.
    package func quarters(
        of asked: MerchantShop, on chosen: Int?
    ) async throws(ServiceError) -> (day: Int, until: Timestamp, quarters: [QuarterCount]) {
        let zone = await timeZone(of: asked.shop.venue)
        let today = calendars.day(of: clock.now(), in: zone)
        let day = chosen ?? today
        let (from, end) = (calendars.beginning(of: day, in: zone), calendars.beginning(of: day + 1, in: zone))
        return try await database.reading { connection in
            try asked.require(connection)
            guard day <= today else { throw ServiceError.counting(.invalidDays) }
            let counted = try EventStore(connection).progress(of: asked.shop.venue)?.quarter ?? from
            let quarters = try FigureStore(connection).quarters(of: asked.shop, from: from, until: end)
            return (day, min(max(counted, from), end), quarters)
        }
    }

    /// The traffic of a shop's beacons by day, each judged by the days before; of today the hours that are over.
    package func beacons(
        of asked: MerchantShop, from first: Int?, through last: Int?
    ) async throws(ServiceError) -> [(minor: UInt16, days: [BeaconRatioDay])] {
        let now = clock.now()
        let zone = await timeZone(of: asked.shop.venue)
        let today = calendars.day(of: now, in: zone)
        let days = Self.days(from: first, through: last, today: today)
        let begins = calendars.beginning(of: today, in: zone)
        // An event comes up to a quarter of an hour late.
        let hour = now.advanced(bySeconds: -Self.oldestEventSeconds).seconds.flooredQuotient(by: 3600) * 60
        return try await database.reading { connection in
            try asked.require(connection)
            guard let days else { throw ServiceError.counting(.invalidDays) }
            let known = try FigureStore(connection).traffic(
                of: asked.shop, from: days.lowerBound - BeaconRatios.days, through: days.upperBound)
            let present =
                days.upperBound < today
                ? [:]
                : try EventStore(connection).entered(
                    of: asked.shop.venue, major: asked.shop.major, from: VisitEvent.minute(of: begins), until: hour)
            return Set(known.keys).union(present.keys).sorted().map { minor in
                var told = days.compactMap { day in
                    known[minor]?[day].map {
                        BeaconRatios.judge($0, on: day, isClosed: true, before: known[minor] ?? [:])
                    }
                }
                if let traffic = present[minor], known[minor]?[today] == nil {
                    told.append(BeaconRatios.judge(traffic, on: today, isClosed: false, before: known[minor] ?? [:]))
                }
                return (minor, told)
            }
        }
    }

    /// Writes down, or for nil takes back, how many people came through a shop's door.
    package func setDoorCount(
        _ people: Int?, on day: Int?, of asked: MerchantShop
    ) async throws(ServiceError) {
        let now = clock.now()
        let zone = await timeZone(of: asked.shop.venue)
        let today = calendars.day(of: now, in: zone)
        try await database.writing { connection in
            try asked.require(connection)
            guard let day, (today - Self.mostDaysTold...today).contains(day) else {
                throw ServiceError.counting(.invalidDays)
            }
            let before = try FigureStore(connection).setDoorCount(people, of: asked.shop, on: day)
            guard before != people else { return }
            // Whoever runs the venue reads its journal: that it was counted, and not how many came.
            try AuditTrail.append(
                .doorCount, subject: "\(asked.shop.major) \(Timestamp(day: Int64(day)).dayText)",
                by: .account(asked.account), at: now, to: .venue(asked.shop.venue), in: connection)
        }
    }

    /// The time zone of a venue; UTC where there is none, which only who may not ask sees.
    func timeZone(of venue: UUID128) async -> String {
        (try? await loyalty.venue(venue))?.timeZone ?? "UTC"
    }

    /// The days that are asked for: without any the last 28 that are over; nil when there are no such days.
    static func days(from first: Int?, through last: Int?, today: Int) -> ClosedRange<Int>? {
        let last = last ?? today
        let first = first ?? last - 27
        guard first <= last, last <= today, last - first < mostDaysTold else { return nil }
        return first...last
    }
}

extension AuditAction {
    /// A merchant wrote down or took back a count at the door; the subject is the major and the day, as `2026-11-21`.
    static let doorCount = AuditAction(rawValue: "door.counted")
}
