import Basics
import Loyalty
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
            "SELECT venue, major, term FROM choices WHERE account_id = ?1 ORDER BY venue, major", [.blob(account)])
        return try rows.map { row in
            guard let venue = UUID128(bytes: try row.blob("venue")),
                let major = UInt16(exactly: try row.integer("major")),
                let term = Term(rawValue: try row.text("term"))
            else {
                throw StorageError.corrupt
            }
            return ShopChoice(venue: venue, major: major, term: term)
        }
    }

    /// Adds a choice, or changes its term.
    func put(_ choice: ShopChoice, _ term: Term, of account: [UInt8]) throws {
        _ = try connection.execute(
            """
            INSERT INTO choices (account_id, venue, major, term) VALUES (?1, ?2, ?3, ?4)
            ON CONFLICT (account_id, venue, major) DO UPDATE SET term = excluded.term
            """,
            [.blob(account), .blob(choice.venue.bytes), .integer(Int64(choice.major)), .text(term.rawValue)])
    }

    /// What a shop may know of an account; nil when it was not chosen.
    func term(of account: [UInt8], venue: [UInt8], major: UInt16) throws -> Term? {
        let row = try connection.first(
            "SELECT term FROM choices WHERE account_id = ?1 AND venue = ?2 AND major = ?3",
            [.blob(account), .blob(venue), .integer(Int64(major))])
        guard let row else { return nil }
        guard let term = Term(rawValue: try row.text("term")) else { throw StorageError.corrupt }
        return term
    }

    /// Removes a choice.
    func delete(_ choice: ShopChoice, of account: [UInt8]) throws {
        _ = try connection.execute(
            "DELETE FROM choices WHERE account_id = ?1 AND venue = ?2 AND major = ?3",
            [.blob(account), .blob(choice.venue.bytes), .integer(Int64(choice.major))])
    }
}
