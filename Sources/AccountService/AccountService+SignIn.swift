import API
import Accounts
import Basics
import Forwarding
import HTTPKit
import ServiceKit
import Storage

extension AccountService {
    /// Signs in with an address and a password, and with what else the account asks for.
    ///
    /// An unknown address, a wrong password and texts that can be neither all end as `wrongCredentials`; the first two
    /// also take the same time, because a decoy is hashed for an address without an account. With the right password an
    /// account may ask for more, and is answered in the original's three ways: a session at once; `codeNeeded` when a
    /// code of the second factor is missing, and `wrongCode` when it is wrong; and `deviceUnapproved` with a challenge
    /// when the account has not approved the device, to which ``approveDevice(challenge:code:label:)`` is the answer.
    ///
    /// - Parameter passkey: What shows a passkey in place of a code; it is looked at only when a code is asked for.
    package func signIn(
        email: String, password: String, code: String? = nil, passkey: FactorProof? = nil,
        device: PresentedDevice = PresentedDevice()
    ) async throws(ServiceError) -> SignedIn {
        let password = try Self.wrongCredentialsUnless { () throws(AccountError) in try Password(password) }
        let address = try Self.wrongCredentialsUnless { () throws(AccountError) in try EmailAddress(email) }
        let attempt = try signInGuard.begin(
            address.text, from: device.address.map(ClientAddress.init), knownDevice: device.knownAs, at: clock.now())
        let known: Asked? = try await database.reading { connection in
            guard let account = try AccountStore(connection).credentials(of: address) else { return nil }
            let rules = try SignInStore(connection).rules(of: account.id)
            let digest = device.token?.digest
            let isApproved =
                try !rules.approvesDevices
                || digest.map { try DeviceStore(connection).isApproved($0, of: account.id) } ?? false
            return Asked(
                credentials: Credentials(id: account.id, stored: account.password), rules: rules,
                isApproved: isApproved, isDisabled: try AccountStore(connection).isDisabled(account.id))
        }
        guard let account = try await check(password, against: known?.credentials), let known else {
            if let known { failures.count(known.credentials.id, from: device.address) }
            throw .account(.wrongCredentials)
        }
        let rules = known.rules
        signInGuard.succeeded(attempt)
        // Only whoever knows the password is told.
        guard !known.isDisabled else { throw .account(.disabled) }
        let key = Self.throttleKey(account.id)
        if rules.needsCode {
            guard code != nil || passkey != nil else { throw .account(.codeNeeded) }
            try factorThrottle.begin(key, at: clock.now())
            try await passkey?(account.id)
        }
        if !known.isApproved { try deviceThrottle.begin(key, at: clock.now()) }
        // A hash from when the cost was lower is made anew, now that the password is at hand.
        let stronger = account.needsRehash ? try await hash(password) : nil
        let now = clock.now()
        var signedIn = newSession(of: account.id, email: address, at: now)
        if stronger != nil || device.knownAs == nil {
            signedIn.ticket = .make(
                email: address.text, passwordHash: stronger?.encoded ?? known.credentials.stored, random: random)
        }
        let session = signedIn.session
        let challenge = newChallenge(of: account.id, device, at: now)
        let trail = trail
        let isApproved = try await failing(account.id, from: device.address) { connection in
            let store = AccountStore(connection)
            if rules.needsCode, passkey == nil {
                guard try SignInStore(connection).use(code ?? "", of: account.id, at: now) else {
                    throw ServiceError.account(.wrongCode)
                }
            }
            if let stronger { try store.setPassword(stronger, ofAccount: account.id) }
            if rules.approvesDevices {
                let devices = DeviceStore(connection)
                guard let digest = device.token?.digest, try devices.see(digest, of: account.id, day: now.day) else {
                    try devices.insert(challenge.stored)
                    try send(challenge, to: address, in: device.language, at: now, connection)
                    return false
                }
            }
            let isNew = try !rules.approvesDevices && isNew(device, to: account.id, store)
            try store.insert(
                session, device: device.token?.digest, label: device.label, language: device.language)
            try trail.note(
                isNew ? .deviceNew : .sessionBegun, of: account.id, label: device.label, from: device.address,
                in: device.language, connection)
            return true
        }
        if rules.needsCode { factorThrottle.succeeded(key) }
        guard isApproved else { throw .deviceUnapproved(challenge: challenge.token) }
        cache.keep(session, readAt: now)
        return signedIn
    }

    /// Whether an account has not signed in on a device before, as far as that is known: it shows no ticket of the
    /// account, and no session began on it.
    func isNew(_ device: PresentedDevice, to account: [UInt8], _ store: AccountStore) throws -> Bool {
        guard device.knownAs == nil else { return false }
        guard let digest = device.token?.digest else { return true }
        return try !store.sessions(of: account).contains { $0.device == digest }
    }

    /// Writes in one transaction, and counts a failure of an account when a code was wrong.
    func failing<Value: Sendable>(
        _ account: [UInt8], from address: IPAddress? = nil,
        _ work: @escaping @Sendable (any Connection) throws -> Value
    ) async throws(ServiceError) -> Value {
        do {
            return try await database.writing(work)
        } catch {
            if error.code == AccountError.wrongCode.code { failures.count(account, from: address) }
            throw error
        }
    }

    /// The device with what is to be known of it before a password is looked at: whether this account has signed in on it.
    ///
    /// The work is the same when there is no account.
    func recognized(_ device: PresentedDevice, for email: String) async throws(ServiceError) -> PresentedDevice {
        guard !device.tickets.isEmpty, let address = try? EmailAddress(email) else { return device }
        let stored = try await database.reading { try AccountStore($0).credentials(of: address)?.password }
        var device = device
        device.knownAs =
            device.tickets.filter { $0.isFor(email: address.text, passwordHash: stored ?? decoy.encoded) }.first?.name
        return device
    }

    /// How an account is known to the throttles that count by account.
    static func throttleKey(_ account: [UInt8]) -> String {
        account.map { String($0, radix: 16) }.joined(separator: ".")
    }

    /// Checks the password of whoever is signed in once more; what follows is worth more than a session that was left
    /// open.
    ///
    /// Throws `wrongCredentials`, and `tooManyAttempts` after some failures.
    func requirePassword(_ text: String, of session: Session) async throws(ServiceError) -> EmailAddress {
        let password = try Self.wrongCredentialsUnless { () throws(AccountError) in try Password(text) }
        let key = Self.throttleKey(session.accountID)
        try passwordThrottle.begin(key, at: clock.now())
        let known: (address: String, credentials: Credentials)? = try await database.reading { connection in
            let store = AccountStore(connection)
            guard let email = try store.email(ofAccount: session.accountID),
                let found = try store.credentials(of: try EmailAddress(email))
            else { return nil }
            return (email, Credentials(id: found.id, stored: found.password))
        }
        guard let known, try await check(password, against: known.credentials) != nil else {
            failures.count(session.accountID, from: nil)
            throw .account(.wrongCredentials)
        }
        passwordThrottle.succeeded(key)
        return try Self.wrongCredentialsUnless { () throws(AccountError) in try EmailAddress(known.address) }
    }
}

/// What is stored of an account that somebody wants to sign in to, and of the device that it happens on.
private struct Asked: Sendable {
    let credentials: Credentials
    let rules: SignInRules
    let isApproved: Bool
    let isDisabled: Bool
}
