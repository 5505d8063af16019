import Accounts
import Basics

/// A signed-in person, as every use case knows them.
package struct Session: Sendable {
    /// The account's identifier, 16 bytes; it never leaves the server.
    package let accountID: [UInt8]
    /// The SHA-256 digest of the token, by which the session is found.
    package let tokenDigest: [UInt8]
    /// What this session's pseudonyms are made from; it is lost with the session.
    package let pseudonymKey: PseudonymKey
    /// When the person signed in.
    package let signedInAt: Timestamp
    /// The instant from which the token is worth nothing.
    package let expiresAt: Timestamp
    /// What the session was begun for with a second factor; nil for a session like everybody's.
    package let role: Role?

    /// A session of these parts.
    package init(
        accountID: [UInt8], tokenDigest: [UInt8], pseudonymKey: PseudonymKey, signedInAt: Timestamp,
        expiresAt: Timestamp, role: Role? = nil
    ) {
        self.accountID = accountID
        self.tokenDigest = tokenDigest
        self.pseudonymKey = pseudonymKey
        self.signedInAt = signedInAt
        self.expiresAt = expiresAt
        self.role = role
    }
}

/// Finds the session that a token stands for; throws `accounts.not_signed_in` when there is none.
package typealias SessionLookup = @Sendable (_ token: String) async throws(ServiceError) -> Session
