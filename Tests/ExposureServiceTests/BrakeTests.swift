import Basics
import Exposure
import Storage
import TestServer
import Testing

@testable import AccountService
@testable import ExposureService

@Suite("The brake on uploads")
struct BrakeTests {
    @Test("more uploads than usual are answered as ever and held until a person decides", arguments: Engine.allCases)
    func holding(engine: Engine) async throws {
        try await World.with(engine) { world in
            let service = world.service { $0.brakeFloor = 3 }
            for seed in 1...5 as ClosedRange<UInt64> {
                #expect(
                    await world.outcome([world.dayKey(seed)], code: try await world.code(), service: service) == "taken"
                )
            }
            let release = world.nextRelease
            let state = try await service.brake()
            #expect(state.release == release)
            #expect(state.uploads == 5)
            #expect(state.limit == 3)
            #expect(state.isOn)
            #expect(state.held == [.init(release: release, keys: 2)])
            #expect(state.earlier.count == 84)
            world.advance(to: release.advanced(bySeconds: 1))
            #expect(try await world.keys(of: release) == [world.dayKey(1), world.dayKey(2), world.dayKey(3)])
            #expect(try await !service.brake().isOn)

            #expect(try await service.releaseHeld(by: .account([1])) == 2)
            #expect(try await service.releaseHeld(by: .account([1])) == 0)
            #expect(try await service.brake().held.isEmpty)
            let next = world.nextRelease
            world.advance(to: next.advanced(bySeconds: 1))
            #expect(try await world.keys(of: next) == [world.dayKey(4), world.dayKey(5)])
            #expect(try await world.keys(of: release).count == 3)
            let last = try await world.database.read { try AuditTrail.entries(limit: 1, in: $0) }.first
            #expect(last?.action == .heldReleased)
            #expect(last?.subject == "2")
        }
    }

    @Test("what is discarded is gone, and what was not held stays", arguments: Engine.allCases)
    func discarding(engine: Engine) async throws {
        try await World.with(engine) { world in
            let service = world.service { $0.brakeFloor = 1 }
            for seed in 1...3 as ClosedRange<UInt64> {
                _ = await world.outcome([world.dayKey(seed)], code: try await world.code(), service: service)
            }
            let release = world.nextRelease
            #expect(try await service.discardHeld(of: release.advanced(bySeconds: 7200), by: .server) == 0)
            #expect(try await service.discardHeld(of: release, by: .server) == 2)
            world.advance(to: release.advanced(bySeconds: 1))
            #expect(try await world.keys(of: release) == [world.dayKey(1)])
            #expect(try await soundEntries(world) == 1)
        }
    }

    @Test("four times the median of the last seven days is usual, and what was held is not counted for it")
    func limit() async throws {
        try await World.with(.sqlite) { world in
            let service = world.service { $0.brakeFloor = 2 }
            let release = world.nextRelease
            try await world.database.write { connection in
                for period in 1...84 as ClosedRange<Int64> {
                    let earlier = release.milliseconds - period * BatchTime.milliseconds
                    try connection.execute(
                        "INSERT INTO exposure_arrivals (release, uploads, held) VALUES (?1, ?2, ?3)",
                        [.integer(earlier), .integer(period % 2 == 0 ? 5 : 9), .integer(2)])
                }
                // Longer ago than seven days.
                let longAgo = release.milliseconds - 85 * BatchTime.milliseconds
                try connection.execute(
                    "INSERT INTO exposure_arrivals (release, uploads, held) VALUES (?1, 1000, 0)", [.integer(longAgo)])
            }
            #expect(try await service.brake().limit == 28)
            #expect(try await world.service { $0.brakeFloor = 50 }.brake().limit == 50)
        }
    }

    @Test("an approved case is never held", arguments: Engine.allCases)
    func approval(engine: Engine) async throws {
        try await World.with(engine) { world in
            let service = world.service { $0.brakeFloor = 0 }
            try await service.publish(approved: [world.dayKey(1)], by: .account([1]))
            #expect(try await service.brake().held.isEmpty)
            // Nor is one any longer that was held before somebody looked at it.
            #expect(await world.outcome([world.dayKey(2)], code: try await world.code(), service: service) == "taken")
            #expect(try await service.brake().held.map(\.keys) == [1])
            world.clock.advance(seconds: 7200)
            try await service.publish(approved: [world.dayKey(2)], by: .account([1]))
            #expect(try await service.brake().held.isEmpty)
            let release = world.nextRelease
            world.advance(to: release.advanced(bySeconds: 1))
            #expect(try await world.keys(of: release) == [world.dayKey(2)])
        }
    }
}
