// Written by `make api` from the table in API/; edit that, not this.
import Basics

/// What an API key may do.
package enum APIKeyScope: String, CaseIterable, Codable, Sendable {
    /// Reading.
    case read
    /// Placing and cancelling orders.
    case trade
    /// Paying out.
    case withdraw

    /// The shape in JSON.
    package static let schema: Schema = .oneOf(["read", "trade", "withdraw"])
}

/// The code from the mail, for a device that waits to be approved.
package struct DeviceApprovalBody: APIBody {
    /// What the sign-in was answered with.
    package var challenge: String
    /// The five characters from the mail, in any case.
    package var code: String
    /// What you will recognize the device by.
    package var deviceLabel: String?

    /// The code from the mail, for a device that waits to be approved.
    package init(challenge: String, code: String, deviceLabel: String? = nil) {
        self.challenge = challenge
        self.code = code
        self.deviceLabel = deviceLabel
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "DeviceApproval",
        [
            .required("challenge", .text(100)),
            .required("code", .text(100)),
            .optional("deviceLabel", .text(1000)),
        ])
}

/// How an account signs in.
package struct SecurityBody: APIBody {
    /// Whether a code of the second factor is asked for.
    package var needsCode: Bool
    /// How many recovery codes have not been used.
    package var recoveryCodesLeft: Int
    /// Whether new devices have to be approved.
    package var approvesDevices: Bool
    /// Whether this server sends mail, without which no device could be approved.
    package var canApproveDevices: Bool

    /// How an account signs in.
    package init(needsCode: Bool, recoveryCodesLeft: Int, approvesDevices: Bool, canApproveDevices: Bool) {
        self.needsCode = needsCode
        self.recoveryCodesLeft = recoveryCodesLeft
        self.approvesDevices = approvesDevices
        self.canApproveDevices = canApproveDevices
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "Security",
        [
            .required("needsCode", .boolean),
            .required("recoveryCodesLeft", .count),
            .required("approvesDevices", .boolean),
            .required("canApproveDevices", .boolean),
        ])
}

/// The password, once more.
package struct PasswordBody: APIBody {
    /// The password.
    package var password: String

    /// The password, once more.
    package init(password: String) {
        self.password = password
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "Password",
        [
            .required("password", .text(1000))
        ])
}

/// The password and a code, once more.
package struct OwnerBody: APIBody {
    /// The password.
    package var password: String
    /// The code that the authenticator app shows, or a recovery code.
    package var code: String

    /// The password and a code, once more.
    package init(password: String, code: String) {
        self.password = password
        self.code = code
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "Owner",
        [
            .required("password", .text(1000)),
            .required("code", .text(100)),
        ])
}

/// A first code.
package struct FactorCodeBody: APIBody {
    /// The six digits that the authenticator app shows.
    package var code: String

    /// A first code.
    package init(code: String) {
        self.code = code
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "FactorCode",
        [
            .required("code", .text(100))
        ])
}

/// What an authenticator app is told.
package struct AuthenticatorBody: APIBody {
    /// The address for the app, with the secret in it; missing when the app has it already.
    package var otpauth: String?
    /// The same as a QR code: a row for each line, `1` for a dark module, without the light border.
    package var qr: [String]?

    /// What an authenticator app is told.
    package init(otpauth: String? = nil, qr: [String]? = nil) {
        self.otpauth = otpauth
        self.qr = qr
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "Authenticator",
        [
            .optional("otpauth", .text(1000)),
            .optional("qr", .array(of: .text(177), count: 21...177)),
        ])
}

/// Codes that stand for the second factor, each once.
package struct RecoveryCodesBody: APIBody {
    /// Ten codes; they are told this once.
    package var codes: [String]

    /// Codes that stand for the second factor, each once.
    package init(codes: [String]) {
        self.codes = codes
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "RecoveryCodes",
        [
            .required("codes", .array(of: .text(100), count: 10...10))
        ])
}

/// Whether new devices have to be approved.
package struct DeviceRuleBody: APIBody {
    /// Whether they have to be.
    package var isOn: Bool
    /// The password.
    package var password: String
    /// What this device shows to be recognized, when it has something of its own.
    package var device: String?
    /// What you will recognize this device by.
    package var deviceLabel: String?

    /// Whether new devices have to be approved.
    package init(isOn: Bool, password: String, device: String? = nil, deviceLabel: String? = nil) {
        self.isOn = isOn
        self.password = password
        self.device = device
        self.deviceLabel = deviceLabel
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "DeviceRule",
        [
            .required("isOn", .boolean),
            .required("password", .text(1000)),
            .optional("device", .text(4096)),
            .optional("deviceLabel", .text(1000)),
        ])
}

/// What a device is to show.
package struct DeviceTokenBody: APIBody {
    /// What this device is to show at sign-in from now on; browsers have it as a cookie.
    package var device: String?

    /// What a device is to show.
    package init(device: String? = nil) {
        self.device = device
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "DeviceToken",
        [
            .optional("device", .text(4096))
        ])
}

/// The devices that an account has approved.
package struct DevicesBody: APIBody {
    /// Those that were seen last come first.
    package var devices: [DeviceBody]

    /// The devices that an account has approved.
    package init(devices: [DeviceBody]) {
        self.devices = devices
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "Devices",
        [
            .required("devices", .list(of: DeviceBody.schema))
        ])
}

