import Exposure
import Storage
import Time

extension ExposureService {
    /// Writes what came until a release, whose batch has been made, anew, once for each release, in the order of
    /// identifiers that chance drew.
    ///
    /// Until then the order of rows tells which key came after which, and when a code was used: for two hours and about a
    /// minute at most. Afterwards nothing that a copy of the tables holds does, on either engine: neither where a row
    /// lies, nor the number of the transaction that wrote it.
    func forgetOrder(until release: Timestamp) async throws(ServiceError) {
        guard try await database.reading({ try ExposureStore($0).lastOrdered() < release }) else { return }
        let changeable = oldestUsableDay
        try await database.writing { connection in
            let store = ExposureStore(connection)
            // Another server may have been faster.
            let last = try store.lastOrdered()
            guard last < release else { return }
            try store.rewrite(
                "exposure_keys", by: "day_key", where: "release > ?1 AND release <= ?2",
                [.integer(last.milliseconds), .integer(release.milliseconds)])
            // Those that nobody can use or withdraw any more lie as they did.
            try store.rewrite(
                "exposure_codes", by: "id", where: "issued_day >= ?1",
                [.integer(Int64(changeable.advanced(by: -1).number))])
            try store.rewrite(
                "cases", by: "id", where: "decided_on IS NULL OR decided_on >= ?1",
                [.integer(Int64(changeable.number))])
            try store.setLastOrdered(release)
        }
        do {
            try await database.tidy(Self.tablesToTidy)
        } catch StorageError.busy {
            // Somebody reads an older state. Only SQLite says so, where the next look at what visits left tidies as well.
        } catch {
            throw .from(error)
        }
    }

    /// The tables of which the engine lets go of the rows that were there before.
    private static let tablesToTidy = [
        "exposure_keys", "exposure_codes", "cases", "audit_days", "audit_entries_before",
    ]
}

extension ExposureStore {
    /// How many values one statement takes at most.
    private static let mostValues = 900

    /// The last release with which rows were written anew.
    func lastOrdered() throws -> Timestamp {
        let row = try connection.first("SELECT release FROM exposure_row_orders WHERE number = 1")
        return Timestamp(milliseconds: try row?.integer(0) ?? .min)
    }

    /// Takes note of a release with which rows were written anew.
    func setLastOrdered(_ release: Timestamp) throws {
        try connection.execute(
            """
            INSERT INTO exposure_row_orders (number, release) VALUES (1, ?1)
            ON CONFLICT (number) DO UPDATE SET release = excluded.release
            """,
            [.integer(release.milliseconds)])
    }

    /// Deletes rows of a table and inserts them again in the order of `key`, whose values say nothing of when a row came.
    func rewrite(_ table: String, by key: String, where condition: String, _ arguments: [SQLValue]) throws {
        let rows = try connection.query("SELECT * FROM \(table) WHERE \(condition) ORDER BY \(key)", arguments)
        guard let width = rows.first?.count else { return }
        try connection.execute("DELETE FROM \(table) WHERE \(condition)", arguments)
        let most = max(1, Self.mostValues / width)
        for start in stride(from: 0, to: rows.count, by: most) {
            let part = rows[start..<min(start + most, rows.count)]
            let places = part.indices.map { index in
                let first = (index - start) * width
                return "(\((1...width).map { "?\(first + $0)" }.joined(separator: ", ")))"
            }
            try connection.execute(
                "INSERT INTO \(table) VALUES \(places.joined(separator: ", "))",
                part.flatMap { row in (0..<width).map { row[$0] } })
        }
    }
}
