// Written by `make api` from the table in API/; edit that, not this.

/// Whether a vault is open at the vault's page.
package enum VaultPageDoor: String, CaseIterable, Codable, Sendable {
    /// There is no vault on this machine.
    case none
    /// No vault is open.
    case locked
    /// A vault is open.
    case open

    /// The shape in JSON.
    package static let schema: Schema = .oneOf(["none", "locked", "open"])
}

/// The one-time token of the link that `cerca vault open` prints.
package struct VaultPageTokenBody: APIBody {
    /// 128 random bits; it works once, within five minutes.
    package var token: String

    /// The one-time token of the link that `cerca vault open` prints.
    package init(token: String) {
        self.token = token
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "VaultPageToken",
        [
            .required("token", .hexadecimal(bytes: 16))
        ])
}

/// How the vaults on this machine stand.
package struct VaultPageStateBody: APIBody {
    /// Whether there is one, and whether one is open.
    package var state: VaultPageDoor
    /// Whose vault is open; missing while none is.
    package var user: String?
    /// The vaults whose user's name this machine remembers.
    package var vaults: [VaultPageVaultBody]
    /// How many vaults are on this machine.
    package var vaultCount: Int
    /// Where positions come from on this machine.
    package var positionSource: String
    /// The preferences of the open vault.
    package var preferences: VaultPagePreferencesBody?
    /// Whether what is marked for travelling is not on this machine.
    package var isTravelling: Bool

    /// How the vaults on this machine stand.
    package init(
        state: VaultPageDoor, user: String? = nil, vaults: [VaultPageVaultBody], vaultCount: Int,
        positionSource: String, preferences: VaultPagePreferencesBody? = nil, isTravelling: Bool
    ) {
        self.state = state
        self.user = user
        self.vaults = vaults
        self.vaultCount = vaultCount
        self.positionSource = positionSource
        self.preferences = preferences
        self.isTravelling = isTravelling
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "VaultPageState",
        [
            .required("state", VaultPageDoor.schema),
            .optional("user", .text(200)),
            .required("vaults", .list(of: VaultPageVaultBody.schema, atMost: 1000)),
            .required("vaultCount", .count),
            .required("positionSource", .oneOf(["none", "gpsd", "nmea", "manual"])),
            .optional("preferences", VaultPagePreferencesBody.schema),
            .required("isTravelling", .boolean),
        ])
}

/// A vault before it is open: the ways in, and how long it waits after failures.
package struct VaultPageVaultBody: APIBody {
    /// The user's name.
    package var user: String
    /// For each slot the factors that it needs, all of them.
    package var ways: [[String]]
    /// The passkeys that open it.
    package var passkeys: [VaultPagePasskeyBody]
    /// The side of the cell, metres.
    package var cell: Int
    /// How many attempts in a row have failed.
    package var failures: Int
    /// Seconds until the next attempt is allowed; 0 is now.
    package var secondsLeft: Int
    /// Whether only the recovery code opens it now.
    package var isStopped: Bool
    /// Why it cannot be opened at all; missing when it can.
    package var damage: String?

    /// A vault before it is open: the ways in, and how long it waits after failures.
    package init(
        user: String, ways: [[String]], passkeys: [VaultPagePasskeyBody], cell: Int, failures: Int, secondsLeft: Int,
        isStopped: Bool, damage: String? = nil
    ) {
        self.user = user
        self.ways = ways
        self.passkeys = passkeys
        self.cell = cell
        self.failures = failures
        self.secondsLeft = secondsLeft
        self.isStopped = isStopped
        self.damage = damage
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "VaultPageVault",
        [
            .required("user", .text(200)),
            .required(
                "ways",
                .list(
                    of: .list(of: .oneOf(["place", "presence", "password", "recovery", "tang", "passkey"]), atMost: 8),
                    atMost: 64)),
            .required("passkeys", .list(of: VaultPagePasskeyBody.schema, atMost: 64)),
            .required("cell", .integer(0...1000)),
            .required("failures", .count),
            .required("secondsLeft", .count),
            .required("isStopped", .boolean),
            .optional("damage", .text()),
        ])
}

