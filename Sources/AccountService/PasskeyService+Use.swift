import API
import Accounts
import Basics
import HTTPKit
import Passkeys
import ServiceKit
import Storage

extension PasskeyService {
    /// Signs in with a passkey alone, which is two factors: what its owner has, and a finger, a face or a PIN.
    ///
    /// No code is asked for, and no approval of the device. An unknown passkey and a wrong signature end as `refused`, in
    /// the same time: a key that is nobody's is tried in place of the one that is not there.
    package func signIn(
        _ assertion: PasskeyAssertion, device: PresentedDevice = PresentedDevice()
    ) async throws(ServiceError) -> SignedIn {
        guard let user = assertion.user else { throw .passkey(.refused) }
        let signedIn: SignedIn = try await use(assertion, for: .signIn, of: nil) { account, now, connection in
            let store = AccountStore(connection)
            guard user == account, let email = try store.email(ofAccount: account) else { return nil }
            if try store.isDisabled(account) { throw ServiceError.account(.disabled) }
            let isNew = try accounts.isNew(device, to: account, store)
            let signedIn = accounts.newSession(of: account, email: try EmailAddress(email), at: now)
            try store.insert(
                signedIn.session, device: device.token?.digest, label: device.label, language: device.language)
            try store.confirm(session: signedIn.session.tokenDigest, at: now, isPasskey: true)
            try accounts.trail.note(
                isNew ? .deviceNew : .sessionBegun, of: account, label: device.label, from: device.address,
                in: device.language, connection)
            return signedIn
        }
        accounts.cache.keep(signedIn.session, readAt: accounts.clock.now())
        return signedIn
    }

    /// Signs in to a role with a passkey alone; an account without the role is refused as an unknown passkey is.
    ///
    /// - Parameter note: What belongs into the transaction, of a role that has journals of its own.
    package func signIn(
        _ assertion: PasskeyAssertion, as role: Role, device: PresentedDevice = PresentedDevice(),
        noting note: RoleNote? = nil
    ) async throws(ServiceError) -> SignedIn {
        guard let user = assertion.user else { throw .passkey(.refused) }
        let signedIn: SignedIn = try await use(assertion, for: .signIn, of: nil) { account, now, connection in
            let store = AccountStore(connection)
            guard user == account, let email = try store.email(ofAccount: account),
                try RoleStore(connection).has(role, account)
            else { return nil }
            if try store.isDisabled(account) { throw ServiceError.account(.disabled) }
            let isNew = try accounts.isNew(device, to: account, store)
            let signedIn = accounts.newSession(of: account, email: try EmailAddress(email), role: role, at: now)
            try store.insert(signedIn.session, language: device.language)
            try accounts.trail.note(
                isNew ? .deviceNew : .sessionBegun, of: account, label: device.label, from: device.address,
                in: device.language, connection)
            if let note, try !note(account, now, connection) { throw ServiceError.passkey(.refused) }
            return signedIn
        }
        accounts.cache.keep(signedIn.session, readAt: accounts.clock.now())
        return signedIn
    }

    /// Shows with a passkey who the owner of a session is.
    package func confirm(_ assertion: PasskeyAssertion, of session: Session) async throws(ServiceError) {
        try await use(assertion, for: .confirmation, of: session.accountID) { account, now, connection -> Void? in
            guard account == session.accountID else { return nil }
            return try AccountStore(connection).confirm(session: session.tokenDigest, at: now, isPasskey: true)
        }
    }

    /// A passkey in place of a code of the second factor, for the account whose password was right.
    package func factor(_ assertion: PasskeyAssertion) -> FactorProof {
        { account throws(ServiceError) in
            try await use(assertion, for: .signIn, of: nil) { owner, _, _ -> Void? in
                owner == account ? () : nil
            }
        }
    }

    /// Checks a signature, and does `work` for the owner of the passkey in the same transaction.
    ///
    /// The challenge is gone afterwards however it ends. `work` answers nil to refuse the owner.
    private func use<Value: Sendable>(
        _ assertion: PasskeyAssertion, for purpose: PasskeyPurpose, of account: [UInt8]?,
        _ work: @escaping @Sendable (_ owner: [UInt8], _ now: Timestamp, _ connection: any Connection) throws -> Value?
    ) async throws(ServiceError) -> Value {
        let party = try party()
        let challenge = try Self.challenge(in: assertion.clientData)
        let now = accounts.clock.now()
        let outcome: Outcome<Value> = try await accounts.database.writing { connection in
            let store = PasskeyStore(connection)
            guard try store.takeChallenge(Self.digest(challenge), for: purpose, of: account, at: now) else {
                return .refused(.challengeEnded)
            }
            let found = try store.find(assertion.credential)
            guard let candidate = found?.passkey ?? Self.nobodys else { return .refused(.refused) }
            let counter: UInt32
            do throws(PasskeyFault) {
                counter = try candidate.check(
                    clientData: assertion.clientData, authenticatorData: assertion.authenticatorData,
                    signature: assertion.signature, challenge: challenge, party: party)
            } catch {
                if let found, error == .counterBack {
                    return .copied(
                        try tellOfCopy?(found.account, found.label, Timestamp(day: now.day), now, connection) ?? nil)
                }
                return .refused(Self.answer(to: error))
            }
            guard let found, let value = try work(found.account, now, connection) else { return .refused(.refused) }
            try store.use(found.passkey.id, counter: counter, day: now.day)
            return .done(value)
        }
        switch outcome {
        case .done(let value): return value
        case .refused(let error): throw .passkey(error)
        case .copied(let publish):
            publish?()
            throw .passkey(.counterBack)
        }
    }

    /// What whoever signs in is told; nothing of it tells whether there is such a passkey.
    private static func answer(to fault: PasskeyFault) -> PasskeyError {
        switch fault {
        case .wrongSignature, .wrongBackup, .counterBack: .refused
        default: PasskeyError(fault)
        }
    }

    /// The key whose secret is the number one, which everybody can work out: it lets nobody in.
    private static let nobodys = try? Passkey(
        id: [0],
        cose: [UInt8](
            hexadecimal: "a50102032620012158206b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296"
                + "2258204fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5") ?? [],
        counter: 0, canBeBackedUp: false)

    private enum Outcome<Value: Sendable>: Sendable {
        case done(Value)
        case refused(PasskeyError)
        case copied((@Sendable () -> Void)?)
    }
}

/// What a browser sends when somebody uses a passkey.
package struct PasskeyAssertion: Sendable {
    /// What names the passkey.
    package let credential: [UInt8]
    /// What the browser says, JSON.
    package let clientData: [UInt8]
    /// What the authenticator says.
    package let authenticatorData: [UInt8]
    /// Its signature over both.
    package let signature: [UInt8]
    /// What names the account; nil when the authenticator does not say.
    package let user: [UInt8]?

    /// An assertion of these parts.
    package init(
        credential: [UInt8], clientData: [UInt8], authenticatorData: [UInt8], signature: [UInt8], user: [UInt8]?
    ) {
        self.credential = credential
        self.clientData = clientData
        self.authenticatorData = authenticatorData
        self.signature = signature
        self.user = user
    }
}

/// Shows a second factor other than a code, for the account whose password was right.
package typealias FactorProof = @Sendable (_ account: [UInt8]) async throws(ServiceError) -> Void
