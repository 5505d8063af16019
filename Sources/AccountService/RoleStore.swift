import Accounts
import Storage

/// The SQL of roles and second factors, within one transaction.
struct RoleStore {
    private let connection: any Connection

    init(_ connection: any Connection) {
        self.connection = connection
    }

    /// What stands in place of a session's role once that has ended; the row goes when it would have expired.
    static let ended = "ended"

    /// Gives an account a role; one that it has already stays, and an account that is gone gets none.
    func give(_ role: Role, to account: [UInt8]) throws {
        _ = try connection.execute(
            """
            INSERT INTO roles (account_id, role) SELECT id, ?2 FROM accounts WHERE id = ?1 ON CONFLICT DO NOTHING
            """,
            [.blob(account), .text(role.rawValue)])
    }

    /// Takes a role away.
    func take(_ role: Role, from account: [UInt8]) throws {
        _ = try connection.execute(
            "DELETE FROM roles WHERE account_id = ?1 AND role = ?2", [.blob(account), .text(role.rawValue)])
    }

    /// Whether an account has a role.
    func has(_ role: Role, _ account: [UInt8]) throws -> Bool {
        try connection.first(
            "SELECT 1 FROM roles WHERE account_id = ?1 AND role = ?2", [.blob(account), .text(role.rawValue)]) != nil
    }

    /// Whether an account has any role.
    func hasAny(_ account: [UInt8]) throws -> Bool {
        try connection.first("SELECT 1 FROM roles WHERE account_id = ?1", [.blob(account)]) != nil
    }

    /// Whether an account has what nobody signs in to a role without: a second factor, or a passkey.
    func hasFactor(_ account: [UInt8]) throws -> Bool {
        try connection.first(
            """
            SELECT 1 WHERE EXISTS (SELECT 1 FROM second_factors WHERE account_id = ?1)
            OR EXISTS (SELECT 1 FROM passkeys WHERE account_id = ?1)
            """,
            [.blob(account)]) != nil
    }

    /// Ends the sessions of an account that were begun for a role, whose tokens are told so until they would have
    /// expired; gives the digests of the tokens.
    func endSessions(of account: [UInt8], with role: Role) throws -> [[UInt8]] {
        try connection.query(
            """
            UPDATE sessions SET role = ?3, confirmed_at = NULL, passkey_at = NULL
            WHERE account_id = ?1 AND role = ?2 RETURNING token_digest
            """,
            [.blob(account), .text(role.rawValue), .text(Self.ended)]
        ).map { try $0.blob("token_digest") }
    }

    /// The account's secret and the step of the last code that was used, when it has the role; nil otherwise.
    func secondFactor(of account: [UInt8], for role: Role) throws -> (factor: SecondFactor, lastStep: Int64)? {
        let row = try connection.first(
            """
            SELECT second_factors.secret, second_factors.last_step
            FROM second_factors JOIN roles ON roles.account_id = second_factors.account_id
            WHERE roles.account_id = ?1 AND roles.role = ?2
            """,
            [.blob(account), .text(role.rawValue)])
        guard let row,
            let factor = try connection.sealing.secret(in: AccountSecrets.factor, row, of: [.blob(account)])
                .flatMap(SecondFactor.init(bytes:))
        else { return nil }
        return (factor, try row.integer("last_step"))
    }

    /// Gives an account a new secret; codes of an older one are worth nothing from then on.
    func setSecondFactor(_ factor: SecondFactor, of account: [UInt8]) throws {
        let secret = try connection.sealing.value(factor.bytes, in: AccountSecrets.factor, of: [.blob(account)])
        _ = try connection.execute(
            """
            INSERT INTO second_factors (account_id, secret, last_step) VALUES (?1, ?2, -1)
            ON CONFLICT (account_id) DO UPDATE SET secret = excluded.secret, last_step = excluded.last_step
            """,
            [.blob(account), secret])
    }

    /// Uses up the code of a step and all before it; false when somebody was faster with one of them.
    ///
    /// One statement compares and sets, so that of two sign-ins with one code one succeeds.
    func use(_ step: Int64, of account: [UInt8]) throws -> Bool {
        try connection.execute(
            "UPDATE second_factors SET last_step = ?2 WHERE account_id = ?1 AND last_step < ?2",
            [.blob(account), .integer(step)]) == 1
    }

    /// Ends the sessions of an account that were begun for a role.
    func deleteSessions(of account: [UInt8], with role: Role) throws {
        _ = try connection.execute(
            "DELETE FROM sessions WHERE account_id = ?1 AND role = ?2", [.blob(account), .text(role.rawValue)])
    }
}
