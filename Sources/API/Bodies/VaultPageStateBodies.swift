/// The one-time token of the link that `cerca vault open` prints.
public struct VaultPageTokenBody: APIBody {
    /// 128 random bits in hexadecimal digits; it works once, within five minutes.
    public var token: String

    /// The token of a link.
    public init(token: String) {
        self.token = token
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "VaultPageToken", "The one-time token of the link that `cerca vault open` prints.",
        [.required("token", .hexadecimal(bytes: 16), "128 random bits; it works once, within five minutes.")])
    /// An example with every optional property present.
    public static let example = VaultPageTokenBody(token: "00112233445566778899aabbccddeeff")
}

/// How the vaults on this machine stand.
public struct VaultPageStateBody: APIBody {
    /// `none` when there is no vault yet, `locked` or `open`.
    public var state: String
    /// Whose vault is open; nil while none is.
    public var user: String?
    /// The vaults on this machine whose user's name it remembers, in the order of the names.
    public var vaults: [VaultPageVaultBody]
    /// How many vaults are on this machine, also those whose user's name it does not remember.
    public var vaultCount: Int
    /// Where positions come from: `gpsd`, `nmea`, `manual`, or `none` when only the browser can tell.
    public var positionSource: String
    /// The preferences of the open vault; nil while none is open.
    public var preferences: VaultPagePreferencesBody?
    /// Whether the open vault travels: what is marked for it is not on this machine.
    public var isTravelling: Bool

    /// How the vaults on this machine stand.
    public init(
        state: String, user: String? = nil, vaults: [VaultPageVaultBody], vaultCount: Int, positionSource: String,
        preferences: VaultPagePreferencesBody? = nil, isTravelling: Bool = false
    ) {
        self.state = state
        self.user = user
        self.vaults = vaults
        self.vaultCount = vaultCount
        self.positionSource = positionSource
        self.preferences = preferences
        self.isTravelling = isTravelling
    }

    /// What `positionSource` can be.
    public static let positionSources = ["none", "gpsd", "nmea", "manual"]

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "VaultPageState", "How the vaults on this machine stand.",
        [
            .required("state", .oneOf(["none", "locked", "open"]), "Whether there is one, and whether one is open."),
            .optional("user", .vaultPageName, "Whose vault is open; missing while none is."),
            .required(
                "vaults", .list(of: VaultPageVaultBody.schema, atMost: 1000),
                "The vaults whose user's name this machine remembers."),
            .required("vaultCount", .count, "How many vaults are on this machine."),
            .required("positionSource", .oneOf(positionSources), "Where positions come from on this machine."),
            .optional("preferences", VaultPagePreferencesBody.schema, "The preferences of the open vault."),
            .required("isTravelling", .boolean, "Whether what is marked for travelling is not on this machine."),
        ])
    /// An example with every optional property present.
    public static let example = VaultPageStateBody(
        state: "open", user: "Ana", vaults: [.example], vaultCount: 1, positionSource: "gpsd", preferences: .example)
}

/// A vault before it is open: what its plain header says, and how long it waits after failures.
public struct VaultPageVaultBody: APIBody {
    /// The user's name.
    public var user: String
    /// The ways in: for each slot the factors that it needs, all of them.
    public var ways: [[String]]
    /// The side of the cell, metres.
    public var cell: Int
    /// How many attempts in a row have failed.
    public var failures: Int
    /// Seconds until the next attempt is allowed; 0 when it is allowed now.
    public var secondsLeft: Int
    /// Whether only the recovery code opens it now.
    public var isStopped: Bool
    /// Why the vault cannot be opened at all; nil when it can.
    public var damage: String?

    /// A vault before it is open.
    public init(
        user: String, ways: [[String]], cell: Int, failures: Int, secondsLeft: Int, isStopped: Bool,
        damage: String? = nil
    ) {
        self.user = user
        self.ways = ways
        self.cell = cell
        self.failures = failures
        self.secondsLeft = secondsLeft
        self.isStopped = isStopped
        self.damage = damage
    }

    /// The factors of slots.
    public static let factors = ["place", "presence", "password", "recovery", "tang"]

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "VaultPageVault", "A vault before it is open: the ways in, and how long it waits after failures.",
        [
            .required("user", .vaultPageName, "The user's name."),
            .required(
                "ways", .list(of: .list(of: .oneOf(factors), atMost: 8), atMost: 64),
                "For each slot the factors that it needs, all of them."),
            .required("cell", .integer(0...1000), "The side of the cell, metres."),
            .required("failures", .count, "How many attempts in a row have failed."),
            .required("secondsLeft", .count, "Seconds until the next attempt is allowed; 0 is now."),
            .required("isStopped", .boolean, "Whether only the recovery code opens it now."),
            .optional("damage", .text(), "Why it cannot be opened at all; missing when it can."),
        ])
    /// An example with every optional property present.
    public static let example = VaultPageVaultBody(
        user: "Ana", ways: [["place"], ["password"], ["recovery"]], cell: 50, failures: 3, secondsLeft: 240,
        isStopped: false, damage: "the header is damaged")
}

/// What somebody prefers in their own vault.
public struct VaultPagePreferencesBody: APIBody {
    /// Seconds without a request after which the vault locks itself.
    public var autoLockSeconds: Int
    /// Whether it locks when this machine leaves the place.
    public var lockWhenLeaving: Bool
    /// Seconds after which a copied value is taken off the clipboard.
    public var clipboardSeconds: Int
    /// The language of sorting and of new categories, such as `es`.
    public var language: String
    /// Whether the stricter of the two lock-out rules holds.
    public var isStrict: Bool

    /// What somebody prefers in their own vault.
    public init(
        autoLockSeconds: Int, lockWhenLeaving: Bool, clipboardSeconds: Int, language: String, isStrict: Bool
    ) {
        self.autoLockSeconds = autoLockSeconds
        self.lockWhenLeaving = lockWhenLeaving
        self.clipboardSeconds = clipboardSeconds
        self.language = language
        self.isStrict = isStrict
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "VaultPagePreferences", "What somebody prefers in their own vault.",
        [
            .required(
                "autoLockSeconds", .integer(10...86_400), "Seconds without a request until the vault locks itself."),
            .required("lockWhenLeaving", .boolean, "Whether it locks when this machine leaves the place."),
            .required(
                "clipboardSeconds", .integer(5...600), "Seconds until a copied value is taken off the clipboard."),
            .required("language", .text(16), "The language of sorting, such as `es`."),
            .required("isStrict", .boolean, "Whether each failure locks for 300 s times all failures."),
        ])
    /// An example with every optional property present.
    public static let example = VaultPagePreferencesBody(
        autoLockSeconds: 300, lockWhenLeaving: false, clipboardSeconds: 30, language: "es", isStrict: false)
}

extension Schema {
    /// A name that people give: of a user, a category, an item, a slot or a file.
    static let vaultPageName = Schema.text(200)
    /// The identifier of a record.
    static let vaultPageID = Schema.hexadecimal(bytes: 16)
    /// A name of a cipher, such as `aes-256-gcm`.
    static let vaultPageCipher = Schema.text(40)
}
