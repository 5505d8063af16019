import Basics
import HTTPKit
import Loyalty
import ServiceKit
import Statistics
import Storage

extension CountingService {
    /// What a release of terms is called in the tables, beside the cubes.
    static let termsCube = "terms"
    /// What one release of terms costs, in tenths of epsilon; there is one a week.
    static let termsTenths: UInt64 = 2
    /// How many days are made up for after a server was off: what is older was never released, and is forgotten.
    static let mostDaysBack = 60

    /// Releases the days of which no more reports are taken, each venue and day in one transaction: noise is added, the
    /// budget is written down, and true counts and marks are gone.
    func release(at now: Timestamp) async throws(ServiceError) {
        for venue in try await loyalty.venues() {
            let today = calendars.day(of: now, in: venue.timeZone)
            let last = today - ReportTimes.releaseDays
            let majors = venue.shops.map(\.major).sorted()
            let first = try await database.reading { connection in
                let store = ReportStore(connection)
                if let released = try store.lastReleased(of: venue.uuid, majors: majors) { return released + 1 }
                return try store.firstReported(of: venue.uuid) ?? last
            }
            for day in stride(from: max(first, last - Self.mostDaysBack), through: last, by: 1) {
                try await release(venue.uuid, majors, on: day)
            }
            // A report that was under way when its day was released.
            try await database.writing { try ReportStore($0).forget(venue.uuid, through: last) }
            try await releaseTerms(of: venue.uuid, majors, today: today)
        }
    }

    /// Releases one day of a venue, unless another server has.
    ///
    /// Whatever fails on the way leaves everything as it was: nothing is released twice, and no true count outlives its
    /// release.
    func release(_ venue: UUID128, _ majors: [UInt16], on day: Int) async throws(ServiceError) {
        let (random, isMeasured) = (random, isMeasured)
        try await database.writing { connection in
            var random = random
            let store = ReportStore(connection)
            let counts = try store.counts(of: venue, on: day)
            for major in majors {
                let place = ShopDay(shop: ShopKey(venue: venue, major: major), day: day)
                guard try !store.isReleased(Cube.class.rawValue, of: place) else { continue }
                for cube in Cube.allCases {
                    // A day on which nothing is measured has no such cube: noise of nothing would cost budget.
                    if cube == .campaign, try !isMeasured(place.shop, day, connection) { continue }
                    try store.spend(cube.tenthsOfEpsilon, on: cube.rawValue, of: place)
                    let noise = try CountNoise.noise(tenths: cube.tenthsOfEpsilon)
                    for cell in cube.cells {
                        let people = (counts[major]?[cell] ?? 0) + noise.draw(using: &random)
                        try store.release(people, in: cell.rawValue, of: cube.rawValue, place)
                    }
                }
            }
            try store.forget(venue, through: day)
        }
    }

    /// Releases how many people gave each shop each term, once a week.
    private func releaseTerms(of venue: UUID128, _ majors: [UInt16], today: Int) async throws(ServiceError) {
        let monday = Self.monday(of: today)
        let random = random
        let isDone = try await database.reading { connection in
            try majors.allSatisfy { major in
                try ReportStore(connection).isReleased(
                    Self.termsCube, of: ShopDay(shop: ShopKey(venue: venue, major: major), day: monday))
            }
        }
        guard !isDone else { return }
        try await database.writing { connection in
            var random = random
            let store = ReportStore(connection)
            let terms = try store.terms(of: venue)
            let noise = try CountNoise.noise(tenths: Self.termsTenths)
            for major in majors {
                let place = ShopDay(shop: ShopKey(venue: venue, major: major), day: monday)
                guard try !store.isReleased(Self.termsCube, of: place) else { continue }
                try store.spend(Self.termsTenths, on: Self.termsCube, of: place)
                for term in Term.allCases {
                    let people = (terms[major]?[term] ?? 0) + noise.draw(using: &random)
                    try store.release(people, in: term.rawValue, of: Self.termsCube, place)
                }
            }
        }
    }

    /// The Monday of a day's week; 1970-01-01 was a Thursday.
    static func monday(of day: Int) -> Int {
        Int(Int64(day - 4).flooredQuotient(by: 7)) * 7 + 4
    }

    /// What was released of a shop's campaign that is measured on `day`, or nil while nothing was.
    package static func releasedCampaign(
        of shop: ShopKey, measuredOn day: Int, in connection: any Connection
    ) throws -> [Cell: Int]? {
        let place = ShopDay(shop: shop, day: day)
        guard try ReportStore(connection).isReleased(Cube.campaign.rawValue, of: place) else { return nil }
        return try FigureStore(connection).cells(of: shop, from: day, through: day)[day]?.filter {
            $0.key.cube == .campaign
        }
    }
}
