// Written by `make api` from the table in API/; edit that, not this.
import Basics

/// What can happen to the security of an account.
package enum AccountEventKind: String, CaseIterable, Codable, Sendable {
    /// The account was made.
    case accountMade = "account.made"
    /// Somebody signed in.
    case sessionBegun = "session.begun"
    /// Somebody signed in on a device or browser that had not signed in before.
    case deviceNew = "device.new"
    /// Somebody tried to sign in, or to show that they are the owner, and failed.
    case sessionFailed = "session.failed"
    /// Every session was ended at once.
    case sessionsEnded = "sessions.ended"
    /// A device was approved.
    case deviceApproved = "device.approved"
    /// The approval of a device was taken back.
    case deviceRemoved = "device.removed"
    /// New devices have to be approved from then on.
    case approvalOn = "approval.on"
    /// New devices need no approval any more.
    case approvalOff = "approval.off"
    /// The second factor was switched on.
    case factorOn = "factor.on"
    /// The second factor was switched off.
    case factorOff = "factor.off"
    /// The recovery codes were replaced.
    case factorRenewed = "factor.renewed"
    /// An API key was made.
    case keyMade = "key.made"
    /// An API key was revoked.
    case keyRevoked = "key.revoked"
    /// The password was changed.
    case passwordChanged = "password.changed"
    /// The password was replaced by a link from a mail.
    case passwordReset = "password.reset"
    /// The address was proved.
    case emailProved = "email.proved"
    /// The address was changed.
    case emailChanged = "email.changed"
    /// A change of the address was undone.
    case emailRestored = "email.restored"
    /// An identity of another provider can sign in from then on.
    case identityLinked = "identity.linked"
    /// An identity of another provider can sign in no more.
    case identityUnlinked = "identity.unlinked"
    /// A passkey can sign in from then on.
    case passkeyAdded = "passkey.added"
    /// A passkey can sign in no more.
    case passkeyRemoved = "passkey.removed"
    /// What is kept about the account was downloaded.
    case archiveMade = "archive.made"
    /// A withdrawal was asked for.
    case withdrawalAsked = "withdrawal.asked"
    /// A withdrawal was taken back.
    case withdrawalCancelled = "withdrawal.cancelled"
    /// A withdrawal was paid out.
    case withdrawalSettled = "withdrawal.settled"
    /// A withdrawal was refused.
    case withdrawalRefused = "withdrawal.refused"
    /// Money was sent to somebody, or for an invoice.
    case moneySent = "money.sent"
    /// A place was added to the address book of the market.
    case bookAdded = "book.added"
    /// A place was removed from the address book of the market.
    case bookRemoved = "book.removed"
    /// Money may go to the places of the address book alone from then on.
    case bookOnly = "book.only"
    /// It was asked that money may go anywhere again, a day later.
    case bookOpening = "book.opening"
    /// The trail keeps addresses of the network from then on.
    case addressesOn = "addresses.on"
    /// The trail keeps addresses of the network no more.
    case addressesOff = "addresses.off"

    /// The shape in JSON.
    package static let schema: Schema = .oneOf([
        "account.made", "session.begun", "device.new", "session.failed", "sessions.ended", "device.approved",
        "device.removed", "approval.on", "approval.off", "factor.on", "factor.off", "factor.renewed", "key.made",
        "key.revoked", "password.changed", "password.reset", "email.proved", "email.changed", "email.restored",
        "identity.linked", "identity.unlinked", "passkey.added", "passkey.removed", "archive.made", "withdrawal.asked",
        "withdrawal.cancelled", "withdrawal.settled", "withdrawal.refused", "money.sent", "book.added", "book.removed",
        "book.only", "book.opening", "addresses.on", "addresses.off",
    ])
}

/// What is to end beside the sessions.
package struct SignOutEverywhereBody: APIBody {
    /// Whether approved devices are to be forgotten as well.
    package var endsDevices: Bool?
    /// Whether API keys are to be revoked as well.
    package var endsKeys: Bool?
    /// Whether passkeys are to be removed as well.
    package var endsPasskeys: Bool?
    /// Whether linked identities are to be unlinked as well.
    package var endsIdentities: Bool?

    /// What is to end beside the sessions.
    package init(
        endsDevices: Bool? = nil, endsKeys: Bool? = nil, endsPasskeys: Bool? = nil, endsIdentities: Bool? = nil
    ) {
        self.endsDevices = endsDevices
        self.endsKeys = endsKeys
        self.endsPasskeys = endsPasskeys
        self.endsIdentities = endsIdentities
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "SignOutEverywhere",
        [
            .optional("endsDevices", .boolean),
            .optional("endsKeys", .boolean),
            .optional("endsPasskeys", .boolean),
            .optional("endsIdentities", .boolean),
        ])
}

