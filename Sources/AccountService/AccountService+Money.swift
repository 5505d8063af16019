import API
import Accounts
import Basics
import HTTPKit
import ServiceKit
import Storage

// What is asked for before money leaves: it does not come back, and a session may have been left open.
extension AccountService {
    /// What the owner of a session is asked for before money leaves.
    ///
    /// - Parameter passkeysWork: Whether the server can ask for passkeys at all; an account is not asked for one
    ///   otherwise.
    package func moneyProof(of session: Session, passkeysWork: Bool) async throws(ServiceError) -> MarketMoneyProof {
        let now = clock.now()
        return try await database.reading { connection in
            if let shown = try AccountStore(connection).passkeyShown(inSession: session.tokenDigest),
                now.milliseconds(since: shown) < Self.confirmationSeconds * 1000
            {
                return .shown
            }
            if try SignInStore(connection).rules(of: session.accountID).needsCode { return .code }
            return try passkeysWork && !PasskeyStore(connection).list(of: session.accountID).isEmpty ? .passkey : .none
        }
    }

    /// Lets money leave only after a passkey that was just shown, or with a code where the account asks for codes.
    ///
    /// An account with neither passkeys nor a second factor is asked for nothing more than its session.
    /// Throws `codeNeeded`, `wrongCode`, `passkeyNeeded`, and `tooManyAttempts` after some failures.
    package func requireMoneyProof(
        _ code: String?, of session: Session, passkeysWork: Bool
    ) async throws(ServiceError) {
        switch try await moneyProof(of: session, passkeysWork: passkeysWork) {
        case .none, .shown: return
        case .passkey: throw .account(.passkeyNeeded)
        case .code:
            guard let code else { throw .account(.codeNeeded) }
            try await useCode(code, of: session)
        }
    }
}
