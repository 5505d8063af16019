import Accounts
import Beacons
import Loyalty
import Presence
import Storage
import Time

/// A sighting whose code is right, with all that it will leave if it is believed.
///
/// Everything is made beforehand, identifiers as well, because an engine may run a transaction more than once.
struct SightingRecord: Sendable {
    let policy: PresencePolicy
    let venues: VenueSnapshot
    let venue: ServedVenue
    let shop: ShopReference
    let beacon: ServedBeacon
    let proof: CodeProof
    let account: [UInt8]
    let pseudonym: Pseudonym
    let visit: String
    let heardAt: Timestamp
    let now: Timestamp
    let offers: [PossibleCoupon]

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
        let store = SightingStore(connection)
        let facts = try store.facts(
            account: account, venue: venue.uuid, beacon: beacon.reference, window: proof.window,
            limit: policy.accountsPerWindow)
        guard facts.isChosen else { throw ServiceError.loyalty(.notChosen) }
        do throws(PresenceRejection) {
            try policy.judge(heardAt: heardAt, now: now, place: beacon.place, history: history(facts))
        } catch {
            throw ServiceError.presence(error)
        }
        let isNew = try store.insertSighting(
            account: account, venue: venue.uuid, beacon: beacon.reference, window: proof.window, at: now)
        guard isNew else { throw ServiceError.presence(.replayed) }
        try store.putLastPlace(
            account: account, venue: venue.uuid, beacon: beacon.reference,
            at: PresencePolicy.believedTime(heardAt: heardAt, now: now))
        try store.insertVisit(id: visit, venue: venue.uuid, major: shop.major, pseudonym: pseudonym, at: now)
        let outcome = try giveCoupons(in: connection)
        if let clock = proof.clockToStore {
            try VenueStore(connection).store(clock, of: beacon.reference, venue: venue.uuid)
        }
        return outcome
    }

    private func giveCoupons(in connection: any Connection) throws -> Outcome {
        let store = CouponStore(connection)
        var outcome = Outcome()
        for possible in offers {
            let offer = possible.offer.offer
            var giving = try store.give(
                offer.id, of: venue.uuid, to: account, id: possible.coupon.id, at: possible.coupon.receivedAt)
            if giving == .given, offer.limit != nil {
                giving = try store.count(offer.id, of: venue.uuid, coupon: possible.coupon.id)
            }
            switch giving {
            case .given:
                outcome.coupons.append(possible.coupon)
                outcome.received.append(possible.offer)
            case .hadBefore: outcome.received.append(possible.offer)
            case .usedUp: outcome.usedUp.append(possible.offer)
            }
        }
        return outcome
    }

    /// The facts with places in the place of beacons; one that is gone excludes nothing.
    private func history(_ facts: SightingStore.Facts) -> PresenceHistory {
        var history = PresenceHistory(
            alreadyProved: facts.alreadyProved, accountsInWindow: facts.accountsInWindow)
        if let last = facts.last, let beacon = venues[last.venue]?.beacons[last.beacon] {
            history.last = (beacon.place, last.time)
        }
        return history
    }
}
