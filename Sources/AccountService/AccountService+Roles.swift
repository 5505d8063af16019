import API
import Accounts
import Basics
import HTTPKit
import ServiceKit
import Storage

extension AccountService {
    /// How long a session with a role lasts unless it is signed out: a working day.
    package static let roleSessionSeconds: Int64 = 12 * 3600

    /// Signs in to a role with an address, a password and a code of the second factor.
    ///
    /// Whatever is wrong ends as `wrongCredentials`: the address, the password, the code, or that the account has not the
    /// role. To say that only the code is wrong would tell whoever tries stolen passwords which of them are right, and
    /// the owner, who has the app at hand, loses nothing. A code works once, also when two sign-ins bring it at once.
    ///
    /// Failures with an address are slowed down as at the ordinary sign-in but counted apart; wrong codes with the right
    /// password are slowed down further, by account.
    ///
    /// - Parameter note: What belongs into the transaction, of a role that has journals of its own.
    package func signIn(
        email: String, password: String, code: String, as role: Role, device: PresentedDevice = PresentedDevice(),
        noting note: RoleNote? = nil
    ) async throws(ServiceError) -> SignedIn {
        let password = try Self.wrongCredentialsUnless { () throws(AccountError) in try Password(password) }
        let address = try Self.wrongCredentialsUnless { () throws(AccountError) in try EmailAddress(email) }
        let attempt = try roleGuard.begin(
            address.text, from: device.address.map(ClientAddress.init), knownDevice: device.knownAs, at: clock.now())
        let known: EntrustedAccount? = try await database.reading { connection in
            let accounts = AccountStore(connection)
            guard let account = try accounts.credentials(of: address), try !accounts.isDisabled(account.id) else {
                return nil
            }
            let factor = try RoleStore(connection).secondFactor(of: account.id, for: role)
            return EntrustedAccount(
                credentials: Credentials(id: account.id, stored: account.password), factor: factor?.factor,
                lastStep: factor?.lastStep ?? 0)
        }
        guard let account = try await check(password, against: known?.credentials) else {
            if let known { failures.count(known.credentials.id, from: device.address) }
            throw .account(.wrongCredentials)
        }
        let accountKey = account.id.map { String($0, radix: 16) }.joined(separator: ".")
        try factorThrottle.begin(accountKey, at: clock.now())
        let now = clock.now()
        guard let known, let step = known.factor?.step(of: code, at: now, after: known.lastStep) else {
            failures.count(account.id, from: device.address)
            throw .account(.wrongCredentials)
        }
        var signedIn = newSession(of: account.id, email: address, role: role, at: now)
        if device.knownAs == nil {
            signedIn.ticket = .make(email: address.text, passwordHash: known.credentials.stored, random: random)
        }
        let (session, trail) = (signedIn.session, trail)
        try await database.writing { connection in
            guard try RoleStore(connection).use(step, of: account.id) else {
                throw ServiceError.account(.wrongCredentials)
            }
            let store = AccountStore(connection)
            let isNew = try isNew(device, to: account.id, store)
            try store.insert(session, language: device.language)
            try trail.note(
                isNew ? .deviceNew : .sessionBegun, of: account.id, label: device.label, from: device.address,
                in: device.language, connection)
            if let book = role.auditBook {
                try AuditTrail.append(
                    .sessionBegun, subject: role.rawValue, by: .account(account.id), at: now, to: book, in: connection)
            }
            if let note, try !note(account.id, now, connection) { throw ServiceError.account(.wrongCredentials) }
        }
        roleGuard.succeeded(attempt)
        factorThrottle.succeeded(accountKey)
        cache.keep(session, readAt: now)
        return signedIn
    }

    /// Makes an account that may trade without signing it in, or entrusts one that exists with a role, for the operator of the machine.
    ///
    /// An account with a role gets a new second factor, which is told this once. When it had one, that works no longer,
    /// and its sessions with the role end. Throws `emailTaken` for an account that exists when no role is asked for, and
    /// `wrongCredentials` when its password is another one.
    package func addAccount(
        email: String, password: String, role: Role?
    ) async throws(ServiceError) -> AddedAccount {
        let (address, known) = try Self.parse(email: email, password: password)
        let existing: Credentials? = try await database.reading { connection in
            try AccountStore(connection).credentials(of: address).map { Credentials(id: $0.id, stored: $0.password) }
        }
        if let existing {
            guard role != nil else { throw .account(.emailTaken) }
            guard try await check(known, against: existing) != nil else { throw .account(.wrongCredentials) }
        }
        let hash = existing == nil ? try await self.hash(NewPassword.checked(password, for: address)) : nil
        let id = existing?.id ?? random.identifier()
        var random = random
        let factor = role.map { _ in SecondFactor(using: &random) }
        let now = clock.now()
        try await database.writing { connection in
            if let hash {
                guard
                    try AccountStore(connection).insertAccount(
                        id: id, email: address, password: hash, proof: .trading, at: now)
                else {
                    throw ServiceError.account(.emailTaken)
                }
            }
            if let role, let factor {
                let store = RoleStore(connection)
                try store.give(role, to: id)
                try store.setSecondFactor(factor, of: id)
                try store.deleteSessions(of: id, with: role)
                if let book = role.auditBook {
                    try AuditTrail.append(
                        .roleGiven, subject: id.hexadecimal, by: .operatorOfTheMachine, at: now, to: book,
                        in: connection)
                }
            }
        }
        return AddedAccount(
            email: address.text, isNew: existing == nil, role: role,
            authenticatorAddress: factor?.address(issuer: "Cerca", account: address))
    }
}

/// What became of making an account on the machine.
package struct AddedAccount: Sendable {
    /// The account's address, in its normal form.
    package let email: String
    /// Whether it did not exist before.
    package let isNew: Bool
    /// The role that it was given.
    package let role: Role?
    /// The address for an authenticator app, with the secret in it; it is never told again.
    package let authenticatorAddress: String?
}

/// What is stored of an account that somebody wants to use a role of.
private struct EntrustedAccount: Sendable {
    let credentials: Credentials
    let factor: SecondFactor?
    let lastStep: Int64
}

extension Role {
    /// The trail of the console that this role opens; nil for a role of venues, each of which has its own.
    fileprivate var auditBook: AuditBook? {
        switch self {
        case .health: .health
        case .market: .market
        case .merchant, .operator: nil
        }
    }
}

extension AuditAction {
    /// Somebody of the staff signed in with the second factor.
    package static let sessionBegun = AuditAction(rawValue: "session.begun")
    /// An account was given a role and a new second factor; the subject is the account's identifier.
    package static let roleGiven = AuditAction(rawValue: "role.given")
}
