// Written by `make api` from the table in API/; edit that, not this.
import Basics

/// What carries messages to a device.
package enum PushCarrierName: String, CaseIterable, Codable, Sendable {
    /// A browser's push service.
    case web
    /// Apple's push servers, to an app.
    case apple
    /// Firebase Cloud Messaging, to an app.
    case google

    /// The shape in JSON.
    package static let schema: Schema = .oneOf(["web", "apple", "google"])
}

/// What devices are told of.
package enum PushKindName: String, CaseIterable, Codable, Sendable {
    /// A shop gave an offer.
    case offers
    /// An own order was executed.
    case orders
    /// A device was approved.
    case devices
    /// A market reached a price.
    case prices
    /// Money came, or a request for money was decided.
    case payments
    /// A daily reminder to open Cerca, which then looks for warnings by itself.
    case reminders

    /// The shape in JSON.
    package static let schema: Schema = .oneOf(["offers", "orders", "devices", "prices", "payments", "reminders"])
}

/// On which devices an account is told things, and of what.
package struct PushBody: APIBody {
    /// The key that browsers subscribe with, in Base64 for URLs; missing when this server pushes nothing to browsers.
    package var publicKey: String?
    /// The devices.
    package var devices: [PushDeviceBody]
    /// When and of which shops.
    package var rules: PushRulesBody

    /// On which devices an account is told things, and of what.
    package init(publicKey: String? = nil, devices: [PushDeviceBody], rules: PushRulesBody) {
        self.publicKey = publicKey
        self.devices = devices
        self.rules = rules
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "Push",
        [
            .optional("publicKey", .text(100)),
            .required("devices", .list(of: PushDeviceBody.schema)),
            .required("rules", PushRulesBody.schema),
        ])
}

/// A device that is to be told things; a browser has an endpoint, an app has a token.
package struct PushRegistrationBody: APIBody {
    /// What carries messages to it.
    package var carrier: PushCarrierName
    /// Where the browser's push service takes messages.
    package var endpoint: String?
    /// What names the app on this device.
    package var token: String?
    /// Whether an app of Apple's was built for the sandbox; not, when missing.
    package var isSandbox: Bool?
    /// The public key that messages are encrypted with, 65 bytes in Base64 for URLs.
    package var p256dh: String
    /// The secret that messages are encrypted with, 16 bytes in Base64 for URLs.
    package var auth: String
    /// The language in which it is told things.
    package var language: String

    /// A device that is to be told things; a browser has an endpoint, an app has a token.
    package init(
        carrier: PushCarrierName, endpoint: String? = nil, token: String? = nil, isSandbox: Bool? = nil, p256dh: String,
        auth: String, language: String
    ) {
        self.carrier = carrier
        self.endpoint = endpoint
        self.token = token
        self.isSandbox = isSandbox
        self.p256dh = p256dh
        self.auth = auth
        self.language = language
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "PushRegistration",
        [
            .required("carrier", PushCarrierName.schema),
            .optional("endpoint", .text(1024)),
            .optional("token", .text(512)),
            .optional("isSandbox", .boolean),
            .required("p256dh", .text(100)),
            .required("auth", .text(100)),
            .required("language", .text(35)),
        ])
}

/// A device that is told things.
package struct PushDeviceBody: APIBody {
    /// What names it.
    package var id: String
    /// What carries messages to it.
    package var carrier: PushCarrierName
    /// What you may recognize it by.
    package var label: String?
    /// What it is not told of.
    package var muted: [PushKindName]
    /// The beginning of the day on which it was registered last.
    package var registeredOn: Timestamp
    /// Whether it belongs to the session that asks.
    package var isCurrent: Bool

    /// A device that is told things.
    package init(
        id: String, carrier: PushCarrierName, label: String? = nil, muted: [PushKindName], registeredOn: Timestamp,
        isCurrent: Bool
    ) {
        self.id = id
        self.carrier = carrier
        self.label = label
        self.muted = muted
        self.registeredOn = registeredOn
        self.isCurrent = isCurrent
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "PushDevice",
        [
            .required("id", .text(100)),
            .required("carrier", PushCarrierName.schema),
            .optional("label", .text(100)),
            .required("muted", .list(of: PushKindName.schema, atMost: 6)),
            .required("registeredOn", .dateTime),
            .required("isCurrent", .boolean),
        ])
}

/// What a device is not told of.
package struct PushMutingBody: APIBody {
    /// The kinds; none, for being told everything.
    package var muted: [PushKindName]

    /// What a device is not told of.
    package init(muted: [PushKindName]) {
        self.muted = muted
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "PushMuting",
        [
            .required("muted", .list(of: PushKindName.schema, atMost: 6))
        ])
}

/// When and of which shops an account is told things, on all its devices.
package struct PushRulesBody: APIBody {
    /// Whether nothing is pushed at all.
    package var isSilent: Bool
    /// The minute of the day from which nothing is pushed; missing, together with the other, for no quiet hours.
    package var quietFrom: Int?
    /// The minute of the day from which there are pushes again.
    package var quietUntil: Int?
    /// The account's time zone, by its name in the IANA's database.
    package var timeZone: String
    /// The shops whose offers are not pushed.
    package var mutedShops: [ShopChoiceBody]

    /// When and of which shops an account is told things, on all its devices.
    package init(
        isSilent: Bool, quietFrom: Int? = nil, quietUntil: Int? = nil, timeZone: String, mutedShops: [ShopChoiceBody]
    ) {
        self.isSilent = isSilent
        self.quietFrom = quietFrom
        self.quietUntil = quietUntil
        self.timeZone = timeZone
        self.mutedShops = mutedShops
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "PushRules",
        [
            .required("isSilent", .boolean),
            .optional("quietFrom", .integer(0...1439)),
            .optional("quietUntil", .integer(0...1439)),
            .required("timeZone", .text(64)),
            .required("mutedShops", .list(of: ShopChoiceBody.schema, atMost: 500)),
        ])
}
