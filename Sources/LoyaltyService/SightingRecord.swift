import Accounts
import Basics
import HTTPKit
import Loyalty
import Presence
import ServiceKit
import Storage

/// A sighting whose code is right, with all that it will leave if it is believed.
///
/// Everything is made beforehand, identifiers as well, because an engine may run a transaction more than once. Beside the
/// visit, an account is named in rows alone that are gone in half an hour: what stays is written by another transaction
/// (see ``LoyaltyService/settle(at:)``), in no order that a visit gave it.
struct SightingRecord: Sendable {
    let claim: PresenceClaim
    let shop: ShopReference
    /// Says who is offered nothing for a while.
    let isHeldOut: OfferHoldOut?
    let pseudonym: Pseudonym
    let visit: String
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
        /// Whether too many accounts have used the code for the visit to count.
        var isDisputed = false
        /// Whether the visit is kept: not where the shop may give coupons and know of nothing.
        var isVisitKept = true
        /// The beacon of the venue that the account had proved right before this one.
        var before: BeaconRef?
    }

    /// Believes the sighting and keeps the visit with everything that comes of it, or throws why not.
    ///
    /// All that can refuse is asked before anything is written, consent first.
    func keep(in connection: any Connection) throws -> Outcome {
        let facts = try claim.facts(in: connection)
        guard let term = facts.term else { throw ServiceError.loyalty(.notChosen) }
        let history = try claim.believe(facts, in: connection)
        let store = SightingStore(connection)
        try store.putRecentPlace(
            account: claim.account, venue: claim.venue.uuid, beacon: claim.beacon.reference,
            at: PresencePolicy.believedTime(heardAt: claim.heardAt, now: claim.now))
        let code = claim.proof.number | (facts.isNewcomer ? 1 : 0)
        if term.allowsVisits {
            try store.insertVisit(
                id: visit, venue: claim.venue.uuid, major: shop.major, pseudonym: pseudonym, code: code, at: claim.now)
        }
        // In a crowd the visit stands and what it would bring waits for the next one.
        var outcome = claim.policy.bringsSomething(history) ? try giveCoupons(in: connection) : Outcome()
        outcome.isVisitKept = term.allowsVisits
        if claim.policy.isDisputed(history) {
            outcome.isDisputed = true
            try store.dispute(code: code, venue: claim.venue.uuid, major: shop.major, on: claim.now.day)
        }
        try claim.storeClock(in: connection)
        outcome.before = beaconBefore(facts)
        return outcome
    }

    /// Another beacon of the venue that the account was at within some seconds.
    private func beaconBefore(_ facts: SightingStore.Facts) -> BeaconRef? {
        guard let last = facts.last, last.venue == claim.venue.venue.uuid, last.beacon != claim.beacon.reference else {
            return nil
        }
        let heard = PresencePolicy.believedTime(heardAt: claim.heardAt, now: claim.now)
        return abs(heard.seconds(since: last.time)) <= BeaconCounters.pairSeconds ? last.beacon : nil
    }

    private func giveCoupons(in connection: any Connection) throws -> Outcome {
        // Whoever is held out sees what somebody sees for whom there is no offer.
        if !offers.isEmpty, try isHeldOut?(claim.account, shop, claim.now, connection) ?? false { return Outcome() }
        let store = CouponStore(connection)
        var outcome = Outcome()
        for possible in offers {
            let offer = possible.offer.offer
            var giving = try store.mayGive(offer, of: claim.venue.uuid, to: claim.account, at: claim.now)
            if giving == .given {
                giving = try store.give(offer.id, of: claim.venue.uuid, to: claim.account, possible.coupon)
            }
            if giving == .given {
                giving = try store.count(offer, of: claim.venue.uuid, coupon: possible.coupon.id, at: claim.now)
            }
            switch giving {
            case .given:
                outcome.coupons.append(possible.coupon)
                outcome.received.append(possible.offer)
            case .hadBefore: outcome.received.append(possible.offer)
            case .usedUp: outcome.usedUp.append(possible.offer)
            case .closed: break
            }
        }
        return outcome
    }
}

extension SightingRecord {
    /// What its owner is told of it.
    func events(of outcome: Outcome) -> [LoyaltyEvent] {
        let visit = outcome.isVisitKept ? visit : ""
        let accepted = LoyaltyEvent.sightingAccepted(
            shop: shop, visit: visit, at: claim.now, isDisputed: outcome.isDisputed)
        return [accepted] + outcome.coupons.map { .offerReceived($0, at: claim.now) }
    }
}
