import AccountService
import Basics
import Beacons
import Loyalty
import Presence
import Storage
import TestServer
import Testing

@testable import HTTPKit
@testable import LoyaltyService
@testable import ServiceKit

/// A world with somebody who runs its venue.
struct OperatedVenue: Sendable {
    static let operatorID = [UInt8](repeating: 7, count: 16)
    static let merchantID = [UInt8](repeating: 8, count: 16)

    let world: World
    let operation: VenueOperationService

    var venue: UUID128 { world.uuid }

    static func with(
        _ engine: Engine = .sqlite, _ centre: Centre = Centre(), _ body: (OperatedVenue) async throws -> Void
    ) async throws {
        try await World.with(engine, centre) { world in
            try await world.database.write { connection in
                for (account, role, major) in [(operatorID, "operator", Int64(-1)), (merchantID, "merchant", 100)] {
                    _ = try connection.execute(
                        "INSERT INTO venue_staff (account_id, venue, role, major, since) VALUES (?1, ?2, ?3, ?4, 0)",
                        [.blob(account), .blob(world.uuid.bytes), .text(role), .integer(major)])
                }
            }
            try await body(OperatedVenue(world: world, operation: VenueOperationService(loyalty: world.loyalty)))
        }
    }

    /// Makes and uses a claim for a beacon; the new key.
    func rotate(_ beacon: BeaconRef) async throws -> BeaconKey {
        let claim = try await operation.makeClaim(for: beacon, in: venue, by: Self.operatorID)
        return try await operation.useClaim(claim.id, secret: claim.secret).key
    }

    /// What a device with `key` sends now, whose clock is so many seconds ahead.
    func sighting(_ beacon: BeaconRef, key: BeaconKey, aheadSeconds: Int64 = 0) -> PresenceSighting {
        let identity = BeaconIdentity(uuid: venue, major: beacon.major, minor: beacon.minor)
        let window = SecurityWindow.index(
            at: world.clock.now.advanced(bySeconds: aheadSeconds), periodSeconds: 60)
        return PresenceSighting(
            identity: identity, code: .make(key: key, identity: identity, window: window), heardAt: world.clock.now)
    }

    /// The actions in the venue's journal, the oldest first.
    func journal() async throws -> [String] {
        try await world.database.read { try AuditTrail.entries(of: .venue(venue), in: $0) }
            .sorted { $0.number < $1.number }.map { "\($0.action.rawValue) \($0.subject)" }
    }
}

/// The code of the error that `body` ends with, or nil.
func refusalCode(_ body: () async throws -> Void) async -> String? {
    do {
        try await body()
        return nil
    } catch {
        return (error as? ServiceError)?.code ?? "\(error)"
    }
}
