import Accounts
import Basics
import HTTPKit
import LedgerService
import ServiceKit
import Storage

/// The SQL of accounts and sessions, within one transaction.
package struct AccountStore {
    private let connection: any Connection

    /// The accounts that a transaction sees.
    package init(_ connection: any Connection) {
        self.connection = connection
    }

    /// Adds an account, of which the day is kept on which it was made; false when the address has one.
    ///
    /// It gets its number in the ledger as well: one that came with the first points would tell of the first visit.
    func insertAccount(
        id: [UInt8], email: EmailAddress, password: PasswordHash, proof: AddressProof, at: Timestamp
    ) throws -> Bool {
        let isNew =
            try connection.execute(
                """
                INSERT INTO accounts (id, email, password, created_at, proof) VALUES (?1, ?2, ?3, ?4, ?5)
                ON CONFLICT DO NOTHING
                """,
                [
                    .blob(id), .text(email.text), .text(password.encoded),
                    .integer(Timestamp(day: at.day).milliseconds), .text(proof.rawValue),
                ]) == 1
        if isNew { _ = try LedgerAccountStore(connection).makeNumber(of: id) }
        return isNew
    }

    /// The account with this address and its password hash in its stored form, or nil.
    package func credentials(of email: EmailAddress) throws -> (id: [UInt8], password: String)? {
        try connection.first("SELECT id, password FROM accounts WHERE email = ?1", [.text(email.text)]).map {
            (try $0.blob("id"), try $0.text("password"))
        }
    }

    /// Replaces the password hash of an account.
    func setPassword(_ password: PasswordHash, ofAccount id: [UInt8]) throws {
        _ = try connection.execute(
            "UPDATE accounts SET password = ?2 WHERE id = ?1", [.blob(id), .text(password.encoded)])
    }

    /// The address of an account, or nil.
    package func email(ofAccount id: [UInt8]) throws -> String? {
        try connection.first("SELECT email FROM accounts WHERE id = ?1", [.blob(id)])?.text("email")
    }

    /// What its owner may see of an account, or nil.
    func profile(ofAccount id: [UInt8]) throws -> AccountProfile? {
        try connection.first(
            """
            SELECT email, proof, display_name, CASE WHEN password = '' THEN 0 ELSE 1 END AS has_password
            FROM accounts WHERE id = ?1
            """, [.blob(id)]
        ).map { row in
            AccountProfile(
                email: try row.text("email"), proof: AddressProof(rawValue: try row.text("proof")) ?? .none,
                displayName: try row.optionalText("display_name"), hasPassword: try row.integer("has_password") == 1)
        }
    }

    /// In how many ways an account can be entered: its password, each of its passkeys, each identity that is linked.
    func waysIn(of id: [UInt8]) throws -> Int64 {
        try connection.first(
            """
            SELECT (SELECT COUNT(*) FROM accounts WHERE id = ?1 AND password <> '')
            + (SELECT COUNT(*) FROM passkeys WHERE account_id = ?1)
            + (SELECT COUNT(*) FROM identities WHERE account_id = ?1) AS ways
            """, [.blob(id)])?.integer("ways") ?? 0
    }

    /// How far the address of an account is proved.
    package func proof(ofAccount id: [UInt8]) throws -> AddressProof {
        try connection.first("SELECT proof FROM accounts WHERE id = ?1", [.blob(id)])
            .flatMap { AddressProof(rawValue: try $0.text("proof")) } ?? .none
    }

    /// Notes how far the address of an account is proved.
    package func setProof(_ proof: AddressProof, ofAccount id: [UInt8]) throws {
        _ = try connection.execute(
            "UPDATE accounts SET proof = ?2 WHERE id = ?1", [.blob(id), .text(proof.rawValue)])
    }

    /// When an account was last entered by its mailbox alone; nil when it never was, or the operator vouches for it.
    func recovery(ofAccount id: [UInt8]) throws -> Timestamp? {
        try connection.first("SELECT recovered_at FROM accounts WHERE id = ?1", [.blob(id)])?
            .optionalInteger("recovered_at").map { Timestamp(milliseconds: $0) }
    }

    /// Notes the quarter of an hour in which an account was entered by its mailbox alone; nil forgets it.
    func setRecovery(_ instant: Timestamp?, ofAccount id: [UInt8]) throws {
        _ = try connection.execute(
            "UPDATE accounts SET recovered_at = ?2 WHERE id = ?1", [.blob(id), SQLValue(instant?.quarter.milliseconds)])
    }

    /// The account that money sent to an address goes to: one whose owner has shown that the mailbox is theirs.
    package func receiver(at email: EmailAddress) throws -> [UInt8]? {
        try connection.first(
            "SELECT id FROM accounts WHERE email = ?1 AND proof = ?2 AND disabled = 0",
            [.text(email.text), .text(AddressProof.mailbox.rawValue)])?.blob("id")
    }

    /// Gives an account another address.
    func setEmail(_ email: EmailAddress, proof: AddressProof, ofAccount id: [UInt8]) throws {
        _ = try connection.execute(
            "UPDATE accounts SET email = ?2, proof = ?3 WHERE id = ?1",
            [.blob(id), .text(email.text), .text(proof.rawValue)])
    }

    /// Sets what the owner of an account is called, or that nothing is known of it.
    func setDisplayName(_ name: String?, ofAccount id: [UInt8]) throws {
        _ = try connection.execute(
            "UPDATE accounts SET display_name = ?2 WHERE id = ?1", [.blob(id), SQLValue(name)])
    }

    /// Whether the operator has stopped an account.
    package func isDisabled(_ id: [UInt8]) throws -> Bool {
        try connection.first("SELECT 1 FROM accounts WHERE id = ?1 AND disabled <> 0", [.blob(id)]) != nil
    }

    /// Stops an account, or lets it go on.
    func setDisabled(_ isDisabled: Bool, ofAccount id: [UInt8]) throws {
        _ = try connection.execute(
            "UPDATE accounts SET disabled = ?2 WHERE id = ?1", [.blob(id), .integer(isDisabled ? 1 : 0)])
    }

    /// So many accounts in the order of their addresses, those after one address.
    func accounts(after: String, limit: Int) throws -> [ListedAccount] {
        try connection.query(
            "SELECT email, proof, created_at, disabled FROM accounts WHERE email > ?1 ORDER BY email LIMIT ?2",
            [.text(after), .integer(Int64(limit))]
        ).map { row in
            ListedAccount(
                email: try row.text("email"), proof: AddressProof(rawValue: try row.text("proof")) ?? .none,
                madeOn: Timestamp(milliseconds: try row.integer("created_at")),
                isDisabled: try row.integer("disabled") != 0)
        }
    }

    /// When the owner of a session last showed in it who they are; nil when they never did.
    func confirmation(ofSession tokenDigest: [UInt8]) throws -> Timestamp? {
        try connection.first("SELECT confirmed_at FROM sessions WHERE token_digest = ?1", [.blob(tokenDigest)])?
            .optionalInteger("confirmed_at").map { Timestamp(milliseconds: $0) }
    }

    /// Notes that the owner of a session showed in it who they are.
    ///
    /// - Parameter isPasskey: Whether by a passkey.
    func confirm(session tokenDigest: [UInt8], at now: Timestamp, isPasskey: Bool = false) throws {
        _ = try connection.execute(
            "UPDATE sessions SET confirmed_at = ?2\(isPasskey ? ", passkey_at = ?2" : "") WHERE token_digest = ?1",
            [.blob(tokenDigest), .integer(now.milliseconds)])
    }

    /// When the owner of a session last showed a passkey in it; nil when they never did.
    func passkeyShown(inSession tokenDigest: [UInt8]) throws -> Timestamp? {
        try connection.first("SELECT passkey_at FROM sessions WHERE token_digest = ?1", [.blob(tokenDigest)])?
            .optionalInteger("passkey_at").map { Timestamp(milliseconds: $0) }
    }

    /// Whether a session counts as confirmed and nothing was done in it since an instant.
    func isConfirmed(session tokenDigest: [UInt8], unusedSince instant: Timestamp) throws -> Bool {
        try connection.first(
            """
            SELECT 1 FROM sessions
            WHERE token_digest = ?1 AND confirmed_at < ?2 AND COALESCE(seen_at, signed_in_at) < ?2
            """,
            [.blob(tokenDigest), .integer(instant.milliseconds)]) != nil
    }

    /// Leaves of confirmations up to an instant, which count no longer, only the quarter of an hour.
    func coarsenConfirmations(until instant: Timestamp) throws {
        let quarter = Timestamp.quarterSeconds * 1000
        _ = try connection.execute(
            """
            UPDATE sessions SET confirmed_at = confirmed_at - confirmed_at % \(quarter),
            passkey_at = passkey_at - passkey_at % \(quarter)
            WHERE confirmed_at % \(quarter) <> 0 AND confirmed_at <= ?1
            """, [.integer(instant.milliseconds)])
    }

    /// Notes that the owner of a session has to show anew who they are.
    func endConfirmation(ofSession tokenDigest: [UInt8]) throws {
        _ = try connection.execute(
            "UPDATE sessions SET confirmed_at = NULL WHERE token_digest = ?1", [.blob(tokenDigest)])
    }

    /// Adds a session, which counts as confirmed when it begins; of its beginning the quarter of an hour is stored.
    ///
    /// - Parameters:
    ///   - device: The digest of what its device shows.
    ///   - language: The language of mails to its owner.
    func insert(
        _ session: Session, device: [UInt8]? = nil, label: String? = nil, language: String? = nil
    ) throws {
        let pseudonymKey = try connection.sealing.value(
            session.pseudonymKey.bytes, in: AccountSecrets.pseudonymKey, of: [.blob(session.tokenDigest)])
        _ = try connection.execute(
            """
            INSERT INTO sessions
            (token_digest, account_id, pseudonym_key, signed_in_at, expires_at, role, device, device_label, confirmed_at,
                language)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?10, ?9)
            """,
            [
                .blob(session.tokenDigest), .blob(session.accountID), pseudonymKey,
                .integer(session.signedInAt.quarter.milliseconds), .integer(session.expiresAt.milliseconds),
                SQLValue(session.role?.rawValue), SQLValue(device), SQLValue(label), SQLValue(language),
                .integer(session.signedInAt.milliseconds),
            ])
    }

    /// The sessions of an account, the newest first; some may have expired.
    func sessions(of account: [UInt8]) throws -> [StoredSession] {
        try connection.query(
            """
            SELECT token_digest, signed_in_at, expires_at, role, device, device_label FROM sessions
            WHERE account_id = ?1 AND COALESCE(role, '') <> ?2 ORDER BY signed_in_at DESC, token_digest
            """,
            [.blob(account), .text(RoleStore.ended)]
        ).map { row in
            StoredSession(
                tokenDigest: try row.blob("token_digest"),
                signedInAt: Timestamp(milliseconds: try row.integer("signed_in_at")),
                expiresAt: Timestamp(milliseconds: try row.integer("expires_at")),
                role: try row.optionalText("role").flatMap(Role.init(rawValue:)),
                device: try row.optionalBlob("device"),
                label: try row.optionalText("device_label"))
        }
    }

    /// The digest of what a session's device shows, or nil.
    func device(ofSession tokenDigest: [UInt8]) throws -> [UInt8]? {
        try connection.first("SELECT device FROM sessions WHERE token_digest = ?1", [.blob(tokenDigest)])?
            .optionalBlob("device")
    }

    /// Notes which device a session is on.
    func setDevice(_ digest: [UInt8], ofSession tokenDigest: [UInt8]) throws {
        _ = try connection.execute(
            "UPDATE sessions SET device = ?2 WHERE token_digest = ?1", [.blob(tokenDigest), .blob(digest)])
    }

    /// The session whose token has this digest, or nil, also when nobody has used it since `used`; it may have expired.
    ///
    /// Those of a stopped account do not count. Throws `roleEnded` for one whose role has been taken away.
    func session(tokenDigest: [UInt8], usedSince used: Timestamp = Timestamp(milliseconds: 0)) throws -> Session? {
        let row = try connection.first(
            """
            SELECT account_id, pseudonym_key, signed_in_at, expires_at, role FROM sessions
            WHERE token_digest = ?1 AND COALESCE(seen_at, signed_in_at) >= ?2
            AND NOT EXISTS (SELECT 1 FROM accounts WHERE accounts.id = sessions.account_id AND disabled <> 0)
            """,
            [.blob(tokenDigest), .integer(used.milliseconds)])
        guard let row,
            let key = try connection.sealing.secret(in: AccountSecrets.pseudonymKey, row, of: [.blob(tokenDigest)])
                .flatMap(PseudonymKey.init(bytes:))
        else { return nil }
        let role = try row.optionalText("role")
        // A session of a role is never one of everybody's, whatever stands there.
        guard role != RoleStore.ended else { throw ServiceError.refused(RoleFault.roleEnded) }
        return Session(
            accountID: try row.blob("account_id"), tokenDigest: tokenDigest, pseudonymKey: key,
            signedInAt: Timestamp(milliseconds: try row.integer("signed_in_at")),
            expiresAt: Timestamp(milliseconds: try row.integer("expires_at")),
            role: role.flatMap(Role.init(rawValue:)))
    }

    /// Notes the quarter of an hour in which a session was used.
    func see(session tokenDigest: [UInt8], in quarter: Timestamp) throws {
        _ = try connection.execute(
            "UPDATE sessions SET seen_at = ?2 WHERE token_digest = ?1 AND COALESCE(seen_at, 0) < ?2",
            [.blob(tokenDigest), .integer(quarter.milliseconds)])
    }

    /// Removes a session and with it its pseudonym key.
    func deleteSession(tokenDigest: [UInt8]) throws {
        _ = try connection.execute("DELETE FROM sessions WHERE token_digest = ?1", [.blob(tokenDigest)])
    }

    /// Removes at most `limit` sessions that expired by `now`, and says how many.
    func deleteExpiredSessions(at now: Timestamp, limit: Int) throws -> Int {
        try connection.execute(
            """
            DELETE FROM sessions WHERE token_digest IN
            (SELECT token_digest FROM sessions WHERE expires_at <= ?1 ORDER BY expires_at LIMIT ?2)
            """,
            [.integer(now.milliseconds), .integer(Int64(limit))])
    }
}

/// A session as it is stored, without what makes pseudonyms.
struct StoredSession: Sendable {
    let tokenDigest: [UInt8]
    let signedInAt: Timestamp
    let expiresAt: Timestamp
    let role: Role?
    let device: [UInt8]?
    let label: String?
}
