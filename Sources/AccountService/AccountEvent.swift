import API
import Basics

/// Something that happened to the security of an account on a day, and how often.
package struct AccountEvent: Hashable, Sendable {
    /// What happened.
    package let kind: AccountEventKind
    /// The beginning of the day.
    package let on: Timestamp
    /// How often on that day.
    package let times: Int64
    /// The device, key or identity, as its owner knows it; nil when there is none.
    package let label: String?
    /// The address of the network, when the owner wants it kept.
    package let address: String?
}

extension AccountEventKind {
    /// How often it is mailed to an account on one day: who empties an account would begin with what nobody looks at.
    var mailsPerDay: Int64 {
        switch self {
        case .withdrawalAsked, .withdrawalCancelled, .withdrawalSettled, .withdrawalRefused, .moneySent: 50
        default: 5
        }
    }
}

/// An account's own trail, as its owner sees it.
package struct AccountHistory: Sendable {
    /// The last day comes first; within a day they are in no order of time.
    package let events: [AccountEvent]
    /// Whether addresses of the network are kept.
    package let keepsAddresses: Bool
    /// Whether what matters of it is mailed as well.
    package let isMailed: Bool
}

extension AccountEventKind {
    /// Whether the owner is told by mail: whoever came in without being the owner would want to hide it.
    var isMailed: Bool {
        switch self {
        case .deviceNew, .factorOn, .factorOff, .factorRenewed, .approvalOff, .keyMade, .passwordChanged,
            .passwordReset, .emailChanged, .identityLinked, .identityUnlinked, .passkeyAdded, .passkeyRemoved,
            .archiveMade, .withdrawalAsked, .withdrawalCancelled, .withdrawalSettled, .withdrawalRefused, .moneySent,
            .bookAdded, .bookRemoved, .bookOnly, .bookOpening:
            true
        // An approved device was announced by the mail with its code.
        case .accountMade, .sessionBegun, .sessionFailed, .sessionsEnded, .deviceApproved, .deviceRemoved, .approvalOn,
            .keyRevoked, .emailProved, .emailRestored, .addressesOn, .addressesOff:
            false
        }
    }
}
