import Accounts
import Basics
import ServiceKit
import Storage

/// The SQL of API keys, within one transaction.
struct APIKeyStore {
    private let connection: any Connection

    init(_ connection: any Connection) {
        self.connection = connection
    }

    /// The key with this public text, or nil; it may have expired.
    ///
    /// Those of a stopped account do not count.
    func key(_ publicText: String) throws -> APIKey? {
        let row = try connection.first(
            """
            SELECT account_id, secret, scopes, addresses, expires_at FROM api_keys
            WHERE public_text = ?1
            AND NOT EXISTS (SELECT 1 FROM accounts WHERE accounts.id = api_keys.account_id AND disabled <> 0)
            """,
            [.text(publicText)])
        guard let row,
            let secret = try connection.sealing.secret(in: AccountSecrets.apiKey, row, of: [.text(publicText)])
        else { return nil }
        return APIKey(
            public: publicText, secret: String(decoding: secret, as: UTF8.self), account: try row.blob("account_id"),
            scopes: try Self.scopes(row.text("scopes")),
            expiresAt: try row.optionalInteger("expires_at").map { Timestamp(milliseconds: $0) },
            addresses: try Self.addresses(row.text("addresses")))
    }

    /// Adds a key.
    func insert(_ key: APIKey, label: String, day: Int64) throws {
        let secret = try connection.sealing.value(
            Array(key.secret.utf8), in: AccountSecrets.apiKey, of: [.text(key.public)])
        _ = try connection.execute(
            """
            INSERT INTO api_keys (public_text, account_id, secret, label, scopes, addresses, made_day, expires_at)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
            """,
            [
                .text(key.public), .blob(key.account), secret, .text(label),
                .text(APIScope.allCases.filter(key.scopes.contains).map(\.rawValue).joined(separator: ",")),
                .text(key.addresses.map(\.description).joined(separator: ",")), .integer(day),
                SQLValue(key.expiresAt?.milliseconds),
            ])
    }

    /// How many keys an account has.
    func count(of account: [UInt8]) throws -> Int {
        let row = try connection.first("SELECT COUNT(*) AS total FROM api_keys WHERE account_id = ?1", [.blob(account)])
        return Int(try row?.integer("total") ?? 0)
    }

    /// The keys of an account, those of the last day first.
    func list(of account: [UInt8], limit: Int) throws -> [APIKeySummary] {
        try connection.query(
            """
            SELECT public_text, label, scopes, addresses, made_day, expires_at FROM api_keys
            WHERE account_id = ?1 ORDER BY made_day DESC, public_text LIMIT ?2
            """,
            [.blob(account), .integer(Int64(limit))]
        ).map { row in
            APIKeySummary(
                public: try row.text("public_text"), label: try row.text("label"),
                scopes: try Self.scopes(row.text("scopes")),
                addresses: try Self.addresses(row.text("addresses")),
                madeOn: Timestamp(day: try row.integer("made_day")),
                expiresAt: try row.optionalInteger("expires_at").map { Timestamp(milliseconds: $0) })
        }
    }

    /// What its owner calls a key; nil when the account has no such key.
    func label(of publicText: String, of account: [UInt8]) throws -> String? {
        try connection.first(
            "SELECT label FROM api_keys WHERE public_text = ?1 AND account_id = ?2",
            [.text(publicText), .blob(account)])?
            .text("label")
    }

    /// Removes a key of an account; false when it has no such key.
    func delete(_ publicText: String, of account: [UInt8]) throws -> Bool {
        try connection.execute(
            "DELETE FROM api_keys WHERE public_text = ?1 AND account_id = ?2", [.text(publicText), .blob(account)]) == 1
    }

    /// Removes the keys of an account that expired by `now`: they are worth nothing and need no room.
    func deleteExpired(of account: [UInt8], at now: Timestamp) throws {
        _ = try connection.execute(
            "DELETE FROM api_keys WHERE account_id = ?1 AND expires_at <= ?2",
            [.blob(account), .integer(now.milliseconds)])
    }

    private static func scopes(_ text: String) throws -> Set<APIScope> {
        guard let scopes = APIScope.set(text) else { throw StorageError.corrupt }
        return scopes
    }

    private static func addresses(_ text: String) throws -> [AddressRange] {
        try text.split(separator: ",").map { part in
            guard let range = AddressRange(String(part)) else { throw StorageError.corrupt }
            return range
        }
    }
}
