import API
import Accounts
import Basics
import HTTPKit
import ServiceKit
import Storage

extension AccountService {
    /// Makes an account for somebody who comes by themselves.
    ///
    /// Where mail is sent the account is made once a code from its mailbox has come back: this then throws
    /// ``UnprovedMailbox``, for an address that has an account as well. What is done for either is the same, so that
    /// neither words nor status nor time tell them apart; whoever has the mailbox is told by mail. Elsewhere the account
    /// is made and signed in at once, and `emailTaken` says that there is one.
    package func register(
        email: String, password: String, device: PresentedDevice = PresentedDevice()
    ) async throws(ServiceError) -> SignedIn {
        let address: EmailAddress
        do { address = try EmailAddress(email) } catch { throw .account(error) }
        let chosen = try NewPassword.checked(password, for: address)
        guard newcomers == nil, let mail, mail.isAvailable else {
            return try await signUp(email: email, password: password, device: device)
        }
        let now = clock.now()
        try addressLimits.countSignUp(address, from: device.address, at: now)
        let hash = try await hash(chosen)
        var challenge = newChallenge(for: .signUp, to: address, at: now)
        challenge.password = hash.encoded
        challenge.device = device.token?.digest
        challenge.label = device.label
        let waiting = challenge
        try await database.writing { connection in
            try send(waiting, in: device.language, by: mail, at: now, connection)
        }
        throw .refused(UnprovedMailbox(challenge: challenge.token))
    }

    /// Makes the account that waits, with the code from the mail, and signs it in.
    ///
    /// Throws `wrongCode`, and `challengeEnded` for a challenge that is unknown, a day old or was tried five times.
    package func confirmRegistration(challenge text: String, code typed: String) async throws(ServiceError) -> SignedIn
    {
        let (token, now) = (SessionToken(text: text), clock.now())
        let id = random.identifier()
        let outcome: CodeOutcome<SignedIn> = try await database.writing { connection in
            switch try use(typed, of: token, for: .signUp, at: now, connection) {
            case .ended: return .ended
            case .wrong: return .wrong
            case .right(let challenge):
                let address = try EmailAddress(challenge.email)
                let store = AccountStore(connection)
                guard let stored = challenge.password, try !AddressStore(connection).isTaken(address, at: now),
                    try store.insertAccount(
                        id: id, email: address, password: try PasswordHash(encoded: stored), proof: .mailbox, at: now)
                else { return .ended }
                var signedIn = newSession(of: id, email: address, at: now)
                signedIn.ticket = .make(email: address.text, passwordHash: stored, random: random)
                try store.insert(signedIn.session, device: challenge.device, label: challenge.label)
                try trail.note(.accountMade, of: id, label: challenge.label, connection)
                return .right(signedIn)
            }
        }
        let signedIn = try outcome.get()
        cache.keep(signedIn.session, readAt: now)
        return signedIn
    }

    /// Sends a code to the address of whoever is signed in, and gives the challenge that it is shown with.
    ///
    /// Throws `noMail`, and `tooManyAttempts` after some mails.
    package func sendProof(of session: Session, in language: String) async throws(ServiceError) -> String {
        guard let mail, mail.isAvailable else { throw .account(.noMail) }
        let now = clock.now()
        let found = try await database.reading { try AccountStore($0).email(ofAccount: session.accountID) }
        guard let address = found.flatMap({ try? EmailAddress($0) }) else { throw .account(.notSignedIn) }
        try addressLimits.countProof(of: session.accountID, at: now)
        var challenge = newChallenge(for: .proof, to: address, at: now)
        challenge.account = session.accountID
        let waiting = challenge
        try await database.writing { connection in
            let store = AddressStore(connection)
            try store.deleteChallenges(of: session.accountID, for: .proof)
            try store.insert(waiting.stored(hasCode: true))
            try LifeMail.proof(code: waiting.code).send(
                to: address.text, in: language, by: mail, usefulFor: MailboxCode.seconds, at: now, connection)
        }
        return challenge.token
    }

