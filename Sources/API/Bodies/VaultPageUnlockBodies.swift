/// Where somebody is, as the browser or the person says.
public struct VaultPageFixBody: APIBody {
    /// Degrees north.
    public var latitude: Double
    /// Degrees east.
    public var longitude: Double
    /// The radius within which the true position is, metres; 0 for one that was said by hand.
    public var accuracy: Double

    /// Where somebody is.
    public init(latitude: Double, longitude: Double, accuracy: Double) {
        self.latitude = latitude
        self.longitude = longitude
        self.accuracy = accuracy
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "VaultPageFix", "Where somebody is, as the browser or the person says.",
        [
            .required("latitude", .number, "Degrees north, -90 to 90."),
            .required("longitude", .number, "Degrees east, -180 to 180."),
            .required("accuracy", .number, "The radius within which the true position is, metres."),
        ])
    /// An example with every optional property present.
    public static let example = VaultPageFixBody(latitude: 40.3321, longitude: -3.7687, accuracy: 8)
}

/// What a drawing of a place is asked for.
public struct VaultPagePlaceQueryBody: APIBody {
    /// Where; nil to ask this machine's own source.
    public var fix: VaultPageFixBody?
    /// Whose vault's cell is drawn; nil for a vault that is not made yet.
    public var user: String?
    /// The side of the cell of a vault that is not made yet, metres.
    public var cell: Int?

    /// What a drawing of a place is asked for.
    public init(fix: VaultPageFixBody? = nil, user: String? = nil, cell: Int? = nil) {
        self.fix = fix
        self.user = user
        self.cell = cell
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "VaultPagePlaceQuery", "What a drawing of a place is asked for.",
        [
            .optional("fix", VaultPageFixBody.schema, "Where; missing to ask this machine's own source."),
            .optional("user", .vaultPageName, "Whose vault's cell is drawn; missing for one that is not made yet."),
            .optional("cell", .integer(5...1000), "The side of the cell of a vault that is not made yet, metres."),
        ])
    /// An example with every optional property present.
    public static let example = VaultPagePlaceQueryBody(fix: .example, user: "Ana", cell: 50)
}

/// A position with what is needed to draw it: nothing of it is asked from anybody else.
public struct VaultPagePlaceBody: APIBody {
    /// Where.
    public var fix: VaultPageFixBody
    /// The side of the cell, metres.
    public var cell: Int
    /// The worst accuracy that the cell takes, metres.
    public var limit: Double
    /// Whether the position is accurate enough.
    public var isFineEnough: Bool
    /// The corners of the cell, `[latitude, longitude]` in degrees, in order around it.
    public var outline: [[Double]]

    /// A position with what is needed to draw it.
    public init(fix: VaultPageFixBody, cell: Int, limit: Double, isFineEnough: Bool, outline: [[Double]]) {
        self.fix = fix
        self.cell = cell
        self.limit = limit
        self.isFineEnough = isFineEnough
        self.outline = outline
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "VaultPagePlace", "A position with what is needed to draw it.",
        [
            .required("fix", VaultPageFixBody.schema, "Where."),
            .required("cell", .integer(5...1000), "The side of the cell, metres."),
            .required("limit", .number, "The worst accuracy that the cell takes, metres."),
            .required("isFineEnough", .boolean, "Whether the position is accurate enough."),
            .required(
                "outline", .list(of: .list(of: .number, atMost: 2), atMost: 16),
                "The corners of the cell, `[latitude, longitude]` in degrees, in order around it."),
        ])
    /// An example with every optional property present.
    public static let example = VaultPagePlaceBody(
        fix: .example, cell: 50, limit: 25, isFineEnough: true,
        outline: [[40.3319, -3.769], [40.3319, -3.7684], [40.3323, -3.7684], [40.3323, -3.769]])
}

/// What somebody opens a vault with: every factor that is at hand.
public struct VaultPageUnlockBody: APIBody {
    /// Whose vault.
    public var user: String
    /// The password.
    public var password: String?
    /// The recovery code; case, spaces and hyphens do not matter.
    public var recovery: String?
    /// Whether the position counts.
    public var usesPlace: Bool
    /// Where, when the browser or the person says it; nil to ask this machine's own source.
    public var fix: VaultPageFixBody?
    /// Whether a Tang server may be asked.
    public var usesNetwork: Bool
    /// Whether a vault that is older than the last one seen here is taken nevertheless; it takes the recovery code.
    public var acceptsOlder: Bool

