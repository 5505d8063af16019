import API
import Accounts
import Basics
import HTTPKit
import OpenID
import ServiceKit
import Storage

/// What has to happen before somebody of whom a provider told is signed in.
enum ArrivalWay: Hashable, Sendable {
    /// Nothing more: the identity is this account's.
    case enter(account: [UInt8])
    /// A new account is made.
    case create
    /// There is an account with this address: its password shows that it is theirs, or, where its address is proved, a
    /// mailed code.
    case confirm(account: [UInt8], byMail: Bool)
    /// There is an account with this address that nobody has proved and that somebody may have planted: a mailed code
    /// shows whose the address is, and all that was there goes. It has neither second factor, key, passkey, role nor
    /// money.
    case clear(account: [UInt8])
    /// Somebody who is signed in links the identity.
    case connect(account: [UInt8])
}

/// What somebody shows to finish a sign-in by a provider.
struct ArrivalProof: Sendable {
    /// The password of the account with the same address.
    var password: String?
    /// The code that went to the address.
    var mailCode: String?
    /// A code of the account's second factor.
    var code: String?
}

extension IdentityService {
    /// Who has arrived in the browser that shows `secret`, and what is still to be done.
    func arrival(_ secret: SignInSecret) async throws(ServiceError) -> (arrival: StoredArrival, way: ArrivalWay) {
        let (digest, now) = (secret.digest, clock.now())
        return try await database.reading { connection in
            guard let arrival = try IdentityStore(connection).arrival(digest, at: now) else {
                throw ServiceError.identity(.arrivalEnded)
            }
            return (arrival, try Self.way(of: arrival, connection))
        }
    }

    /// The safe rule of linking: by the identity itself, and never by the address alone.
    static func way(of arrival: StoredArrival, _ connection: any Connection) throws -> ArrivalWay {
        if let account = arrival.account { return .connect(account: account) }
        if let account = try IdentityStore(connection).account(issuer: arrival.issuer, subject: arrival.subject) {
            return .enter(account: account)
        }
        guard let text = arrival.email, let email = try? EmailAddress(text) else {
            throw ServiceError.identity(.noEmail)
        }
        let accounts = AccountStore(connection)
        guard let account = try accounts.credentials(of: email)?.id else { return .create }
        if try AccountService.isClearable(account, connection) { return .clear(account: account) }
        return .confirm(account: account, byMail: try accounts.proof(ofAccount: account) == .mailbox)
    }

    /// Finishes a sign-in by a provider.
    ///
    /// Throws `arrivalEnded`, `proofNeeded`, `codeNeeded`, `noEmail` and `taken`, and what any sign-in throws.
    func finish(
        _ secret: SignInSecret, with proof: ArrivalProof, device: PresentedDevice
    ) async throws(ServiceError) -> SignedIn {
        let (arrival, way) = try await arrival(secret)
        switch way {
        case .enter(let account):
            return try await enter(account, secret, arrival, proof, device)
        case .create:
            return try await create(secret, arrival, device)
        case .confirm(let account, let byMail):
            if byMail, let code = proof.mailCode {
                try await check(code, of: secret)
            } else if let password = proof.password {
                guard let email = arrival.email.flatMap({ try? EmailAddress($0) }),
                    try await accounts.isPassword(password, of: email, device: device)
                else { throw .account(.wrongCredentials) }
            } else {
                throw .identity(.proofNeeded)
            }
            return try await enter(
                account, secret, arrival, proof, device, isNew: true, isByMail: byMail && proof.mailCode != nil)
        case .clear(let account):
            guard let code = proof.mailCode else {
                throw .identity(accounts.mail?.isAvailable == true ? .codeNeeded : .noMail)
            }
            try await check(code, of: secret)
            return try await enter(account, secret, arrival, proof, device, isNew: true, clears: true)
        case .connect:
            // This is for somebody who is signed in; see `connect`.
            throw .identity(.arrivalEnded)
        }
    }