    /// Proves the mailbox of whoever is signed in with the code that was sent there.
    ///
    /// Throws `wrongCode`, and `challengeEnded`.
    package func prove(challenge text: String, code typed: String, of session: Session) async throws(ServiceError) {
        let (token, now) = (SessionToken(text: text), clock.now())
        let outcome: CodeOutcome<Void> = try await database.writing { connection in
            let store = AccountStore(connection)
            switch try use(typed, of: token, for: .proof, account: session.accountID, at: now, connection) {
            case .ended: return .ended
            case .wrong: return .wrong
            case .right(let challenge):
                // The address may have become another one meanwhile.
                guard try store.email(ofAccount: session.accountID) == challenge.email else { return .ended }
                try store.setProof(.mailbox, ofAccount: session.accountID)
                try trail.note(.emailProved, of: session.accountID, connection)
                return .right(())
            }
        }
        try outcome.get()
    }

    // MARK: - Codes

    /// A challenge for a code to an address.
    func newChallenge(
        for purpose: AddressChallenge.Purpose, to address: EmailAddress, at now: Timestamp
    ) -> NewAddressChallenge {
        var random = random
        let token = SessionToken(using: &random)
        return NewAddressChallenge(
            token: token.text, code: MailboxCode(using: &random), purpose: purpose, key: token, address: address,
            expiresAt: now.quarter.advanced(bySeconds: MailboxCode.seconds))
    }

    /// Lets a challenge and its mail wait; where the address has an account the mail says so, and no code fits.
    func send(
        _ challenge: NewAddressChallenge, in language: String, by mail: MailOutbox, at now: Timestamp,
        _ connection: any Connection
    ) throws {
        let store = AddressStore(connection)
        let isTaken = try store.isTaken(challenge.address, at: now)
        try store.insert(challenge.stored(hasCode: !isTaken))
        let words: LifeMail =
            isTaken
            ? .known(address: publicAddress)
            : challenge.purpose == .change ? .newAddress(code: challenge.code) : .proof(code: challenge.code)
        try words.send(
            to: challenge.address.text, in: language, by: mail, usefulFor: MailboxCode.seconds, at: now, connection)
    }

    /// Counts a try of a code and uses the challenge up when it is right.
    ///
    /// - Parameter account: Whose challenge it must be; nil for one of nobody yet.
    func use(
        _ typed: String, of token: SessionToken?, for purpose: AddressChallenge.Purpose, account: [UInt8]? = nil,
        at now: Timestamp, _ connection: any Connection
    ) throws -> CodeOutcome<AddressChallenge> {
        let store = AddressStore(connection)
        guard let token, let challenge = try store.attempt(token.digest, for: purpose, at: now),
            challenge.account == account
        else { return .ended }
        guard let code = MailboxCode(typed: typed), let stored = challenge.code, code.matches(stored, for: token) else {
            return .wrong
        }
        return try store.delete(token.digest) ? .right(challenge) : .ended
    }
}

/// What became of a code; the try is counted in a transaction that ends well also when it was wrong.
enum CodeOutcome<Value> {
    case ended
    case wrong
    case right(Value)

    /// What the right code gave; throws `challengeEnded` or `wrongCode`.
    func get() throws(ServiceError) -> Value {
        switch self {
        case .ended: throw .account(.challengeEnded)
        case .wrong: throw .account(.wrongCode)
        case .right(let value): return value
        }
    }
}

extension CodeOutcome: Sendable where Value: Sendable {}

/// A challenge as it goes to whoever asked, with the code that goes to the address.
struct NewAddressChallenge: Sendable {
    let token: String
    let code: MailboxCode
    let purpose: AddressChallenge.Purpose
    let key: SessionToken
    let address: EmailAddress
    let expiresAt: Timestamp
    var account: [UInt8]?
    var password: String?
    var device: [UInt8]?
    var label: String?

    /// What is stored of it, with its code or with none that fits.
    func stored(hasCode: Bool) -> AddressChallenge {
        let digest = code.digest(for: key)
        return AddressChallenge(
            digest: key.digest, purpose: purpose, email: address.text, code: hasCode ? digest : nil, account: account,
            password: password, device: device, label: label, expiresAt: expiresAt)
    }
}
