import API
import Accounts
import Basics
import HTTPKit
import Ledger
import LedgerService
import ServiceKit
import Storage

extension AccountService {
    /// Begins a session for the owner of an account who was shown to be it by another way than its password.
    ///
    /// What else the account asks for still holds: throws `codeNeeded`, `wrongCode`, and `deviceUnapproved`.
    ///
    /// - Parameters:
    ///   - isStrong: Whether the other way counts as the second factor as well.
    ///   - clears: Whether all that was there before goes, and with it what the account asks for: nobody has proved it.
    ///   - work: Is done in the same transaction, with the session's digest once the session is there; nil while the
    ///     device waits for its approval.
    func enter(
        _ account: [UInt8], code: String?, isStrong: Bool, device: PresentedDevice, clears: Bool = false,
        _ work: @escaping @Sendable (any Connection, _ session: [UInt8]?) throws -> Void
    ) async throws(ServiceError) -> SignedIn {
        let known: (email: String, rules: SignInRules, isApproved: Bool)? = try await database.reading { connection in
            guard let email = try AccountStore(connection).email(ofAccount: account) else { return nil }
            if try AccountStore(connection).isDisabled(account) { throw ServiceError.account(.disabled) }
            var rules = clears ? SignInRules() : try SignInStore(connection).rules(of: account)
            if isStrong { rules.needsCode = false }
            let digest = device.token?.digest
            let isApproved =
                try !rules.approvesDevices
                || digest.map { try DeviceStore(connection).isApproved($0, of: account) } ?? false
            return (email, rules, isApproved)
        }
        guard let known, let email = try? EmailAddress(known.email) else { throw .account(.wrongCredentials) }
        let rules = known.rules
        let key = Self.throttleKey(account)
        if rules.needsCode {
            guard code != nil else { throw .account(.codeNeeded) }
            try factorThrottle.begin(key, at: clock.now())
        }
        if !known.isApproved { try deviceThrottle.begin(key, at: clock.now()) }
        let now = clock.now()
        let signedIn = newSession(of: account, email: email, at: now)
        let session = signedIn.session
        let challenge = newChallenge(of: account, device, at: now)
        let trail = trail
        let outcome: (isApproved: Bool, ended: [[UInt8]]) = try await failing(account, from: device.address) {
            connection in
            if rules.needsCode {
                guard try SignInStore(connection).use(code ?? "", of: account, at: now) else {
                    throw ServiceError.account(.wrongCode)
                }
            }
            if clears, try !Self.isClearable(account, connection) { throw ServiceError.identity(.arrivalEnded) }
            let ended = clears ? try Self.clear(account, connection) : []
            if rules.approvesDevices {
                let devices = DeviceStore(connection)
                guard let digest = device.token?.digest, try devices.see(digest, of: account, day: now.day) else {
                    try work(connection, nil)
                    try devices.insert(challenge.stored)
                    try send(challenge, to: email, in: device.language, at: now, connection)
                    return (false, ended)
                }
            }
            let store = AccountStore(connection)
            let isNew = try !rules.approvesDevices && isNew(device, to: account, store)
            try store.insert(session, device: device.token?.digest, label: device.label, language: device.language)
            try work(connection, session.tokenDigest)
            try trail.note(
                isNew ? .deviceNew : .sessionBegun, of: account, label: device.label, from: device.address,
                in: device.language, connection)
            return (true, ended)
        }
        cache.end(outcome.ended)
        if rules.needsCode { factorThrottle.succeeded(key) }
        guard outcome.isApproved else { throw .deviceUnapproved(challenge: challenge.token) }
        cache.keep(session, readAt: now)
        return signedIn
    }

    /// Whether an account may be emptied for whoever reads its mailbox: nobody has proved its address, and it has nothing
    /// that a mailbox alone must not take away or reach, neither second factor, API key, passkey, role nor money.
    static func isClearable(_ account: [UInt8], _ connection: any Connection) throws -> Bool {
        guard try AccountStore(connection).proof(ofAccount: account) == .none,
            try !SignInStore(connection).rules(of: account).needsCode
        else { return false }
        for table in ["second_factors", "recovery_codes", "api_keys", "passkeys", "roles", "venue_staff"] {
            let row = try connection.first("SELECT 1 FROM \(table) WHERE account_id = ?1", [.blob(account)])
            guard row == nil else { return false }
        }
        guard let number = try LedgerAccountStore(connection).number(of: account) else { return true }
        let closing = LedgerClosing(connection)
        return try !closing.hasAskedForMoney(number)
            && closing.holdings(of: number).allSatisfy { $0.asset.kind == .points }
    }

    /// Removes the ways into an account, so that whoever planted it has none: its password, passkeys, sessions, API
    /// keys, devices, factors, roles and changes of address.
    ///
    /// Gives the digests of the sessions that ended.
    private static func clear(_ account: [UInt8], _ connection: any Connection) throws -> [[UInt8]] {
        let ended = try AccountStore(connection).sessions(of: account).map(\.tokenDigest)
        _ = try connection.execute("UPDATE accounts SET password = '' WHERE id = ?1", [.blob(account)])
        try DeviceStore(connection).deleteAll(of: account)
        try PasskeyStore(connection).deleteAll(of: account)
        try AddressStore(connection).deleteAll(of: account)
        let tables = [
            "sessions", "api_keys", "sign_in_rules", "second_factors", "pending_factors", "recovery_codes", "roles",
        ]
        for table in tables {
            _ = try connection.execute("DELETE FROM \(table) WHERE account_id = ?1", [.blob(account)])
        }
        return ended
    }

    /// Ends sessions, wherever they came from.
    func end(sessions digests: [[UInt8]]) async throws(ServiceError) {
        try await database.writing { connection in
            let store = AccountStore(connection)
            for digest in digests { try store.deleteSession(tokenDigest: digest) }
        }
        cache.end(digests)
    }

    /// Whether `text` is the password of the account with an address, under the bounds that hold for strangers.
    func isPassword(
        _ text: String, of email: EmailAddress, device: PresentedDevice
    ) async throws(ServiceError) -> Bool {
        guard let password = try? Password(text) else { return false }
        let attempt = try signInGuard.begin(
            email.text, from: device.address.map(ClientAddress.init), knownDevice: nil, at: clock.now())
        let known = try await database.reading { try AccountStore($0).credentials(of: email) }
        let matched = try await check(password, against: known.map { Credentials(id: $0.id, stored: $0.password) })
        if matched != nil { signInGuard.succeeded(attempt) }
        return matched != nil
    }
}
