import Basics
import Beacons
import Loyalty
import Storage
import TestServer
import Testing

@testable import HTTPKit
@testable import LoyaltyService

/// What is counted at beacons, and what is thought of it.
struct FleetServiceTests {
    private static let beacon = BeaconRef(major: 100, minor: 1)

    @Test(
        "proofs, refusals, pairs and batteries are counted by closed quarters, and nobody is in them",
        arguments: Engine.allCases)
    func counted(_ engine: Engine) async throws {
        try await OperatedVenue.with(engine) { venue in
            let (world, operation, account) = (venue.world, venue.operation, OperatedVenue.operatorID)
            let people = try await world.visitors(4, choosing: [100])
            for (number, person) in people.enumerated() {
                let frame = EddystoneTLM(
                    millivolts: UInt16(2800 + 10 * number), temperature256: 21 * 256,
                    advertisements: 1000 * 1350, uptimeDeciseconds: 10_000_000)
                for _ in 0..<2 {
                    _ = try? await world.loyalty.recordSighting(
                        world.sighting(100, 1), session: person, telemetry: frame)
                }
                try await world.prove(world.sighting(100, 2), person)
            }
            let open = try await operation.fleet(of: venue.venue, by: account).1
            #expect(open.allSatisfy { $0.today.proofs == 0 })
            world.clock.advance(seconds: 900)
            let (at, entries) = try await operation.fleet(of: venue.venue, by: account)
            #expect(at == Timestamp(rfc3339: "2026-11-21T10:45:00Z"))
            let entry = try #require(entries.first { $0.beacon.reference == Self.beacon })
            #expect(entry.today.proofs == 4 && entry.today.others == 4)
            #expect(entry.lastProof == at)
            #expect(entry.outlook?.newest.millivolts == 2810)
            #expect(entry.outlook?.newest.celsius == 21)
            let history = try await operation.history(of: Self.beacon, in: venue.venue, by: account)
            #expect(history.heard[BeaconRef(major: 100, minor: 2)] == 4)
            #expect(history.days.map(\.outcomes.proofs) == [4])
            // A second report of the same phone on the same day is not taken.
            let frame = EddystoneTLM(
                millivolts: 9000, temperature256: 0, advertisements: 1, uptimeDeciseconds: 1)
            world.clock.advance(seconds: 60)
            for person in people {
                _ = try await world.loyalty.recordSighting(world.sighting(100, 1), session: person, telemetry: frame)
            }
            world.clock.advance(seconds: 900)
            let later = try await operation.fleet(of: venue.venue, by: account).1
            #expect(later.first { $0.beacon.reference == Self.beacon }?.outlook?.newest.millivolts == 2810)
            // No column of these tables names anybody, and no row of them is one person's.
            let tables = ["beacon_hours", "beacon_days", "beacon_readings", "beacon_states", "beacon_pairs"]
            let text = try await world.database.read { connection in
                try tables.map { "\(try connection.query("SELECT * FROM \($0)"))" }.joined()
            }
            for person in people { #expect(!text.contains("\(SQLValue.blob(person.accountID))")) }
            try await operation.keepHouse(at: world.clock.now.advanced(bySeconds: 500 * 86_400))
            let left = try await world.database.read { try $0.query("SELECT 1 AS one FROM beacon_days") }
            #expect(left.isEmpty)
        }
    }

    @Test("two reports of a battery are no median")
    func few() async throws {
        try await OperatedVenue.with { venue in
            let world = venue.world
            for person in try await world.visitors(2, choosing: [100]) {
                let frame = EddystoneTLM(
                    millivolts: 2300, temperature256: .min, advertisements: 5, uptimeDeciseconds: 50)
                _ = try await world.loyalty.recordSighting(world.sighting(100, 1), session: person, telemetry: frame)
            }
            world.clock.advance(seconds: 900)
            let entries = try await venue.operation.fleet(of: venue.venue, by: OperatedVenue.operatorID).1
            #expect(entries.allSatisfy { $0.outlook == nil })
        }
    }

    @Test("a beacon that stops is told as silent while those nearby go on, and as nobody's when they stop too")
    func silent() async throws {
        try await OperatedVenue.with { venue in
            let (operation, clock) = (venue.operation, venue.world.clock)
            let now = Timestamp(rfc3339: "2026-11-20T12:00:00Z") ?? clock.now
            clock.advance(seconds: now.milliseconds(since: clock.now) / 1000)
            let open = now.milliseconds / 3_600_000
            func fill(_ beacons: [BeaconRef], from: Int64, until: Int64) async throws {
                try await venue.world.database.write { connection in
                    let store = FleetStore(connection, of: venue.venue)
                    for hour in from..<until where (9..<19).contains(hour % 24) {
                        var outcomes = OutcomeDay()
                        outcomes.proofs = 20
                        for beacon in beacons {
                            try store.add(
                                outcomes, of: beacon, in: Timestamp(milliseconds: hour * 3_600_000 + 2_700_000))
                        }
                    }
                }
            }
            let all = [Self.beacon, BeaconRef(major: 100, minor: 2), BeaconRef(major: 100, minor: 3)]
            try await fill(all, from: open - 28 * 24, until: open - 2)
            try await fill([all[1], all[2]], from: open - 2, until: open)
            func signs(_ beacon: BeaconRef) async throws -> [BeaconFinding.Sign] {
                try await operation.fleet(of: venue.venue, by: OperatedVenue.operatorID).1
                    .first { $0.beacon.reference == beacon }?.findings.map(\.sign) ?? []
            }
            #expect(try await signs(all[0]) == [.silent])
            #expect(try await signs(all[1]) == [])
            // A night and a day without anybody anywhere: what was silent before still is.
            clock.advance(seconds: 86_400)
            #expect(try await signs(all[0]) == [.silent])
            #expect(try await signs(all[1]) == [.nobodyCame])
        }
    }
}
