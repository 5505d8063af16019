import Basics
import Ledger
import LedgerService
import Presence
import ServiceKit
import Storage

/// The SQL that moves what visits left of accounts to where it stays, within one transaction.
///
/// What is written is written in a random order, and what was written for the same days before is written again with it.
struct SettlementStore {
    /// The part of all rows that one transaction moves and writes anew; the parts are by what rows are called, which is
    /// random.
    struct Part: Sendable {
        let number: Int
        let count: Int

        /// The most rows that a part should have: a visitor may have to wait while it is written.
        static let rows = 2000

        /// The parts of so many rows: their number is a power of two, at most 256.
        static func all(of rows: Int) -> [Part] {
            var count = 1
            while count * Self.rows < rows, count < 256 { count *= 2 }
            return (0..<count).map { Part(number: $0, count: count) }
        }

        /// The first coupons' identifiers of this part and of the next one, in hexadecimal digits.
        var identifiers: (from: String, until: String) {
            func digits(_ number: Int) -> String {
                let value = number * 256 / count
                // Behind the last one comes what is no digit.
                return value == 256 ? "g" : String(value + 256, radix: 16).dropFirst().description
            }
            return (digits(number), digits(number + 1))
        }
    }

    private let connection: any Connection
    private let random: ServerRandom

    init(_ connection: any Connection, random: ServerRandom) {
        self.connection = connection
        self.random = random
    }

    // MARK: - Coupons

    /// How many coupons are fresh, and how many of the days from `day` on are settled.
    func couponCounts(since day: Timestamp) throws -> (fresh: Int, settled: Int) {
        let row = try connection.first(
            """
            SELECT (SELECT COUNT(*) FROM fresh_coupons) AS fresh,
                (SELECT COUNT(*) FROM coupons WHERE received_at >= ?1) AS settled
            """, [.integer(day.milliseconds)])
        guard let row else { throw StorageError.corrupt }
        return (Int(try row.integer("fresh")), Int(try row.integer("settled")))
    }

    /// Moves the fresh coupons of one part, books their points, and writes those of the days from `day` on anew.
    ///
    /// Points of one account and day are booked as one sum. They say neither shop nor time: a balance must not tell where
    /// its owner was.
    ///
    /// - Returns: The coupons that were moved, in the order of their names, which is random.
    func settleCoupons(
        _ part: Part, since day: Timestamp
    ) throws -> [(account: [UInt8], venue: [UInt8], offer: String)] {
        var random = random
        let range: [SQLValue] = [.text(part.identifiers.from), .text(part.identifiers.until)]
        // In the order of the random names, so that a simulation's seed books the same again.
        let fresh = try connection.query(
            """
            SELECT \(Self.couponColumns.joined(separator: ", ")), points FROM fresh_coupons
            WHERE id >= ?1 AND id < ?2 ORDER BY id
            """, range)
        var points: [(account: [UInt8], day: Int64, sum: Int64)] = []
        var settled: [(account: [UInt8], venue: [UInt8], offer: String)] = []
        var inserter = RowInserter(table: "coupons", columns: Self.couponColumns)
        for row in fresh {
            try inserter.add(to: connection) { values in
                for column in Self.couponColumns.indices { values.append(row[column]) }
            }
            let (account, day, worth) = (
                try row.blob("account_id"), try row.integer("received_at"), try row.integer("points")
            )
            settled.append((account, try row.blob("venue"), try row.text("offer_id")))
            if let known = points.firstIndex(where: { $0.account == account && $0.day == day }) {
                points[known].sum += worth
            } else {
                points.append((account, day, worth))
            }
        }
        try inserter.finish(connection)
        try connection.execute("DELETE FROM fresh_coupons WHERE id >= ?1 AND id < ?2", range)
        for grant in points where grant.sum > 0 {
            try LedgerAdministration.grantPoints(
                grant.sum, toAccount: grant.account, memo: nil, at: Timestamp(milliseconds: grant.day), random: random,
                in: connection)
        }
        try connection.rewrite(
            "coupons", where: "received_at >= ?1 AND id >= ?2 AND id < ?3", [.integer(day.milliseconds)] + range,
            shuffledBy: &random)
        return settled
    }

    /// Writes the points of the days from `day` on anew, and the balances of who has got them; with the first part also
    /// what was redeemed since: neither order tells whose points came with which redemption.
    func shufflePoints(_ part: Part, since day: Timestamp) throws {
        var random = random
        if part.number == 0 {
            try connection.rewrite(
                "redemptions", where: "at >= ?1", [.integer(day.milliseconds)], shuffledBy: &random)
        }
        try PointsOrder(connection).shuffle(since: day, part: part.number, of: part.count, using: &random)
    }

    // MARK: - Places

    /// The accounts whose recent place was before `instant`, with venue and time, at most `limit`.
    func recentPlaces(
        before instant: Timestamp, limit: Int
    ) throws -> [(account: [UInt8], venue: UUID128, at: Timestamp)] {
        try connection.query(
            "SELECT account_id, venue, at FROM recent_places WHERE at < ?1 LIMIT ?2",
            [.integer(instant.milliseconds), .integer(Int64(limit))]
        ).map { row in
            guard let venue = UUID128(bytes: try row.blob("venue")) else { throw StorageError.corrupt }
            return (try row.blob("account_id"), venue, Timestamp(milliseconds: try row.integer("at")))
        }
    }

    /// Moves recent places of before `instant`, at most `limit`, to the table of venues, or forgets those that exclude no
    /// other venue; returns how many there were.
    func settlePlaces(
        before instant: Timestamp, limit: Int, isOfUse: (UUID128, Timestamp) -> Bool
    ) throws -> Int {
        var random = random
        let places = try recentPlaces(before: instant, limit: limit).shuffled(using: &random)
        for place in places {
            let account: [SQLValue] = [.blob(place.account)]
            try connection.execute("DELETE FROM recent_places WHERE account_id = ?1", account)
            try connection.execute("DELETE FROM last_places WHERE account_id = ?1", account)
            let quarter = PresencePolicy.quarter(of: place.at)
            guard isOfUse(place.venue, quarter) else { continue }
            try connection.execute(
                "INSERT INTO last_places (account_id, venue, quarter) VALUES (?1, ?2, ?3)",
                account + [.blob(place.venue.bytes), .integer(quarter.milliseconds)])
        }
        return places.count
    }

    /// The next accounts with a last place after `account`, in the order of their identifiers.
    func lastPlaces(
        after account: [UInt8], limit: Int
    ) throws -> [(account: [UInt8], venue: UUID128, quarter: Timestamp)] {
        try connection.query(
            "SELECT account_id, venue, quarter FROM last_places WHERE account_id > ?1 ORDER BY account_id LIMIT ?2",
            [.blob(account), .integer(Int64(limit))]
        ).map { row in
            guard let venue = UUID128(bytes: try row.blob("venue")) else { throw StorageError.corrupt }
            return (try row.blob("account_id"), venue, Timestamp(milliseconds: try row.integer("quarter")))
        }
    }

    /// Forgets in which venue an account was last, if it is still in this quarter of an hour.
    func deleteLastPlace(of account: [UInt8], quarter: Timestamp) throws {
        try connection.execute(
            "DELETE FROM last_places WHERE account_id = ?1 AND quarter = ?2",
            [.blob(account), .integer(quarter.milliseconds)])
    }

    private static let couponColumns = ["id", "account_id", "venue", "offer_id", "received_at", "deleted_at"]
}
