// Written by `make api` from the table in API/; edit that, not this.

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
    public static let schema: Schema = .object(
        "VaultPageCipher",
        [
            .required("name", .text(40)),
            .required("isWeak", .boolean),
        ])
}

/// The ciphers to choose from.
public struct VaultPageCiphersBody: APIBody {
    /// The strong ones first.
    public var ciphers: [VaultPageCipherBody]

    /// The ciphers to choose from.
    public init(ciphers: [VaultPageCipherBody]) {
        self.ciphers = ciphers
    }

    /// Its shape in JSON.
    public static let schema: Schema = .object(
        "VaultPageCiphers",
        [
            .required("ciphers", .list(of: VaultPageCipherBody.schema, atMost: 100))
        ])
}

/// A way into a vault.
public struct VaultPageSlotBody: APIBody {
    /// The number.
    public var id: Int
    /// What its owner calls it.
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
    public static let schema: Schema = .object(
        "VaultPageSlot",
        [
            .required("id", .count),
            .required("label", .text(200)),
            .required("factors", .list(of: .oneOf(["place", "presence", "password", "recovery", "tang"]), atMost: 8)),
            .required("createdOn", .text(10)),
            .required("isCurrent", .boolean),
            .required("isRemovable", .boolean),
        ])
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
    public static let schema: Schema = .object(
        "VaultPageConfiguration",
        [
            .required("cipher", VaultPageCipherBody.schema),
            .required("generation", .count),
            .required("cell", .integer(5...1000)),
            .required("memoryKiB", .count),
            .required("passes", .count),
            .required("preferences", VaultPagePreferencesBody.schema),
            .required("slots", .list(of: VaultPageSlotBody.schema, atMost: 64)),
        ])
}

/// The cipher that a vault shall have.
public struct VaultPageCipherChoiceBody: APIBody {
    /// The name, such as `aes-256-gcm`.
    public var cipher: String
    /// Whether a weak cipher is meant.
    public var allowsWeak: Bool

    /// The cipher that a vault shall have.
    public init(cipher: String, allowsWeak: Bool) {
        self.cipher = cipher
        self.allowsWeak = allowsWeak
    }

    /// Its shape in JSON.
    public static let schema: Schema = .object(
        "VaultPageCipherChoice",
        [
            .required("cipher", .text(40)),
            .required("allowsWeak", .boolean),
        ])
}

/// A way in that is to be made: every factor that is given is needed.
public struct VaultPageNewSlotBody: APIBody {
    /// What its owner calls it; may be empty.
    public var label: String
    /// Whether it needs the place.
    public var usesPlace: Bool
    /// Where; missing to ask this machine's own source.
    public var fix: VaultPageFixBody?
    /// The password that it needs.
    public var password: String?
    /// The address of the Tang server that it needs.
    public var tang: String?

    /// A way in that is to be made: every factor that is given is needed.
    public init(
        label: String, usesPlace: Bool, fix: VaultPageFixBody? = nil, password: String? = nil, tang: String? = nil
    ) {
        self.label = label
        self.usesPlace = usesPlace
        self.fix = fix
        self.password = password
        self.tang = tang
    }

    /// Its shape in JSON.
    public static let schema: Schema = .object(
        "VaultPageNewSlot",
        [
            .required("label", .text(200)),
            .required("usesPlace", .boolean),
            .optional("fix", VaultPageFixBody.schema),
            .optional("password", .text(1000)),
            .optional("tang", .text(400)),
        ])
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
    public static let schema: Schema = .object(
        "VaultPagePassword",
        [
            .required("password", .text(1000))
        ])
}
