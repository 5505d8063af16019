import Basics
import Loyalty
import ServiceKit
import Synchronization

/// Offers that people are known to have had, so that the database is not asked again at each of their visits.
///
/// It can only grow true: a coupon's row stays for good, deleted or not. What it does not know, the database decides.
final class ReceivedOffers: Sendable {
    private struct Key: Hashable {
        let account: [UInt8]
        let venue: UUID128
        let offer: String
    }

    private let known = Mutex(RecentlyUsed<Key, Bool>(capacity: 131_072))

    /// Whether the account is known to have had the offer.
    func contains(_ offer: ServedOffer, of venue: ServedVenue, account: [UInt8]) -> Bool {
        let key = Key(account: account, venue: venue.venue.uuid, offer: offer.offer.family ?? offer.offer.id)
        return known.withLock { $0.value(for: key) } != nil
    }

    /// Keeps in mind that the account has had the offer, which must be committed.
    func insert(_ offer: ServedOffer, of venue: ServedVenue, account: [UInt8]) {
        let key = Key(account: account, venue: venue.venue.uuid, offer: offer.offer.family ?? offer.offer.id)
        known.withLock { $0.set(true, for: key) }
    }
}
