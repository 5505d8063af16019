import Accounts
import Loyalty
import Presence
import Storage

/// A sighting whose code is right, with all that it will leave if it is believed.
///
/// Everything is made beforehand, identifiers as well, because an engine may run a transaction more than once; only the
/// number under which points are booked is drawn within it, until it is a free one.
struct SightingRecord: Sendable {
    let claim: PresenceClaim
    let shop: ShopReference
    let pseudonym: Pseudonym
    let visit: String
    let offers: [PossibleCoupon]
    let random: ServerRandom

    /// An offer that is open, with the coupon that it will be if the account may have it.
    struct PossibleCoupon: Sendable {
        let offer: ServedOffer
        let coupon: Coupon
    }

    /// What was kept.
    struct Outcome: Sendable {
        /// The new coupons.
        var coupons: [Coupon] = []
        /// The offers that the account has had by now.
        var received: [ServedOffer] = []
        /// The offers of which no coupon is left.
        var usedUp: [ServedOffer] = []
    }

    /// Believes the sighting and keeps the visit with everything that comes of it, or throws why not.
    ///
    /// All that can refuse is asked before anything is written, consent first.
    func keep(in connection: any Connection) throws -> Outcome {
        let facts = try claim.facts(in: connection)
        guard facts.isChosen else { throw ServiceError.loyalty(.notChosen) }
        try claim.believe(facts, in: connection)
        let store = SightingStore(connection)
        try store.putLastPlace(
            account: claim.account, venue: claim.venue.uuid, beacon: claim.beacon.reference,
            at: PresencePolicy.believedTime(heardAt: claim.heardAt, now: claim.now))
        try store.insertVisit(
            id: visit, venue: claim.venue.uuid, major: shop.major, pseudonym: pseudonym, at: claim.now)
        let outcome = try giveCoupons(in: connection)
        try claim.storeClock(in: connection)
        return outcome
    }

    private func giveCoupons(in connection: any Connection) throws -> Outcome {
        let store = CouponStore(connection)
        var outcome = Outcome()
        for possible in offers {
            let offer = possible.offer.offer
            var giving = try store.give(
                offer.id, of: claim.venue.uuid, to: claim.account, id: possible.coupon.id,
                at: possible.coupon.receivedAt)
            if giving == .given, offer.limit != nil {
                giving = try store.count(offer.id, of: claim.venue.uuid, coupon: possible.coupon.id)
            }
            switch giving {
            case .given:
                outcome.coupons.append(possible.coupon)
                outcome.received.append(possible.offer)
            case .hadBefore: outcome.received.append(possible.offer)
            case .usedUp: outcome.usedUp.append(possible.offer)
            }
        }
        try grantPoints(for: outcome.coupons, in: connection)
        return outcome
    }

    /// Credits what the new coupons are worth to the account's balance, in one sum.
    ///
    /// It is dated by the day, like the coupons, and says nothing of the shop: a balance must not tell where its owner
    /// was, nor at what time.
    private func grantPoints(for coupons: [Coupon], in connection: any Connection) throws {
        guard let day = coupons.first?.receivedAt else { return }
        let points = coupons.reduce(0) { $0 + Int64($1.points) }
        try LedgerDesk.grantPoints(
            points, toAccount: claim.account, memo: nil, at: day, random: random, in: connection)
    }
}
