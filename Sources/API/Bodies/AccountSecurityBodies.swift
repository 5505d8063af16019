import Time

/// The code from the mail, for a device that waits to be approved.
public struct DeviceApprovalBody: APIBody {
    /// What the sign-in was answered with.
    public var challenge: String
    /// The five characters from the mail, in any case.
    public var code: String
    /// What you will recognize the device by.
    public var deviceLabel: String?

    /// The code from the mail, for a device that waits to be approved.
    public init(challenge: String, code: String, deviceLabel: String? = nil) {
        self.challenge = challenge
        self.code = code
        self.deviceLabel = deviceLabel
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "DeviceApproval", "The code from the mail, for a device that waits to be approved.",
        [
            .required("challenge", .text(100), "What the sign-in was answered with."),
            .required("code", .text(100), "The five characters from the mail, in any case."),
            .optional("deviceLabel", .text(1000), "What you will recognize the device by."),
        ])
    /// An example with every optional property present.
    public static let example = DeviceApprovalBody(
        challenge: "w3bYcVYd9k0pT5sQ8vX3fJ5hLdWgRaEuYiOtA2mN1b9", code: "7KQ3M", deviceLabel: "Telephone")
}

/// How an account signs in.
public struct SecurityBody: APIBody {
    /// Whether a code of the second factor is asked for.
    public var needsCode: Bool
    /// How many recovery codes have not been used.
    public var recoveryCodesLeft: Int
    /// Whether new devices have to be approved.
    public var approvesDevices: Bool
    /// Whether this server sends mail, without which no device could be approved.
    public var canApproveDevices: Bool

    /// How an account signs in.
    public init(needsCode: Bool, recoveryCodesLeft: Int, approvesDevices: Bool, canApproveDevices: Bool) {
        self.needsCode = needsCode
        self.recoveryCodesLeft = recoveryCodesLeft
        self.approvesDevices = approvesDevices
        self.canApproveDevices = canApproveDevices
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "Security", "How an account signs in.",
        [
            .required("needsCode", .boolean, "Whether a code of the second factor is asked for."),
            .required("recoveryCodesLeft", .count, "How many recovery codes have not been used."),
            .required("approvesDevices", .boolean, "Whether new devices have to be approved."),
            .required(
                "canApproveDevices", .boolean,
                "Whether this server sends mail, without which no device could be approved."),
        ])
    /// An example with every optional property present.
    public static let example = SecurityBody(
        needsCode: true, recoveryCodesLeft: 10, approvesDevices: false, canApproveDevices: true)
}

/// The password, once more.
public struct PasswordBody: APIBody {
    /// The password.
    public var password: String

    /// The password, once more.
    public init(password: String) {
        self.password = password
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "Password", "The password, once more.",
        [
            .required("password", .text(1000), "The password.")
        ])
    /// An example with every optional property present.
    public static let example = PasswordBody(password: "correct horse battery")
}

/// The password and a code, once more.
public struct OwnerBody: APIBody {
    /// The password.
    public var password: String
    /// The code that the authenticator app shows, or a recovery code.
    public var code: String

    /// The password and a code, once more.
    public init(password: String, code: String) {
        self.password = password
        self.code = code
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "Owner", "The password and a code, once more.",
        [
            .required("password", .text(1000), "The password."),
            .required("code", .text(100), "The code that the authenticator app shows, or a recovery code."),
        ])
    /// An example with every optional property present.
    public static let example = OwnerBody(password: "correct horse battery", code: "287082")
}

/// A first code.
public struct FactorCodeBody: APIBody {
    /// The six digits that the authenticator app shows.
    public var code: String

    /// A first code.
    public init(code: String) {
        self.code = code
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "FactorCode", "A first code.",
        [
            .required("code", .text(100), "The six digits that the authenticator app shows.")
        ])
    /// An example with every optional property present.
    public static let example = FactorCodeBody(code: "287082")
}

/// What an authenticator app is told.
public struct AuthenticatorBody: APIBody {
    /// The address for the app, with the secret in it; missing when the app has it already.
    public var otpauth: String?
    /// The same as a QR code: a row for each line from the top, `1` for a dark module and `0` for a light one, without
    /// the light border; missing when the address is too long for one.
    public var qr: [String]?

    /// What an authenticator app is told.
    public init(otpauth: String? = nil, qr: [String]? = nil) {
        self.otpauth = otpauth
        self.qr = qr
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "Authenticator", "What an authenticator app is told.",
        [
            .optional(
                "otpauth", .text(1000),
                "The address for the app, with the secret in it; missing when the app has it already."),
            .optional(
                "qr", .array(of: .text(177), count: 21...177),
                "The same as a QR code: a row for each line, `1` for a dark module, without the light border."),
        ])
    /// An example with every optional property present.
    public static let example = AuthenticatorBody(
        otpauth: "otpauth://totp/Cerca:ana%40example.org?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Cerca",
        qr: Array(repeating: String(repeating: "10", count: 11), count: 22))
}

/// Codes that stand for the second factor, each once.
public struct RecoveryCodesBody: APIBody {
    /// Ten codes; they are told this once.
    public var codes: [String]

    /// Codes that stand for the second factor, each once.
    public init(codes: [String]) {
        self.codes = codes
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "RecoveryCodes", "Codes that stand for the second factor, each once.",
        [
            .required("codes", .array(of: .text(100), count: 10...10), "Ten codes; they are told this once.")
        ])
    /// An example with every optional property present.
    public static let example = RecoveryCodesBody(
        codes: Array(repeating: "7KQ3-M9XW-2TFA-HJ45", count: 10))
}

