import Basics
import Loyalty
import ServiceKit
import Storage

/// The SQL of how beacons are doing, within one transaction.
struct FleetStore {
    /// What is known of a beacon now.
    struct State: Sendable {
        var lastProof: Timestamp?
        var told: Telemetry?
        var perSecond: Double?
        var rebootedAt: Timestamp?
    }

    /// What is stored of one day.
    struct Day: Sendable {
        let day: Int64
        let outcomes: OutcomeDay
        let millivolts: Int?
        let celsius: Double?
        let clock: Int64?
    }

    /// A day's pairs.
    struct PairDay: Sendable {
        let day: Int64
        let pair: BeaconPair
        let heard: Int
    }

    let connection: any Connection
    let venue: [UInt8]

    init(_ connection: any Connection, of venue: UUID128) {
        self.connection = connection
        self.venue = venue.bytes
    }

    static func arguments(_ venue: [UInt8], _ beacon: BeaconRef) -> [SQLValue] {
        [.blob(venue), .integer(Int64(beacon.major)), .integer(Int64(beacon.minor))]
    }

    static func reference(_ row: Row, _ major: String = "major", _ minor: String = "minor") throws -> BeaconRef {
        guard
            let major = UInt16(exactly: try row.integer(major)), let minor = UInt16(exactly: try row.integer(minor))
        else { throw StorageError.corrupt }
        return BeaconRef(major: major, minor: minor)
    }

    private static func outcomes(_ row: Row) throws -> OutcomeDay {
        var outcomes = OutcomeDay()
        outcomes.proofs = Int(try row.integer("proofs"))
        outcomes.disputed = Int(try row.integer("disputed"))
        outcomes.mismatches = Int(try row.integer("mismatches"))
        outcomes.stale = Int(try row.integer("stale"))
        outcomes.others = Int(try row.integer("others"))
        return outcomes
    }

    // MARK: Writing

    /// Adds what was counted of a beacon to its hour and its day.
    func add(_ outcomes: OutcomeDay, of beacon: BeaconRef, in cell: Timestamp) throws {
        let numbers: [SQLValue] = [
            .integer(Int64(outcomes.proofs)), .integer(Int64(outcomes.disputed)),
            .integer(Int64(outcomes.mismatches)), .integer(Int64(outcomes.stale)), .integer(Int64(outcomes.others)),
        ]
        for (table, column, time) in [
            ("beacon_hours", "hour", cell.milliseconds.flooredQuotient(by: 3_600_000)),
            ("beacon_days", "day", cell.day),
        ] {
            _ = try connection.execute(
                """
                INSERT INTO \(table) (venue, major, minor, \(column), proofs, disputed, mismatches, stale, others)
                VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
                ON CONFLICT (venue, major, minor, \(column)) DO UPDATE SET proofs = \(table).proofs + excluded.proofs,
                disputed = \(table).disputed + excluded.disputed,
                mismatches = \(table).mismatches + excluded.mismatches, stale = \(table).stale + excluded.stale,
                others = \(table).others + excluded.others
                """,
                Self.arguments(venue, beacon) + [.integer(time)] + numbers)
        }
        guard outcomes.proofs > 0 else { return }
        _ = try connection.execute(
            """
            INSERT INTO beacon_states (venue, major, minor, last_proof) VALUES (?1, ?2, ?3, ?4)
            ON CONFLICT (venue, major, minor) DO UPDATE SET last_proof = excluded.last_proof
            WHERE beacon_states.last_proof IS NULL OR beacon_states.last_proof < excluded.last_proof
            """,
            Self.arguments(venue, beacon) + [.integer(cell.milliseconds + Self.cell)])
    }

    /// How long what is counted together lasts, in milliseconds.
    static let cell: Int64 = 900_000

    /// Keeps how far a clock is from the server's on a day on which something was counted.
    func setClock(_ milliseconds: Int64, of beacon: BeaconRef, on day: Int64) throws {
        _ = try connection.execute(
            "UPDATE beacon_days SET clock = ?5 WHERE venue = ?1 AND major = ?2 AND minor = ?3 AND day = ?4",
            Self.arguments(venue, beacon) + [.integer(day), .integer(milliseconds)])
    }

