import Accounts
import Storage

/// The SQL of roles and second factors, within one transaction.
struct RoleStore {
    private let connection: any Connection

    init(_ connection: any Connection) {
        self.connection = connection
    }

    /// Gives an account a role; one that it has already stays.
    func give(_ role: Role, to account: [UInt8]) throws {
        _ = try connection.execute(
            "INSERT INTO roles (account_id, role) VALUES (?1, ?2) ON CONFLICT DO NOTHING",
            [.blob(account), .text(role.rawValue)])
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
