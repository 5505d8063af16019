import Accounts
import Basics
import LedgerService
import OpenID
import ServiceKit
import Storage

/// The SQL of identities elsewhere, of browsers on their way, and of what stems from them, within one transaction.
package struct IdentityStore {
    private let connection: any Connection

    /// The identities that a transaction sees.
    package init(_ connection: any Connection) {
        self.connection = connection
    }

    // MARK: - Identities

    /// The account of an identity, or nil.
    func account(issuer: String, subject: String) throws -> [UInt8]? {
        try connection.first(
            "SELECT account_id FROM identities WHERE issuer = ?1 AND subject = ?2", [.text(issuer), .text(subject)])?
            .blob("account_id")
    }

    /// The identities of an account, in the order of their providers.
    func list(of account: [UInt8]) throws -> [StoredIdentity] {
        try connection.query(
            """
            SELECT issuer, subject, provider, email, linked_day FROM identities
            WHERE account_id = ?1 ORDER BY provider, issuer, subject
            """, [.blob(account)]
        ).map { row in
            StoredIdentity(
                issuer: try row.text("issuer"), subject: try row.text("subject"), provider: try row.text("provider"),
                email: try row.optionalText("email"), linkedDay: try row.integer("linked_day"))
        }
    }

    /// Links an identity, or notes what its provider says now; false when it is another account's.
    ///
    /// - Parameter token: What names the row of the provider's token, if one has to be kept: random.
    func link(_ arrival: StoredArrival, to account: [UInt8], token: [UInt8], day: Int64) throws -> Bool {
        let isLinked =
            try connection.execute(
                """
                INSERT INTO identities (issuer, subject, account_id, provider, email, linked_day)
                VALUES (?1, ?2, ?3, ?4, ?5, ?6)
                ON CONFLICT (issuer, subject) DO UPDATE SET email = excluded.email, provider = excluded.provider
                WHERE identities.account_id = excluded.account_id
                """,
                [
                    .text(arrival.issuer), .text(arrival.subject), .blob(account), .text(arrival.provider),
                    SQLValue(arrival.email), .integer(day),
                ]) == 1
        if isLinked, let kept = arrival.refreshToken {
            try ProviderTokenStore(connection).keep(kept, as: token, of: arrival, account: account)
        }
        return isLinked
    }

    /// Takes an identity away from an account.
    func unlink(_ identity: StoredIdentity, of account: [UInt8]) throws {
        let named: [SQLValue] = [.text(identity.issuer), .text(identity.subject)]
        _ = try connection.execute(
            "DELETE FROM identities WHERE issuer = ?1 AND subject = ?2 AND account_id = ?3", named + [.blob(account)])
        _ = try connection.execute("DELETE FROM identity_sessions WHERE issuer = ?1 AND subject = ?2", named)
        try ProviderTokenStore(connection).release(identity, of: account)
    }

    /// Forgets whom a provider has told of and who has not finished.
    func deleteArrivals(issuer: String, subject: String) throws {
        _ = try connection.execute(
            "DELETE FROM identity_arrivals WHERE issuer = ?1 AND subject = ?2", [.text(issuer), .text(subject)])
    }

    /// Forgets all identities of an account, and who wants to link one with it.
    func deleteAll(of account: [UInt8]) throws {
        for identity in try list(of: account) { try unlink(identity, of: account) }
        try deleteUnfinished(of: account)
    }

    /// Forgets who wants to link an identity with an account.
    func deleteUnfinished(of account: [UInt8]) throws {
        for table in ["identity_requests", "identity_arrivals"] {
            _ = try connection.execute("DELETE FROM \(table) WHERE account_id = ?1", [.blob(account)])
        }
    }

    /// Adds an account that no password opens; false when the address has one.
    func insertAccount(id: [UInt8], email: EmailAddress, proof: AddressProof, at now: Timestamp) throws -> Bool {
        let isNew =
            try connection.execute(
                """
                INSERT INTO accounts (id, email, password, created_at, proof) VALUES (?1, ?2, '', ?3, ?4)
                ON CONFLICT DO NOTHING
                """,
                [
                    .blob(id), .text(email.text), .integer(Timestamp(day: now.day).milliseconds),
                    .text(proof.rawValue),
                ]) == 1
        if isNew { _ = try LedgerAccountStore(connection).makeNumber(of: id) }
        return isNew
    }

    // MARK: - Browsers on their way

    /// Keeps that a browser was sent to a provider.
    func insert(_ request: StoredRequest, state: [UInt8]) throws {
        _ = try connection.execute(
            """
            INSERT INTO identity_requests (state, secret, provider, place, account_id, expires_at, session)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
            """,
            [
                .blob(state), .blob(request.secret), .text(request.provider), .text(request.place),
                SQLValue(request.account), .integer(request.expiresAt.milliseconds), SQLValue(request.session),
            ])
    }

    /// Takes what was kept when a browser was sent; nil when there is nothing.
    ///
    /// It is given once.
    func takeRequest(state: [UInt8]) throws -> StoredRequest? {
        try connection.first(
            """
            DELETE FROM identity_requests WHERE state = ?1
            RETURNING secret, provider, place, account_id, expires_at, session
            """, [.blob(state)]
        ).map { row in
            StoredRequest(
                secret: try row.blob("secret"), provider: try row.text("provider"), place: try row.text("place"),
                account: try row.optionalBlob("account_id"), session: try row.optionalBlob("session"),
                expiresAt: Timestamp(milliseconds: try row.integer("expires_at")))
        }
    }

    /// Keeps that a provider has told of somebody.
    func insert(_ arrival: StoredArrival, secret: [UInt8]) throws {
        let token = try arrival.refreshToken.map {
            try connection.sealing.value(Array($0.utf8), in: AccountSecrets.arrivalToken, of: [.blob(secret)])
        }
        _ = try connection.execute(
            """
            INSERT INTO identity_arrivals
            (secret, provider, issuer, subject, email, is_vouched, session, account_id, attempts, expires_at, is_strong,
             refresh_token)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, 0, ?9, ?10, ?11)
            """,
            [
                .blob(secret), .text(arrival.provider), .text(arrival.issuer), .text(arrival.subject),
                SQLValue(arrival.email), .integer(arrival.isVouched ? 1 : 0), SQLValue(arrival.session),
                SQLValue(arrival.account), .integer(arrival.expiresAt.milliseconds),
                .integer(arrival.isStrong ? 1 : 0), token ?? .null,
            ])
    }

    /// Whom a provider has told of in this browser; nil when that is nobody, or was too long ago.
    func arrival(_ secret: [UInt8], at now: Timestamp) throws -> StoredArrival? {
        try connection.first(
            """
            SELECT provider, issuer, subject, email, is_vouched, session, account_id, expires_at, is_strong,
                refresh_token
            FROM identity_arrivals WHERE secret = ?1 AND expires_at > ?2
            """, [.blob(secret), .integer(now.milliseconds)]
        ).map { row in
            StoredArrival(
                provider: try row.text("provider"), issuer: try row.text("issuer"), subject: try row.text("subject"),
                email: try row.optionalText("email"), isVouched: try row.integer("is_vouched") != 0,
                isStrong: try row.integer("is_strong") != 0,
                session: try row.optionalText("session"), account: try row.optionalBlob("account_id"),
                refreshToken: try connection.sealing.secret(in: AccountSecrets.arrivalToken, row, of: [.blob(secret)])
                    .map { String(decoding: $0, as: UTF8.self) },
                expiresAt: Timestamp(milliseconds: try row.integer("expires_at")))
        }
    }

    /// Ends an arrival; false when it has ended already, so that of two answers one counts.
    func takeArrival(_ secret: [UInt8]) throws -> Bool {
        try connection.execute("DELETE FROM identity_arrivals WHERE secret = ?1", [.blob(secret)]) == 1
    }

    /// Keeps the digest of a code that goes out by mail; the tries of an older one stay counted.
    func setCode(_ code: [UInt8], ofArrival secret: [UInt8]) throws {
        _ = try connection.execute(
            "UPDATE identity_arrivals SET code = ?2 WHERE secret = ?1", [.blob(secret), .blob(code)])
    }

    /// Counts a try of a code and gives the digest of the right one; nil when none went out, or after too many.
    func attemptCode(ofArrival secret: [UInt8], most: Int64) throws -> [UInt8]? {
        try connection.first(
            """
            UPDATE identity_arrivals SET attempts = attempts + 1
            WHERE secret = ?1 AND attempts < ?2 AND code IS NOT NULL RETURNING code
            """, [.blob(secret), .integer(most)])?.blob("code")
    }

    // MARK: - Sessions that stem from identities

    /// Notes from which identity a session stems.
    func insert(session tokenDigest: [UInt8], of arrival: StoredArrival) throws {
        _ = try connection.execute(
            "INSERT INTO identity_sessions (token_digest, issuer, subject, session) VALUES (?1, ?2, ?3, ?4)",
            [.blob(tokenDigest), .text(arrival.issuer), .text(arrival.subject), SQLValue(arrival.session)])
    }

    /// The issuer from which a session stems, or nil.
    func issuer(ofSession tokenDigest: [UInt8]) throws -> String? {
        try connection.first("SELECT issuer FROM identity_sessions WHERE token_digest = ?1", [.blob(tokenDigest)])?
            .text("issuer")
    }

    /// The sessions that a notice of `issuer` is about.
    func sessions(of notice: LogoutNotice, issuer: String) throws -> [[UInt8]] {
        var (filter, values): (String, [SQLValue]) = ("", [.text(issuer)])
        if let subject = notice.subject {
            values.append(.text(subject))
            filter += " AND subject = ?\(values.count)"
        }
        if let session = notice.session {
            values.append(.text(session))
            filter += " AND session = ?\(values.count)"
        }
        return try connection.query("SELECT token_digest FROM identity_sessions WHERE issuer = ?1\(filter)", values)
            .map { try $0.blob("token_digest") }
    }

    /// Notes that a notice was taken; false when it was before.
    func take(_ notice: LogoutNotice, issuer: String) throws -> Bool {
        try connection.execute(
            "INSERT INTO logout_notices (issuer, id, expires_at) VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING",
            [.text(issuer), .text(notice.id), .integer(notice.expiresAt.milliseconds)]) == 1
    }

    /// Removes what can no longer be used.
    func deleteExpired(at now: Timestamp) throws {
        for table in ["identity_requests", "identity_arrivals", "logout_notices"] {
            _ = try connection.execute("DELETE FROM \(table) WHERE expires_at <= ?1", [.integer(now.milliseconds)])
        }
        _ = try connection.execute(
            "DELETE FROM identity_sessions WHERE token_digest NOT IN (SELECT token_digest FROM sessions)", [])
    }
}

/// An identity as it is stored.
struct StoredIdentity: Sendable {
    let issuer: String
    let subject: String
    let provider: String
    let email: String?
    let linkedDay: Int64
}

/// A browser that was sent to a provider.
struct StoredRequest: Sendable {
    /// The digest of what the browser has.
    let secret: [UInt8]
    let provider: String
    /// Where in the page it goes on.
    let place: String
    /// Who is signed in and wants to link, or to show once more who they are.
    let account: [UInt8]?
    /// The digest of the session in which somebody shows once more who they are; nil for all else.
    let session: [UInt8]?
    let expiresAt: Timestamp
}

/// Somebody of whom a provider has told.
struct StoredArrival: Sendable {
    let provider: String
    let issuer: String
    let subject: String
    let email: String?
    /// Whether the provider's word for the address counts.
    let isVouched: Bool
    /// Whether the provider signed them in by a method that counts as the second factor.
    let isStrong: Bool
    /// The session at the provider.
    let session: String?
    /// Who wants to link.
    let account: [UInt8]?
    /// What the provider has to be told when the tie ends, if it has to be.
    let refreshToken: String?
    let expiresAt: Timestamp
}
