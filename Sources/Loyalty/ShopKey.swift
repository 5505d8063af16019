import Basics

/// A shop of a venue, by its numbers.
package struct ShopKey: Hashable, Comparable, Sendable {
    /// The venue.
    package let venue: UUID128
    /// The major of the shop.
    package let major: UInt16

    /// The shop `major` of `venue`.
    package init(venue: UUID128, major: UInt16) {
        self.venue = venue
        self.major = major
    }

    /// By venue, then major: an order that is the same in each run.
    package static func < (one: ShopKey, other: ShopKey) -> Bool {
        (one.venue.description, one.major) < (other.venue.description, other.major)
    }
}
