import API
import Accounts
import Basics
import Crypto
import Forwarding
import HTTPKit
import Passkeys
import ServiceKit
import Storage

/// Passkeys of accounts: added, listed, renamed, removed.
///
/// What is done with them is in the extension.
package struct PasskeyService: Sendable {
    /// How long a challenge waits for its answer.
    package static let challengeSeconds: Int64 = 300
    /// How many passkeys an account may have.
    package static let passkeysPerAccount = 20

    let accounts: AccountService
    /// Where the server's pages are.
    package let site: PasskeySite
    /// Tells an owner that a passkey may have been copied.
    let tellOfCopy: DeviceNotice?
    /// Challenges that anybody may ask for, by address: each is a row until it is answered or too old.
    private let asked = RateLimiter<ClientAddress>(ServerLimits.Rate(perSecond: 2, burst: 120))

    /// The passkeys of these accounts.
    package init(_ accounts: AccountService, site: PasskeySite = PasskeySite(), tellOfCopy: DeviceNotice? = nil) {
        self.accounts = accounts
        self.site = site
        self.tellOfCopy = tellOfCopy
    }

    /// The challenge and the name of the server that a sign-in answers; the sign-in of whom is not known yet.
    ///
    /// Throws `unavailable`, and `tooManyAttempts` when an address asks too often.
    package func beginSignIn(from address: IPAddress?) async throws(ServiceError) -> PasskeyChallenge {
        let now = accounts.clock.now()
        let nanoseconds = UInt64(clamping: now.milliseconds).multipliedReportingOverflow(by: 1_000_000).partialValue
        if let address, let seconds = asked.take(ClientAddress(address), now: nanoseconds) {
            throw .request(.tooManyAttempts(retryAfterSeconds: seconds))
        }
        return try await challenge(for: .signIn, of: nil)
    }

    /// The challenge that shows who the owner of a session is.
    package func beginConfirmation(of session: Session) async throws(ServiceError) -> PasskeyChallenge {
        try await challenge(for: .confirmation, of: session.accountID)
    }

    /// The challenge for a new passkey, for somebody who has just shown who they are.
    package func beginRegistration(of session: Session) async throws(ServiceError) -> NewPasskeyChallenge {
        try await accounts.requireConfirmed(session)
        let challenge = try await challenge(for: .registration, of: session.accountID)
        let account = session.accountID
        let now = accounts.clock.now()
        let (profile, known) = try await accounts.database.reading { connection in
            try AccountService.requireNoRoleByMailbox(account, at: now, connection)
            return (
                try AccountStore(connection).profile(ofAccount: account), try PasskeyStore(connection).list(of: account)
            )
        }
        guard let profile else { throw .account(.notSignedIn) }
        return NewPasskeyChallenge(
            challenge: challenge, user: account, name: profile.email,
            displayName: profile.displayName ?? profile.email, known: known.map(\.passkey.id))
    }

    /// Keeps a new passkey of somebody who has just shown who they are.
    ///
    /// Throws `confirmationNeeded`, `challengeEnded`, what is wrong with the passkey, `registered` and `tooMany`.
    ///
    /// - Parameter label: What its owner calls it; `?` when that is nothing.
    package func register(
        clientData: [UInt8], attestation: [UInt8], label: String?, of session: Session
    ) async throws(ServiceError) -> ListedPasskey {
        try await accounts.requireConfirmed(session)
        let party = try party()
        let challenge = try Self.challenge(in: clientData)
        let (account, now) = (session.accountID, accounts.clock.now())
        let label = label.flatMap(AccountLabel.cleaned) ?? AccountService.unnamedDevice
        let outcome: Result<ListedPasskey, PasskeyError> = try await accounts.database.writing { connection in
            try AccountService.requireNoRoleByMailbox(account, at: now, connection)
            let store = PasskeyStore(connection)
            guard try store.takeChallenge(Self.digest(challenge), for: .registration, of: account, at: now) else {
                return .failure(.challengeEnded)
            }
            let passkey: Passkey
            do throws(PasskeyFault) {
                passkey = try Passkey(
                    clientData: clientData, attestation: attestation, challenge: challenge, party: party)
            } catch { return .failure(PasskeyError(error)) }
            guard try store.list(of: account).count < Self.passkeysPerAccount else { return .failure(.tooMany) }
            guard try store.insert(passkey, of: account, label: label, day: now.day) else {
                return .failure(.registered)
            }
            try accounts.trail.note(.passkeyAdded, of: account, label: label, connection)
            return .success(
                ListedPasskey(
                    id: Self.name(passkey.id), credential: passkey.id, label: label, madeOn: Timestamp(day: now.day),
                    usedOn: nil))
        }
        do { return try outcome.get() } catch { throw .passkey(error) }
    }

    /// The passkeys of whoever asks, those of the last day first.
    package func list(of session: Session) async throws(ServiceError) -> [ListedPasskey] {
        try await accounts.database.reading { connection in
            try PasskeyStore(connection).list(of: session.accountID).map { stored in
                ListedPasskey(
                    id: Self.name(stored.passkey.id), credential: stored.passkey.id, label: stored.label,
                    madeOn: Timestamp(day: stored.madeDay), usedOn: stored.usedDay.map { Timestamp(day: $0) })
            }
        }
    }

    /// Calls a passkey otherwise; throws `invalidLabel` and `unknown`.
    package func rename(_ id: String, to label: String, of session: Session) async throws(ServiceError) {
        guard let label = AccountLabel.read(label) else { throw .passkey(.invalidLabel) }
        try await accounts.database.writing { connection in
            let store = PasskeyStore(connection)
            try store.rename(try Self.find(id, of: session, store).passkey.id, to: label)
        }
    }

    /// Forgets a passkey, for somebody who has just shown who they are.
    ///
    /// Throws `confirmationNeeded`, `unknown`, and `lastWay` for the one way to sign in that an account has.
    package func remove(_ id: String, of session: Session) async throws(ServiceError) {
        try await accounts.requireConfirmed(session)
        try await accounts.database.writing { connection in
            let store = PasskeyStore(connection)
            let stored = try Self.find(id, of: session, store)
            guard try AccountStore(connection).waysIn(of: session.accountID) > 1 else {
                throw ServiceError.passkey(.lastWay)
            }
            try store.delete(stored.passkey.id)
            try accounts.trail.note(.passkeyRemoved, of: session.accountID, label: stored.label, connection)
        }
    }

    /// The server as authenticators know it; throws `unavailable`.
    func party() throws(ServiceError) -> RelyingParty {
        guard let party = site.party else { throw .passkey(.unavailable) }
        return party
    }

    /// What is stored of a challenge.
    static func digest(_ challenge: [UInt8]) -> [UInt8] { Array(SHA256.hash(data: challenge)) }

    /// The challenge that a browser says it answers; throws `malformed`.
    static func challenge(in clientData: [UInt8]) throws(ServiceError) -> [UInt8] {
        do { return try ClientData(clientData).challenge } catch { throw .passkey(PasskeyError(error)) }
    }

    private func challenge(
        for purpose: PasskeyPurpose, of account: [UInt8]?
    ) async throws(ServiceError) -> PasskeyChallenge {
        let party = try party()
        // From the system's generator, whatever a simulation takes: an answer to a challenge that was foreseen is none.
        let bytes = ServerRandom.system.identifier() + ServerRandom.system.identifier()
        let end = accounts.clock.now().advanced(bySeconds: Self.challengeSeconds)
        try await accounts.database.writing {
            try PasskeyStore($0).insertChallenge(Self.digest(bytes), for: purpose, of: account, until: end)
        }
        return PasskeyChallenge(bytes: bytes, party: party.id)
    }

    /// How a passkey is named towards its owner.
    private static func name(_ credential: [UInt8]) -> String {
        AccountService.shortIdentifier(digest(credential))
    }

    private static func find(_ id: String, of session: Session, _ store: PasskeyStore) throws -> StoredPasskey {
        let found = try store.list(of: session.accountID).first { name($0.passkey.id) == id }
        guard let found else { throw ServiceError.passkey(.unknown) }
        return found
    }
}

/// What an authenticator is to answer.
package struct PasskeyChallenge: Sendable {
    /// 32 random bytes.
    package let bytes: [UInt8]
    /// The host name of the server.
    package let party: String
}

/// What an authenticator is to make a new key for.
package struct NewPasskeyChallenge: Sendable {
    /// What it is to answer.
    package let challenge: PasskeyChallenge
    /// What names the account; the authenticator tells it at sign-in.
    package let user: [UInt8]
    /// The account's address, by which its owner recognizes it on the authenticator.
    package let name: String
    /// What the owner wants to be called.
    package let displayName: String
    /// The account's passkeys, beside which an authenticator makes none.
    package let known: [[UInt8]]
}

/// A passkey as its owner sees it.
package struct ListedPasskey: Hashable, Sendable {
    /// What names it here.
    package let id: String
    /// What names it on its authenticator.
    package let credential: [UInt8]
    /// What its owner calls it.
    package let label: String
    /// The beginning of the day on which it was added.
    package let madeOn: Timestamp
    /// The beginning of the day on which it was last used; nil when it never was.
    package let usedOn: Timestamp?
}
