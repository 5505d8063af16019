import API
import Accounts
import Basics
import Crypto
import HTTPKit
import ServiceKit
import Storage

extension AccountService {
    /// How long a link that resets a password works.
    package static let resetSeconds: Int64 = 20 * 60
    /// How long mails are of use that only tell something.
    static let newsSeconds: Int64 = 3 * 86_400

    /// Replaces the password of whoever is signed in, who shows the old one; every other session and device ends.
    ///
    /// An account that has no password yet gets one from somebody who has shown by other ways who they are. Throws what
    /// ``requireOwner(password:code:of:)`` does, `confirmationNeeded`, and what a new password may be refused with.
    package func changePassword(
        to new: String, old: String?, code: String?, of session: Session, in language: String
    ) async throws(ServiceError) {
        let profile = try await database.reading { try AccountStore($0).profile(ofAccount: session.accountID) }
        guard let profile, let address = try? EmailAddress(profile.email) else { throw .account(.notSignedIn) }
        let chosen = try NewPassword.checked(new, for: address)
        if profile.hasPassword {
            try await requireOwner(password: old ?? "", code: code, of: session)
        } else {
            try await requireConfirmed(session)
        }
        let hash = try await hash(chosen)
        let now = clock.now()
        let ended = try await database.writing { connection in
            try trail.note(.passwordChanged, of: session.accountID, isTold: true, connection)
            return try replacePassword(hash, of: session.accountID, keeping: session, in: language, at: now, connection)
        }
        cache.end(ended)
    }

    /// Notes that somebody wants a new password for the account with an address, whether there is one or not.
    ///
    /// What follows of it happens after the answer, in ``answerResets()``, so that neither the answer nor its time tells
    /// who has an account. Throws `invalidEmail`, `noMail`, and `tooManyAttempts` for a client that asks often; that an
    /// address has had its mails for now is not told.
    package func requestReset(
        email: String, from device: PresentedDevice
    ) async throws(ServiceError) {
        guard let mail, mail.isAvailable else { throw .account(.noMail) }
        let now = clock.now()
        try addressLimits.countReset(from: device.address.map(ClientAddress.init), at: now)
        let address: EmailAddress
        do { address = try EmailAddress(email) } catch { throw .account(error) }
        guard addressLimits.allowsReset(of: address, at: now) else { return }
        let id = random.identifier()
        try await database.writing { connection in
            try AddressStore(connection).insertRequest(
                id, email: address.text, language: device.language,
                until: now.advanced(bySeconds: Self.resetSeconds))
        }
    }

    /// Mails a link to everybody who has an account and asked for a new password; says how many links there were.
    package func answerResets() async throws(ServiceError) -> Int {
        guard let mail, mail.isAvailable else { return 0 }
        let waiting = try await database.reading { try AddressStore($0).requests(limit: 50) }
        var sent = 0
        for request in waiting {
            let now = clock.now()
            var random = random
            let token = SessionToken(using: &random)
            let isSent = try await database.writing { connection in
                let (store, accounts) = (AddressStore(connection), AccountStore(connection))
                guard try store.deleteRequest(request.id),
                    let account = try accounts.credentials(of: EmailAddress(request.email)),
                    try !accounts.isDisabled(account.id)
                else { return false }
                try store.setReset(
                    token.digest, of: account.id, password: Self.version(ofPassword: account.password),
                    until: now.advanced(bySeconds: Self.resetSeconds))
                try LifeMail.reset(token: token.text, at: publicAddress).send(
                    to: request.email, in: request.language, by: mail, usefulFor: Self.resetSeconds, at: now,
                    connection)
                return true
            }
            if isSent { sent += 1 }
        }
        return sent
    }

    /// Replaces the password of the account that a link was made for; every session and device of it ends.
    ///
    /// Nobody is signed in by it, and what else the account asks for at its sign-in it goes on asking for. Where that is
    /// nothing, the mailbox alone opens the account, which then moves no money for ``recoverySeconds``. Throws
    /// `linkEnded` for a link that is unknown, used, replaced by a newer one, 20 minutes old, or made for a password that
    /// the account no longer has; and what a new password may be refused with, after which the link still works.
    package func resetPassword(
        to new: String, token text: String, in language: String
    ) async throws(ServiceError) {
        guard let token = SessionToken(text: text) else { throw .account(.linkEnded) }
        let now = clock.now()
        let email = try await database.reading { connection in
            try connection.first(
                """
                SELECT accounts.email FROM password_resets JOIN accounts ON accounts.id = password_resets.account_id
                WHERE password_resets.digest = ?1 AND password_resets.expires_at > ?2
                """, [.blob(token.digest), .integer(now.milliseconds)])?.text("email")
        }
        guard let address = email.flatMap({ try? EmailAddress($0) }) else { throw .account(.linkEnded) }
        let chosen = try NewPassword.checked(new, for: address)
        let hash = try await hash(chosen)
        let ended = try await database.writing { connection in
            let accounts = AccountStore(connection)
            guard let reset = try AddressStore(connection).useReset(token.digest, at: now),
                let stored = try accounts.credentials(of: address), stored.id == reset.account,
                ConstantTime.areEqual(Self.version(ofPassword: stored.password), reset.password),
                try !accounts.isDisabled(reset.account)
            else { throw ServiceError.account(.linkEnded) }
            try trail.note(.passwordReset, of: reset.account, isTold: true, connection)
            let rests = try noteRecovery(of: reset.account, at: now, connection)
            return try replacePassword(
                hash, of: reset.account, keeping: nil, rests: rests, in: language, at: now, connection)
        }
        cache.end(ended)
    }

    /// Replaces a password, takes the account back, and tells the owner what still opens it.
    ///
    /// - Parameter rests: Whether the mail says that the account moves no money for now.
    /// - Returns: The digests of the sessions that end.
    func replacePassword(
        _ hash: PasswordHash, of account: [UInt8], keeping session: Session?, rests: Bool = false, in language: String,
        at now: Timestamp, _ connection: any Connection
    ) throws -> [[UInt8]] {
        let accounts = AccountStore(connection)
        try accounts.setPassword(hash, ofAccount: account)
        let (ended, left) = try takeBack(account, ending: [.devices], keeping: session, connection)
        if let mail, mail.isAvailable, let email = try accounts.email(ofAccount: account) {
            try LifeMail.passwordChanged(left, rests: rests).send(
                to: email, in: language, by: mail, usefulFor: Self.newsSeconds, at: now, connection)
        }
        return ended
    }

    /// What a password is known by that a link was made for.
    private static func version(ofPassword stored: String) -> [UInt8] {
        Array(SHA256.hash(data: Array(stored.utf8)))
    }
}
