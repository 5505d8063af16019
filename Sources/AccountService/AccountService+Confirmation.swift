import Accounts
import Basics
import HTTPKit
import ServiceKit
import Storage

extension AccountService {
    /// How long it counts that somebody showed who they are.
    package static let confirmationSeconds: Int64 = 5 * 60
    /// For how long an account moves no money that was entered by its mailbox alone: three days, in which its owner reads
    /// the mail about it.
    package static let recoverySeconds: Int64 = 3 * 86_400

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
    /// they are; throws `unproved`, `recentlyRecovered`, `confirmationNeeded`.
    package func requireTrader(_ session: Session) async throws(ServiceError) {
        try await requireTrader(session.accountID, session: session.tokenDigest)
    }

    /// The same, of an account and the digest of its session's token.
    package func requireTrader(_ account: [UInt8], session digest: [UInt8]) async throws(ServiceError) {
        let now = clock.now()
        let (proof, rests, confirmed) = try await database.reading { connection in
            let store = AccountStore(connection)
            return (
                try store.proof(ofAccount: account), try Self.rests(account, at: now, connection),
                try store.confirmation(ofSession: digest)
            )
        }
        guard proof >= .trading else { throw .account(.unproved) }
        guard !rests else { throw .account(.recentlyRecovered) }
        guard confirmed != nil else { throw .account(.confirmationNeeded) }
    }

    /// Lets only accounts go on that are proved at least so far; throws `unproved`.
    package func requireProof(_ least: AddressProof, of session: Session) async throws(ServiceError) {
        let proof = try await database.reading { try AccountStore($0).proof(ofAccount: session.accountID) }
        guard proof >= least else { throw .account(.unproved) }
    }

    /// Lets only accounts go on that were not entered by their mailbox alone a short time ago; throws `recentlyRecovered`.
    package func requireUnrecovered(_ session: Session) async throws(ServiceError) {
        let now = clock.now()
        let rests = try await database.reading { try Self.rests(session.accountID, at: now, $0) }
        guard !rests else { throw .account(.recentlyRecovered) }
    }

    /// Whether an account was entered by its mailbox alone a short time ago.
    static func rests(_ account: [UInt8], at now: Timestamp, _ connection: any Connection) throws -> Bool {
        guard let recovered = try AccountStore(connection).recovery(ofAccount: account) else { return false }
        return now < recovered.advanced(bySeconds: recoverySeconds)
    }

    /// Lets no account with a role get a first factor or a passkey, with which the role can be used, while it was entered by
    /// its mailbox alone a short time ago; throws `recentlyRecovered`.
    static func requireNoRoleByMailbox(_ account: [UInt8], at now: Timestamp, _ connection: any Connection) throws {
        guard try rests(account, at: now, connection), try RoleStore(connection).hasAny(account) else { return }
        throw ServiceError.account(.recentlyRecovered)
    }

    /// Notes that an account was entered by its mailbox alone, unless its sign-in asks for a second factor.
    ///
    /// - Returns: Whether the account moves no money from now on.
    @discardableResult
    func noteRecovery(of account: [UInt8], at now: Timestamp, _ connection: any Connection) throws -> Bool {
        guard try !SignInStore(connection).rules(of: account).needsCode else { return false }
        try AccountStore(connection).setRecovery(now, ofAccount: account)
        return true
    }
}