/// What somebody prefers in their own vault.
package struct VaultPagePreferencesBody: APIBody {
    /// Seconds without a request until the vault locks itself.
    package var autoLockSeconds: Int
    /// Whether it locks when this machine leaves the place.
    package var lockWhenLeaving: Bool
    /// Seconds until a copied value is taken off the clipboard.
    package var clipboardSeconds: Int
    /// The language of sorting, such as `es`.
    package var language: String
    /// Whether each failure locks for 300 s times all failures.
    package var isStrict: Bool

    /// What somebody prefers in their own vault.
    package init(autoLockSeconds: Int, lockWhenLeaving: Bool, clipboardSeconds: Int, language: String, isStrict: Bool) {
        self.autoLockSeconds = autoLockSeconds
        self.lockWhenLeaving = lockWhenLeaving
        self.clipboardSeconds = clipboardSeconds
        self.language = language
        self.isStrict = isStrict
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "VaultPagePreferences",
        [
            .required("autoLockSeconds", .integer(10...86_400)),
            .required("lockWhenLeaving", .boolean),
            .required("clipboardSeconds", .integer(5...600)),
            .required("language", .text(16)),
            .required("isStrict", .boolean),
        ])
}

/// Where somebody is, as the browser or the person says.
package struct VaultPageFixBody: APIBody {
    /// Degrees north, -90 to 90.
    package var latitude: Double
    /// Degrees east, -180 to 180.
    package var longitude: Double
    /// The radius within which the true position is, metres.
    package var accuracy: Double

    /// Where somebody is, as the browser or the person says.
    package init(latitude: Double, longitude: Double, accuracy: Double) {
        self.latitude = latitude
        self.longitude = longitude
        self.accuracy = accuracy
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "VaultPageFix",
        [
            .required("latitude", .number),
            .required("longitude", .number),
            .required("accuracy", .number),
        ])
}

/// What a drawing of a place is asked for.
package struct VaultPagePlaceQueryBody: APIBody {
    /// Where; missing to ask this machine's own source.
    package var fix: VaultPageFixBody?
    /// Whose vault's cell is drawn; missing for one that is not made yet.
    package var user: String?
    /// The side of the cell of a vault that is not made yet, metres.
    package var cell: Int?

    /// What a drawing of a place is asked for.
    package init(fix: VaultPageFixBody? = nil, user: String? = nil, cell: Int? = nil) {
        self.fix = fix
        self.user = user
        self.cell = cell
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "VaultPagePlaceQuery",
        [
            .optional("fix", VaultPageFixBody.schema),
            .optional("user", .text(200)),
            .optional("cell", .integer(5...1000)),
        ])
}

/// A position with what is needed to draw it.
package struct VaultPagePlaceBody: APIBody {
    /// Where.
    package var fix: VaultPageFixBody
    /// The side of the cell, metres.
    package var cell: Int
    /// The worst accuracy that the cell takes, metres.
    package var limit: Double
    /// Whether the position is accurate enough.
    package var isFineEnough: Bool
    /// The corners of the cell, `[latitude, longitude]` in degrees, in order around it.
    package var outline: [[Double]]

    /// A position with what is needed to draw it.
    package init(fix: VaultPageFixBody, cell: Int, limit: Double, isFineEnough: Bool, outline: [[Double]]) {
        self.fix = fix
        self.cell = cell
        self.limit = limit
        self.isFineEnough = isFineEnough
        self.outline = outline
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "VaultPagePlace",
        [
            .required("fix", VaultPageFixBody.schema),
            .required("cell", .integer(5...1000)),
            .required("limit", .number),
            .required("isFineEnough", .boolean),
            .required("outline", .list(of: .list(of: .number, atMost: 2), atMost: 16)),
        ])
}

/// What somebody opens a vault with: every factor that is at hand.
package struct VaultPageUnlockBody: APIBody {
    /// Whose vault.
    package var user: String
    /// The password.
    package var password: String?
    /// The recovery code; case, spaces and hyphens do not matter.
    package var recovery: String?
    /// Whether the position counts.
    package var usesPlace: Bool
    /// Where; missing to ask this machine's own source.
    package var fix: VaultPageFixBody?
    /// Whether a Tang server may be asked.
    package var usesNetwork: Bool
    /// What the authenticator of a passkey evaluated.
    package var passkey: VaultPagePasskeyProofBody?
    /// Whether an older copy of the vault is taken nevertheless; it takes the recovery code.
    package var acceptsOlder: Bool

    /// What somebody opens a vault with: every factor that is at hand.
    package init(
        user: String, password: String? = nil, recovery: String? = nil, usesPlace: Bool, fix: VaultPageFixBody? = nil,
        usesNetwork: Bool, passkey: VaultPagePasskeyProofBody? = nil, acceptsOlder: Bool
    ) {
        self.user = user
        self.password = password
        self.recovery = recovery
        self.usesPlace = usesPlace
        self.fix = fix
        self.usesNetwork = usesNetwork
        self.passkey = passkey
        self.acceptsOlder = acceptsOlder
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "VaultPageUnlock",
        [
            .required("user", .text(1000)),
            .optional("password", .text(1000)),
            .optional("recovery", .text(100)),
            .required("usesPlace", .boolean),
            .optional("fix", VaultPageFixBody.schema),
            .required("usesNetwork", .boolean),
            .optional("passkey", VaultPagePasskeyProofBody.schema),
            .required("acceptsOlder", .boolean),
        ])
}

