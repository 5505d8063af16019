// Written by `make api` from the table in API/; edit that, not this.
import Basics

/// Where in the page a sign-in by a provider goes on.
package enum SignInPlace: String, CaseIterable, Codable, Sendable {
    /// The centre around you.
    case here
    /// Your offers.
    case offers
    /// Your shops.
    case shops
    /// Your account.
    case me
    /// Your vaults.
    case vault
    /// Your health.
    case health

    /// The shape in JSON.
    package static let schema: Schema = .oneOf(["here", "offers", "shops", "me", "vault", "health"])
}

/// What has to happen before somebody of whom a provider told is signed in.
package enum ArrivalStep: String, CaseIterable, Codable, Sendable {
    /// No more; the identity is known.
    case enter
    /// A new account is made.
    case create
    /// There is an account with the same address: its password, or a code that goes to the address, shows whose it is.
    case confirm
    /// There is an account with the same address that nobody has proved: a code that goes to the address shows whose it
    /// is, and every way into it of before ends.
    case clear
    /// The identity is linked with the account that is signed in.
    case connect

    /// The shape in JSON.
    package static let schema: Schema = .oneOf(["enter", "create", "confirm", "clear", "connect"])
}

/// The providers of identities.
package struct IdentityProvidersBody: APIBody {
    /// In the order in which they are offered.
    package var providers: [IdentityProviderBody]

    /// The providers of identities.
    package init(providers: [IdentityProviderBody]) {
        self.providers = providers
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "IdentityProviders",
        [
            .required("providers", .list(of: IdentityProviderBody.schema))
        ])
}

/// A provider of identities.
package struct IdentityProviderBody: APIBody {
    /// Its name in addresses.
    package var name: String
    /// What people call it.
    package var label: String

    /// A provider of identities.
    package init(name: String, label: String) {
        self.name = name
        self.label = label
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "IdentityProvider",
        [
            .required("name", .text(30)),
            .required("label", .text(60)),
        ])
}

/// Somebody of whom a provider told.
package struct ArrivalBody: APIBody {
    /// What people call the provider.
    package var provider: String
    /// The address that the provider told.
    package var email: String?
    /// What is still to be shown.
    package var step: ArrivalStep
    /// Whether this server sends mail.
    package var sendsMail: Bool

    /// Somebody of whom a provider told.
    package init(provider: String, email: String? = nil, step: ArrivalStep, sendsMail: Bool) {
        self.provider = provider
        self.email = email
        self.step = step
        self.sendsMail = sendsMail
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "Arrival",
        [
            .required("provider", .text(60)),
            .optional("email", .text(254)),
            .required("step", ArrivalStep.schema),
            .required("sendsMail", .boolean),
        ])
}

/// What finishes a sign-in by a provider, as far as it is asked for.
package struct ArrivalProofBody: APIBody {
    /// The password of the account with the same address.
    package var password: String?
    /// The code that went to the address.
    package var mailCode: String?
    /// A code of the second factor, or a recovery code, for an account that asks for one.
    package var code: String?
    /// What the device shows to be recognized; browsers have a cookie.
    package var device: String?
    /// What you will recognize the device by.
    package var deviceLabel: String?

    /// What finishes a sign-in by a provider, as far as it is asked for.
    package init(
        password: String? = nil, mailCode: String? = nil, code: String? = nil, device: String? = nil,
        deviceLabel: String? = nil
    ) {
        self.password = password
        self.mailCode = mailCode
        self.code = code
        self.device = device
        self.deviceLabel = deviceLabel
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "ArrivalProof",
        [
            .optional("password", .text(1000)),
            .optional("mailCode", .text(100)),
            .optional("code", .text(100)),
            .optional("device", .text(4096)),
            .optional("deviceLabel", .text(1000)),
        ])
}

/// The identities of an account.
package struct IdentitiesBody: APIBody {
    /// In the order of their providers.
    package var identities: [LinkedIdentityBody]
    /// Where to sign out at the provider from which this session stems, when it has such a place.
    package var signOutAddress: String?

    /// The identities of an account.
    package init(identities: [LinkedIdentityBody], signOutAddress: String? = nil) {
        self.identities = identities
        self.signOutAddress = signOutAddress
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "Identities",
        [
            .required("identities", .list(of: LinkedIdentityBody.schema)),
            .optional("signOutAddress", .text(4000)),
        ])
}

/// An identity elsewhere.
package struct LinkedIdentityBody: APIBody {
    /// What names it.
    package var id: String
    /// The name of its provider in addresses.
    package var provider: String
    /// What people call its provider.
    package var label: String
    /// The address that the provider told last.
    package var email: String?
    /// Whether you can show once more who you are by signing in there anew.
    package var confirms: Bool
    /// The beginning of the day on which it was linked.
    package var linkedOn: Timestamp

    /// An identity elsewhere.
    package init(id: String, provider: String, label: String, email: String? = nil, confirms: Bool, linkedOn: Timestamp)
    {
        self.id = id
        self.provider = provider
        self.label = label
        self.email = email
        self.confirms = confirms
        self.linkedOn = linkedOn
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "LinkedIdentity",
        [
            .required("id", .hexadecimal(bytes: 12)),
            .required("provider", .text(30)),
            .required("label", .text(60)),
            .optional("email", .text(254)),
            .required("confirms", .boolean),
            .required("linkedOn", .dateTime),
        ])
}

/// What somebody shows before a provider is asked who they are.
package struct ProviderConfirmationBody: APIBody {
    /// A code of the second factor, or a recovery code, for an account that asks for one.
    package var code: String?

    /// What somebody shows before a provider is asked who they are.
    package init(code: String? = nil) {
        self.code = code
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "ProviderConfirmation",
        [
            .optional("code", .text(100))
        ])
}

/// Where a browser goes.
package struct ProviderAddressBody: APIBody {
    /// The address at the provider.
    package var address: String

    /// Where a browser goes.
    package init(address: String) {
        self.address = address
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "ProviderAddress",
        [
            .required("address", .text())
        ])
}