/// Whether new devices have to be approved.
public struct DeviceRuleBody: APIBody {
    /// Whether they have to be.
    public var isOn: Bool
    /// The password.
    public var password: String
    /// What this device shows to be recognized, when it has something of its own.
    public var device: String?
    /// What you will recognize this device by.
    public var deviceLabel: String?

    /// Whether new devices have to be approved.
    public init(isOn: Bool, password: String, device: String? = nil, deviceLabel: String? = nil) {
        self.isOn = isOn
        self.password = password
        self.device = device
        self.deviceLabel = deviceLabel
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "DeviceRule", "Whether new devices have to be approved.",
        [
            .required("isOn", .boolean, "Whether they have to be."),
            .required("password", .text(1000), "The password."),
            .optional(
                "device", .text(4096), "What this device shows to be recognized, when it has something of its own."),
            .optional("deviceLabel", .text(1000), "What you will recognize this device by."),
        ])
    /// An example with every optional property present.
    public static let example = DeviceRuleBody(
        isOn: true, password: "correct horse battery", device: "fJ5hLdWgRaEuYiOtA2mN1b9cT4sQ8vX3",
        deviceLabel: "Telephone")
}

/// What a device is to show.
public struct DeviceTokenBody: APIBody {
    /// What this device is to show at sign-in from now on; browsers have it as a cookie.
    public var device: String?

    /// What a device is to show.
    public init(device: String? = nil) {
        self.device = device
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "DeviceToken", "What a device is to show.",
        [
            .optional(
                "device", .text(4096),
                "What this device is to show at sign-in from now on; browsers have it as a cookie.")
        ])
    /// An example with every optional property present.
    public static let example = DeviceTokenBody(device: "w3bYcVYd9k0pT5sQ8vX3fJ5hLdWgRaEuYiOtA2mN1b9")
}

/// The devices that an account has approved.
public struct DevicesBody: APIBody {
    /// Those that were seen last come first.
    public var devices: [DeviceBody]

    /// The devices that an account has approved.
    public init(devices: [DeviceBody]) {
        self.devices = devices
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "Devices", "The devices that an account has approved.",
        [
            .required("devices", .list(of: DeviceBody.schema), "Those that were seen last come first.")
        ])
    /// An example with every optional property present.
    public static let example = DevicesBody(devices: [.example])
}

/// A device that an account has approved.
public struct DeviceBody: APIBody {
    /// What names it.
    public var id: String
    /// What you may recognize it by.
    public var label: String
    /// The beginning of the day on which it was approved.
    public var approvedOn: Timestamp
    /// The beginning of the day on which it was seen last.
    public var seenOn: Timestamp
    /// Whether it is the one that asks.
    public var isCurrent: Bool

    /// A device that an account has approved.
    public init(id: String, label: String, approvedOn: Timestamp, seenOn: Timestamp, isCurrent: Bool) {
        self.id = id
        self.label = label
        self.approvedOn = approvedOn
        self.seenOn = seenOn
        self.isCurrent = isCurrent
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "Device", "A device that an account has approved.",
        [
            .required("id", .hexadecimal(bytes: 12), "What names it."),
            .required("label", .text(100), "What you may recognize it by."),
            .required("approvedOn", .dateTime, "The beginning of the day on which it was approved."),
            .required("seenOn", .dateTime, "The beginning of the day on which it was seen last."),
            .required("isCurrent", .boolean, "Whether it is the one that asks."),
        ])
    /// An example with every optional property present.
    public static let example = DeviceBody(
        id: .repeating("5a", 12), label: "Firefox, Linux", approvedOn: Example.today, seenOn: Example.today,
        isCurrent: true)
}

/// Where an account is signed in.
public struct SessionsBody: APIBody {
    /// Those of the last day come first.
    public var sessions: [ListedSessionBody]

    /// Where an account is signed in.
    public init(sessions: [ListedSessionBody]) {
        self.sessions = sessions
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "Sessions", "Where an account is signed in.",
        [
            .required("sessions", .list(of: ListedSessionBody.schema), "Those of the last day come first.")
        ])
    /// An example with every optional property present.
    public static let example = SessionsBody(sessions: [.example])
}

/// A session of an account.
public struct ListedSessionBody: APIBody {
    /// What names it.
    public var id: String
    /// What you may recognize the device by.
    public var label: String?
    /// The beginning of the day on which it began.
    public var begunOn: Timestamp
    /// What it was begun for with a second factor.
    public var role: String?
    /// Whether it is the one that asks.
    public var isCurrent: Bool

    /// A session of an account.
    public init(id: String, label: String? = nil, begunOn: Timestamp, role: String? = nil, isCurrent: Bool) {
        self.id = id
        self.label = label
        self.begunOn = begunOn
        self.role = role
        self.isCurrent = isCurrent
    }

    /// Its shape in JSON.
    public static let schema = Schema.object(
        "ListedSession", "A session of an account.",
        [
            .required("id", .hexadecimal(bytes: 12), "What names it."),
            .optional("label", .text(100), "What you may recognize the device by."),
            .required("begunOn", .dateTime, "The beginning of the day on which it began."),
            .optional(
                "role", .oneOf(Route.Role.allCases.map(\.rawValue)), "What it was begun for with a second factor."),
            .required("isCurrent", .boolean, "Whether it is the one that asks."),
        ])
    /// An example with every optional property present.
    public static let example = ListedSessionBody(
        id: .repeating("6b", 12), label: "Firefox, Linux", begunOn: Example.today, role: "health", isCurrent: true)
}
