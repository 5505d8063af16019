import Basics
import HTTPKit
import Loyalty
import ServiceKit
import Statistics
import Storage

/// What there was to count of a shop on a day before anybody kept count: a day of a past that a simulation makes.
package struct CountedDay: Sendable {
    /// What was counted in a quarter of an hour.
    package struct Quarter: Sendable {
        /// Its beginning.
        package let from: Timestamp
        /// The visitors with a proof in it.
        package let visitors: Int

        /// A quarter that begins at `from`.
        package init(from: Timestamp, visitors: Int) {
            self.from = from
            self.visitors = visitors
        }
    }

    /// What phones heard of a beacon.
    package struct Beacon: Sendable {
        /// Its minor.
        package let minor: UInt16
        /// How often somebody came.
        package let entered: Int
        /// For how many of these a proof was accepted.
        package let proved: Int

        /// A beacon with these counts.
        package init(minor: UInt16, entered: Int, proved: Int) {
            self.minor = minor
            self.entered = entered
            self.proved = proved
        }
    }

    /// The shop and the day.
    package var place: ShopDay
    /// The true counts of anonymous reports.
    package var reports: [Cell: Int] = [:]
    /// Visitors with a proof.
    package var visitors = 0
    /// Their stays.
    package var stays = 0
    /// Stays that phones reported.
    package var entered = 0
    /// Of them those at which a proof was accepted.
    package var proved = 0
    /// The quarters of an hour with anybody in them.
    package var quarters: [Quarter] = []
    /// The beacons.
    package var beacons: [Beacon] = []

    /// A day on which nothing happened.
    package init(_ place: ShopDay) {
        self.place = place
    }
}

extension CountingService {
    /// Takes it that `days` were counted of a venue of which nothing has been, and goes on to count with `today`.
    ///
    /// The true counts of reports wait as those of phones do: `keepCounting` releases the days that are due, with noise and
    /// budget, and the others when their day comes.
    package func remember(_ days: [CountedDay], of venue: UUID128, today: Int, in zone: String)
        async throws(ServiceError)
    {
        let from = Self.quarter(of: calendars.beginning(of: today, in: zone))
        try await database.writing { connection in
            let (events, reports) = (EventStore(connection), ReportStore(connection))
            try events.begin(venue, day: today, quarter: from)
            for day in days {
                let (major, number) = (day.place.shop.major, day.place.day)
                try events.keep(
                    [major: DayCount(visitors: day.visitors, stays: day.stays, disputed: 0)], of: venue, on: number)
                if day.entered > 0 {
                    let stays = BeaconTraffic(entered: day.entered, proved: day.proved)
                    try events.keep([major: stays], of: venue, on: number)
                }
                let quarters = day.quarters.map { QuarterCount(from: $0.from, visitors: $0.visitors, disputed: 0) }
                try events.keep([major: quarters], of: venue)
                for beacon in day.beacons {
                    try events.keep(
                        BeaconTraffic(entered: beacon.entered, proved: beacon.proved), minor: beacon.minor,
                        of: day.place)
                }
                for cell in Cell.allCases {
                    guard let people = day.reports[cell], people > 0 else { continue }
                    try reports.keep(people, in: cell, of: day.place)
                }
            }
        }
    }

    /// Releases, with noise and budget, how many people gave each shop each term in the week of `today`, by counts that
    /// are not those of accounts.
    package func releaseTerms(
        _ terms: [UInt16: [Term: Int]], of venue: UUID128, today: Int
    ) async throws(ServiceError) {
        let random = random
        try await database.writing { connection in
            var random = random
            let store = ReportStore(connection)
            let noise = try CountNoise.noise(tenths: Self.termsTenths)
            for (major, counts) in terms.sorted(by: { $0.key < $1.key }) {
                let place = ShopDay(shop: ShopKey(venue: venue, major: major), day: Self.monday(of: today))
                try store.spend(Self.termsTenths, on: Self.termsCube, of: place)
                for term in Term.allCases {
                    let people = (counts[term] ?? 0) + noise.draw(using: &random)
                    try store.release(people, in: term.rawValue, of: Self.termsCube, place)
                }
            }
        }
    }
}

extension EventStore {
    /// Keeps what was counted of a beacon on a day.
    fileprivate func keep(_ traffic: BeaconTraffic, minor: UInt16, of place: ShopDay) throws {
        try connection.execute(
            "INSERT INTO beacon_counts (venue, major, minor, day, entered, proved) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
            [
                .blob(place.shop.venue.bytes), .integer(Int64(place.shop.major)), .integer(Int64(minor)),
                .integer(Int64(place.day)), .integer(Int64(traffic.entered)), .integer(Int64(traffic.proved)),
            ])
    }
}

extension ReportStore {
    /// Keeps the true count of a cell.
    fileprivate func keep(_ people: Int, in cell: Cell, of place: ShopDay) throws {
        try connection.execute(
            "INSERT INTO report_cells (venue, major, day, cube, cell, people) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
            [
                .blob(place.shop.venue.bytes), .integer(Int64(place.shop.major)), .integer(Int64(place.day)),
                .text(cell.cube.rawValue), .text(cell.rawValue), .integer(Int64(people)),
            ])
    }
}
