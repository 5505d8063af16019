import AccountService
import Basics
import Crypto
import HTTPKit
import Loyalty
import Presence
import ServiceKit
import Storage

/// A claim as it is told once.
struct NewClaim: Sendable {
    let id: [UInt8]
    let secret: [UInt8]
    let endsAt: Timestamp
}

/// What a device needs to be a beacon.
struct DeviceConfiguration: Sendable {
    let venue: Venue
    let beacon: VenueBeacon
    let key: BeaconKey
    let at: Timestamp
}

extension VenueOperationService {
    /// How long a claim can be used, in seconds.
    static let claimSeconds: Int64 = 7 * 86_400
    /// How long an old key is believed beside a new one of which no code comes, in seconds.
    static var rotationSeconds: Int64 { LoyaltyService.rotationSeconds }

    /// Makes a claim for a beacon; those before it that nobody has used end.
    func makeClaim(
        for beacon: BeaconRef, in venue: UUID128, by account: [UInt8]
    ) async throws(ServiceError) -> NewClaim {
        let now = clock.now()
        let claim = NewClaim(
            id: random.identifier(), secret: random.identifier(),
            endsAt: now.advanced(bySeconds: Self.claimSeconds))
        let known = await hasBeacon(beacon, in: venue)
        try await database.writing { connection in
            try VenueStaffService.require(.operator(venue: venue), of: account, in: connection)
            guard known else { throw ServiceError.venueOperation(.unknownBeacon) }
            let store = DeploymentStore(connection, of: venue)
            _ = try store.endClaims(of: beacon, at: now)
            try store.insertClaim(
                claim.id, digest: Self.digest(of: claim.secret), of: beacon, at: now, until: claim.endsAt)
            try AuditTrail.append(
                .claimMade, subject: beacon.description, by: .account(account), at: now, to: .venue(venue),
                in: connection)
        }
        return claim
    }

    /// Ends the claim of a beacon that nobody has used.
    func withdrawClaim(for beacon: BeaconRef, in venue: UUID128, by account: [UInt8]) async throws(ServiceError) {
        let now = clock.now()
        let known = await hasBeacon(beacon, in: venue)
        try await database.writing { connection in
            try VenueStaffService.require(.operator(venue: venue), of: account, in: connection)
            guard known else { throw ServiceError.venueOperation(.unknownBeacon) }
            guard try DeploymentStore(connection, of: venue).endClaims(of: beacon, at: now) else {
                throw ServiceError.venueOperation(.noClaim)
            }
            try AuditTrail.append(
                .claimWithdrawn, subject: beacon.description, by: .account(account), at: now, to: .venue(venue),
                in: connection)
        }
    }

    /// Gives whoever has a claim's secret what the device needs, with a new key; once.
    ///
    /// That it was used or has ended is told to whoever has the secret, and to nobody else. Digests are compared in constant
    /// time, and one is compared where there is no claim as well.
    func useClaim(_ id: [UInt8], secret: [UInt8]) async throws(ServiceError) -> DeviceConfiguration {
        let now = clock.now()
        var random = random
        let key = BeaconKey(using: &random)
        let claim = try await database.reading { try DeploymentStore.claim(id, in: $0) }
        let isRight = Self.isEqual(Self.digest(of: secret), claim?.digest ?? [UInt8](repeating: 0, count: 32))
        guard let claim, isRight else { throw .venueOperation(.unknownClaim) }
        let venues = try await loyalty.venues()
        guard let venue = venues.first(where: { $0.uuid == claim.venue }), let beacon = venue.beacon(claim.beacon)
        else {
            throw .venueOperation(.claimExpired)
        }
        try await database.writing { connection in
            // As it is in this transaction: of two who come at once, one has it.
            guard let claim = try DeploymentStore.claim(id, in: connection), !claim.isUsed else {
                throw ServiceError.venueOperation(.claimUsed)
            }
            guard now < claim.endsAt else { throw ServiceError.venueOperation(.claimExpired) }
            let store = DeploymentStore(connection, of: venue.uuid)
            guard try store.useClaim(id, at: now) else { throw ServiceError.venueOperation(.claimUsed) }
            guard
                try LoyaltyService.beginRotation(
                    of: beacon.reference, in: venue.uuid, to: key, at: now, in: connection)
            else { throw ServiceError.venueOperation(.claimExpired) }
            try store.claimed(beacon.reference, at: now)
            try AuditTrail.append(
                .claimUsed, subject: beacon.reference.description, by: .server, at: now, to: .venue(venue.uuid),
                in: connection)
        }
        await loyalty.refreshKeys(at: now)
        return DeviceConfiguration(venue: venue, beacon: beacon, key: key, at: now)
    }

