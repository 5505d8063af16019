import Basics
import Beacons
import Loyalty
import Storage

/// The SQL of a shop's figures, within one transaction: each query is a range of a key, whatever there is of other shops.
struct FigureStore {
    private let connection: any Connection

    init(_ connection: any Connection) {
        self.connection = connection
    }

    /// The released cells of a shop's days.
    func cells(of shop: ShopKey, from first: Int, through last: Int) throws -> [Int: [Cell: Int]] {
        var days: [Int: [Cell: Int]] = [:]
        for row in try released(shop, from: first, through: last) {
            guard let cell = Cell(rawValue: try row.text("cell")) else { continue }
            days[Int(try row.integer("day")), default: [:]][cell] = Int(try row.integer("people"))
        }
        return days
    }

    /// The terms that were released last, with the day; nil before the first release.
    func terms(of shop: ShopKey) throws -> (day: Int, counts: [Term: Int])? {
        let row = try connection.first(
            "SELECT MAX(day) AS day FROM budget WHERE venue = ?1 AND major = ?2 AND cube = ?3",
            [.blob(shop.venue.bytes), .integer(Int64(shop.major)), .text(CountingService.termsCube)])
        guard let day = try row?.optionalInteger("day") else { return nil }
        var counts: [Term: Int] = [:]
        for row in try released(shop, from: Int(day), through: Int(day)) {
            guard try row.text("cube") == CountingService.termsCube, let term = Term(rawValue: try row.text("cell"))
            else { continue }
            counts[term] = Int(try row.integer("people"))
        }
        return (Int(day), counts)
    }

    /// What the releases of a shop's days have cost, in tenths of epsilon.
    func tenthsSpent(on shop: ShopKey, from first: Int, through last: Int) throws -> Int {
        var sum: Int64 = 0
        for cube in Cube.allCases {
            let row = try connection.first(
                """
                SELECT CAST(COALESCE(SUM(tenths), 0) AS BIGINT) AS sum FROM budget
                WHERE venue = ?1 AND major = ?2 AND cube = ?3 AND day >= ?4 AND day <= ?5
                """,
                [
                    .blob(shop.venue.bytes), .integer(Int64(shop.major)), .text(cube.rawValue), .integer(Int64(first)),
                    .integer(Int64(last)),
                ])
            sum += try row?.integer("sum") ?? 0
        }
        return Int(sum)
    }

    /// The exact counts of a shop's days.
    func counts(of shop: ShopKey, from first: Int, through last: Int) throws -> [Int: DayCount] {
        var days: [Int: DayCount] = [:]
        for row in try rows(
            "SELECT day, visitors, stays, disputed FROM day_counts", of: shop, from: first, through: last)
        {
            days[Int(try row.integer("day"))] = DayCount(
                visitors: Int(try row.integer("visitors")), stays: Int(try row.integer("stays")),
                disputed: Int(try row.integer("disputed")))
        }
        return days
    }

    /// The counts at a shop's door.
    func doorCounts(of shop: ShopKey, from first: Int, through last: Int) throws -> [Int: Int] {
        var days: [Int: Int] = [:]
        for row in try rows("SELECT day, people FROM door_counts", of: shop, from: first, through: last) {
            days[Int(try row.integer("day"))] = Int(try row.integer("people"))
        }
        return days
    }

    /// Keeps or, for nil, forgets the count at a shop's door; returns what there was before.
    func setDoorCount(_ people: Int?, of shop: ShopKey, on day: Int) throws -> Int? {
        let before = try doorCounts(of: shop, from: day, through: day)[day]
        let key: [SQLValue] = [.blob(shop.venue.bytes), .integer(Int64(shop.major)), .integer(Int64(day))]
        if let people {
            try connection.execute(
                """
                INSERT INTO door_counts (venue, major, day, people) VALUES (?1, ?2, ?3, ?4)
                ON CONFLICT (venue, major, day) DO UPDATE SET people = excluded.people
                """, key + [.integer(Int64(people))])
        } else {
            try connection.execute("DELETE FROM door_counts WHERE venue = ?1 AND major = ?2 AND day = ?3", key)
        }
        return before
    }

    /// The counted quarters of a shop from one instant to another.
    func quarters(of shop: ShopKey, from: Timestamp, until: Timestamp) throws -> [QuarterCount] {
        try connection.query(
            """
            SELECT quarter, visitors, disputed FROM quarter_counts
            WHERE venue = ?1 AND major = ?2 AND quarter >= ?3 AND quarter < ?4 ORDER BY quarter
            """,
            [
                .blob(shop.venue.bytes), .integer(Int64(shop.major)), .integer(from.milliseconds),
                .integer(until.milliseconds),
            ]
        ).map { row in
            QuarterCount(
                from: Timestamp(milliseconds: try row.integer("quarter")), visitors: Int(try row.integer("visitors")),
                disputed: Int(try row.integer("disputed")))
        }
    }

    /// The traffic of a shop's beacons on days that are over.
    func traffic(of shop: ShopKey, from first: Int, through last: Int) throws -> [UInt16: [Int: BeaconTraffic]] {
        var beacons: [UInt16: [Int: BeaconTraffic]] = [:]
        for row in try rows(
            "SELECT minor, day, entered, proved FROM beacon_counts", of: shop, from: first, through: last)
        {
            guard let minor = UInt16(exactly: try row.integer("minor")) else { throw StorageError.corrupt }
            beacons[minor, default: [:]][Int(try row.integer("day"))] = BeaconTraffic(
                entered: Int(try row.integer("entered")), proved: Int(try row.integer("proved")))
        }
        return beacons
    }

    /// The stays of a shop on days that are over.
    func stays(of shop: ShopKey, from first: Int, through last: Int) throws -> [Int: BeaconTraffic] {
        var days: [Int: BeaconTraffic] = [:]
        for row in try rows("SELECT day, entered, proved FROM stay_counts", of: shop, from: first, through: last) {
            days[Int(try row.integer("day"))] = BeaconTraffic(
                entered: Int(try row.integer("entered")), proved: Int(try row.integer("proved")))
        }
        return days
    }

    private func released(_ shop: ShopKey, from first: Int, through last: Int) throws -> [Row] {
        try rows("SELECT day, cube, cell, people FROM released_cells", of: shop, from: first, through: last)
    }

    private func rows(_ select: String, of shop: ShopKey, from first: Int, through last: Int) throws -> [Row] {
        try connection.query(
            "\(select) WHERE venue = ?1 AND major = ?2 AND day >= ?3 AND day <= ?4",
            [
                .blob(shop.venue.bytes), .integer(Int64(shop.major)), .integer(Int64(first)), .integer(Int64(last)),
            ])
    }
}