    /// Counts a pair on a day.
    func add(_ heard: Int, of pair: BeaconPair, on day: Int64) throws {
        _ = try connection.execute(
            """
            INSERT INTO beacon_pairs (venue, major, minor, other_major, other_minor, day, heard)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
            ON CONFLICT (venue, day, major, minor, other_major, other_minor)
            DO UPDATE SET heard = beacon_pairs.heard + excluded.heard
            """,
            Self.arguments(venue, pair.first) + [
                .integer(Int64(pair.second.major)), .integer(Int64(pair.second.minor)), .integer(day),
                .integer(Int64(heard)),
            ])
    }

    /// Counts a reading of a battery on a day.
    func add(millivolts: Int64, temperature: Int64, of beacon: BeaconRef, on day: Int64) throws {
        _ = try connection.execute(
            """
            INSERT INTO beacon_readings (venue, major, minor, day, millivolts, temperature, number)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, 1)
            ON CONFLICT (venue, day, major, minor, millivolts, temperature)
            DO UPDATE SET number = beacon_readings.number + 1
            """,
            Self.arguments(venue, beacon) + [.integer(day), .integer(millivolts), .integer(temperature)])
    }

    /// The readings of a beacon's battery on a day; the temperature is nil where it was not told.
    func readings(of beacon: BeaconRef, on day: Int64) throws -> [(millivolts: Int, temperature: Int?, number: Int)] {
        try connection.query(
            """
            SELECT millivolts, temperature, number FROM beacon_readings
            WHERE venue = ?1 AND major = ?2 AND minor = ?3 AND day = ?4
            """,
            Self.arguments(venue, beacon) + [.integer(day)]
        ).map { row in
            let temperature = Int(try row.integer("temperature"))
            return (
                Int(try row.integer("millivolts")), temperature == Int(Int16.min) ? nil : temperature,
                Int(try row.integer("number"))
            )
        }
    }

    /// Keeps the medians of a day's readings.
    func setMedians(millivolts: Int, temperature: Int?, of beacon: BeaconRef, on day: Int64) throws {
        _ = try connection.execute(
            """
            INSERT INTO beacon_days
            (venue, major, minor, day, proofs, disputed, mismatches, stale, others, millivolts, temperature)
            VALUES (?1, ?2, ?3, ?4, 0, 0, 0, 0, 0, ?5, ?6)
            ON CONFLICT (venue, major, minor, day) DO UPDATE SET millivolts = excluded.millivolts,
            temperature = excluded.temperature
            """,
            Self.arguments(venue, beacon) + [
                .integer(day), .integer(Int64(millivolts)), SQLValue(temperature.map { Int64($0) }),
            ])
    }

    /// Keeps what a beacon told of itself last.
    func put(_ state: State, of beacon: BeaconRef) throws {
        guard let told = state.told else { return }
        _ = try connection.execute(
            """
            INSERT INTO beacon_states
            (venue, major, minor, advertisements, uptime, told_at, milliframes, rebooted_at)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
            ON CONFLICT (venue, major, minor) DO UPDATE SET advertisements = excluded.advertisements,
            uptime = excluded.uptime, told_at = excluded.told_at, milliframes = excluded.milliframes,
            rebooted_at = excluded.rebooted_at
            """,
            Self.arguments(venue, beacon) + [
                .integer(told.advertisements), .integer(Int64(told.uptime)), .integer(Int64(told.heardAt)),
                SQLValue(state.perSecond.map { Int64(($0 * 1000).rounded()) }),
                SQLValue(state.rebootedAt?.milliseconds),
            ])
    }

    // MARK: Reading

    /// What is known of the venue's beacons now.
    func states() throws -> [BeaconRef: State] {
        var states: [BeaconRef: State] = [:]
        let rows = try connection.query(
            """
            SELECT major, minor, last_proof, advertisements, uptime, told_at, milliframes, rebooted_at
            FROM beacon_states WHERE venue = ?1
            """, [.blob(venue)])
        for row in rows { states[try Self.reference(row)] = try Self.state(row) }
        return states
    }

