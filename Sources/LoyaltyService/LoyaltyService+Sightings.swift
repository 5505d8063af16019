import Accounts
import Basics
import Beacons
import HTTPKit
import Loyalty
import Presence
import ServiceKit

extension LoyaltyService {
    /// Proves a visit with what a phone heard, and gives the shop's offers for it; all of it or nothing.
    ///
    /// Consent comes before everything else: a sighting at a shop that was not chosen ends as `notChosen` and leaves no
    /// trace, neither in the database nor in a counter nor in an event. So does one at the venue's own entrances and
    /// aisles, which nobody can choose. Every other refusal changes nothing in the database either; it is told to its
    /// owner and counted for the venue.
    ///
    /// - Parameter telemetry: What the beacon told of itself at the same time; it is kept without a name.
    package func recordSighting(
        _ sighting: PresenceSighting, session: Session, telemetry: EddystoneTLM? = nil
    ) async throws(ServiceError) -> SightingReceipt {
        let now = clock.now()
        let identity = sighting.identity
        let venues = try await directory.snapshot(at: now, having: { $0.has(identity) })
        let reference = BeaconRef(major: identity.major, minor: identity.minor)
        guard let venue = venues[identity.uuid] else {
            tell(.unknownBeacon, to: session, at: now)
            throw .presence(.unknownBeacon)
        }
        guard let shop = venue.shop(identity.major) else {
            if venue.beacons[reference] != nil { throw .loyalty(.notChosen) }
            throw refusal(.unknownBeacon, at: reference, in: venue, session: session, at: now)
        }
        let key = try await couponKey()
        let claim: PresenceClaim
        do throws(PresenceRejection) {
            claim = try await newestClaim(sighting, in: venue, of: venues, session: session, at: now)
        } catch {
            try await requireConsent(to: shop, of: venue, session: session)
            throw refusal(error, at: reference, in: venue, session: session, at: now)
        }
        let record = SightingRecord(
            claim: claim, shop: shop, isHeldOut: isHeldOut,
            pseudonym: session.pseudonymKey.pseudonym(venue: venue.uuid, shop: shop.major),
            visit: random.identifier(ordered: now.milliseconds).hexadecimal,
            offers: possibleCoupons(in: shop, of: venue, for: session, key: key, at: now))
        let outcome: SightingRecord.Outcome
        do {
            outcome = try await database.writing { [events] connection in
                let outcome = try record.keep(in: connection)
                for event in record.events(of: outcome) {
                    try events.note(to: record.claim.account, at: record.claim.now, in: connection) {
                        try ServerSentEvent(event)
                    }
                }
                return outcome
            }
        } catch {
            guard case .refused(let rejection as PresenceRejection) = error else { throw error }
            throw refusal(rejection, at: reference, in: venue, session: session, at: now)
        }
        if let telemetry {
            beaconCounters.take(telemetry, of: reference, in: venue.venue.uuid, from: session.accountID, now: now)
        }
        return accepted(record, outcome, session: session)
    }

    /// What follows a commit: nothing here can fail any more.
    private func accepted(
        _ record: SightingRecord, _ outcome: SightingRecord.Outcome, session: Session
    ) -> SightingReceipt {
        let claim = record.claim
        let visit = outcome.isVisitKept ? record.visit : ""
        claim.learn()
        for offer in outcome.usedUp { offer.markUsedUp() }
        for offer in outcome.received { received.insert(offer, of: claim.venue, account: session.accountID) }
        let (counted, venue): (CountedOutcome, _) = (outcome.isDisputed ? .disputed : .accepted, claim.venue.venue.uuid)
        counters.count(counted, in: venue, at: claim.now)
        beaconCounters.count(counted, at: claim.beacon.reference, of: venue, now: claim.now)
        if let before = outcome.before {
            beaconCounters.count(BeaconPair(before, claim.beacon.reference), of: venue, now: claim.now)
        }
        for event in record.events(of: outcome) {
            events.publishNoted(to: session.accountID) { try ServerSentEvent(event) }
        }
        return SightingReceipt(
            shop: record.shop, visit: visit, at: claim.now, coupons: outcome.coupons,
            isDisputed: outcome.isDisputed)
    }

    private func possibleCoupons(
        in shop: ShopReference, of venue: ServedVenue, for session: Session, key: CouponKey, at now: Timestamp
    ) -> [SightingRecord.PossibleCoupon] {
        venue.openOffers(of: shop.major, at: now).compactMap { served in
            if received.contains(served, of: venue, account: session.accountID) { return nil }
            let offer = served.offer
            let id = random.identifier()
            let coupon = Coupon(
                id: id.hexadecimal, shop: shop, text: offer.text, points: offer.points,
                receivedAt: venue.beginningOfDay(at: now), validUntil: offer.validUntil,
                paysRedeemed: offer.paysRedeemed, secret: key.secret(ofCoupon: id))
            return SightingRecord.PossibleCoupon(offer: served, coupon: coupon)
        }
    }

    private func requireConsent(
        to shop: ShopReference, of venue: ServedVenue, session: Session
    ) async throws(ServiceError) {
        let term = try await database.reading {
            try ChoiceStore($0).term(of: session.accountID, venue: venue.uuid, major: shop.major)
        }
        guard term != nil else { throw .loyalty(.notChosen) }
    }

    /// Counts and tells a refusal, and gives it back as an error.
    private func refusal(
        _ rejection: PresenceRejection, at beacon: BeaconRef, in venue: ServedVenue, session: Session,
        at now: Timestamp
    ) -> ServiceError {
        counters.count(.refused(rejection), in: venue.venue.uuid, at: now)
        if venue.beacons[beacon] != nil {
            beaconCounters.count(.refused(rejection), at: beacon, of: venue.venue.uuid, now: now)
        }
        tell(rejection, to: session, at: now)
        return .presence(rejection)
    }

    /// Tells of a sighting that was refused, which is kept nowhere: the streams of other servers do not hear of it.
    private func tell(_ rejection: PresenceRejection, to session: Session, at now: Timestamp) {
        events.publish(to: session.accountID) {
            try ServerSentEvent(.sightingRejected(code: rejection.code, at: now))
        }
    }
}
