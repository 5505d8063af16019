import Basics
import ServiceKit
import Storage

/// The SQL of refresh tokens that are kept for one thing: to tell their provider that a tie has ended.
struct ProviderTokenStore {
    private let connection: any Connection

    init(_ connection: any Connection) {
        self.connection = connection
    }

    /// Keeps the token of an identity; an older one goes.
    ///
    /// - Parameter id: What names the row, random.
    func keep(_ token: String, as id: [UInt8], of arrival: StoredArrival, account: [UInt8]) throws {
        _ = try connection.execute(
            "DELETE FROM provider_tokens WHERE issuer = ?1 AND subject = ?2 AND account_id = ?3",
            [.text(arrival.issuer), .text(arrival.subject), .blob(account)])
        let sealed = try connection.sealing.value(
            Array(token.utf8), in: AccountSecrets.providerToken, of: [.blob(id)])
        _ = try connection.execute(
            """
            INSERT INTO provider_tokens (id, provider, issuer, subject, account_id, token, attempts, due_at)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, 0, 0)
            """,
            [
                .blob(id), .text(arrival.provider), .text(arrival.issuer), .text(arrival.subject), .blob(account),
                sealed,
            ])
    }

    /// Lets the token of an identity go, which from then on is nobody's and waits to be taken back.
    func release(_ identity: StoredIdentity, of account: [UInt8]) throws {
        _ = try connection.execute(
            """
            UPDATE provider_tokens SET account_id = NULL, subject = ''
            WHERE issuer = ?1 AND subject = ?2 AND account_id = ?3
            """, [.text(identity.issuer), .text(identity.subject), .blob(account)])
    }

    /// Tokens that wait to be taken back, at most `limit`.
    func due(at now: Timestamp, limit: Int64) throws -> [EndedTie] {
        try connection.query(
            """
            SELECT id, provider, issuer, attempts, due_at, token FROM provider_tokens
            WHERE account_id IS NULL AND due_at <= ?1 ORDER BY due_at, id LIMIT ?2
            """, [.integer(now.milliseconds), .integer(limit)]
        ).map { row in
            let id = try row.blob("id")
            let token = try connection.sealing.secret(in: AccountSecrets.providerToken, row, of: [.blob(id)])
            return EndedTie(
                id: id, provider: try row.text("provider"), issuer: try row.text("issuer"),
                token: String(decoding: token ?? [], as: UTF8.self), attempts: try row.integer("attempts"),
                dueAt: Timestamp(milliseconds: try row.integer("due_at")))
        }
    }

    /// Counts a try that begins, and ends when `instant` comes at the latest; false when another server was faster.
    func claim(_ tie: EndedTie, until instant: Timestamp) throws -> Bool {
        try connection.execute(
            "UPDATE provider_tokens SET due_at = ?3, attempts = attempts + 1 WHERE id = ?1 AND due_at = ?2",
            [.blob(tie.id), .integer(tie.dueAt.milliseconds), .integer(instant.milliseconds)]) == 1
    }

    /// Puts the next try off.
    func postpone(_ tie: EndedTie, until instant: Timestamp) throws {
        _ = try connection.execute(
            "UPDATE provider_tokens SET due_at = ?2 WHERE id = ?1", [.blob(tie.id), .integer(instant.milliseconds)])
    }

    /// Forgets a token.
    func delete(_ tie: EndedTie) throws {
        _ = try connection.execute("DELETE FROM provider_tokens WHERE id = ?1", [.blob(tie.id)])
    }
}

/// A tie that has ended, of which its provider has to be told.
struct EndedTie: Sendable {
    let id: [UInt8]
    let provider: String
    let issuer: String
    let token: String
    /// How often it was tried.
    let attempts: Int64
    let dueAt: Timestamp
}
