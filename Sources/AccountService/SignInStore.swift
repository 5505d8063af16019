import Accounts
import Basics
import Storage

/// The SQL of what an account asks for at its sign-in, within one transaction.
struct SignInStore {
    private let connection: any Connection

    init(_ connection: any Connection) {
        self.connection = connection
    }

    // MARK: - Rules

    /// What an account asks for; nothing when it never said.
    func rules(of account: [UInt8]) throws -> SignInRules {
        let row = try connection.first(
            "SELECT needs_code, approves_devices FROM sign_in_rules WHERE account_id = ?1", [.blob(account)])
        guard let row else { return SignInRules() }
        return SignInRules(
            needsCode: try row.integer("needs_code") != 0, approvesDevices: try row.integer("approves_devices") != 0)
    }

    /// Replaces what an account asks for.
    func setRules(_ rules: SignInRules, of account: [UInt8]) throws {
        _ = try connection.execute(
            """
            INSERT INTO sign_in_rules (account_id, needs_code, approves_devices) VALUES (?1, ?2, ?3)
            ON CONFLICT (account_id) DO UPDATE
            SET needs_code = excluded.needs_code, approves_devices = excluded.approves_devices
            """,
            [.blob(account), .integer(rules.needsCode ? 1 : 0), .integer(rules.approvesDevices ? 1 : 0)])
    }

    // MARK: - Second factor

    /// The account's secret and the step of the last code that was used, or nil.
    func factor(of account: [UInt8]) throws -> (factor: SecondFactor, lastStep: Int64)? {
        let row = try connection.first(
            "SELECT secret, last_step FROM second_factors WHERE account_id = ?1", [.blob(account)])
        guard let row,
            let factor = try connection.sealing.secret(in: AccountSecrets.factor, row, of: [.blob(account)])
                .flatMap(SecondFactor.init(bytes:))
        else { return nil }
        return (factor, try row.integer("last_step"))
    }

    /// Keeps the secret that was confirmed, and the step of the code that confirmed it.
    func insertFactor(_ factor: SecondFactor, lastStep: Int64, of account: [UInt8]) throws {
        let secret = try connection.sealing.value(factor.bytes, in: AccountSecrets.factor, of: [.blob(account)])
        _ = try connection.execute(
            "INSERT INTO second_factors (account_id, secret, last_step) VALUES (?1, ?2, ?3)",
            [.blob(account), secret, .integer(lastStep)])
    }

    /// Removes the secret, unless the account has a role that needs it.
    func deleteFactorWithoutRole(of account: [UInt8]) throws {
        _ = try connection.execute(
            """
            DELETE FROM second_factors WHERE account_id = ?1
            AND NOT EXISTS (SELECT 1 FROM roles WHERE roles.account_id = ?1)
            """,
            [.blob(account)])
    }

    /// Keeps a secret that was shown until it is confirmed; an older one goes.
    func setPendingFactor(_ factor: SecondFactor, of account: [UInt8], until instant: Timestamp) throws {
        try deletePendingFactor(of: account)
        let secret = try connection.sealing.value(factor.bytes, in: AccountSecrets.pendingFactor, of: [.blob(account)])
        _ = try connection.execute(
            "INSERT INTO pending_factors (account_id, secret, expires_at) VALUES (?1, ?2, ?3)",
            [.blob(account), secret, .integer(instant.milliseconds)])
    }

    /// The secret that was shown last, unless that was too long ago.
    func pendingFactor(of account: [UInt8], at now: Timestamp) throws -> SecondFactor? {
        let row = try connection.first(
            "SELECT secret FROM pending_factors WHERE account_id = ?1 AND expires_at > ?2",
            [.blob(account), .integer(now.milliseconds)])
        return try row.flatMap {
            try connection.sealing.secret(in: AccountSecrets.pendingFactor, $0, of: [.blob(account)])
                .flatMap(SecondFactor.init(bytes:))
        }
    }

    /// Forgets the secret that was shown.
    func deletePendingFactor(of account: [UInt8]) throws {
        _ = try connection.execute("DELETE FROM pending_factors WHERE account_id = ?1", [.blob(account)])
    }

    // MARK: - Recovery codes

    /// Replaces all recovery codes; none when `digests` is empty.
    func setRecoveryCodes(_ digests: [[UInt8]], of account: [UInt8]) throws {
        _ = try connection.execute("DELETE FROM recovery_codes WHERE account_id = ?1", [.blob(account)])
        for digest in digests {
            _ = try connection.execute(
                "INSERT INTO recovery_codes (account_id, digest) VALUES (?1, ?2)", [.blob(account), .blob(digest)])
        }
    }

    /// How many recovery codes are left.
    func recoveryCodeCount(of account: [UInt8]) throws -> Int {
        let row = try connection.first(
            "SELECT COUNT(*) AS total FROM recovery_codes WHERE account_id = ?1", [.blob(account)])
        return Int(try row?.integer("total") ?? 0)
    }

    /// Uses a code up, of the authenticator app or for recovery; false when it is none of either.
    ///
    /// One statement compares and sets in either case, so that of two sign-ins with one code one succeeds.
    func use(_ code: String, of account: [UInt8], at now: Timestamp) throws -> Bool {
        let digits = SecondFactor.typed(code)
        if digits.utf8.count == SecondFactor.digits, let (factor, lastStep) = try factor(of: account) {
            guard let step = factor.step(of: digits, at: now, after: lastStep) else { return false }
            return try RoleStore(connection).use(step, of: account)
        }
        guard let recovery = RecoveryCode(typed: code) else { return false }
        return try connection.execute(
            "DELETE FROM recovery_codes WHERE account_id = ?1 AND digest = ?2",
            [.blob(account), .blob(recovery.digest)]) == 1
    }

    /// Removes what was shown or sent and can no longer be used.
    func deleteExpired(at now: Timestamp) throws {
        for table in ["pending_factors", "device_challenges"] {
            _ = try connection.execute("DELETE FROM \(table) WHERE expires_at <= ?1", [.integer(now.milliseconds)])
        }
    }
}

/// What an account asks for at its ordinary sign-in beyond the password.
struct SignInRules: Hashable, Sendable {
    /// Whether a code of the second factor.
    var needsCode = false
    /// Whether an approved device.
    var approvesDevices = false
}