    /// Forgets the new key of a beacon, as long as no code of it has come.
    func undoRotation(of beacon: BeaconRef, in venue: UUID128, by account: [UInt8]) async throws(ServiceError) {
        let now = clock.now()
        let known = await hasBeacon(beacon, in: venue)
        try await database.writing { connection in
            try VenueStaffService.require(.operator(venue: venue), of: account, in: connection)
            guard known else { throw ServiceError.venueOperation(.unknownBeacon) }
            guard try LoyaltyService.undoRotation(of: beacon, in: venue, in: connection) else {
                throw ServiceError.venueOperation(.noRotation)
            }
            try AuditTrail.append(
                .rotationUndone, subject: beacon.description, by: .account(account), at: now, to: .venue(venue),
                in: connection)
        }
        await loyalty.refreshKeys(at: now)
    }

    /// Counts the clock of a beacon as set right now, for a device whose clock was corrected.
    func resetClock(of beacon: BeaconRef, in venue: UUID128, by account: [UInt8]) async throws(ServiceError) {
        let now = clock.now()
        try await database.writing { connection in
            try VenueStaffService.require(.operator(venue: venue), of: account, in: connection)
            guard try LoyaltyService.resetClock(of: beacon, in: venue, at: now, in: connection) else {
                throw ServiceError.venueOperation(.unknownBeacon)
            }
            try AuditTrail.append(
                .clockReset, subject: beacon.description, by: .account(account), at: now, to: .venue(venue),
                in: connection)
        }
        await loyalty.refreshKeys(at: now)
    }

    /// Drops the keys of a beacon whose device is gone.
    func revoke(_ beacon: BeaconRef, in venue: UUID128, by account: [UInt8]) async throws(ServiceError) {
        let now = clock.now()
        var random = random
        let key = BeaconKey(using: &random)
        try await database.writing { connection in
            try VenueStaffService.require(.operator(venue: venue), of: account, in: connection)
            guard try LoyaltyService.dropKeys(of: beacon, in: venue, for: key, at: now, in: connection) else {
                throw ServiceError.venueOperation(.unknownBeacon)
            }
            let store = DeploymentStore(connection, of: venue)
            _ = try store.endClaims(of: beacon, at: now)
            try store.set(.lost, of: beacon)
            try store.forget(beacon)
            try AuditTrail.append(
                .beaconRevoked, subject: beacon.description, by: .account(account), at: now, to: .venue(venue),
                in: connection)
        }
        await loyalty.refreshKeys(at: now)
    }

    /// Whether the venue has this beacon; not before the role is known is that told.
    func hasBeacon(_ beacon: BeaconRef, in venue: UUID128) async -> Bool {
        (try? await loyalty.venue(venue))?.beacon(beacon) != nil
    }

    private static func digest(of secret: [UInt8]) -> [UInt8] { Array(SHA256.hash(data: secret)) }

    private static func isEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        guard left.count == right.count else { return false }
        return zip(left, right).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}

extension AuditAction {
    /// A claim was made; the subject of these is the beacon, as `MAJOR.MINOR`.
    static let claimMade = AuditAction(rawValue: "claim.made")
    /// A claim was ended before it was used.
    static let claimWithdrawn = AuditAction(rawValue: "claim.withdrawn")
    /// A claim was used: the beacon has a new key beside its own.
    static let claimUsed = AuditAction(rawValue: "claim.used")
    /// A new key was forgotten before a code of it came.
    static let rotationUndone = AuditAction(rawValue: "key.undone")
    /// A beacon's clock was said to have been set.
    static let clockReset = AuditAction(rawValue: "clock.reset")
    /// A beacon's keys were dropped.
    static let beaconRevoked = AuditAction(rawValue: "key.dropped")
    /// A beacon was hung up, or said to hang nowhere.
    static let beaconPlaced = AuditAction(rawValue: "beacon.placed")
    /// Something was measured, heard or seen of a beacon, or that was said to be void.
    static let beaconVerified = AuditAction(rawValue: "beacon.verified")
    /// A beacon was taken down.
    static let beaconRemoved = AuditAction(rawValue: "beacon.removed")
    /// A beacon was hung up again.
    static let beaconRestored = AuditAction(rawValue: "beacon.restored")
}
