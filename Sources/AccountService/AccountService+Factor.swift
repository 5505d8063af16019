import API
import Accounts
import Basics
import HTTPKit
import ServiceKit
import Storage

extension AccountService {
    /// For how long a secret that was shown can be confirmed.
    static let pendingFactorSeconds: Int64 = 1800

    /// How the session's owner signs in.
    package func security(of session: Session) async throws(ServiceError) -> AccountSecurity {
        let canApprove = mail?.isAvailable == true
        return try await database.reading { connection in
            let store = SignInStore(connection)
            let rules = try store.rules(of: session.accountID)
            return AccountSecurity(
                needsCode: rules.needsCode,
                recoveryCodesLeft: try store.recoveryCodeCount(of: session.accountID),
                approvesDevices: rules.approvesDevices, canApproveDevices: canApprove)
        }
    }

    /// Begins to switch the second factor on; a first code of the app confirms it.
    ///
    /// An account with a role has a secret already, which only the operator of the machine can replace: else a stolen
    /// password would be enough for the role. It is told nothing and confirms with the app that it has. Throws
    /// `wrongCredentials`, `factorOn` when the second factor is on, and `recentlyRecovered` for an account with a role that
    /// was entered by its mailbox alone.
    ///
    /// - Returns: The address for an authenticator app, with the secret in it; nil when the app has it already.
    package func beginFactor(password: String, of session: Session) async throws(ServiceError) -> String? {
        let address = try await requirePassword(password, of: session)
        let now = clock.now()
        var random = random
        let factor = SecondFactor(using: &random)
        let isNew = try await database.writing { connection in
            let store = SignInStore(connection)
            guard try !store.rules(of: session.accountID).needsCode else {
                throw ServiceError.account(.factorOn)
            }
            guard try store.factor(of: session.accountID) == nil else { return false }
            try Self.requireNoRoleByMailbox(session.accountID, at: now, connection)
            try store.setPendingFactor(
                factor, of: session.accountID, until: now.advanced(bySeconds: Self.pendingFactorSeconds))
            return true
        }
        return isNew ? factor.address(issuer: "Cerca", account: address) : nil
    }

    /// Switches the second factor on with a first code, and gives recovery codes, which are told this once.
    ///
    /// Throws `wrongCode`, `factorOn` when it is on, and `factorOff` when nothing was begun within half an hour.
    package func confirmFactor(code: String, of session: Session) async throws(ServiceError) -> [String] {
        let account = session.accountID
        let key = Self.throttleKey(account)
        try factorThrottle.begin(key, at: clock.now())
        let now = clock.now()
        let codes = newRecoveryCodes()
        let digits = SecondFactor.typed(code)
        let trail = trail
        try await failing(account) { connection in
            let store = SignInStore(connection)
            var rules = try store.rules(of: account)
            guard !rules.needsCode else { throw ServiceError.account(.factorOn) }
            if try store.factor(of: account) != nil {
                guard digits.utf8.count == SecondFactor.digits, try store.use(digits, of: account, at: now) else {
                    throw ServiceError.account(.wrongCode)
                }
            } else {
                guard let factor = try store.pendingFactor(of: account, at: now) else {
                    throw ServiceError.account(.factorOff)
                }
                guard let step = factor.step(of: digits, at: now, after: -1) else {
                    throw ServiceError.account(.wrongCode)
                }
                try store.insertFactor(factor, lastStep: step, of: account)
            }
            try store.deletePendingFactor(of: account)
            rules.needsCode = true
            try store.setRules(rules, of: account)
            try store.setRecoveryCodes(codes.map(\.digest), of: account)
            try trail.note(.factorOn, of: account, connection)
        }
        factorThrottle.succeeded(key)
        return codes.map(\.text)
    }

