import Basics
import Beacons
import Loyalty
import ServiceKit
import Storage

/// Writes a venue's long past at once, as its services would have written it proof by proof.
///
/// A visitor proves five times within a quarter of an hour at one shop, under one pseudonym. Whatever is kept for good is
/// written for all days, the rest for as long as it is kept.
struct ConsoleFilling {
    /// Proofs of one visitor.
    static let proofs = 5
    private static let rowsAtOnce = 200_000

    let database: any Database
    let venue: Venue
    /// The first day, and the one after the last, in UTC.
    let days: Range<Int64>
    /// What the names of its rows begin with, so that several venues of one database have rows of their own: no quotes.
    var label = ""

    /// Writes so many proved visits, evenly over all days, shops and beacons, with what else there is beside them.
    func fill(visits: Int) async throws {
        let visitors = Int64(visits / Self.proofs)
        let span = Timestamp(day: days.upperBound).milliseconds - Timestamp(day: days.lowerBound).milliseconds
        // Thousandths of a millisecond, so that the steps of ten million visits still differ.
        let step = span * 1000 / max(1, visitors)
        try await batches(visitors * Int64(Self.proofs), visitSQL, step)
        let recent = max(0, visitors - visitors * 28 / Int64(days.count))
        try await batches(visitors, eventSQL, step, from: recent)
        try await batches(visitors, redemptionSQL, step)
        try await fillDays()
    }

    private var start: Int64 { Timestamp(day: days.lowerBound).milliseconds }

    /// Runs a statement for each stretch of numbers below `end`: ?1 and ?2 are its bounds, ?3 the first instant, ?4 the step.
    private func batches(_ end: Int64, _ sql: String, _ step: Int64, from first: Int64 = 0) async throws {
        var next = first
        while next < end {
            let (from, until) = (next, min(end, next + Int64(Self.rowsAtOnce)))
            try await database.write { [start, venue] connection in
                try connection.execute(
                    sql, [.integer(from), .integer(until), .integer(start), .integer(step), .blob(venue.uuid.bytes)])
            }
            next = until
        }
    }

    /// SQL of the numbers from ?1 up to ?2, without it, in a column of this name.
    static func numbers(_ name: String) -> String {
        """
        WITH RECURSIVE numbers (\(name)) AS (
            SELECT CAST(?1 AS BIGINT) UNION ALL SELECT \(name) + 1 FROM numbers WHERE \(name) + 1 < CAST(?2 AS BIGINT)
        )
        """
    }

    /// The visitor's pseudonym and when they came; neighbours in time are no neighbours in the table.
    private var pseudonym: String { "'p\(label)' || CAST((v * 2654435761) % 4294967291 AS TEXT)" }
    private static let at = "CAST(?3 AS BIGINT) + v * CAST(?4 AS BIGINT) / 1000"

    private var major: String { "\(venue.shops[0].major) + v % \(venue.shops.count)" }

    private var visitSQL: String {
        """
        \(Self.numbers("g"))
        INSERT INTO visits (id, venue, major, pseudonym, at, code)
        SELECT CAST(g AS TEXT), ?5, \(major), \(pseudonym), \(Self.at) + (g % \(Self.proofs)) * 180000, g
        FROM (SELECT g, g / \(Self.proofs) AS v FROM numbers) AS visitors
        """
    }

    private var eventSQL: String {
        """
        \(Self.numbers("v"))
        INSERT INTO events (venue, major, minor, kind, minute, pseudonym, proved)
        SELECT ?5, \(major), 1, kind, (\(Self.at)) / 60000 + late, \(pseudonym), 1
        FROM numbers, (SELECT 'enter' AS kind, 0 AS late UNION ALL SELECT 'exit', 15) AS kinds
        WHERE v % 3 < 2
        """
    }

    /// One visitor of twenty redeems a coupon.
    private var redemptionSQL: String {
        """
        \(Self.numbers("v"))
        INSERT INTO redemptions (coupon, venue, major, offer_id, at, till, showing)
        SELECT CAST('c\(label)' || CAST(v AS TEXT) AS BLOB), ?5, \(major), 'welcome-' || CAST(\(major) AS TEXT), (\(Self.at)) / 60000 * 60000, 'Till 1',
            CAST('s' || CAST(v AS TEXT) AS BLOB)
        FROM numbers WHERE v % 20 = 0
        """
    }

    /// What is kept by day: releases with their budget, counts of beacons, counts at the door.
    private func fillDays() async throws {
        let (venue, days) = (venue, days)
        for day in days {
            try await database.write { connection in
                for shop in venue.shops {
                    let key: [SQLValue] = [.blob(venue.uuid.bytes), .integer(Int64(shop.major)), .integer(day)]
                    for cell in Cell.allCases where cell.cube != .campaign && day < days.upperBound - 8 {
                        try connection.execute(
                            """
                            INSERT INTO released_cells (venue, major, day, cube, cell, people) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
                            """, key + [.text(cell.cube.rawValue), .text(cell.rawValue), .integer(40)])
                    }
                    for cube in Cube.allCases where cube != .campaign && day < days.upperBound - 8 {
                        try connection.execute(
                            "INSERT INTO budget (venue, major, day, cube, tenths) VALUES (?1, ?2, ?3, ?4, ?5)",
                            key + [.text(cube.rawValue), .integer(Int64(cube.tenthsOfEpsilon))])
                    }
                    try connection.execute(
                        "INSERT INTO door_counts (venue, major, day, people) VALUES (?1, ?2, ?3, ?4)",
                        key + [.integer(900)])
                }
                for beacon in venue.beacons {
                    let key: [SQLValue] = [
                        .blob(venue.uuid.bytes), .integer(Int64(beacon.reference.major)),
                        .integer(Int64(beacon.reference.minor)), .integer(day),
                    ]
                    try connection.execute(
                        """
                        INSERT INTO beacon_days (venue, major, minor, day, proofs, disputed, mismatches, stale, others,
                            millivolts, temperature) VALUES (?1, ?2, ?3, ?4, 200, 0, 1, 1, 0, 2950, 5376)
                        """, key)
                    for hour in 9..<21 where day >= days.upperBound - 28 {
                        try connection.execute(
                            """
                            INSERT INTO beacon_hours (venue, major, minor, hour, proofs, disputed, mismatches, stale, others)
                            VALUES (?1, ?2, ?3, ?4, 17, 0, 0, 0, 0)
                            """, Array(key.dropLast()) + [.integer(day * 24 + Int64(hour))])
                    }
                }
            }
        }
    }
}