    /// Sends a code to the address that the arrival and an account have in common.
    func mailCode(_ secret: SignInSecret, language: String) async throws(ServiceError) {
        let (arrival, way) = try await arrival(secret)
        switch way {
        case .confirm(_, byMail: true), .clear: break
        case .confirm: throw .identity(.proofNeeded)
        case .enter, .create, .connect: throw .identity(.arrivalEnded)
        }
        guard let mail = accounts.mail, mail.isAvailable, let email = arrival.email else {
            throw .identity(.noMail)
        }
        var random = accounts.random
        let code = DeviceCode(using: &random)
        let words = IdentityMail.code(code.text, provider: label(of: arrival), in: language)
        let now = clock.now()
        // By the identity: whoever comes with another one that tells the same address takes nothing from this one.
        try accounts.deviceThrottle.begin("arrival \(arrival.issuer) \(arrival.subject)", at: now)
        try await database.writing { connection in
            try IdentityStore(connection).setCode(code.digest(for: secret.session), ofArrival: secret.digest)
            try mail.add(
                to: email, subject: words.subject, text: words.text, usefulFor: DeviceCode.seconds, at: now,
                in: connection)
        }
    }

    /// What people call the provider of an arrival.
    func label(of arrival: StoredArrival) -> String {
        providers.first { $0.name == arrival.provider }?.label ?? arrival.provider
    }

    /// Counts a try of a mailed code; the try stays counted when the code is wrong.
    private func check(_ typed: String, of secret: SignInSecret) async throws(ServiceError) {
        let digest = secret.digest
        let stored = try await database.writing {
            try IdentityStore($0).attemptCode(ofArrival: digest, most: DeviceCode.attempts)
        }
        guard let stored else { throw .identity(.arrivalEnded) }
        guard let code = DeviceCode(typed: typed), code.matches(stored, for: secret.session) else {
            throw .account(.wrongCode)
        }
    }

    /// Signs in to an account that is there; with `isNew` the identity is linked with it now.
    ///
    /// What a provider asked for counts as the second factor once its identity is linked: a new one may be anybody's.
    ///
    /// - Parameter isByMail: Whether a mailed code alone has shown that the account is theirs.
    private func enter(
        _ account: [UInt8], _ secret: SignInSecret, _ arrival: StoredArrival, _ proof: ArrivalProof,
        _ device: PresentedDevice, isNew: Bool = false, isByMail: Bool = false, clears: Bool = false
    ) async throws(ServiceError) -> SignedIn {
        let (now, mail, label) = (clock.now(), accounts.mail, label(of: arrival))
        let token = accounts.random.identifier()
        let signedIn = try await accounts.enter(
            account, code: proof.code, isStrong: arrival.isStrong && !isNew, device: device, clears: clears
        ) { connection, session in
            let store = IdentityStore(connection)
            // What was read before may have changed: of two that link at once one is too late.
            let wasLinked = try store.account(issuer: arrival.issuer, subject: arrival.subject)
            guard isNew ? wasLinked == nil : wasLinked == account else {
                throw ServiceError.identity(.arrivalEnded)
            }
            // With all other ways into it go the identities of whoever planted it, and what was begun to link more.
            if clears { try store.deleteAll(of: account) }
            guard try store.takeArrival(secret.digest),
                try store.link(arrival, to: account, token: token, day: now.day)
            else {
                throw ServiceError.identity(.arrivalEnded)
            }
            if let session { try store.insert(session: session, of: arrival) }
            guard isNew else { return }
            try accounts.trail.note(.identityLinked, of: account, label: label, isTold: true, connection)
            if clears { try AccountStore(connection).setProof(.mailbox, ofAccount: account) }
            if isByMail { try accounts.noteRecovery(of: account, at: now, connection) }
            if let mail, mail.isAvailable, let email = arrival.email {
                let words = IdentityMail.linked(provider: label, in: device.language)
                try mail.add(
                    to: email, subject: words.subject, text: words.text, usefulFor: 7 * 86_400, at: now,
                    in: connection)
            }
        }
        return signedIn
    }

    private func create(
        _ secret: SignInSecret, _ arrival: StoredArrival, _ device: PresentedDevice
    ) async throws(ServiceError) -> SignedIn {
        guard let email = arrival.email.flatMap({ try? EmailAddress($0) }) else { throw .identity(.noEmail) }
        let (now, id, token) = (clock.now(), accounts.random.identifier(), accounts.random.identifier())
        try await database.writing { connection in
            let store = IdentityStore(connection)
            // For some days a former address is kept for whom it was taken from.
            guard try !AddressStore(connection).isTaken(email, at: now),
                try store.insertAccount(id: id, email: email, proof: arrival.isVouched ? .mailbox : .none, at: now),
                try store.link(arrival, to: id, token: token, day: now.day)
            else { throw ServiceError.account(.emailTaken) }
            try accounts.trail.note(.accountMade, of: id, label: arrival.provider, connection)
        }
        return try await enter(id, secret, arrival, ArrivalProof(), device)
    }
}
