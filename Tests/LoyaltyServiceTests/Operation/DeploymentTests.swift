import Basics
import Beacons
import Loyalty
import Presence
import Storage
import TestServer
import Testing

@testable import HTTPKit
@testable import LoyaltyService

/// What is done on a walk is carried out once and in order (C23), and what is missing is told.
struct DeploymentTests {
    private static let beacon = BeaconRef(major: 100, minor: 1)
    private static let walk = [UInt8](repeating: 3, count: 16)

    private static func actions(_ code: SecurityCode) -> [DeploymentAction] {
        func check(_ distance: DistanceCheck.Distance, _ power: Int) -> DeploymentAction.Kind {
            DistanceCheck(distance, seconds: 21, readings: Array(repeating: power, count: 20)).map { .measure($0) }
                ?? .invalid
        }
        let kinds: [DeploymentAction.Kind] = [
            .place(PlanPosition(x: 10.2, y: 20), height: 2.5), check(.one, -60), check(.three, -69), check(.six, -76),
            .hear([BeaconRef(major: 100, minor: 2), BeaconRef(major: 100, minor: 3)]), .code(code),
        ]
        return kinds.enumerated().map { DeploymentAction(number: Int64($0 + 1), beacon: beacon, kind: $1) }
    }

    @Test("a walk without a network is replayed once and in order, whatever is sent again", arguments: Engine.allCases)
    func walk(_ engine: Engine) async throws {
        try await OperatedVenue.with(engine) { venue in
            let (operation, uuid, account) = (venue.operation, venue.venue, OperatedVenue.operatorID)
            let actions = Self.actions(venue.world.sighting(100, 1).code)
            func send(_ range: Range<Int>) async throws -> (done: Int64, outcomes: [DeploymentOutcome]) {
                try await operation.record(Array(actions[range]), of: Self.walk, in: uuid, by: account)
            }
            // The answer to the first half is lost, so the whole comes again.
            _ = try await send(0..<3)
            let all = try await send(0..<6)
            #expect(all.done == 6)
            #expect(all.outcomes.map(\.number) == [4, 5, 6])
            #expect(all.outcomes.allSatisfy { $0.refusal == nil })
            #expect(try await send(0..<6).outcomes.isEmpty)
            // Twice at once as well.
            async let one = send(0..<6)
            async let other = send(0..<6)
            _ = try await (one, other)
            #expect(
                try await venue.journal() == ["beacon.placed 100.1"]
                    + Array(repeating: "beacon.verified 100.1", count: 5))
            let picture = try await operation.deployment(of: uuid, by: account)
            let plan = try #require(picture.venue.beacon(Self.beacon))
            #expect(picture.deployments[Self.beacon]?.record.missing(for: plan) == [])

            // A gap is refused, and nothing behind it is done.
            let gap = DeploymentAction(number: 8, beacon: Self.beacon, kind: .remove)
            #expect(
                await refusalCode {
                    _ = try await operation.record([gap], of: Self.walk, in: uuid, by: account)
                } == "fleet.action_missing")
        }
    }

    @Test("what cannot be done is told and does not hold up what follows")
    func refusals() async throws {
        try await OperatedVenue.with { venue in
            let (operation, uuid, account) = (venue.operation, venue.venue, OperatedVenue.operatorID)
            let wrong = SecurityCode(bytes: [UInt8](repeating: 1, count: 14))
            let kinds: [(BeaconRef, DeploymentAction.Kind)] = [
                (BeaconRef(major: 9, minor: 9), .remove), (Self.beacon, .invalid),
                (Self.beacon, .place(PlanPosition(x: 401, y: 1), height: nil)),
                (Self.beacon, wrong.map { .code($0) } ?? .invalid),
                (Self.beacon, .hear([BeaconRef(major: 9, minor: 9)])),
                (Self.beacon, .remove),
            ]
            let actions = kinds.enumerated().map {
                DeploymentAction(number: Int64($0 + 1), beacon: $1.0, kind: $1.1)
            }
            let (done, outcomes) = try await operation.record(actions, of: Self.walk, in: uuid, by: account)
            #expect(done == 6)
            #expect(
                outcomes.map(\.refusal) == [.unknownBeacon, .invalid, .invalid, .wrongCode, .unknownBeacon, nil])
            #expect(try await venue.journal() == ["beacon.removed 100.1"])
        }
    }

    @Test("the installer's code of a new key ends the old one, and a new claim makes what was measured void")
    func codeOfNewKey() async throws {
        try await OperatedVenue.with { venue in
            let (operation, uuid, account) = (venue.operation, venue.venue, OperatedVenue.operatorID)
            _ = try await operation.record(
                Self.actions(venue.world.sighting(100, 1).code), of: Self.walk, in: uuid, by: account)
            let key = try await venue.rotate(Self.beacon)
            let before = try await operation.deployment(of: uuid, by: account)
            #expect(before.deployments[Self.beacon]?.checks.isEmpty == true)
            #expect(before.deployments[Self.beacon]?.codeAt == nil)
            #expect(before.rotations[Self.beacon] != nil)
            let code = venue.sighting(Self.beacon, key: key).code
            let action = DeploymentAction(number: 7, beacon: Self.beacon, kind: .code(code))
            let (_, outcomes) = try await operation.record([action], of: Self.walk, in: uuid, by: account)
            #expect(outcomes.map(\.refusal) == [nil])
            let after = try await operation.deployment(of: uuid, by: account)
            #expect(after.deployments[Self.beacon]?.codeAt != nil)
            #expect(after.rotations.isEmpty)
        }
    }
}
