import Time

/// An API key to be made.
public struct APIKeyDraftBody: APIBody {
    /// What you call it.
    public var label: String
    /// What it may be used for: see balances and orders, trade, move money out.
    public var scopes: [String]
    /// The instant from which it is worth nothing; never when it is missing.
    public var expiresAt: Timestamp?
    /// From where it may be used: addresses or ranges such as 192.0.2.0/24; anywhere when missing.
    public var addresses: [String]?
    /// The password.
    public var password: String
    /// A code of the second factor, when the account asks for one.
    public var code: String?

    /// An API key to be made.
    public init(
        label: String, scopes: [String], expiresAt: Timestamp? = nil, addresses: [String]? = nil, password: String,
        code: String? = nil
    ) {
        self.label = label
        self.scopes = scopes
        self.expiresAt = expiresAt
        self.addresses = addresses
        self.password = password
        self.code = code
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "APIKeyDraft", "An API key to be made.",
        [
            .required("label", .text(60), "What you call it."),
            .required(
                "scopes", .array(of: .oneOf(["read", "trade", "withdraw"]), count: 1...3),
                "What it may be used for: see balances and orders, trade, move money out."),
            .optional("expiresAt", .dateTime, "The instant from which it is worth nothing; never when it is missing."),
            .optional(
                "addresses", .list(of: .text(50), atMost: 20),
                "From where it may be used: addresses or ranges such as 192.0.2.0/24; anywhere when missing."),
            .required("password", .text(1000), "The password."),
            .optional("code", .text(100), "A code of the second factor, when the account asks for one."),
        ])
    /// An example with every optional property present.
    public static let example = APIKeyDraftBody(
        label: "Trading programme", scopes: ["read", "trade"], expiresAt: Example.later, addresses: ["192.0.2.0/24"],
        password: "correct horse battery", code: "287082")
}

/// An API key that was just made.
public struct NewAPIKeyBody: APIBody {
    /// What names the key, in each request.
    public var `public`: String
    /// What signs; it is told this once.
    public var secret: String

    /// An API key that was just made.
    public init(`public`: String, secret: String) {
        self.public = `public`
        self.secret = secret
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "NewAPIKey", "An API key that was just made.",
        [
            .required("public", .text(100), "What names the key, in each request."),
            .required("secret", .text(100), "What signs; it is told this once."),
        ])
    /// An example with every optional property present.
    public static let example = NewAPIKeyBody(
        public: "MFRGGZDFMZTWQ2LKNNWG23TPOBYXE43U", secret: "w3bYcVYd9k0pT5sQ8vX3fJ5hLdWgRaEuYiOtA2mN1b9")
}

/// The API keys of an account.
public struct APIKeysBody: APIBody {
    /// Those of the last day come first.
    public var keys: [APIKeyBody]

    /// The API keys of an account.
    public init(keys: [APIKeyBody]) {
        self.keys = keys
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "APIKeys", "The API keys of an account.",
        [
            .required("keys", .list(of: APIKeyBody.schema), "Those of the last day come first.")
        ])
    /// An example with every optional property present.
    public static let example = APIKeysBody(keys: [.example])
}

/// An API key without its secret.
public struct APIKeyBody: APIBody {
    /// What names the key.
    public var `public`: String
    /// What you call it.
    public var label: String
    /// What it may be used for.
    public var scopes: [String]
    /// The beginning of the day on which it was made.
    public var madeOn: Timestamp
    /// The instant from which it is worth nothing; never when it is missing.
    public var expiresAt: Timestamp?
    /// From where it may be used; anywhere when it is empty.
    public var addresses: [String]

    /// An API key without its secret.
    public init(
        `public`: String, label: String, scopes: [String], madeOn: Timestamp, expiresAt: Timestamp? = nil,
        addresses: [String]
    ) {
        self.public = `public`
        self.label = label
        self.scopes = scopes
        self.madeOn = madeOn
        self.expiresAt = expiresAt
        self.addresses = addresses
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "APIKey", "An API key without its secret.",
        [
            .required("public", .text(100), "What names the key."),
            .required("label", .text(60), "What you call it."),
            .required(
                "scopes", .array(of: .oneOf(["read", "trade", "withdraw"]), count: 1...3), "What it may be used for."),
            .required("madeOn", .dateTime, "The beginning of the day on which it was made."),
            .optional("expiresAt", .dateTime, "The instant from which it is worth nothing; never when it is missing."),
            .required(
                "addresses", .list(of: .text(50), atMost: 20), "From where it may be used; anywhere when it is empty."),
        ])
    /// An example with every optional property present.
    public static let example = APIKeyBody(
        public: "MFRGGZDFMZTWQ2LKNNWG23TPOBYXE43U", label: "Trading programme", scopes: ["read", "trade"],
        madeOn: Example.today, expiresAt: Example.later, addresses: ["192.0.2.0/24"])
}
