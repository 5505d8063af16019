import API
import Accounts
import Basics
import Foundation
import HTTPKit
import ServiceKit
import Storage

/// What belongs into the transaction in which somebody signs up.
package typealias Welcome =
    @Sendable (_ account: [UInt8], _ now: Timestamp, _ connection: any Connection) throws -> Void

/// People: sign-up, sign-in, sessions and sign-out.
package struct AccountService: Sendable {
    /// How long a session lasts unless it is signed out.
    package static let sessionSeconds: Int64 = 30 * 86_400
    /// How long a session lasts that nobody uses.
    package static let idleSeconds: Int64 = 14 * 86_400
    /// After how long without use a session moves no money until its owner shows once more who they are.
    ///
    /// Use is known by quarters of an hour, so that it may be a quarter longer.
    package static let idleMoneySeconds: Int64 = 30 * 60

    let database: any Database
    let clock: ServerClock
    private let cost: PasswordHash.Cost
    let random: ServerRandom
    let cache: SessionCache
    let seen: SeenSessions
    let signInGuard: SignInGuard
    /// Counts for itself: whoever knows a password must not clear it by signing in without the second factor.
    let roleGuard: SignInGuard
    /// Wrong codes with the right password, by account.
    let factorThrottle = SignInThrottle(longestWaitSeconds: SignInThrottle.longestFactorWaitSeconds)
    /// Mails about devices that nobody has approved yet, by account.
    let deviceThrottle = SignInThrottle(longestWaitSeconds: SignInThrottle.longestFactorWaitSeconds)
    /// Wrong passwords of somebody who is signed in, by account.
    let passwordThrottle = SignInThrottle()
    /// How codes reach people; nil on a server that sends no mail.
    private(set) var mail: MailOutbox?
    /// What happened to the security of accounts, for their owners.
    package private(set) var trail: AccountTrail
    /// Failures that the trail has not got yet.
    let failures = FailureTally()
    let settling = SettlingPace()
    /// What other services have to do with accounts; nil when there are none.
    private(set) var ties: AccountTies?
    /// Tells people of new devices.
    private(set) var tellOfDevice: DeviceNotice?
    /// Bounds mails with codes and links.
    let addressLimits: AddressLimits
    /// How far those who sign up count as proved; nil where they prove it themselves, as far as mail is sent.
    let newcomers: AddressProof?
    /// What belongs into the transaction in which somebody signs up; nil for nothing.
    let welcome: Welcome?
    /// What links in mails begin with; nil when the operator has not said it.
    private(set) var publicAddress: PublicAddress?
    private let passwords: BoundedWorkers
    let decoy: PasswordHash

    /// The accounts of `database`.
    ///
    /// - Parameters:
    ///   - cost: How hard a password is to guess from its hash; `.simulation` is for simulated people only.
    ///   - signIn: What guessing passwords may use up.
    ///   - newcomers: How far those who sign up count as proved, at once: for a simulation. Nil for people, who prove
    ///     their mailbox before they have an account where mail is sent, and elsewhere are not proved.
    ///   - random: Where identifiers, tokens, salts and pseudonym keys come from.
    ///   - welcome: What belongs into the transaction in which somebody signs up: for a simulation, which gives guests
    ///     play money.
    ///   - sessionCacheSeconds: How long a session that was read is believed. It bounds how long a token that was
    ///     signed out on another server still works here; a server that has its database to itself may take an hour.
    ///   - sessionCacheCapacity: How many sessions are kept in memory.
    package init(
        database: any Database, clock: ServerClock, cost: PasswordHash.Cost, signIn: SignInLimits = SignInLimits(),
        newcomers: AddressProof? = nil, random: ServerRandom = .system, sessionCacheSeconds: Int64 = 5,
        sessionCacheCapacity: Int = 65_536, welcome: Welcome? = nil
    ) {
        self.database = database
        self.clock = clock
        self.cost = cost
        self.random = random
        self.trail = AccountTrail(clock: clock)
        self.newcomers = newcomers
        self.welcome = welcome
        self.addressLimits = AddressLimits(signIn)
        // Instants that no one may foresee never come from a seed.
        self.signInGuard = SignInGuard(signIn, random: .system)
        self.roleGuard = SignInGuard(signIn, random: .system)
        self.decoy = .decoy(cost: cost)
        self.seen = SeenSessions(capacity: sessionCacheCapacity)
        self.cache = SessionCache(capacity: sessionCacheCapacity, lifetimeSeconds: sessionCacheSeconds)
        self.passwords = BoundedWorkers(
            label: "cerca.passwords", width: ProcessInfo.processInfo.activeProcessorCount / 2, waitingLimit: 256)
    }

    /// Makes an account and signs it in, for people who are simulated, and where no mailbox can be asked.
    ///
    /// - Parameters:
    ///   - device: What the session's owner will recognize it by in a list; a new account asks for no approval.
    ///   - proof: How far it counts as proved; as all newcomers do unless it is told.
    package func signUp(
        email: String, password: String, device: PresentedDevice = PresentedDevice(), proof: AddressProof? = nil
    ) async throws(ServiceError) -> SignedIn {
        let (address, password) = try Self.parse(email: email, password: password)
        let hash = try await hash(password)
        let now = clock.now()
        let id = random.identifier()
        var signedIn = newSession(of: id, email: address, at: now)
        signedIn.ticket = .make(email: address.text, passwordHash: hash.encoded, random: random)
        let (session, trail) = (signedIn.session, trail)
        try await database.writing { connection in
            let store = AccountStore(connection)
            let proof = proof ?? newcomers ?? .none
            guard try store.insertAccount(id: id, email: address, password: hash, proof: proof, at: now) else {
                throw ServiceError.account(.emailTaken)
            }
            try store.insert(
                session, device: device.token?.digest, label: device.label, language: device.language)
            try trail.note(.accountMade, of: id, label: device.label, from: device.address, connection)
            try welcome?(id, now, connection)
        }
        cache.keep(session, readAt: now)
        return signedIn
    }

    /// The session that a token stands for.
    package func session(token: String) async throws(ServiceError) -> Session {
        guard let token = SessionToken(text: token) else { throw .account(.notSignedIn) }
        let digest = token.digest
        let now = clock.now()
        let session: Session?
        switch cache.find(digest, at: now) {
        case .session(let found): session = found
        case .signedOut: session = nil
        case .unknown:
            let used = now.advanced(bySeconds: -Self.idleSeconds)
            session = try await database.reading { try AccountStore($0).session(tokenDigest: digest, usedSince: used) }
            if let session { cache.keep(session, readAt: now) } else { cache.forget(digest) }
        }
        guard let session, now < session.expiresAt else { throw .account(.notSignedIn) }
        try await noteUse(of: digest, at: now)
        return session
    }

    /// Notes that a session is used, and that its owner must show anew who they are when it lay idle.
    ///
    /// The use is noted last: of two requests that come at once after a pause neither goes on before that is written.
    private func noteUse(of digest: [UInt8], at now: Timestamp) async throws(ServiceError) {
        let earliest = now.advanced(bySeconds: -(Self.idleMoneySeconds + Timestamp.quarterSeconds))
        if seen.goesOn(digest, at: now, since: earliest) { return }
        let isIdle = try await database.reading {
            try AccountStore($0).isConfirmed(session: digest, unusedSince: earliest)
        }
        if isIdle { try await database.writing { try AccountStore($0).endConfirmation(ofSession: digest) } }
        seen.note(digest, at: now)
    }

    /// What the session's owner may see of the account.
    package func details(of session: Session) async throws(ServiceError) -> AccountDetails {
        let profile = try await database.reading { try AccountStore($0).profile(ofAccount: session.accountID) }
        guard let profile else { throw .account(.notSignedIn) }
        return AccountDetails(
            profile: profile, signedInAt: session.signedInAt.quarter, expiresAt: session.expiresAt, role: session.role)
    }

    /// Ends a session; the visits made in it belong to nobody from then on.
    package func signOut(_ session: Session) async throws(ServiceError) {
        cache.signOut(session.tokenDigest)
        do {
            try await database.writing { try AccountStore($0).deleteSession(tokenDigest: session.tokenDigest) }
        } catch {
            // The row is still there: answering as if it were not would make a token that comes back to life.
            cache.forget(session.tokenDigest)
            throw error
        }
        cache.end([session.tokenDigest])
    }

    /// The same accounts, which know what other services keep of them.
    package func with(_ ties: AccountTies) -> AccountService {
        var accounts = self
        accounts.ties = ties
        return accounts
    }

    /// The same accounts, which send mail with links to `publicAddress`, tell people of new devices, and know what other
    /// services keep of them.
    package func with(
        _ mail: MailOutbox, _ ties: AccountTies, publicAddress: PublicAddress?, tellOfDevice: @escaping DeviceNotice
    ) -> AccountService {
        var accounts = with(ties)
        accounts.publicAddress = publicAddress
        accounts.mail = mail
        accounts.trail = AccountTrail(clock: clock, mail: mail)
        accounts.tellOfDevice = tellOfDevice
        return accounts
    }

    /// Whether mail is sent to people at all.
    package var sendsMail: Bool { mail?.isAvailable == true }

    /// Removes the sessions, challenges, mails and events that expired by `now`, in small transactions.
    package func prune(at now: Timestamp) async throws(ServiceError) {
        let counted = now.advanced(bySeconds: -Self.confirmationSeconds)
        let deletions: [@Sendable (any Connection) throws -> Void] = [
            { try AccountStore($0).coarsenConfirmations(until: counted) },
            { try SignInStore($0).deleteExpired(at: now) }, { try AddressStore($0).deleteExpired(at: now) },
            { try DeliveryStore($0).deleteExpired(at: now) }, { try PasskeyStore($0).deleteExpired(at: now) },
        ]
        var chores = Chores()
        for delete in deletions {
            await chores.attempt { () throws(ServiceError) in try await database.writing(delete) }
        }
        await chores.attempt { () throws(ServiceError) in try await writeSeen() }
        await chores.attempt { () throws(ServiceError) in try await pruneTrail(at: now) }
        await chores.attempt { () throws(ServiceError) in
            let batch = 500
            var deleted = batch
            while deleted == batch {
                deleted = try await database.writing {
                    try AccountStore($0).deleteExpiredSessions(at: now, limit: batch)
                }
            }
        }
        try chores.finish()
    }

    /// Writes which sessions were used.
    private func writeSeen() async throws(ServiceError) {
        let taken = seen.take()
        guard !taken.isEmpty else { return }
        do {
            try await database.writing { connection in
                for (digest, quarter) in taken {
                    try AccountStore(connection).see(session: digest, in: quarter)
                }
            }
        } catch {
            seen.putBack(taken)
            throw error
        }
    }

    /// A session that begins now; one with a role is shorter.
    ///
    /// Its end is counted from the quarter of an hour in which it begins, since the end is stored.
    func newSession(
        of account: [UInt8], email: EmailAddress, role: Role? = nil, at now: Timestamp
    ) -> SignedIn {
        var random = random
        let token = SessionToken(using: &random)
        let session = Session(
            accountID: account, tokenDigest: token.digest, pseudonymKey: PseudonymKey(using: &random), signedInAt: now,
            expiresAt: now.quarter.advanced(bySeconds: role == nil ? Self.sessionSeconds : Self.roleSessionSeconds),
            role: role)
        return SignedIn(token: token.text, session: session, email: email.text)
    }

    /// The account whose password this is, or nil; the work is the same when there is no account.
    func check(
        _ password: Password, against account: Credentials?
    ) async throws(ServiceError) -> MatchedAccount? {
        let (cost, decoy) = (cost, decoy)
        return try await passwords.run {
            let stored = account.flatMap { try? PasswordHash(encoded: $0.stored) }
            let matches = (stored ?? decoy).matches(password)
            guard matches, let account, let stored else { return nil }
            return MatchedAccount(id: account.id, needsRehash: stored.needsRehash(for: cost))
        }
    }

    func hash(_ password: Password) async throws(ServiceError) -> PasswordHash {
        let (cost, random) = (cost, random)
        let result: Result<PasswordHash, AccountError> = try await passwords.run {
            var random = random
            do throws(AccountError) {
                return .success(try PasswordHash.make(password, cost: cost, using: &random))
            } catch {
                return .failure(error)
            }
        }
        switch result {
        case .success(let hash): return hash
        // There was no memory for one more: as with any other load, later is better.
        case .failure(.hashingFailed): throw .request(.overloaded)
        case .failure(let error): throw .account(error)
        }
    }

    static func parse(email: String, password: String) throws(ServiceError) -> (EmailAddress, Password) {
        do { return (try EmailAddress(email), try Password(password)) } catch { throw .account(error) }
    }

    static func wrongCredentialsUnless<Value>(
        _ parse: () throws(AccountError) -> Value
    ) throws(ServiceError) -> Value {
        do { return try parse() } catch { throw .account(.wrongCredentials) }
    }
}

/// What is stored of an account that somebody wants to sign in to.
struct Credentials: Sendable {
    let id: [UInt8]
    let stored: String
}

/// An account whose password was told.
struct MatchedAccount: Sendable {
    let id: [UInt8]
    let needsRehash: Bool
}
