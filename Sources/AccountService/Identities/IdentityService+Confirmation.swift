import Accounts
import Basics
import HTTPKit
import OpenID
import ServiceKit
import Storage

extension IdentityService {
    /// Where the browser of somebody who is signed in is sent to show once more who they are.
    ///
    /// Throws `cannotConfirm`, `unknownIdentity` when the account has none of this provider, and for an account that asks
    /// for codes `codeNeeded`, `wrongCode` and `tooManyAttempts`.
    ///
    /// - Parameter code: A code of the second factor.
    func beginConfirmation(
        _ name: String, code: String?, of session: Session
    ) async throws(ServiceError) -> (address: String, secret: SignInSecret) {
        let provider = try connection(name).provider
        guard provider.traits.confirms else { throw .identity(.cannotConfirm) }
        let linked = try await database.reading { try IdentityStore($0).list(of: session.accountID) }
        guard linked.contains(where: { $0.issuer == provider.issuer.text }) else { throw .identity(.unknownIdentity) }
        try await accounts.requireCode(code, of: session)
        return try await begin(name, place: "me", for: session, confirms: true)
    }

    /// Notes that the owner of a session has shown who they are, at a provider that saw them just now.
    ///
    /// The session is that in which they set out: which one the browser has by now is not asked.
    func confirm(_ identity: Identity, session: [UInt8], of account: [UInt8]) async throws(ServiceError) {
        let now = clock.now()
        try Self.checking { () throws(OpenIDFault) in
            try identity.requireRecent(within: AccountService.confirmationSeconds, at: now)
        }
        try await database.writing { connection in
            let owner = try IdentityStore(connection).account(issuer: identity.issuer, subject: identity.subject)
            guard owner == account else { throw ServiceError.identity(.otherIdentity) }
            try AccountStore(connection).confirm(session: session, at: now)
        }
    }
}
