import Basics
import Beacons
import Storage

/// The SQL of events at beacons and of what is counted exactly, within one transaction.
struct EventStore {
    let connection: any Connection

    init(_ connection: any Connection) {
        self.connection = connection
    }

    // MARK: - Events

    /// Keeps an event; false when it is known.
    func insert(_ event: VisitEvent, pseudonym: String, isProved: Bool) throws -> Bool {
        try connection.execute(
            """
            INSERT INTO events (venue, major, minor, kind, minute, pseudonym, proved) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
            ON CONFLICT DO NOTHING
            """,
            [
                .blob(event.beacon.uuid.bytes), .integer(Int64(event.beacon.major)),
                .integer(Int64(event.beacon.minor)),
                .text(event.kind.rawValue), .integer(event.minute), .text(pseudonym), .integer(isProved ? 1 : 0),
            ]) == 1
    }

    /// Removes the events of before a minute.
    func deleteEvents(of venue: UUID128, before minute: Int64) throws {
        try connection.execute(
            "DELETE FROM events WHERE venue = ?1 AND minute < ?2", [.blob(venue.bytes), .integer(minute)])
    }

    /// How often phones said that somebody came to the beacons of one shop from one minute to another, by minor.
    func entered(of venue: UUID128, major: UInt16, from: Int64, until: Int64) throws -> [UInt16: BeaconTraffic] {
        var traffic: [UInt16: BeaconTraffic] = [:]
        let rows = try connection.query(
            """
            SELECT minor, COUNT(*) AS entered, CAST(SUM(proved) AS BIGINT) AS proved FROM events
            WHERE venue = ?1 AND major = ?2 AND minute >= ?3 AND minute < ?4 AND kind = ?5 GROUP BY minor
            """,
            [
                .blob(venue.bytes), .integer(Int64(major)), .integer(from), .integer(until),
                .text(VisitEvent.Kind.enter.rawValue),
            ])
        for row in rows {
            guard let minor = UInt16(exactly: try row.integer("minor")) else { throw StorageError.corrupt }
            traffic[minor] = BeaconTraffic(
                entered: Int(try row.integer("entered")), proved: Int(try row.integer("proved")))
        }
        return traffic
    }

    // MARK: - Roll-ups

    /// How far a venue is counted, or nil when it never was.
    func progress(of venue: UUID128) throws -> (day: Int, quarter: Timestamp)? {
        try connection.first("SELECT day, quarter FROM counting_progress WHERE venue = ?1", [.blob(venue.bytes)]).map {
            (Int(try $0.integer("day")), Timestamp(milliseconds: try $0.integer("quarter")))
        }
    }

    /// When the first visit of a venue was, or nil.
    func firstVisit(of venue: UUID128) throws -> Timestamp? {
        try connection.first("SELECT MIN(at) AS at FROM visits WHERE venue = ?1", [.blob(venue.bytes)])?
            .optionalInteger("at").map { Timestamp(milliseconds: $0) }
    }

    /// Begins to count a venue.
    func begin(_ venue: UUID128, day: Int, quarter: Timestamp) throws {
        try connection.execute(
            "INSERT INTO counting_progress (venue, day, quarter) VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING",
            [.blob(venue.bytes), .integer(Int64(day)), .integer(quarter.milliseconds)])
    }

    /// Moves on to the next day, unless somebody else has.
    func advance(_ venue: UUID128, from day: Int) throws -> Bool {
        try connection.execute(
            "UPDATE counting_progress SET day = day + 1 WHERE venue = ?1 AND day = ?2",
            [.blob(venue.bytes), .integer(Int64(day))]) == 1
    }

    /// Moves on from a quarter to another one, unless somebody else has.
    func advance(_ venue: UUID128, from quarter: Timestamp, to next: Timestamp) throws -> Bool {
        try connection.execute(
            "UPDATE counting_progress SET quarter = ?3 WHERE venue = ?1 AND quarter = ?2",
            [.blob(venue.bytes), .integer(quarter.milliseconds), .integer(next.milliseconds)]) == 1
    }

