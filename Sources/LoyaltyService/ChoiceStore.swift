import Beacons
import Storage

/// The SQL of the shops that people choose, within one transaction.
struct ChoiceStore {
    private let connection: any Connection

    init(_ connection: any Connection) {
        self.connection = connection
    }

    /// The shops that an account chose, in order.
    func choices(of account: [UInt8]) throws -> [ShopChoice] {
        let rows = try connection.query(
            "SELECT venue, major FROM choices WHERE account_id = ?1 ORDER BY venue, major", [.blob(account)])
        return try rows.map { row in
            guard let venue = UUID128(bytes: try row.blob("venue")),
                let major = UInt16(exactly: try row.integer("major"))
            else {
                throw StorageError.corrupt
            }
            return ShopChoice(venue: venue, major: major)
        }
    }

    /// Adds a choice; one that exists stays.
    func insert(_ choice: ShopChoice, of account: [UInt8]) throws {
        _ = try connection.execute(
            "INSERT INTO choices (account_id, venue, major) VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING",
            [.blob(account), .blob(choice.venue.bytes), .integer(Int64(choice.major))])
    }

    /// Removes a choice.
    func delete(_ choice: ShopChoice, of account: [UInt8]) throws {
        _ = try connection.execute(
            "DELETE FROM choices WHERE account_id = ?1 AND venue = ?2 AND major = ?3",
            [.blob(account), .blob(choice.venue.bytes), .integer(Int64(choice.major))])
    }
}