    /// What somebody opens a vault with.
    public init(
        user: String, password: String? = nil, recovery: String? = nil, usesPlace: Bool = false,
        fix: VaultPageFixBody? = nil, usesNetwork: Bool = false, acceptsOlder: Bool = false
    ) {
        self.user = user
        self.password = password
        self.recovery = recovery
        self.usesPlace = usesPlace
        self.fix = fix
        self.usesNetwork = usesNetwork
        self.acceptsOlder = acceptsOlder
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "VaultPageUnlock", "What somebody opens a vault with: every factor that is at hand.",
        [
            .required("user", .text(1000), "Whose vault."),
            .optional("password", .text(1000), "The password."),
            .optional("recovery", .text(100), "The recovery code; case, spaces and hyphens do not matter."),
            .required("usesPlace", .boolean, "Whether the position counts."),
            .optional("fix", VaultPageFixBody.schema, "Where; missing to ask this machine's own source."),
            .required("usesNetwork", .boolean, "Whether a Tang server may be asked."),
            .required(
                "acceptsOlder", .boolean,
                "Whether an older copy of the vault is taken nevertheless; it takes the recovery code."),
        ])
    /// An example with every optional property present.
    public static let example = VaultPageUnlockBody(
        user: "Ana", password: "correct horse", recovery: "0000-0000-0000-0000-0000-0000-0000-0000", usesPlace: true,
        fix: .example)
}

/// A vault that is to be made.
public struct VaultPageNewVaultBody: APIBody {
    /// The user's name.
    public var user: String
    /// The password; nil for a vault that only the place and the recovery code open.
    public var password: String?
    /// Whether the vault opens at a place.
    public var usesPlace: Bool
    /// Where, when the browser or the person says it; nil to ask this machine's own source.
    public var fix: VaultPageFixBody?
    /// The side of the cell, metres.
    public var cell: Int
    /// The cipher of the records.
    public var cipher: String
    /// Whether a weak cipher is meant.
    public var allowsWeak: Bool
    /// The language of the first categories, such as `es`.
    public var language: String

    /// A vault that is to be made.
    public init(
        user: String, password: String? = nil, usesPlace: Bool, fix: VaultPageFixBody? = nil, cell: Int, cipher: String,
        allowsWeak: Bool = false, language: String
    ) {
        self.user = user
        self.password = password
        self.usesPlace = usesPlace
        self.fix = fix
        self.cell = cell
        self.cipher = cipher
        self.allowsWeak = allowsWeak
        self.language = language
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "VaultPageNewVault", "A vault that is to be made.",
        [
            .required("user", .text(1000), "The user's name."),
            .optional("password", .text(1000), "The password; missing for place and recovery code alone."),
            .required("usesPlace", .boolean, "Whether the vault opens at a place."),
            .optional("fix", VaultPageFixBody.schema, "Where; missing to ask this machine's own source."),
            .required("cell", .integer(5...1000), "The side of the cell, metres."),
            .required("cipher", .vaultPageCipher, "The cipher of the records, such as `aes-256-gcm`."),
            .required("allowsWeak", .boolean, "Whether a weak cipher is meant."),
            .required("language", .text(16), "The language of the first categories, such as `es`."),
        ])
    /// An example with every optional property present.
    public static let example = VaultPageNewVaultBody(
        user: "Ana", password: "correct horse", usesPlace: true, fix: .example, cell: 50, cipher: "aes-256-gcm",
        language: "es")
}

/// A recovery code, which is shown once.
public struct VaultPageRecoveryBody: APIBody {
    /// Eight groups of four characters.
    public var code: String
    /// What this machine's own keys of the vault are wrapped by: `tpm`, `secret-service`, `machine` or `none`.
    public var deviceKeys: String?

    /// A recovery code.
    public init(code: String, deviceKeys: String? = nil) {
        self.code = code
        self.deviceKeys = deviceKeys
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "VaultPageRecovery", "A recovery code, which is shown once.",
        [
            .required("code", .text(100), "Eight groups of four characters."),
            .optional(
                "deviceKeys", .oneOf(["tpm", "secret-service", "machine", "none"]),
                "What this machine's own keys of the vault are wrapped by; missing when it has none."),
        ])
    /// An example with every optional property present.
    public static let example = VaultPageRecoveryBody(
        code: "7K2M-9QXD-0000-1111-2222-3333-4444-5555", deviceKeys: "machine")
}

/// What somebody proves once more before a protected item shows its secrets.
public struct VaultPageConfirmBody: APIBody {
    /// The password.
    public var password: String?
    /// Whether the position counts.
    public var usesPlace: Bool
    /// Where, when the browser or the person says it; nil to ask this machine's own source.
    public var fix: VaultPageFixBody?

    /// What somebody proves once more.
    public init(password: String? = nil, usesPlace: Bool = false, fix: VaultPageFixBody? = nil) {
        self.password = password
        self.usesPlace = usesPlace
        self.fix = fix
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "VaultPageConfirm", "What somebody proves once more before a protected item shows its secrets.",
        [
            .optional("password", .text(1000), "The password."),
            .required("usesPlace", .boolean, "Whether the position counts."),
            .optional("fix", VaultPageFixBody.schema, "Where; missing to ask this machine's own source."),
        ])
    /// An example with every optional property present.
    public static let example = VaultPageConfirmBody(password: "correct horse", usesPlace: true, fix: .example)
}