/// A device that an account has approved.
package struct DeviceBody: APIBody {
    /// What names it.
    package var id: String
    /// What you may recognize it by.
    package var label: String
    /// The beginning of the day on which it was approved.
    package var approvedOn: Timestamp
    /// The beginning of the day on which it was seen last.
    package var seenOn: Timestamp
    /// Whether it is the one that asks.
    package var isCurrent: Bool

    /// A device that an account has approved.
    package init(id: String, label: String, approvedOn: Timestamp, seenOn: Timestamp, isCurrent: Bool) {
        self.id = id
        self.label = label
        self.approvedOn = approvedOn
        self.seenOn = seenOn
        self.isCurrent = isCurrent
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "Device",
        [
            .required("id", .hexadecimal(bytes: 12)),
            .required("label", .text(100)),
            .required("approvedOn", .dateTime),
            .required("seenOn", .dateTime),
            .required("isCurrent", .boolean),
        ])
}

/// Where an account is signed in.
package struct SessionsBody: APIBody {
    /// Those of the last day come first.
    package var sessions: [ListedSessionBody]

    /// Where an account is signed in.
    package init(sessions: [ListedSessionBody]) {
        self.sessions = sessions
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "Sessions",
        [
            .required("sessions", .list(of: ListedSessionBody.schema))
        ])
}

/// A session of an account.
package struct ListedSessionBody: APIBody {
    /// What names it.
    package var id: String
    /// What you may recognize the device by.
    package var label: String?
    /// The beginning of the day on which it began.
    package var begunOn: Timestamp
    /// What it was begun for with a second factor.
    package var role: AccountRole?
    /// Whether it is the one that asks.
    package var isCurrent: Bool

    /// A session of an account.
    package init(id: String, label: String? = nil, begunOn: Timestamp, role: AccountRole? = nil, isCurrent: Bool) {
        self.id = id
        self.label = label
        self.begunOn = begunOn
        self.role = role
        self.isCurrent = isCurrent
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "ListedSession",
        [
            .required("id", .hexadecimal(bytes: 12)),
            .optional("label", .text(100)),
            .required("begunOn", .dateTime),
            .optional("role", AccountRole.schema),
            .required("isCurrent", .boolean),
        ])
}

/// An API key to be made.
package struct APIKeyDraftBody: APIBody {
    /// What you call it.
    package var label: String
    /// What it may be used for: see balances and orders, trade, move money out.
    package var scopes: [APIKeyScope]
    /// The instant from which it is worth nothing; never when it is missing.
    package var expiresAt: Timestamp?
    /// From where it may be used: addresses or ranges such as 192.0.2.0/24; anywhere when missing.
    package var addresses: [String]?
    /// The password.
    package var password: String
    /// A code of the second factor, when the account asks for one.
    package var code: String?

    /// An API key to be made.
    package init(
        label: String, scopes: [APIKeyScope], expiresAt: Timestamp? = nil, addresses: [String]? = nil, password: String,
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
    package static let schema: Schema = .object(
        "APIKeyDraft",
        [
            .required("label", .line(60)),
            .required("scopes", .array(of: APIKeyScope.schema, count: 1...3)),
            .optional("expiresAt", .dateTime),
            .optional("addresses", .list(of: .text(50), atMost: 20)),
            .required("password", .text(1000)),
            .optional("code", .text(100)),
        ])
}

/// An API key that was just made.
package struct NewAPIKeyBody: APIBody {
    /// What names the key, in each request.
    package var `public`: String
    /// What signs; it is told this once.
    package var secret: String

    /// An API key that was just made.
    package init(public: String, secret: String) {
        self.public = `public`
        self.secret = secret
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "NewAPIKey",
        [
            .required("public", .text(100)),
            .required("secret", .text(100)),
        ])
}

/// The API keys of an account.
package struct APIKeysBody: APIBody {
    /// Those of the last day come first.
    package var keys: [APIKeyBody]

    /// The API keys of an account.
    package init(keys: [APIKeyBody]) {
        self.keys = keys
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "APIKeys",
        [
            .required("keys", .list(of: APIKeyBody.schema))
        ])
}

/// An API key without its secret.
package struct APIKeyBody: APIBody {
    /// What names the key.
    package var `public`: String
    /// What you call it.
    package var label: String
    /// What it may be used for.
    package var scopes: [APIKeyScope]
    /// The beginning of the day on which it was made.
    package var madeOn: Timestamp
    /// The instant from which it is worth nothing; never when it is missing.
    package var expiresAt: Timestamp?
    /// From where it may be used; anywhere when it is empty.
    package var addresses: [String]

    /// An API key without its secret.
    package init(
        public: String, label: String, scopes: [APIKeyScope], madeOn: Timestamp, expiresAt: Timestamp? = nil,
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
    package static let schema: Schema = .object(
        "APIKey",
        [
            .required("public", .text(100)),
            .required("label", .text(60)),
            .required("scopes", .array(of: APIKeyScope.schema, count: 1...3)),
            .required("madeOn", .dateTime),
            .optional("expiresAt", .dateTime),
            .required("addresses", .list(of: .text(50), atMost: 20)),
        ])
}
