import API
import Accounts
import Basics
import HTTPKit
import OpenID
import ServiceKit
import Storage

extension IdentityService {
    /// The identities of whoever asks.
    package func identities(of session: Session) async throws(ServiceError) -> [LinkedIdentity] {
        let found = try await database.reading { try IdentityStore($0).list(of: session.accountID) }
        let labels = Dictionary(providers.map { ($0.name, $0.label) }, uniquingKeysWith: { first, _ in first })
        let confirming = Set(providers.filter(\.traits.confirms).map(\.name))
        return found.map { identity in
            LinkedIdentity(
                id: Self.identifier(identity), provider: identity.provider,
                label: labels[identity.provider] ?? identity.provider, email: identity.email,
                linkedOn: Timestamp(day: identity.linkedDay), confirms: confirming.contains(identity.provider))
        }
    }

    /// Where the browser of somebody who is signed in is sent to link an identity.
    ///
    /// Throws `confirmationNeeded`, and `unproved` for an account whose address nobody has proved: an identity is no way
    /// around that.
    func beginLinking(
        _ name: String, of session: Session
    ) async throws(ServiceError) -> (address: String, secret: SignInSecret) {
        try await accounts.requireConfirmed(session)
        try await accounts.requireProof(.mailbox, of: session)
        return try await begin(name, place: "me", for: session)
    }

    /// Links the identity that came back in this browser with the account of whoever asks.
    ///
    /// Throws `arrivalEnded` also when somebody else began it, and `taken` when the identity is another account's.
    func connect(_ secret: SignInSecret, language: String, of session: Session) async throws(ServiceError) {
        let (arrival, way) = try await arrival(secret)
        guard way == .connect(account: session.accountID) else { throw .identity(.arrivalEnded) }
        let (now, mail, label) = (clock.now(), accounts.mail, label(of: arrival))
        let token = accounts.random.identifier()
        try await database.writing { connection in
            let store = IdentityStore(connection)
            guard try store.takeArrival(secret.digest) else { throw ServiceError.identity(.arrivalEnded) }
            guard try store.list(of: session.accountID).count < Self.most,
                try store.link(arrival, to: session.accountID, token: token, day: now.day)
            else { throw ServiceError.identity(.taken) }
            try accounts.trail.note(.identityLinked, of: session.accountID, label: label, isTold: true, connection)
            if let mail, mail.isAvailable, let email = try AccountStore(connection).email(ofAccount: session.accountID)
            {
                let words = IdentityMail.linked(provider: label, in: language)
                try mail.add(
                    to: email, subject: words.subject, text: words.text, usefulFor: 7 * 86_400, at: now,
                    in: connection)
            }
        }
    }

    /// Takes an identity away from the account of whoever asks.
    ///
    /// Throws `confirmationNeeded`, `unknownIdentity`, and `lastWay` when nothing else opens the account.
    package func unlink(_ id: String, of session: Session) async throws(ServiceError) {
        try await accounts.requireConfirmed(session)
        try await database.writing { connection in
            let store = IdentityStore(connection)
            let all = try store.list(of: session.accountID)
            guard let identity = all.first(where: { Self.identifier($0) == id }) else {
                throw ServiceError.identity(.unknownIdentity)
            }
            guard try AccountStore(connection).waysIn(of: session.accountID) > 1 else {
                throw ServiceError.identity(.lastWay)
            }
            try store.unlink(identity, of: session.accountID)
            try accounts.trail.note(.identityUnlinked, of: session.accountID, label: identity.provider, connection)
        }
    }
}

/// An identity elsewhere, as its owner sees it.
package struct LinkedIdentity: Hashable, Sendable {
    /// What names it.
    package let id: String
    /// The provider's name in addresses.
    package let provider: String
    /// What people call the provider.
    package let label: String
    /// The address that the provider told last.
    package let email: String?
    /// The beginning of the day on which it was linked.
    package let linkedOn: Timestamp
    /// Whether its provider can be asked to let its owner show once more who they are.
    package let confirms: Bool
}
