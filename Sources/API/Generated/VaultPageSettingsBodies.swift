// Written by `make api` from the table in API/; edit that, not this.

/// A cipher that a vault can have.
package struct VaultPageCipherBody: APIBody {
    /// The name, such as `aes-256-gcm`.
    package var name: String
    /// Whether it is weak by the measure of today.
    package var isWeak: Bool

    /// A cipher that a vault can have.
    package init(name: String, isWeak: Bool) {
        self.name = name
        self.isWeak = isWeak
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "VaultPageCipher",
        [
            .required("name", .text(40)),
            .required("isWeak", .boolean),
        ])
}

/// The ciphers to choose from.
package struct VaultPageCiphersBody: APIBody {
    /// The strong ones first.
    package var ciphers: [VaultPageCipherBody]

    /// The ciphers to choose from.
    package init(ciphers: [VaultPageCipherBody]) {
        self.ciphers = ciphers
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "VaultPageCiphers",
        [
            .required("ciphers", .list(of: VaultPageCipherBody.schema, atMost: 100))
        ])
}

/// A way into a vault.
package struct VaultPageSlotBody: APIBody {
    /// The number.
    package var id: Int
    /// What its owner calls it.
    package var label: String
    /// The factors that it needs, all of them.
    package var factors: [String]
    /// What names its passkey on its authenticator, base64url; missing without one.
    package var credential: String?
    /// The UTC day on which it was made.
    package var createdOn: String
    /// Whether the vault was opened by this one.
    package var isCurrent: Bool
    /// Whether it can be removed.
    package var isRemovable: Bool

    /// A way into a vault.
    package init(
        id: Int, label: String, factors: [String], credential: String? = nil, createdOn: String, isCurrent: Bool,
        isRemovable: Bool
    ) {
        self.id = id
        self.label = label
        self.factors = factors
        self.credential = credential
        self.createdOn = createdOn
        self.isCurrent = isCurrent
        self.isRemovable = isRemovable
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "VaultPageSlot",
        [
            .required("id", .count),
            .required("label", .text(200)),
            .required(
                "factors",
                .list(of: .oneOf(["place", "presence", "password", "recovery", "tang", "passkey"]), atMost: 8)),
            .optional("credential", .text(1400)),
            .required("createdOn", .text(10)),
            .required("isCurrent", .boolean),
            .required("isRemovable", .boolean),
        ])
}

/// How an open vault is set up.
package struct VaultPageConfigurationBody: APIBody {
    /// The cipher of the records.
    package var cipher: VaultPageCipherBody
    /// How often the cipher was changed.
    package var generation: Int
    /// The side of the cell, metres.
    package var cell: Int
    /// What deriving a key costs: memory, KiB.
    package var memoryKiB: Int
    /// What deriving a key costs: passes over that memory.
    package var passes: Int
    /// What its owner prefers.
    package var preferences: VaultPagePreferencesBody
    /// The ways in.
    package var slots: [VaultPageSlotBody]

    /// How an open vault is set up.
    package init(
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
    package static let schema: Schema = .object(
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
package struct VaultPageCipherChoiceBody: APIBody {
    /// The name, such as `aes-256-gcm`.
    package var cipher: String
    /// Whether a weak cipher is meant.
    package var allowsWeak: Bool

    /// The cipher that a vault shall have.
    package init(cipher: String, allowsWeak: Bool) {
        self.cipher = cipher
        self.allowsWeak = allowsWeak
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "VaultPageCipherChoice",
        [
            .required("cipher", .text(40)),
            .required("allowsWeak", .boolean),
        ])
}

/// A way in that is to be made: every factor that is given is needed.
package struct VaultPageNewSlotBody: APIBody {
    /// What its owner calls it; may be empty.
    package var label: String
    /// Whether it needs the place.
    package var usesPlace: Bool
    /// Where; missing to ask this machine's own source.
    package var fix: VaultPageFixBody?
    /// The password that it needs.
    package var password: String?
    /// The address of the Tang server that it needs.
    package var tang: String?
    /// The passkey that it needs, which stands alone.
    package var passkey: VaultPageNewPasskeyBody?

    /// A way in that is to be made: every factor that is given is needed.
    package init(
        label: String, usesPlace: Bool, fix: VaultPageFixBody? = nil, password: String? = nil, tang: String? = nil,
        passkey: VaultPageNewPasskeyBody? = nil
    ) {
        self.label = label
        self.usesPlace = usesPlace
        self.fix = fix
        self.password = password
        self.tang = tang
        self.passkey = passkey
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "VaultPageNewSlot",
        [
            .required("label", .text(200)),
            .required("usesPlace", .boolean),
            .optional("fix", VaultPageFixBody.schema),
            .optional("password", .text(1000)),
            .optional("tang", .text(400)),
            .optional("passkey", VaultPageNewPasskeyBody.schema),
        ])
}

/// A passkey that was just made, and what its authenticator evaluated when it was used once.
package struct VaultPageNewPasskeyBody: APIBody {
    /// What names it on its authenticator, base64url.
    package var credential: String
    /// The salt that its slot will have, at random.
    package var salt: String
    /// What it evaluated for that salt, a secret.
    package var evaluation: String

    /// A passkey that was just made, and what its authenticator evaluated when it was used once.
    package init(credential: String, salt: String, evaluation: String) {
        self.credential = credential
        self.salt = salt
        self.evaluation = evaluation
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "VaultPageNewPasskey",
        [
            .required("credential", .text(1400)),
            .required("salt", .hexadecimal(bytes: 32)),
            .required("evaluation", .hexadecimal(bytes: 32)),
        ])
}

/// A password that takes the place of the old one.
package struct VaultPagePasswordBody: APIBody {
    /// The new password.
    package var password: String

    /// A password that takes the place of the old one.
    package init(password: String) {
        self.password = password
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "VaultPagePassword",
        [
            .required("password", .text(1000))
        ])
}
