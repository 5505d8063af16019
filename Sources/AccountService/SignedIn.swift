import Accounts
import Basics
import HTTPKit

/// What sign-up and sign-in answer.
package struct SignedIn: Sendable {
    /// The text that the client shows with each request; only its digest is kept.
    package let token: String
    /// The new session.
    package let session: Session
    /// The account's address, in its normal form.
    package let email: String
    /// What the device is to show from now on, when it was approved just now and has nothing of its own; told this once.
    package var deviceToken: String?
    /// What the browser is to show at its next sign-in to be known; nil when it shows one that is good.
    var ticket: KnownDeviceTicket?

    /// An answer of these parts.
    package init(token: String, session: Session, email: String) {
        self.token = token
        self.session = session
        self.email = email
    }
}

/// What a signed-in person may see of their account.
package struct AccountDetails: Hashable, Sendable {
    /// The account.
    package let profile: AccountProfile
    /// When this session began.
    package let signedInAt: Timestamp
    /// When this session ends by itself.
    package let expiresAt: Timestamp
    /// What this session was begun for; nil for a session like everybody's.
    package let role: Role?

    /// Details of these parts.
    package init(profile: AccountProfile, signedInAt: Timestamp, expiresAt: Timestamp, role: Role? = nil) {
        self.profile = profile
        self.signedInAt = signedInAt
        self.expiresAt = expiresAt
        self.role = role
    }
}

/// What the owner of an account may see of it.
package struct AccountProfile: Hashable, Sendable {
    /// The address, in its normal form.
    package let email: String
    /// How far the address is proved.
    package let proof: AddressProof
    /// What the owner wants to be called; nil when that was not said.
    package let displayName: String?
    /// Whether the account can be entered with a password.
    package let hasPassword: Bool
}