    private static func state(_ row: Row) throws -> State {
        var state = State()
        state.lastProof = try row.optionalInteger("last_proof").map(Timestamp.init(milliseconds:))
        if let advertisements = try row.optionalInteger("advertisements") {
            state.told = Telemetry(
                advertisements: advertisements, uptime: Double(try row.integer("uptime")),
                heardAt: Double(try row.integer("told_at")))
        }
        state.perSecond = try row.optionalInteger("milliframes").map { Double($0) / 1000 }
        state.rebootedAt = try row.optionalInteger("rebooted_at").map(Timestamp.init(milliseconds:))
        return state
    }

    /// How sightings ended by hours, from one on until before another.
    func hours(from: Int64, until: Int64) throws -> [BeaconRef: [Int64: OutcomeDay]] {
        var hours: [BeaconRef: [Int64: OutcomeDay]] = [:]
        let rows = try connection.query(
            """
            SELECT major, minor, hour, proofs, disputed, mismatches, stale, others FROM beacon_hours
            WHERE venue = ?1 AND hour >= ?2 AND hour < ?3
            """,
            [.blob(venue), .integer(from), .integer(until)])
        for row in rows {
            hours[try Self.reference(row), default: [:]][try row.integer("hour")] = try Self.outcomes(row)
        }
        return hours
    }

    /// The batteries and clocks of days from one on.
    func batteries(from day: Int64) throws -> [BeaconRef: [Day]] {
        var days: [BeaconRef: [Day]] = [:]
        let rows = try connection.query(
            """
            SELECT major, minor, day, proofs, disputed, mismatches, stale, others, millivolts, temperature, clock
            FROM beacon_days WHERE venue = ?1 AND day >= ?2 AND (millivolts IS NOT NULL OR clock IS NOT NULL)
            """,
            [.blob(venue), .integer(day)])
        for row in rows { days[try Self.reference(row), default: []].append(try Self.day(row)) }
        return days
    }

    /// What one beacon did on days from one on, the oldest first.
    func days(of beacon: BeaconRef, from day: Int64) throws -> [Day] {
        try connection.query(
            """
            SELECT major, minor, day, proofs, disputed, mismatches, stale, others, millivolts, temperature, clock
            FROM beacon_days WHERE venue = ?1 AND major = ?2 AND minor = ?3 AND day >= ?4 ORDER BY day
            """,
            Self.arguments(venue, beacon) + [.integer(day)]
        ).map { try Self.day($0) }
    }

    private static func day(_ row: Row) throws -> Day {
        Day(
            day: try row.integer("day"), outcomes: try outcomes(row),
            millivolts: try row.optionalInteger("millivolts").map { Int($0) },
            celsius: try row.optionalInteger("temperature").map { Double($0) / 256 },
            clock: try row.optionalInteger("clock"))
    }

    /// The pairs of days from one on.
    func pairs(from day: Int64) throws -> [PairDay] {
        try connection.query(
            """
            SELECT day, major, minor, other_major, other_minor, heard FROM beacon_pairs WHERE venue = ?1 AND day >= ?2
            """,
            [.blob(venue), .integer(day)]
        ).map { row in
            PairDay(
                day: try row.integer("day"),
                pair: BeaconPair(try Self.reference(row), try Self.reference(row, "other_major", "other_minor")),
                heard: Int(try row.integer("heard")))
        }
    }

    // MARK: Forgetting

    /// Removes what is too old to be of use, of all venues.
    static func prune(at now: Timestamp, in connection: any Connection) throws {
        for (table, column, oldest) in [
            ("beacon_hours", "hour", (now.day - 29) * 24), ("beacon_pairs", "day", now.day - 29),
            ("beacon_readings", "day", now.day - 2), ("beacon_days", "day", now.day - 400),
        ] {
            _ = try connection.execute("DELETE FROM \(table) WHERE \(column) < ?1", [.integer(oldest)])
        }
        let month: Int64 = 30 * 86_400_000
        _ = try connection.execute(
            "DELETE FROM beacon_claims WHERE ends_at < ?1", [.integer(now.milliseconds - month)])
        _ = try connection.execute(
            "DELETE FROM deployment_walks WHERE at < ?1", [.integer(now.milliseconds - 2 * month)])
    }
}
