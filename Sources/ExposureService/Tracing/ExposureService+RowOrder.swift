import Basics
import Exposure
import HTTPKit
import ServiceKit
import Storage

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
            try connection.rewrite(
                "exposure_keys", where: "release > ?1 AND release <= ?2",
                [.integer(last.milliseconds), .integer(release.milliseconds)], by: "day_key")
            // Those that nobody can use or withdraw any more lie as they did.
            try connection.rewrite(
                "exposure_codes", where: "issued_day >= ?1",
                [.integer(Int64(changeable.advanced(by: -1).number))], by: "id")
            try connection.rewrite(
                "cases", where: "decided_on IS NULL OR decided_on >= ?1",
                [.integer(Int64(changeable.number))], by: "id")
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
    /// The last release with which rows were written anew.
    func lastOrdered() throws -> Timestamp {
        let row = try connection.first("SELECT release FROM exposure_row_orders WHERE number = 1")
        return Timestamp(milliseconds: try row?.integer("release") ?? .min)
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
}
