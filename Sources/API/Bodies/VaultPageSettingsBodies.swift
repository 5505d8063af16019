/// A cipher that a vault can have.
public struct VaultPageCipherBody: APIBody {
    /// The name, such as `aes-256-gcm`.
    public var name: String
    /// Whether it is weak by the measure of today.
    public var isWeak: Bool

    /// A cipher that a vault can have.
    public init(name: String, isWeak: Bool) {
        self.name = name
        self.isWeak = isWeak
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "VaultPageCipher", "A cipher that a vault can have.",
        [
            .required("name", .vaultPageCipher, "The name, such as `aes-256-gcm`."),
            .required("isWeak", .boolean, "Whether it is weak by the measure of today."),
        ])
    /// An example with every optional property present.
    public static let example = VaultPageCipherBody(name: "aes-256-gcm", isWeak: false)
}

/// The ciphers to choose from.
public struct VaultPageCiphersBody: APIBody {
    /// The ciphers, the strong ones first.
    public var ciphers: [VaultPageCipherBody]

    /// The ciphers to choose from.
    public init(ciphers: [VaultPageCipherBody]) {
        self.ciphers = ciphers
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "VaultPageCiphers", "The ciphers to choose from.",
        [.required("ciphers", .list(of: VaultPageCipherBody.schema, atMost: 100), "The strong ones first.")])
    /// An example with every optional property present.
    public static let example = VaultPageCiphersBody(ciphers: [.example])
}

/// A way into a vault.
public struct VaultPageSlotBody: APIBody {
    /// The number.
    public var id: Int
    /// What its owner calls it; may be empty.
    public var label: String
    /// The factors that it needs, all of them.
    public var factors: [String]
    /// The UTC day on which it was made.
    public var createdOn: String
    /// Whether the vault was opened by this one.
    public var isCurrent: Bool
    /// Whether it can be removed.
    public var isRemovable: Bool

    /// A way into a vault.
    public init(id: Int, label: String, factors: [String], createdOn: String, isCurrent: Bool, isRemovable: Bool) {
        self.id = id
        self.label = label
        self.factors = factors
        self.createdOn = createdOn
        self.isCurrent = isCurrent
        self.isRemovable = isRemovable
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "VaultPageSlot", "A way into a vault.",
        [
            .required("id", .count, "The number."), .required("label", .vaultPageName, "What its owner calls it."),
            .required(
                "factors", .list(of: .oneOf(VaultPageVaultBody.factors), atMost: 8),
                "The factors that it needs, all of them."),
            .required("createdOn", .day, "The UTC day on which it was made."),
            .required("isCurrent", .boolean, "Whether the vault was opened by this one."),
            .required("isRemovable", .boolean, "Whether it can be removed."),
        ])
    /// An example with every optional property present.
    public static let example = VaultPageSlotBody(
        id: 1, label: "Casa", factors: ["place"], createdOn: "2026-11-21", isCurrent: true, isRemovable: true)
}

/// How an open vault is set up.
public struct VaultPageConfigurationBody: APIBody {
    /// The cipher of the records.
    public var cipher: VaultPageCipherBody
    /// How often the cipher was changed.
    public var generation: Int
    /// The side of the cell, metres.
    public var cell: Int
    /// What deriving a key costs: memory, KiB.
    public var memoryKiB: Int
    /// What deriving a key costs: passes over that memory.
    public var passes: Int
    /// What its owner prefers.
    public var preferences: VaultPagePreferencesBody
    /// The ways in.
    public var slots: [VaultPageSlotBody]

    /// How an open vault is set up.
    public init(
        cipher: VaultPageCipherBody, generation: Int, cell: Int, memoryKiB: Int, passes: Int,
        preferences: VaultPagePreferencesBody, slots: [VaultPageSlotBody]
    ) {
        self.cipher = cipher
        self.generation = generation
        self.cell = cell
        self.memoryKiB = memoryKiB
        self.passes = passes
        self.preferences = preferences
        self.slots = slots
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "VaultPageConfiguration", "How an open vault is set up.",
        [
            .required("cipher", VaultPageCipherBody.schema, "The cipher of the records."),
            .required("generation", .count, "How often the cipher was changed."),
            .required("cell", .integer(5...1000), "The side of the cell, metres."),
            .required("memoryKiB", .count, "What deriving a key costs: memory, KiB."),
            .required("passes", .count, "What deriving a key costs: passes over that memory."),
            .required("preferences", VaultPagePreferencesBody.schema, "What its owner prefers."),
            .required("slots", .list(of: VaultPageSlotBody.schema, atMost: 64), "The ways in."),
        ])
    /// An example with every optional property present.
    public static let example = VaultPageConfigurationBody(
        cipher: .example, generation: 1, cell: 50, memoryKiB: 262_144, passes: 2, preferences: .example,
        slots: [.example])
}

/// The cipher that a vault shall have.
public struct VaultPageCipherChoiceBody: APIBody {
    /// The name, such as `aes-256-gcm`.
    public var cipher: String
    /// Whether a weak cipher is meant.
    public var allowsWeak: Bool

    /// The cipher that a vault shall have.
    public init(cipher: String, allowsWeak: Bool = false) {
        self.cipher = cipher
        self.allowsWeak = allowsWeak
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "VaultPageCipherChoice", "The cipher that a vault shall have.",
        [
            .required("cipher", .vaultPageCipher, "The name, such as `aes-256-gcm`."),
            .required("allowsWeak", .boolean, "Whether a weak cipher is meant."),
        ])
    /// An example with every optional property present.
    public static let example = VaultPageCipherChoiceBody(cipher: "chacha20-poly1305")
}

/// A way in that is to be made: every factor that is given is needed.
public struct VaultPageNewSlotBody: APIBody {
    /// What its owner calls it; may be empty.
    public var label: String
    /// Whether it needs the place.
    public var usesPlace: Bool
    /// Where, when the browser or the person says it; nil to ask this machine's own source.
    public var fix: VaultPageFixBody?
    /// The password that it needs.
    public var password: String?
    /// The address of the Tang server that it needs.
    public var tang: String?

    /// A way in that is to be made.
    public init(
        label: String, usesPlace: Bool = false, fix: VaultPageFixBody? = nil, password: String? = nil,
        tang: String? = nil
    ) {
        self.label = label
        self.usesPlace = usesPlace
        self.fix = fix
        self.password = password
        self.tang = tang
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "VaultPageNewSlot", "A way in that is to be made: every factor that is given is needed.",
        [
            .required("label", .vaultPageName, "What its owner calls it; may be empty."),
            .required("usesPlace", .boolean, "Whether it needs the place."),
            .optional("fix", VaultPageFixBody.schema, "Where; missing to ask this machine's own source."),
            .optional("password", .text(1000), "The password that it needs."),
            .optional("tang", .text(400), "The address of the Tang server that it needs."),
        ])
    /// An example with every optional property present.
    public static let example = VaultPageNewSlotBody(
        label: "Casa", usesPlace: true, fix: .example, password: "correct horse", tang: "http://tang.example")
}

/// A password that takes the place of the old one.
public struct VaultPagePasswordBody: APIBody {
    /// The new password.
    public var password: String

    /// A password that takes the place of the old one.
    public init(password: String) {
        self.password = password
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "VaultPagePassword", "A password that takes the place of the old one.",
        [.required("password", .text(1000), "The new password.")])
    /// An example with every optional property present.
    public static let example = VaultPagePasswordBody(password: "correct horse battery")
}
