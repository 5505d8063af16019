import API
import Accounts
import Basics
import HTTPKit
import ServiceKit
import Storage

extension AccountService {
    /// For how long a change of address can be taken back.
    package static let undoSeconds: Int64 = 7 * 86_400

    /// Begins to give an account another address: a code goes to it, and to the one of now a link that takes it back.
    ///
    /// Nothing changes until the code has come. Somebody else's address is answered like any other. Throws
    /// `confirmationNeeded`, `invalidEmail`, `noMail`, and `tooManyAttempts` after some mails.
    ///
    /// - Returns: The challenge that the code is shown with.
    package func beginAddressChange(
        to email: String, of session: Session, in language: String
    ) async throws(ServiceError) -> String {
        try await requireConfirmed(session)
        guard let mail, mail.isAvailable else { throw .account(.noMail) }
        let address: EmailAddress
        do { address = try EmailAddress(email) } catch { throw .account(error) }
        let now = clock.now()
        let profile = try await database.reading { try AccountStore($0).profile(ofAccount: session.accountID) }
        guard let profile, let former = try? EmailAddress(profile.email) else { throw .account(.notSignedIn) }
        guard former != address else { throw .account(.invalidEmail) }
        try addressLimits.countChange(of: session.accountID, to: address, at: now)
        var challenge = newChallenge(for: .change, to: address, at: now)
        challenge.account = session.accountID
        let waiting = challenge
        var random = random
        let undo = SessionToken(using: &random)
        try await database.writing { connection in
            let store = AddressStore(connection)
            try store.deleteChallenges(of: session.accountID, for: .change)
            try store.deleteChanges(of: session.accountID, from: former.text)
            try send(waiting, in: language, by: mail, at: now, connection)
            try store.insertChange(
                undo.digest, of: session.accountID, former: former.text, proof: profile.proof,
                until: now.quarter.advanced(bySeconds: Self.undoSeconds))
            try LifeMail.addressChange(token: undo.text, at: publicAddress).send(
                to: former.text, in: language, by: mail, usefulFor: Self.undoSeconds, at: now, connection)
        }
        return challenge.token
    }

    /// Gives the account of whoever is signed in the address that the code went to.
    ///
    /// Links that went to the former address and reset the password end. Throws `wrongCode`, and `challengeEnded`.
    package func confirmAddressChange(
        challenge text: String, code typed: String, of session: Session
    ) async throws(ServiceError) {
        let (token, now) = (SessionToken(text: text), clock.now())
        let outcome: CodeOutcome<Void> = try await database.writing { connection in
            switch try use(typed, of: token, for: .change, account: session.accountID, at: now, connection) {
            case .ended: return .ended
            case .wrong: return .wrong
            case .right(let challenge):
                let (addresses, address) = (AddressStore(connection), try EmailAddress(challenge.email))
                guard try !addresses.isTaken(address, at: now) else { return .ended }
                try AccountStore(connection).setEmail(address, proof: .mailbox, ofAccount: session.accountID)
                try addresses.deleteReset(of: session.accountID)
                try addresses.deleteChallenges(of: session.accountID)
                // The former address was told of it when the change began.
                try trail.note(.emailChanged, of: session.accountID, isTold: true, connection)
                return .right(())
            }
        }
        try outcome.get()
    }

    /// Takes a change of address back, before it was confirmed or after, and ends every session and device.
    ///
    /// A mail says what still opens the account. Throws `linkEnded` for a link that is unknown, used or seven days old.
    package func undoAddressChange(token text: String, in language: String) async throws(ServiceError) {
        guard let token = SessionToken(text: text) else { throw .account(.linkEnded) }
        let now = clock.now()
        let ended = try await database.writing { connection in
            let addresses = AddressStore(connection)
            guard let change = try addresses.useChange(token.digest, at: now) else {
                throw ServiceError.account(.linkEnded)
            }
            let accounts = AccountStore(connection)
            if try accounts.email(ofAccount: change.account) != change.former {
                try accounts.setEmail(EmailAddress(change.former), proof: change.proof, ofAccount: change.account)
            }
            try addresses.deleteAll(of: change.account)
            let (ended, left) = try takeBack(change.account, ending: [.devices], connection)
            try trail.note(.emailRestored, of: change.account, connection)
            if let mail, mail.isAvailable {
                try LifeMail.addressRestored(left).send(
                    to: change.former, in: language, by: mail, usefulFor: Self.newsSeconds, at: now, connection)
            }
            return ended
        }
        cache.end(ended)
    }

    /// Sets what the owner of an account wants to be called; nil takes the name away.
    ///
    /// Throws `invalidName` for a text that is blank or long, or has characters in it that are not shown.
    package func setDisplayName(_ name: String?, of session: Session) async throws(ServiceError) {
        let label = name.flatMap(AccountLabel.read)
        guard name == nil || label != nil else { throw .account(.invalidName) }
        try await database.writing { try AccountStore($0).setDisplayName(label, ofAccount: session.accountID) }
    }
}
