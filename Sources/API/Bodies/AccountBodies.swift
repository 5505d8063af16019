import Time

/// What somebody types to sign up or in.
public struct CredentialsBody: APIBody {
    /// The e-mail address.
    public var email: String
    /// The password, 8 to 256 bytes of UTF-8.
    public var password: String
    /// A code of the second factor, or a recovery code, for an account that asks for one.
    public var code: String?
    /// What the device shows to be recognized, for an account that approves its devices; browsers have a cookie.
    public var device: String?
    /// What the account's owner will recognize the device by.
    public var deviceLabel: String?

    /// An e-mail address and a password, with what some accounts ask for beyond these.
    public init(
        email: String, password: String, code: String? = nil, device: String? = nil, deviceLabel: String? = nil
    ) {
        self.email = email
        self.password = password
        self.code = code
        self.device = device
        self.deviceLabel = deviceLabel
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "Credentials", "What somebody types to sign up or in.",
        [
            .required("email", .text(1000), "The e-mail address; case does not matter."),
            .required("password", .text(1000), "The password, 8 to 256 bytes of UTF-8."),
            .optional(
                "code", .text(100), "A code of the second factor, or a recovery code, for an account that asks for one."
            ),
            .optional(
                "device", .text(4096),
                "What the device shows to be recognized, for an account that approves its devices; browsers have a "
                    + "cookie."),
            .optional("deviceLabel", .text(1000), "What you will recognize the device by."),
        ])
    /// An example with every optional property present.
    public static let example = CredentialsBody(
        email: "ana@example.org", password: "correct horse battery", code: "287082",
        device: "w3bYcVYd9k0pT5sQ8vX3fJ5hLdWgRaEuYiOtA2mN1b9", deviceLabel: "Telephone")
}

/// What somebody types to sign in to a role.
public struct RoleCredentialsBody: APIBody {
    /// The e-mail address.
    public var email: String
    /// The password, 8 to 256 bytes of UTF-8.
    public var password: String
    /// The six digits that the authenticator app shows.
    public var code: String

    /// An e-mail address, a password and a code of the second factor.
    public init(email: String, password: String, code: String) {
        self.email = email
        self.password = password
        self.code = code
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "RoleCredentials", "What somebody types to sign in to a role.",
        [
            .required("email", .text(1000), "The e-mail address; case does not matter."),
            .required("password", .text(1000), "The password, 8 to 256 bytes of UTF-8."),
            .required("code", .text(100), "The six digits that the authenticator app shows; they work once."),
        ])
    /// An example with every optional property present.
    public static let example = RoleCredentialsBody(
        email: "eva@salud.example", password: "correct horse battery", code: "287082")
}

/// A session that has just begun.
public struct SessionBody: APIBody {
    /// The opaque token, for `Authorization: Bearer`.
    public var token: String
    /// When the session ends by itself.
    public var expiresAt: Timestamp
    /// The e-mail address of the account.
    public var email: String

    /// What this device is to show at sign-in from now on, when it was approved just now and has nothing of its own.
    public var device: String?

    /// A session that has just begun.
    public init(token: String, expiresAt: Timestamp, email: String, device: String? = nil) {
        self.token = token
        self.expiresAt = expiresAt
        self.email = email
        self.device = device
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "Session", "A session that has just begun.",
        [
            .required(
                "token", .text(100), "The opaque token for `Authorization: Bearer`; browsers have it as a cookie."),
            .required("expiresAt", .dateTime, "When the session ends by itself."),
            .required("email", .text(254), "The e-mail address of the account."),
            .optional(
                "device", .text(100),
                "What this device is to show at sign-in from now on, when it was approved just now and has nothing of "
                    + "its own; browsers have it as a cookie."),
        ])
    /// An example with every optional property present.
    public static let example = SessionBody(
        token: "zKq0m6yPZ7p2mN1b9cT4sQ8vX3fJ5hLdWgRaEuYiOtA", expiresAt: Example.later, email: "ana@example.org",
        device: "w3bYcVYd9k0pT5sQ8vX3fJ5hLdWgRaEuYiOtA2mN1b9")
}

/// The account that is signed in.
public struct AccountBody: APIBody {
    /// The e-mail address.
    public var email: String
    /// When this session began.
    public var signedInAt: Timestamp
    /// When this session ends by itself.
    public var expiresAt: Timestamp
    /// What this session was begun for with a second factor; nil for a session like everybody's.
    public var role: String?

    /// The account that is signed in.
    public init(email: String, signedInAt: Timestamp, expiresAt: Timestamp, role: String? = nil) {
        self.email = email
        self.signedInAt = signedInAt
        self.expiresAt = expiresAt
        self.role = role
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "Account", "The account that is signed in.",
        [
            .required("email", .text(254), "The e-mail address."),
            .required("signedInAt", .dateTime, "When this session began."),
            .required("expiresAt", .dateTime, "When this session ends by itself."),
            .optional(
                "role", .oneOf(Route.Role.allCases.map(\.rawValue)),
                "What this session was begun for with a second factor."),
        ])
    /// An example with every optional property present.
    public static let example = AccountBody(
        email: "ana@example.org", signedInAt: Example.now, expiresAt: Example.later, role: "health")
}

/// Values that the examples share.
enum Example {
    static let now = Timestamp(milliseconds: 1_795_253_400_250)
    static let today = Timestamp(milliseconds: 1_795_219_200_000)
    static let later = Timestamp(milliseconds: 1_797_845_400_250)
    static let venue = "6f1d8a52-3c0b-4e57-9a41-c0ffee5a1e01"
    static let offerText = ["en": "A coffee with every shirt", "es": "Un café con cada camisa"]
}
