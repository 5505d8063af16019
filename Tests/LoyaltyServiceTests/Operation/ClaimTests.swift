import API
import Basics
import HTTPTypes
import HummingbirdTesting
import Loyalty
import Presence
import Storage
import TestServer
import Testing

@testable import HTTPKit
@testable import LoyaltyService
@testable import ServerApp

/// A claim works once, for a week, with its secret alone (C22).
struct ClaimTests {
    private static let beacon = BeaconRef(major: 100, minor: 1)

    @Test("used twice, at once as well, forged, ended and withdrawn claims are told apart", arguments: Engine.allCases)
    func once(_ engine: Engine) async throws {
        try await OperatedVenue.with(engine) { venue in
            let (world, operation, account) = (venue.world, venue.operation, OperatedVenue.operatorID)
            func use(_ claim: NewClaim, secret: [UInt8]? = nil) async -> String? {
                await refusalCode { _ = try await operation.useClaim(claim.id, secret: secret ?? claim.secret) }
            }
            let first = try await operation.makeClaim(for: Self.beacon, in: venue.venue, by: account)
            #expect(await use(first, secret: [UInt8](repeating: 0, count: 16)) == "fleet.unknown_claim")
            let outcomes = await withTaskGroup(of: String?.self) { group in
                for _ in 0..<8 { group.addTask { await use(first) } }
                return await group.reduce(into: [String?]()) { $0.append($1) }
            }
            #expect(outcomes.count { $0 == nil } == 1)
            #expect(outcomes.count { $0 == "fleet.claim_used" } == 7)
            // Whoever has no secret is not told that it was used.
            #expect(await use(first, secret: [1]) == "fleet.unknown_claim")

            let second = try await operation.makeClaim(for: Self.beacon, in: venue.venue, by: account)
            world.clock.advance(seconds: 7 * 86_400)
            #expect(await use(second) == "fleet.claim_expired")
            let third = try await operation.makeClaim(for: Self.beacon, in: venue.venue, by: account)
            let fourth = try await operation.makeClaim(for: Self.beacon, in: venue.venue, by: account)
            #expect(await use(third) == "fleet.claim_expired")
            try await operation.withdrawClaim(for: Self.beacon, in: venue.venue, by: account)
            #expect(await use(fourth) == "fleet.claim_expired")
            #expect(
                await refusalCode {
                    try await operation.withdrawClaim(for: Self.beacon, in: venue.venue, by: account)
                } == "fleet.no_claim")
            // Neither secret nor key stand in the database.
            let rows = try await world.database.read { connection in
                try ["beacon_claims", "second_beacon_keys", "venue_journal"].map {
                    "\(try connection.query("SELECT * FROM \($0)"))"
                }.joined()
            }
            #expect(!rows.contains("\(SQLValue.blob(first.secret))"))
        }
    }

    /// How each use case refuses what `account` asks for.
    private static func refusals(
        of account: [UInt8], at beacon: BeaconRef, in uuid: UUID128, _ operation: VenueOperationService
    ) async -> [String?] {
        var codes: [String?] = []
        codes.append(await refusalCode { _ = try await operation.makeClaim(for: beacon, in: uuid, by: account) })
        codes.append(await refusalCode { try await operation.withdrawClaim(for: beacon, in: uuid, by: account) })
        codes.append(await refusalCode { try await operation.undoRotation(of: beacon, in: uuid, by: account) })
        codes.append(await refusalCode { try await operation.resetClock(of: beacon, in: uuid, by: account) })
        codes.append(await refusalCode { try await operation.revoke(beacon, in: uuid, by: account) })
        codes.append(await refusalCode { _ = try await operation.fleet(of: uuid, by: account) })
        codes.append(await refusalCode { _ = try await operation.history(of: beacon, in: uuid, by: account) })
        codes.append(await refusalCode { _ = try await operation.deployment(of: uuid, by: account) })
        let removal = DeploymentAction(number: 1, beacon: beacon, kind: .remove)
        codes.append(
            await refusalCode { _ = try await operation.record([removal], of: [1], in: uuid, by: account) })
        return codes
    }

    @Test("only whoever runs the venue makes claims, and of another venue's beacons nothing is told")
    func strangers() async throws {
        try await OperatedVenue.with { venue in
            let operation = venue.operation
            let (stranger, merchant) = ([UInt8](repeating: 9, count: 16), OperatedVenue.merchantID)
            let elsewhere = UUID128(high: 1, low: 1)
            for (account, uuid) in [
                (stranger, venue.venue), (merchant, venue.venue), (OperatedVenue.operatorID, elsewhere),
            ] {
                for beacon in [Self.beacon, BeaconRef(major: 9, minor: 9)] {
                    let codes = await Self.refusals(of: account, at: beacon, in: uuid, operation)
                    #expect(codes == Array(repeating: "staff.not_yours", count: 9))
                }
            }
            #expect(
                await refusalCode {
                    _ = try await operation.makeClaim(
                        for: BeaconRef(major: 9, minor: 9), in: venue.venue, by: OperatedVenue.operatorID)
                } == "fleet.unknown_beacon")
            let journal = try await venue.journal()
            #expect(journal == [])
        }
    }

    @Test("the secret gives the configuration without any session, and neither it nor the key is logged")
    func overHTTP() async throws {
        let log = Log()
        try await Site.with(.live, logger: log.logger) { site in
            let world = site.world
            try await world.database.write { connection in
                _ = try connection.execute(
                    """
                    INSERT INTO venue_staff (account_id, venue, role, major, since)
                    VALUES (?1, ?2, 'operator', -1, 0)
                    """, [.blob(OperatedVenue.operatorID), .blob(world.uuid.bytes)])
            }
            let operation = VenueOperationService(loyalty: world.loyalty)
            let claim = try await operation.makeClaim(
                for: Self.beacon, in: world.uuid, by: OperatedVenue.operatorID)
            let path = "/api/claims/\(claim.id.hexadecimal)"
            let body = #"{"secret":"\#(claim.secret.hexadecimal)"}"#
            let forged = try await site.ask(.post, path, #"{"secret":"\#(String(repeating: "0", count: 32))"}"#)
            #expect(forged.status == 404 && forged.code == "fleet.unknown_claim")
            let answer = try await site.ask(.post, path, body)
            #expect(answer.status == 200)
            let device = try answer.body(BeaconConfigurationBody.self)
            #expect(device.major == 100 && device.minor == 1 && device.uuid == world.uuid.description)
            #expect(device.key.count == 64 && device.key != world.keys[Self.beacon]?.bytes.hexadecimal)
            let again = try await site.ask(.post, path, body)
            #expect(again.status == 410 && again.code == "fleet.claim_used")
            #expect(try await site.ask(.post, path, #"{"secret":"12"}"#).status == 422)
            for secret in [claim.secret.hexadecimal, device.key] {
                #expect(!log.lines.contains { $0.line.contains(secret) })
            }
            // The console's routes ask for the role.
            for path in ["beacons", "beacons/100.1", "deployment"] {
                let answer = try await site.ask(.get, "/api/operator/\(world.uuid)/\(path)")
                #expect(answer.status == 401)
            }
        }
    }
}