    /// Counts the visits of one day by shop, from its beginning to its end.
    func dayCounts(of venue: UUID128, from: Timestamp, until: Timestamp, gapSeconds: Int64) throws -> [UInt16: DayCount]
    {
        let rows = try connection.query(
            """
            SELECT major, COUNT(DISTINCT CASE WHEN bad = 0 THEN pseudonym END) AS visitors,
            CAST(SUM(CASE WHEN bad = 0 AND (before IS NULL OR at - before >= ?4) THEN 1 ELSE 0 END) AS BIGINT) AS stays,
            CAST(SUM(bad) AS BIGINT) AS disputed FROM (
            SELECT major, pseudonym, at, bad, LAG(at) OVER (PARTITION BY major, pseudonym, bad ORDER BY at) AS before
            FROM (
            SELECT major, pseudonym, at,
            CASE WHEN EXISTS (SELECT 1 FROM disputed_codes WHERE disputed_codes.code = visits.code) THEN 1 ELSE 0 END
            AS bad FROM visits WHERE venue = ?1 AND at >= ?2 AND at < ?3
            ) AS proofs
            ) AS spaced GROUP BY major
            """,
            [
                .blob(venue.bytes), .integer(from.milliseconds), .integer(until.milliseconds),
                .integer(gapSeconds * 1000),
            ])
        var counts: [UInt16: DayCount] = [:]
        for row in rows {
            guard let major = UInt16(exactly: try row.integer("major")) else { throw StorageError.corrupt }
            counts[major] = DayCount(
                visitors: Int(try row.integer("visitors")), stays: Int(try row.integer("stays")),
                disputed: Int(try row.integer("disputed")))
        }
        return counts
    }

    /// Keeps what was counted of a day.
    func keep(_ counts: [UInt16: DayCount], of venue: UUID128, on day: Int) throws {
        for (major, count) in counts.sorted(by: { $0.key < $1.key }) {
            try connection.execute(
                """
                INSERT INTO day_counts (venue, major, day, visitors, stays, disputed) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
                """,
                [
                    .blob(venue.bytes), .integer(Int64(major)), .integer(Int64(day)), .integer(Int64(count.visitors)),
                    .integer(Int64(count.stays)), .integer(Int64(count.disputed)),
                ])
        }
    }

    /// Counts the events of one day by beacon.
    func countEvents(_ day: Int, of venue: UUID128, from: Int64, until: Int64) throws {
        try connection.execute(
            """
            INSERT INTO beacon_counts (venue, major, minor, day, entered, proved)
            SELECT venue, major, minor, CAST(?4 AS BIGINT), COUNT(*), SUM(proved) FROM events
            WHERE venue = ?1 AND minute >= ?2 AND minute < ?3 AND kind = ?5 GROUP BY venue, major, minor
            """,
            [
                .blob(venue.bytes), .integer(from), .integer(until), .integer(Int64(day)),
                .text(VisitEvent.Kind.enter.rawValue),
            ])
    }

    /// Counts the visits of the quarters of an hour from one instant to another by shop.
    func quarterCounts(of venue: UUID128, from: Timestamp, until: Timestamp) throws -> [UInt16: [QuarterCount]] {
        let rows = try connection.query(
            """
            SELECT major, quarter, COUNT(DISTINCT CASE WHEN bad = 0 THEN pseudonym END) AS visitors,
            CAST(SUM(bad) AS BIGINT) AS disputed FROM (
            SELECT major, pseudonym, at - at % 900000 AS quarter,
            CASE WHEN EXISTS (SELECT 1 FROM disputed_codes WHERE disputed_codes.code = visits.code) THEN 1 ELSE 0 END
            AS bad FROM visits WHERE venue = ?1 AND at >= ?2 AND at < ?3
            ) AS proofs GROUP BY major, quarter ORDER BY major, quarter
            """, [.blob(venue.bytes), .integer(from.milliseconds), .integer(until.milliseconds)])
        var counts: [UInt16: [QuarterCount]] = [:]
        for row in rows {
            guard let major = UInt16(exactly: try row.integer("major")) else { throw StorageError.corrupt }
            counts[major, default: []].append(
                QuarterCount(
                    from: Timestamp(milliseconds: try row.integer("quarter")),
                    visitors: Int(try row.integer("visitors")), disputed: Int(try row.integer("disputed"))))
        }
        return counts
    }

    /// Keeps what was counted of quarters.
    func keep(_ counts: [UInt16: [QuarterCount]], of venue: UUID128) throws {
        for (major, quarters) in counts.sorted(by: { $0.key < $1.key }) {
            for quarter in quarters {
                try connection.execute(
                    "INSERT INTO quarter_counts (venue, major, quarter, visitors, disputed) VALUES (?1, ?2, ?3, ?4, ?5)",
                    [
                        .blob(venue.bytes), .integer(Int64(major)), .integer(quarter.from.milliseconds),
                        .integer(Int64(quarter.visitors)), .integer(Int64(quarter.disputed)),
                    ])
            }
        }
    }

    /// Removes quarters of before an instant.
    func deleteQuarters(of venue: UUID128, majors: [UInt16], before instant: Timestamp) throws {
        for major in majors {
            try connection.execute(
                "DELETE FROM quarter_counts WHERE venue = ?1 AND major = ?2 AND quarter < ?3",
                [.blob(venue.bytes), .integer(Int64(major)), .integer(instant.milliseconds)])
        }
    }
}
