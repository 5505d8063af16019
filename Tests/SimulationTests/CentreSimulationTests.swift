import AccountService
import Accounts
import Basics
import Beacons
import Foundation
import HTTPKit
import Logging
import Loyalty
import ServerApp
import Storage
import Testing

@testable import Simulation

@Suite("A simulated day")
struct CentreSimulationTests {
    /// A few people for a short while; `meanwhile` is called in every step, as a page would be beside the simulation.
    private func day(
        seed: UInt64, visitors: Int = 4, seconds: Int64 = 40,
        meanwhile: (GuestBook, AccountService, Int) async throws -> Void = { _, _, _ in }
    ) async throws -> SimulationReport {
        try await SimulatedCentre.open(SimulationConfiguration(seed: seed, visitors: visitors)) { centre in
            for step in 0..<Int(seconds * 1000 / CentreSimulation.stepMilliseconds) {
                try await meanwhile(centre.guestBook, centre.accounts, step)
                try await centre.mall.step()
            }
            return try await centre.report()
        }
    }

    @Test("a seed lives the same day again, also with a guest inside", .timeLimit(.minutes(4)))
    func repeats() async throws {
        let alone = try await day(seed: 5)
        let visited = try await day(seed: 5) { guestBook, accounts, step in
            guard step == 30 else { return }
            let guest = try await accounts.signUp(email: "guest@example.com", password: "walks in from the page")
            #expect(guestBook.enter(guest.session) != nil)
            #expect(guestBook.walk(guest.session.accountID, to: PlanPosition(x: 30, y: 20)))
        }
        #expect(alone == visited)
        #expect(alone.sightings > 0)
        #expect(alone.sightings == alone.accepted + alone.rejected.values.reduce(0, +))
        #expect(alone.consentViolations == 0)
    }

    @Test("the audit finds what a careless service would have kept", .timeLimit(.minutes(2)))
    func auditFinds() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let database = try await Databases.open(
            .sqlite(path: folder.appending(path: "mall.sqlite").path), migrations: ServerDatabase.migrations,
            keyring: .temporary(), logger: Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() }),
            options: DatabaseOptions(durability: .none))
        let venue = try DemoCentre.venue()
        let shop = try #require(venue.shops.first).major
        var generator = SplitMix64(seed: 1)
        let session = Session(
            accountID: [7], tokenDigest: [], pseudonymKey: PseudonymKey(using: &generator),
            signedInAt: Timestamp(seconds: 0), expiresAt: Timestamp(seconds: 1))
        var ledger = ConsentLedger()
        ledger.signedIn(session)
        ledger.chose([shop], account: session.accountID, at: Timestamp(seconds: 100))
        ledger.chose([], account: session.accountID, at: Timestamp(seconds: 200))
        let pseudonym = session.pseudonymKey.pseudonym(venue: venue.uuid.bytes, shop: shop).text
        let rows: [(pseudonym: String, seconds: Int64)] = [
            (pseudonym, 150), (pseudonym, 300), ("somebody unknown", 150),
        ]
        try await database.write { connection in
            for (number, row) in rows.enumerated() {
                _ = try connection.execute(
                    "INSERT INTO visits (id, venue, major, pseudonym, at) VALUES (?1, ?2, ?3, ?4, ?5)",
                    [
                        .text("\(number)"), .blob(venue.uuid.bytes), .integer(Int64(shop)), .text(row.pseudonym),
                        .integer(row.seconds * 1000),
                    ])
            }
        }
        #expect(try await ConsentAudit(ledger: ledger, venue: venue).violations(in: database) == 2)
        await database.close()
    }
}