/// What ended, and what stays.
package struct SignedOutEverywhereBody: APIBody {
    /// How many sessions ended.
    package var sessionsEnded: Int
    /// How many devices are still approved.
    package var devicesLeft: Int
    /// How many API keys still work.
    package var keysLeft: Int
    /// How many passkeys still open the account.
    package var passkeysLeft: Int
    /// How many linked identities still open the account.
    package var identitiesLeft: Int

    /// What ended, and what stays.
    package init(sessionsEnded: Int, devicesLeft: Int, keysLeft: Int, passkeysLeft: Int, identitiesLeft: Int) {
        self.sessionsEnded = sessionsEnded
        self.devicesLeft = devicesLeft
        self.keysLeft = keysLeft
        self.passkeysLeft = passkeysLeft
        self.identitiesLeft = identitiesLeft
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "SignedOutEverywhere",
        [
            .required("sessionsEnded", .count),
            .required("devicesLeft", .count),
            .required("keysLeft", .count),
            .required("passkeysLeft", .count),
            .required("identitiesLeft", .count),
        ])
}

/// What would be lost with an account.
package struct AccountDeletionBody: APIBody {
    /// What the account has of each asset, of which it has anything.
    package var balances: [MarketBalanceBody]
    /// Whether money is among it, and not points alone: then the end has to be asked for with `forfeits`.
    package var hasMoney: Bool
    /// Whether money is held: open orders are cancelled with `forfeits`, a withdrawal has to be decided first.
    package var isHeld: Bool
    /// How many API keys would end.
    package var keys: Int
    /// How many coupons would be lost.
    package var coupons: Int

    /// What would be lost with an account.
    package init(balances: [MarketBalanceBody], hasMoney: Bool, isHeld: Bool, keys: Int, coupons: Int) {
        self.balances = balances
        self.hasMoney = hasMoney
        self.isHeld = isHeld
        self.keys = keys
        self.coupons = coupons
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "AccountDeletion",
        [
            .required("balances", .list(of: MarketBalanceBody.schema)),
            .required("hasMoney", .boolean),
            .required("isHeld", .boolean),
            .required("keys", .count),
            .required("coupons", .count),
        ])
}

/// How an account is to end.
package struct AccountFarewellBody: APIBody {
    /// Whether balances may be lost, and open orders cancelled.
    package var forfeits: Bool

    /// How an account is to end.
    package init(forfeits: Bool) {
        self.forfeits = forfeits
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "AccountFarewell",
        [
            .required("forfeits", .boolean)
        ])
}

/// What happened to the security of an account.
package struct AccountTrailBody: APIBody {
    /// At most 500; the last day comes first, and within a day they are in no order of time.
    package var events: [AccountEventBody]
    /// Whether addresses of the network are kept.
    package var keepsAddresses: Bool
    /// Whether what matters of it is mailed as well: the server sends mail, and the address is proved.
    package var isMailed: Bool

    /// What happened to the security of an account.
    package init(events: [AccountEventBody], keepsAddresses: Bool, isMailed: Bool) {
        self.events = events
        self.keepsAddresses = keepsAddresses
        self.isMailed = isMailed
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "AccountTrail",
        [
            .required("events", .list(of: AccountEventBody.schema)),
            .required("keepsAddresses", .boolean),
            .required("isMailed", .boolean),
        ])
}

/// Something that happened on a day, and how often.
package struct AccountEventBody: APIBody {
    /// What happened.
    package var kind: AccountEventKind
    /// The beginning of the day.
    package var on: Timestamp
    /// How often on that day.
    package var times: Int
    /// The device, key or identity, as its owner knows it, or how much money.
    package var label: String?
    /// From where, when the owner wants that kept.
    package var address: String?

    /// Something that happened on a day, and how often.
    package init(kind: AccountEventKind, on: Timestamp, times: Int, label: String? = nil, address: String? = nil) {
        self.kind = kind
        self.on = on
        self.times = times
        self.label = label
        self.address = address
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "AccountEvent",
        [
            .required("kind", AccountEventKind.schema),
            .required("on", .dateTime),
            .required("times", .integer(1...9_007_199_254_740_991)),
            .optional("label", .text(100)),
            .optional("address", .text(50)),
        ])
}

/// Whether addresses of the network are kept.
package struct TrailAddressesBody: APIBody {
    /// Whether they are.
    package var isOn: Bool

    /// Whether addresses of the network are kept.
    package init(isOn: Bool) {
        self.isOn = isOn
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "TrailAddresses",
        [
            .required("isOn", .boolean)
        ])
}
