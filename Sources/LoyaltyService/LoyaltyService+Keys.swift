import Basics
import Beacons
import HTTPKit
import Loyalty
import Presence
import ServiceKit
import Storage

/// A new key in the place of another: for a device that replaces one, and for one that is gone.
///
/// While a beacon has two, codes of both are believed, each by the clock of its own device, and each key has windows of its
/// own, so that what was proved with one is no replay of what is proved with the other. The first code of the new one that
/// proves something puts it in the other's place, in the same transaction; so do 24 hours. The old one is believed for two
/// minutes more, since phones may deliver what they heard before. No sighting fails for a rotation.
extension LoyaltyService {
    /// How long an old key is believed at most beside a new one of which no code comes, in seconds.
    package static var rotationSeconds: Int64 { ServedBeacon.rotationSeconds }

    /// Gives a beacon a new key beside its own; false when the venue has no such beacon.
    ///
    /// The new device's clock counts as set right at `now`. Call ``refreshKeys(at:)`` once that is committed.
    package static func beginRotation(
        of beacon: BeaconRef, in venue: UUID128, to key: BeaconKey, at now: Timestamp, in connection: any Connection
    ) throws -> Bool {
        let store = VenueStore(connection)
        guard try store.mainKey(of: beacon, in: venue) != nil else { return false }
        let second = StoredBeacon.SecondKey(
            key: key, clock: BeaconClock(installedAt: now), isNext: true,
            until: now.advanced(bySeconds: rotationSeconds))
        try store.putSecondKey(second, of: beacon, in: venue)
        return true
    }

    /// Forgets the new key of a beacon; false when there is none, or a code of it has come already.
    package static func undoRotation(
        of beacon: BeaconRef, in venue: UUID128, in connection: any Connection
    ) throws -> Bool {
        try VenueStore(connection).deleteNextKey(of: beacon, in: venue)
    }

    /// Counts the clock of a beacon as set right at `now`, as at its installation; false when the venue has no such beacon.
    ///
    /// Codes of up to half a minute ago are then taken again until the next proof, as after an installation. No code that was
    /// heard can do this by itself: a replay looks the same as a clock that went back. Call ``refreshKeys(at:)`` once that
    /// is committed.
    package static func resetClock(
        of beacon: BeaconRef, in venue: UUID128, at now: Timestamp, in connection: any Connection
    ) throws -> Bool {
        try VenueStore(connection).resetClock(of: beacon, in: venue, to: BeaconClock(installedAt: now))
    }

    /// Drops all keys of a beacon for one that nobody has; false when the venue has no such beacon.
    package static func dropKeys(
        of beacon: BeaconRef, in venue: UUID128, for key: BeaconKey, at now: Timestamp, in connection: any Connection
    ) throws -> Bool {
        let store = VenueStore(connection)
        guard try store.mainKey(of: beacon, in: venue) != nil else { return false }
        try store.replaceKey(of: beacon, in: venue, by: key, clock: BeaconClock(installedAt: now))
        return true
    }

    /// Until when the old keys of a venue's beacons are believed beside new ones of which no code has come.
    package static func rotations(
        of venue: UUID128, in connection: any Connection
    ) throws -> [BeaconRef: Timestamp] {
        try VenueStore(connection).secondKeys(of: venue).compactMapValues { $0.isNext ? $0.until : nil }
    }

    /// Uses what was changed of keys on this server at once; others do within some seconds.
    package func refreshKeys(at now: Timestamp) async {
        await directory.refresh(at: now)
    }

    /// Whether a beacon can be sending this code now; the first one of a new key puts it in the place of the old one.
    package func accepts(
        _ code: SecurityCode, of beacon: BeaconRef, in venue: UUID128, at now: Timestamp
    ) async throws(ServiceError) -> Bool {
        let venues = try await directory.newest(at: now)
        guard let served = venues[venue]?.beacons[beacon] else { return false }
        let proof: CodeProof
        do { proof = try served.prove(code, at: now) } catch { return false }
        let isKnown = try await database.writing { try proof.settleKey(of: beacon, in: venue, at: now, in: $0) }
        if isKnown { served.learn(from: proof, at: now) }
        return isKnown
    }

    /// How far the clocks of a venue's beacons are from the server's at least, in milliseconds.
    package func clockFloors(of venue: UUID128, at now: Timestamp) async throws(ServiceError) -> [BeaconRef: Int64] {
        let venues = try await directory.snapshot(at: now)
        return venues[venue]?.beacons.mapValues { $0.clockFloor(at: now) } ?? [:]
    }

    /// What codes of a venue's beacons that were refused in the last hour say of their clocks and periods.
    package func clockDiagnoses(
        of venue: UUID128, at now: Timestamp
    ) async throws(ServiceError) -> [BeaconRef: ClockDiagnosis] {
        let venues = try await directory.snapshot(at: now)
        return venues[venue]?.beacons.compactMapValues { $0.diagnosis(at: now) } ?? [:]
    }

    /// Ends the second keys whose time is over.
    func endSecondKeys(at now: Timestamp) async throws(ServiceError) {
        let ended = try await database.reading { try VenueStore($0).endedKeys(at: now) }
        guard !ended.isEmpty else { return }
        try await database.writing { connection in
            for (venue, beacon) in ended {
                try VenueStore(connection).endSecondKey(of: beacon, in: venue, at: now)
            }
        }
        await directory.refresh(at: now)
    }
}

extension CodeProof {
    /// Puts a new key in the place of the old one when this is the first proof of it; false when the key that proved it has
    /// been dropped meanwhile.
    func settleKey(
        of beacon: BeaconRef, in venue: UUID128, at now: Timestamp, in connection: any Connection
    ) throws -> Bool {
        guard let oneOfTwo else { return true }
        let store = VenueStore(connection)
        guard let main = try store.mainKey(of: beacon, in: venue) else { return false }
        if main.key.isEqual(to: oneOfTwo) { return true }
        guard let second = try store.secondKey(of: beacon, in: venue), second.key.isEqual(to: oneOfTwo) else {
            return false
        }
        guard second.isNext else { return now < second.until }
        try store.replaceKey(of: beacon, in: venue, by: second.key, clock: clockToStore ?? second.clock)
        try store.putSecondKey(
            StoredBeacon.SecondKey(
                key: main.key, clock: main.clock, isNext: false,
                until: now.advanced(bySeconds: ServedBeacon.graceSeconds)),
            of: beacon, in: venue)
        return true
    }
}
