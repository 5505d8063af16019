import Accounts
import Basics
import Beacons
import HTTPKit
import Loyalty
import Presence
import ServiceKit
import Storage

/// A sighting whose code is right, until the rules believe it: what a visit and a vault's slot have in common.
///
/// Believing it spends the code for the account, and leaves what stops a replay and nothing else; a visit adds the rest.
package struct PresenceClaim: Sendable {
    let policy: PresencePolicy
    let venues: VenueSnapshot
    let venue: ServedVenue
    let beacon: ServedBeacon
    let proof: CodeProof
    let account: [UInt8]
    /// When its session began.
    let signedInAt: Timestamp
    let heardAt: Timestamp
    let now: Timestamp

    /// The claim that the account of `session` makes with a sighting in `venue`; throws why its code or its times alone refuse it.
    init(
        _ sighting: PresenceSighting, in venue: ServedVenue, of venues: VenueSnapshot, session: Session,
        policy: PresencePolicy, at now: Timestamp
    ) throws(PresenceRejection) {
        let reference = BeaconRef(major: sighting.identity.major, minor: sighting.identity.minor)
        guard let beacon = venue.beacons[reference] else { throw .unknownBeacon }
        self.proof = try beacon.prove(sighting.code, at: now)
        // What its times alone refuse need not wait for the one that writes.
        try policy.judge(heardAt: sighting.heardAt, now: now, place: beacon.place, history: PresenceHistory())
        self.policy = policy
        self.venues = venues
        self.venue = venue
        self.beacon = beacon
        self.account = session.accountID
        self.signedInAt = session.signedInAt
        self.heardAt = sighting.heardAt
        self.now = now
    }

    /// What the tables know of the account and the window.
    ///
    /// The first code of a new key puts that in the place of the old one. `presence.code_mismatch` when the key was dropped
    /// since the code was found right.
    package func facts(in connection: any Connection) throws -> SightingStore.Facts {
        guard try proof.settleKey(of: beacon.reference, in: venue.venue.uuid, at: now, in: connection) else {
            throw ServiceError.presence(.codeMismatch)
        }
        let newFrom = Timestamp(day: now.day - policy.newcomerDays + 1)
        return try SightingStore(connection).facts(
            account: account, venue: venue.uuid, beacon: beacon.reference, window: proof.slot,
            limit: (beacon.accountsPerWindow ?? policy.accountsPerWindow) * PresencePolicy.recordedTimes,
            newFrom: newFrom, isOld: signedInAt < newFrom)
    }

    /// Believes the claim by the rules and spends the code, or throws `ServiceError.presence`; returns what it was
    /// judged by.
    @discardableResult
    package func believe(_ facts: SightingStore.Facts, in connection: any Connection) throws -> PresenceHistory {
        let history = history(facts)
        do throws(PresenceRejection) {
            try policy.judge(heardAt: heardAt, now: now, place: beacon.place, history: history)
        } catch {
            throw ServiceError.presence(error)
        }
        let isNew = try SightingStore(connection).insertSighting(
            account: account, isNewcomer: facts.isNewcomer, venue: venue.uuid, beacon: beacon.reference,
            window: proof.slot, at: now)
        guard isNew else { throw ServiceError.presence(.replayed) }
        return history
    }

    /// Keeps what the code says of the beacon's clock, when that is worth a write.
    package func storeClock(in connection: any Connection) throws {
        guard policy.learnsClocks, let clock = proof.clockToStore else { return }
        try VenueStore(connection).store(
            clock, of: beacon.reference, venue: venue.uuid, generation: proof.generation)
    }

    /// Learns of the beacon's clock, once the claim is believed and committed.
    package func learn() {
        if policy.learnsClocks { beacon.learn(from: proof, at: now) }
    }

    /// The facts with places in the place of beacons; one that is gone excludes nothing.
    private func history(_ facts: SightingStore.Facts) -> PresenceHistory {
        var history = PresenceHistory(
            alreadyProved: facts.alreadyProved, accountsInWindow: facts.accountsInWindow)
        history.isNewcomer = facts.isNewcomer
        history.accountsPerWindow = beacon.accountsPerWindow
        if let last = facts.last, let beacon = venues[last.venue]?.beacons[last.beacon] {
            history.last = (beacon.place, last.time)
        }
        if let last = facts.lastVenue, let place = venues[last.venue]?.place {
            history.lastVenue = (place, last.quarter)
        }
        return history
    }
}

extension LoyaltyService {
    /// What a sighting claims, for whoever asks for something else than a visit: no shop is told and none counts it.
    ///
    /// Throws `ServiceError.presence` when its code or its times alone refuse it.
    package func claim(
        _ sighting: PresenceSighting, session: Session, at now: Timestamp
    ) async throws(ServiceError) -> PresenceClaim {
        let venues = try await directory.snapshot(at: now, having: { $0.has(sighting.identity) })
        guard let venue = venues[sighting.identity.uuid] else { throw .presence(.unknownBeacon) }
        do throws(PresenceRejection) {
            return try await newestClaim(sighting, in: venue, of: venues, session: session, at: now)
        } catch {
            throw .presence(error)
        }
    }

    /// What a sighting claims; a code that no key in memory has made is asked about once more when there are newer keys,
    /// since another server may have given the beacon one a moment ago.
    func newestClaim(
        _ sighting: PresenceSighting, in venue: ServedVenue, of venues: VenueSnapshot, session: Session,
        at now: Timestamp
    ) async throws(PresenceRejection) -> PresenceClaim {
        do throws(PresenceRejection) {
            return try PresenceClaim(sighting, in: venue, of: venues, session: session, policy: policy, at: now)
        } catch {
            guard
                error == .codeMismatch, let newer = try? await directory.newest(at: now),
                let known = newer[sighting.identity.uuid], known !== venue
            else { throw error }
            return try PresenceClaim(sighting, in: known, of: newer, session: session, policy: policy, at: now)
        }
    }
}
