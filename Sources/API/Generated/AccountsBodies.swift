// Written by `make api` from the table in API/; edit that, not this.
import Basics

/// How far it is proved that an account's address belongs to its owner.
package enum AccountProof: String, CaseIterable, Codable, Sendable {
    /// Nobody has shown it.
    case none
    /// An operator vouches for the account, or it is from before addresses were proved; it may trade.
    case trading
    /// The owner has read what was sent to the address.
    case mailbox

    /// The shape in JSON.
    package static let schema: Schema = .oneOf(["none", "trading", "mailbox"])
}

/// What an account can be entrusted with.
package enum AccountRole: String, CaseIterable, Codable, Sendable {
    /// The console of the health authority.
    case health
    /// The console of the market.
    case market
    /// The console of merchants.
    case merchant
    /// The console of those who run a venue.
    case `operator`

    /// The shape in JSON.
    package static let schema: Schema = .oneOf(["health", "market", "merchant", "operator"])
}

/// What somebody types to sign up or in.
package struct CredentialsBody: APIBody {
    /// The e-mail address; case does not matter.
    package var email: String
    /// The password, 8 to 256 bytes of UTF-8.
    package var password: String
    /// A code of the second factor, or a recovery code, for an account that asks for one.
    package var code: String?
    /// A passkey of the account in place of a code, for an account that asks for one.
    package var passkey: PasskeyAssertionBody?
    /// What the device shows to be recognized, for an account that approves its devices; browsers have a cookie.
    package var device: String?
    /// What you will recognize the device by.
    package var deviceLabel: String?

    /// What somebody types to sign up or in.
    package init(
        email: String, password: String, code: String? = nil, passkey: PasskeyAssertionBody? = nil,
        device: String? = nil, deviceLabel: String? = nil
    ) {
        self.email = email
        self.password = password
        self.code = code
        self.passkey = passkey
        self.device = device
        self.deviceLabel = deviceLabel
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "Credentials",
        [
            .required("email", .text(1000)),
            .required("password", .text(1000)),
            .optional("code", .text(100)),
            .optional("passkey", PasskeyAssertionBody.schema),
            .optional("device", .text(4096)),
            .optional("deviceLabel", .text(1000)),
        ])
}

/// A session that has just begun.
package struct SessionBody: APIBody {
    /// The opaque token for `Authorization: Bearer`; browsers have it as a cookie.
    package var token: String
    /// When the session ends by itself.
    package var expiresAt: Timestamp
    /// The e-mail address of the account.
    package var email: String
    /// What this device is to show at sign-in from now on, when it was approved just now and has nothing of its own;
    /// browsers have it as a cookie.
    package var device: String?

    /// A session that has just begun.
    package init(token: String, expiresAt: Timestamp, email: String, device: String? = nil) {
        self.token = token
        self.expiresAt = expiresAt
        self.email = email
        self.device = device
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "Session",
        [
            .required("token", .text(100)),
            .required("expiresAt", .dateTime),
            .required("email", .text(254)),
            .optional("device", .text(100)),
        ])
}

/// The account that is signed in.
package struct AccountBody: APIBody {
    /// The e-mail address.
    package var email: String
    /// When this session began.
    package var signedInAt: Timestamp
    /// When this session ends by itself.
    package var expiresAt: Timestamp
    /// How far the address is proved.
    package var proof: AccountProof
    /// What the owner wants to be called.
    package var displayName: String?
    /// Whether the account can be entered with a password.
    package var hasPassword: Bool
    /// What this session was begun for with a second factor.
    package var role: AccountRole?

    /// The account that is signed in.
    package init(
        email: String, signedInAt: Timestamp, expiresAt: Timestamp, proof: AccountProof, displayName: String? = nil,
        hasPassword: Bool, role: AccountRole? = nil
    ) {
        self.email = email
        self.signedInAt = signedInAt
        self.expiresAt = expiresAt
        self.proof = proof
        self.displayName = displayName
        self.hasPassword = hasPassword
        self.role = role
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "Account",
        [
            .required("email", .text(254)),
            .required("signedInAt", .dateTime),
            .required("expiresAt", .dateTime),
            .required("proof", AccountProof.schema),
            .optional("displayName", .text(60)),
            .required("hasPassword", .boolean),
            .optional("role", AccountRole.schema),
        ])
}

/// What somebody types to sign in to a role.
package struct RoleCredentialsBody: APIBody {
    /// The e-mail address; case does not matter.
    package var email: String
    /// The password, 8 to 256 bytes of UTF-8.
    package var password: String
    /// The six digits that the authenticator app shows; they work once.
    package var code: String

    /// What somebody types to sign in to a role.
    package init(email: String, password: String, code: String) {
        self.email = email
        self.password = password
        self.code = code
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "RoleCredentials",
        [
            .required("email", .text(1000)),
            .required("password", .text(1000)),
            .required("code", .text(100)),
        ])
}
