import AccountService
import Basics
import Storage
import TestServer
import Testing

@testable import HTTPKit
@testable import LoyaltyService

/// Who may look after what, and the journal of it.
struct VenueStaffTests {
    private let other = UUID128(high: 1, low: 2)

    @Test("a role is for one shop, or for one venue, and for nothing beside it", arguments: Engine.allCases)
    func require(_ engine: Engine) async throws {
        try await World.with(engine) { world in
            let staff = VenueStaffService(database: world.database, clock: world.clock.serverClock)
            let (merchant, keeper) = ([UInt8](repeating: 1, count: 16), [UInt8](repeating: 2, count: 16))
            try await staff.give(.merchant(venue: world.uuid, major: 100), to: merchant, by: .operatorOfTheMachine)
            try await staff.give(.operator(venue: world.uuid), to: keeper, by: .operatorOfTheMachine)

            func refusal(_ role: VenueRole, _ account: [UInt8]) async -> String? {
                do {
                    try await world.database.read { try VenueStaffService.require(role, of: account, in: $0) }
                    return nil
                } catch {
                    return (error as? ServiceError)?.code
                }
            }
            #expect(await refusal(.merchant(venue: world.uuid, major: 100), merchant) == nil)
            #expect(await refusal(.merchant(venue: world.uuid, major: 101), merchant) == "staff.not_yours")
            #expect(await refusal(.merchant(venue: other, major: 100), merchant) == "staff.not_yours")
            #expect(await refusal(.operator(venue: world.uuid), merchant) == "staff.not_yours")
            #expect(await refusal(.operator(venue: world.uuid), keeper) == nil)
            #expect(await refusal(.operator(venue: other), keeper) == "staff.not_yours")
            #expect(await refusal(.merchant(venue: world.uuid, major: 100), keeper) == "staff.not_yours")
        }
    }

    @Test("each venue's journal is a chain of its own, which a change breaks", arguments: Engine.allCases)
    func journals(_ engine: Engine) async throws {
        try await World.with(engine) { world in
            let staff = VenueStaffService(database: world.database, clock: world.clock.serverClock)
            let account = [UInt8](repeating: 1, count: 16)
            for major: UInt16 in [100, 101] {
                for venue in [world.uuid, other] {
                    try await staff.give(
                        .merchant(venue: venue, major: major), to: account, by: .operatorOfTheMachine)
                }
            }
            // What somebody has already changes nothing, and nothing is written down.
            try await staff.give(.merchant(venue: other, major: 101), to: account, by: .operatorOfTheMachine)
            for venue in [world.uuid, other] {
                let entries = try await world.database.read { try AuditTrail.entries(of: .venue(venue), in: $0) }
                #expect(entries.map(\.number) == [2, 1])
                #expect(entries.map(\.subject).allSatisfy { $0.hasPrefix("01010101") })
            }
            try await world.database.write {
                _ = try $0.execute(
                    "UPDATE venue_journal SET subject = 'nothing' WHERE venue = ?1 AND number = 1", [.blob(other.bytes)]
                )
            }
            let broken = try await world.database.read { try AuditTrail.verify(.venue(other), in: $0) }
            #expect(broken == .broken(at: 1))
            let sound = try await world.database.read { try AuditTrail.verify(.venue(world.uuid), in: $0) }
            guard case .sound(2, _) = sound else {
                Issue.record("\(sound)")
                return
            }
        }
    }
}