    /// Switches the second factor off, with the password and a code of the app or for recovery.
    ///
    /// Recovery codes go with it; the secret too, unless a role needs it. Throws `wrongCredentials`, `wrongCode`, and
    /// `factorOff` when it is off.
    package func removeFactor(password: String, code: String, of session: Session) async throws(ServiceError) {
        let trail = trail
        try await withCode(code, password, of: session) { connection in
            let store = SignInStore(connection)
            var rules = try store.rules(of: session.accountID)
            rules.needsCode = false
            try store.setRules(rules, of: session.accountID)
            try store.setRecoveryCodes([], of: session.accountID)
            try store.deleteFactorWithoutRole(of: session.accountID)
            try trail.note(.factorOff, of: session.accountID, connection)
        }
    }

    /// Replaces the recovery codes, with the password and a code; the new ones are told this once.
    ///
    /// Throws `wrongCredentials`, `wrongCode`, and `factorOff` when the second factor is off.
    package func renewRecoveryCodes(
        password: String, code: String, of session: Session
    ) async throws(ServiceError) -> [String] {
        let (codes, trail) = (newRecoveryCodes(), trail)
        try await withCode(code, password, of: session) { connection in
            try SignInStore(connection).setRecoveryCodes(codes.map(\.digest), of: session.accountID)
            try trail.note(.factorRenewed, of: session.accountID, connection)
        }
        return codes.map(\.text)
    }

    /// Checks the password of whoever is signed in once more, and a code where the account asks for codes.
    ///
    /// Throws `wrongCredentials`, `codeNeeded` and `wrongCode`.
    package func requireOwner(password: String, code: String?, of session: Session) async throws(ServiceError) {
        let needsCode = try await database.reading {
            try SignInStore($0).rules(of: session.accountID).needsCode
        }
        guard needsCode else {
            _ = try await requirePassword(password, of: session)
            return
        }
        guard let code else {
            _ = try await requirePassword(password, of: session)
            throw .account(.codeNeeded)
        }
        try await withCode(code, password, of: session) { _ in }
    }

    /// Asks for a code where the account asks for codes, and uses it up; throws `codeNeeded`, `wrongCode`, and
    /// `tooManyAttempts` after some failures.
    func requireCode(_ code: String?, of session: Session) async throws(ServiceError) {
        let rules = try await database.reading { try SignInStore($0).rules(of: session.accountID) }
        guard rules.needsCode else { return }
        guard let code else { throw .account(.codeNeeded) }
        try await useCode(code, of: session)
    }

    /// Uses a code up; throws `wrongCode`, `factorOff`, and `tooManyAttempts` after some failures.
    func useCode(_ code: String, of session: Session) async throws(ServiceError) {
        try await withCode(code, of: session) { _ in }
    }

    /// Does `work` in the transaction that uses the code up, after the password was right.
    private func withCode(
        _ code: String, _ password: String, of session: Session,
        _ work: @escaping @Sendable (any Connection) throws -> Void
    ) async throws(ServiceError) {
        _ = try await requirePassword(password, of: session)
        try await withCode(code, of: session, work)
    }

    /// Does `work` in the transaction that uses the code up.
    private func withCode(
        _ code: String, of session: Session, _ work: @escaping @Sendable (any Connection) throws -> Void
    ) async throws(ServiceError) {
        let key = Self.throttleKey(session.accountID)
        try factorThrottle.begin(key, at: clock.now())
        let now = clock.now()
        try await failing(session.accountID) { connection in
            let store = SignInStore(connection)
            guard try store.rules(of: session.accountID).needsCode else { throw ServiceError.account(.factorOff) }
            guard try store.use(code, of: session.accountID, at: now) else {
                throw ServiceError.account(.wrongCode)
            }
            try work(connection)
        }
        factorThrottle.succeeded(key)
    }

    private func newRecoveryCodes() -> [RecoveryCode] {
        var random = random
        return (0..<RecoveryCode.count).map { _ in RecoveryCode(using: &random) }
    }
}

/// How an account signs in.
package struct AccountSecurity: Hashable, Sendable {
    /// Whether a code of the second factor is asked for.
    package let needsCode: Bool
    /// How many recovery codes are left.
    package let recoveryCodesLeft: Int
    /// Whether new devices have to be approved.
    package let approvesDevices: Bool
    /// Whether this server sends mail, without which they could not be.
    package let canApproveDevices: Bool
}
