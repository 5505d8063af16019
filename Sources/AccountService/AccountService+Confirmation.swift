import Accounts
import HTTPKit
import ServiceKit
import Storage
import Time

extension AccountService {
    /// How long it counts that somebody showed who they are.
    package static let confirmationSeconds: Int64 = 5 * 60

    /// Shows once more who the owner of a session is, by password and, where the account asks for it, a code.
    ///
    /// Throws `wrongCredentials`, `codeNeeded`, `wrongCode`, or `tooManyAttempts` after some failures.
    package func confirm(password: String, code: String?, of session: Session) async throws(ServiceError) {
        try await requireOwner(password: password, code: code, of: session)
        let now = clock.now()
        try await database.writing { try AccountStore($0).confirm(session: session.tokenDigest, at: now) }
    }

    /// Lets only those go on who showed within the last minutes who they are; throws `confirmationNeeded`.
    package func requireConfirmed(_ session: Session) async throws(ServiceError) {
        let confirmed = try await database.reading {
            try AccountStore($0).confirmation(ofSession: session.tokenDigest)
        }
        guard let confirmed, clock.now().milliseconds(since: confirmed) < Self.confirmationSeconds * 1000 else {
            throw .account(.confirmationNeeded)
        }
    }

    /// Lets only those move money whose account may trade, and whose session has not lain idle since they showed who
    /// they are; throws `unproved`, `confirmationNeeded`.
    package func requireTrader(_ session: Session) async throws(ServiceError) {
        try await requireTrader(session.accountID, session: session.tokenDigest)
    }

    /// The same, of an account and the digest of its session's token.
    package func requireTrader(_ account: [UInt8], session digest: [UInt8]) async throws(ServiceError) {
        let (proof, confirmed) = try await database.reading { connection in
            let store = AccountStore(connection)
            return (try store.proof(ofAccount: account), try store.confirmation(ofSession: digest))
        }
        guard proof >= .trading else { throw .account(.unproved) }
        guard confirmed != nil else { throw .account(.confirmationNeeded) }
    }

    /// Lets only accounts go on that are proved at least so far; throws `unproved`.
    package func requireProof(_ least: AddressProof, of session: Session) async throws(ServiceError) {
        let proof = try await database.reading { try AccountStore($0).proof(ofAccount: session.accountID) }
        guard proof >= least else { throw .account(.unproved) }
    }
}
