/// How far it is proved that an account's address belongs to its owner.
public enum AddressProof: String, Sendable, CaseIterable, Comparable {
    /// Nobody has shown it.
    case none
    /// An operator vouches for the account, or it is from before addresses were proved: it may trade, and nothing that
    /// is meant for the address comes to it.
    case trading
    /// The owner has read what was sent to the address.
    case mailbox

    /// Whether one proves less than the other.
    public static func < (one: AddressProof, other: AddressProof) -> Bool { one.rank < other.rank }

    private var rank: Int {
        switch self {
        case .none: 0
        case .trading: 1
        case .mailbox: 2
        }
    }
}
