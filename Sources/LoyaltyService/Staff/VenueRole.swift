import Accounts
import Basics
import Loyalty

/// What somebody may look after.
package enum VenueRole: Hashable, Sendable {
    /// One shop of a venue, as its merchant.
    case merchant(venue: UUID128, major: UInt16)
    /// The venue itself: plan, beacons, staff.
    case `operator`(venue: UUID128)

    /// A shop, as its merchant.
    package static func merchant(of shop: ShopKey) -> VenueRole {
        .merchant(venue: shop.venue, major: shop.major)
    }

    /// The venue.
    package var venue: UUID128 {
        switch self {
        case .merchant(let venue, _), .operator(let venue): venue
        }
    }

    /// The shop; nil for the venue itself.
    package var major: UInt16? {
        switch self {
        case .merchant(_, let major): major
        case .operator: nil
        }
    }

    /// The role that a session is begun for.
    package var role: Role {
        switch self {
        case .merchant: .merchant
        case .operator: .operator
        }
    }

    /// The word in the column `role`, which is that of the role that a session is begun for.
    package var word: String { role.rawValue }

    /// The number in the column `major`; -1 for the whole venue.
    var majorColumn: Int64 { major.map(Int64.init) ?? -1 }

    /// What is looked after as a role: a shop of a venue, or the venue; nil for what goes not together.
    package init?(_ role: Role, venue: UUID128, major: UInt16?) {
        switch (role, major) {
        case (.merchant, let major?): self = .merchant(venue: venue, major: major)
        case (.operator, nil): self = .operator(venue: venue)
        default: return nil
        }
    }
}

/// A role of somebody, since when.
package struct HeldRole: Hashable, Sendable {
    /// Whose.
    package let account: [UInt8]
    /// What they look after.
    package let role: VenueRole
    /// When it was given.
    package let since: Timestamp
}