/// A vault that is to be made.
package struct VaultPageNewVaultBody: APIBody {
    /// The user's name.
    package var user: String
    /// The password; missing for place and recovery code alone.
    package var password: String?
    /// Whether the vault opens at a place.
    package var usesPlace: Bool
    /// Where; missing to ask this machine's own source.
    package var fix: VaultPageFixBody?
    /// The side of the cell, metres.
    package var cell: Int
    /// The cipher of the records, such as `aes-256-gcm`.
    package var cipher: String
    /// Whether a weak cipher is meant.
    package var allowsWeak: Bool
    /// The language of the first categories, such as `es`.
    package var language: String

    /// A vault that is to be made.
    package init(
        user: String, password: String? = nil, usesPlace: Bool, fix: VaultPageFixBody? = nil, cell: Int, cipher: String,
        allowsWeak: Bool, language: String
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
    package static let schema: Schema = .object(
        "VaultPageNewVault",
        [
            .required("user", .text(1000)),
            .optional("password", .text(1000)),
            .required("usesPlace", .boolean),
            .optional("fix", VaultPageFixBody.schema),
            .required("cell", .integer(5...1000)),
            .required("cipher", .text(40)),
            .required("allowsWeak", .boolean),
            .required("language", .text(16)),
        ])
}

/// A recovery code, which is shown once.
package struct VaultPageRecoveryBody: APIBody {
    /// Eight groups of four characters.
    package var code: String
    /// What this machine's own keys of the vault are wrapped by; missing when it has none.
    package var deviceKeys: String?

    /// A recovery code, which is shown once.
    package init(code: String, deviceKeys: String? = nil) {
        self.code = code
        self.deviceKeys = deviceKeys
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "VaultPageRecovery",
        [
            .required("code", .text(100)),
            .optional("deviceKeys", .oneOf(["tpm", "secret-service", "machine", "none"])),
        ])
}

/// A passkey that opens a vault, and what its authenticator is to evaluate.
package struct VaultPagePasskeyBody: APIBody {
    /// What names it on its authenticator, base64url.
    package var credential: String
    /// The salt that its slot has.
    package var salt: String

    /// A passkey that opens a vault, and what its authenticator is to evaluate.
    package init(credential: String, salt: String) {
        self.credential = credential
        self.salt = salt
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "VaultPagePasskey",
        [
            .required("credential", .text(1400)),
            .required("salt", .hexadecimal(bytes: 32)),
        ])
}

/// What the authenticator of a passkey evaluated for its salt.
package struct VaultPagePasskeyProofBody: APIBody {
    /// What names the passkey, base64url.
    package var credential: String
    /// The 32 bytes, a secret.
    package var evaluation: String

    /// What the authenticator of a passkey evaluated for its salt.
    package init(credential: String, evaluation: String) {
        self.credential = credential
        self.evaluation = evaluation
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "VaultPagePasskeyProof",
        [
            .required("credential", .text(1400)),
            .required("evaluation", .hexadecimal(bytes: 32)),
        ])
}

/// What somebody proves once more before a protected item shows its secrets.
package struct VaultPageConfirmBody: APIBody {
    /// The password.
    package var password: String?
    /// What the authenticator of a passkey evaluated.
    package var passkey: VaultPagePasskeyProofBody?
    /// Whether the position counts.
    package var usesPlace: Bool
    /// Where; missing to ask this machine's own source.
    package var fix: VaultPageFixBody?

    /// What somebody proves once more before a protected item shows its secrets.
    package init(
        password: String? = nil, passkey: VaultPagePasskeyProofBody? = nil, usesPlace: Bool,
        fix: VaultPageFixBody? = nil
    ) {
        self.password = password
        self.passkey = passkey
        self.usesPlace = usesPlace
        self.fix = fix
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "VaultPageConfirm",
        [
            .optional("password", .text(1000)),
            .optional("passkey", VaultPagePasskeyProofBody.schema),
            .required("usesPlace", .boolean),
            .optional("fix", VaultPageFixBody.schema),
        ])
}
