import API
import Accounts
import Basics
import ServiceKit
import Storage

/// The SQL of accounts' own trails, within one transaction.
struct AccountTrailStore {
    /// What of an owner decides what is noted and who is told.
    struct Owner {
        let email: String
        let isProved: Bool
        let keepsAddresses: Bool
    }

    private let connection: any Connection

    init(_ connection: any Connection) {
        self.connection = connection
    }

    /// Who owns an account; nil when it is gone.
    func owner(of account: [UInt8]) throws -> Owner? {
        try connection.first("SELECT email, proof, keeps_addresses FROM accounts WHERE id = ?1", [.blob(account)])
            .map { row in
                Owner(
                    email: try row.text("email"),
                    isProved: try row.text("proof") == AddressProof.mailbox.rawValue,
                    keepsAddresses: try row.integer("keeps_addresses") != 0)
            }
    }

    /// The language of an account's last session; nil when it has none.
    func language(of account: [UInt8]) throws -> String? {
        try connection.first(
            """
            SELECT language FROM sessions WHERE account_id = ?1 AND language IS NOT NULL
            ORDER BY signed_in_at DESC, token_digest LIMIT 1
            """, [.blob(account)])?.text("language")
    }

    /// How often something happened on a day.
    func times(_ kind: AccountEventKind, of account: [UInt8], on day: Int64) throws -> Int64 {
        try connection.query(
            "SELECT times FROM account_events WHERE account_id = ?1 AND day = ?2 AND kind = ?3",
            [.blob(account), .integer(day), .text(kind.rawValue)]
        ).reduce(0) { $0 + (try $1.integer("times")) }
    }

    /// Whether something happened with a device or key on a day.
    func has(_ kind: AccountEventKind, label: String, of account: [UInt8], on day: Int64) throws -> Bool {
        try connection.first(
            "SELECT 1 FROM account_events WHERE account_id = ?1 AND day = ?2 AND kind = ?3 AND label = ?4",
            [.blob(account), .integer(day), .text(kind.rawValue), .text(label)]) != nil
    }

    /// How many rows an account has for a day.
    func rows(of account: [UInt8], on day: Int64) throws -> Int {
        let row = try connection.first(
            "SELECT COUNT(*) AS total FROM account_events WHERE account_id = ?1 AND day = ?2",
            [.blob(account), .integer(day)])
        return Int(try row?.integer("total") ?? 0)
    }

    /// Counts something on a day.
    func add(
        _ times: Int64, of kind: AccountEventKind, label: String, address: String, to account: [UInt8], on day: Int64
    ) throws {
        try connection.execute(
            """
            INSERT INTO account_events (account_id, day, kind, label, address, times, is_fresh)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, 1)
            ON CONFLICT (account_id, day, kind, label, address) DO UPDATE
            SET times = account_events.times + excluded.times, is_fresh = 1
            """,
            [.blob(account), .integer(day), .text(kind.rawValue), .text(label), .text(address), .integer(times)])
    }

    /// The last events of an account, those of the last day first.
    func events(of account: [UInt8], limit: Int) throws -> [AccountEvent] {
        try connection.query(
            """
            SELECT day, kind, label, address, times FROM account_events
            WHERE account_id = ?1 ORDER BY day DESC, kind, label, address LIMIT ?2
            """, [.blob(account), .integer(Int64(limit))]
        ).compactMap { row in
            // A newer server may have noted what this one does not know.
            guard let kind = AccountEventKind(rawValue: try row.text("kind")) else { return nil }
            let (label, address) = (try row.text("label"), try row.text("address"))
            return AccountEvent(
                kind: kind, on: Timestamp(day: try row.integer("day")), times: try row.integer("times"),
                label: label.isEmpty ? nil : label, address: address.isEmpty ? nil : address)
        }
    }

    // MARK: - Addresses

    /// Sets whether addresses of the network are kept; off forgets those that are.
    func keepAddresses(_ isOn: Bool, of account: [UInt8]) throws {
        try connection.execute(
            "UPDATE accounts SET keeps_addresses = ?2 WHERE id = ?1", [.blob(account), .integer(isOn ? 1 : 0)])
        guard !isOn else { return }
        let rows = try connection.query(
            "SELECT day, kind, label, times FROM account_events WHERE account_id = ?1 AND address <> ''",
            [.blob(account)])
        try connection.execute(
            "DELETE FROM account_events WHERE account_id = ?1 AND address <> ''", [.blob(account)])
        for row in rows {
            guard let kind = AccountEventKind(rawValue: try row.text("kind")) else { continue }
            try add(
                try row.integer("times"), of: kind, label: try row.text("label"), address: "", to: account,
                on: try row.integer("day"))
        }
    }

    // MARK: - Ends

    /// Removes the events of days before `day`.
    func deleteBefore(day: Int64) throws {
        try connection.execute("DELETE FROM account_events WHERE day < ?1", [.integer(day)])
    }

    /// Removes every event of an account.
    func deleteAll(of account: [UInt8]) throws {
        try connection.execute("DELETE FROM account_events WHERE account_id = ?1", [.blob(account)])
    }

    // MARK: - Order

    /// From which day on rows are to be written anew, and how many they are; nil when none is fresh.
    func unsettled(on day: Int64) throws -> (since: Int64, rows: Int)? {
        let first = try connection.first("SELECT MIN(day) AS day FROM account_events WHERE is_fresh = 1")
        guard let fresh = try first?.optionalInteger("day") else { return nil }
        // Those of the day before as well, so that the last batch of a day says nothing of its evening.
        let since = min(fresh, day - 1)
        let row = try connection.first(
            "SELECT COUNT(*) AS total FROM account_events WHERE day >= ?1", [.integer(since)])
        return (since, Int(try row?.integer("total") ?? 0))
    }

    /// Writes the rows of the days from `day` on anew whose accounts' identifiers are in a range, none of them fresh any
    /// more: neither where a row lies nor the number of its transaction then tells more than the day.
    func settle(from first: [UInt8], until end: [UInt8]?, since day: Int64, by random: inout ServerRandom) throws {
        var (condition, arguments) = ("day >= ?1 AND account_id >= ?2", [SQLValue.integer(day), .blob(first)])
        if let end {
            condition += " AND account_id < ?3"
            arguments.append(.blob(end))
        }
        // First: what is updated afterwards would lie behind the others.
        try connection.execute("UPDATE account_events SET is_fresh = 0 WHERE is_fresh = 1 AND \(condition)", arguments)
        try connection.rewrite("account_events", where: condition, arguments, shuffledBy: &random)
    }
}
