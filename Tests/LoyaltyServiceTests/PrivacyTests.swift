import Accounts
import Basics
import Beacons
import Storage
import TestServer
import Testing

@testable import AccountService
@testable import HTTPKit
@testable import LoyaltyService

@Suite("What the tables tell of people")
struct PrivacyTests {
    /// What stands in a row apart from the venue, the shop and the time, which every visitor shares.
    private struct VisitRow: Sendable {
        let major: Int64
        let pseudonym: String
        let values: [SQLValue]
    }

    private func visits(_ world: World) async throws -> [VisitRow] {
        let venue = world.uuid.bytes
        return try await world.database.read { connection in
            try connection.query("SELECT major, pseudonym, * FROM visits").map { row in
                let values = (2..<row.count).map { row[$0] }.filter { $0 != .blob(venue) }
                return VisitRow(major: try row.integer(0), pseudonym: try row.text(1), values: values)
            }
        }
    }

    @Test("no value joins the visits of one person in two shops", arguments: Engine.allCases)
    func shops(engine: Engine) async throws {
        try await World.with(engine) { world in
            let ana = try await world.visitor(choosing: [100, 101])
            for _ in 0..<3 {
                try await world.prove(world.sighting(100, 1), ana)
                world.clock.advance(seconds: 60)
                try await world.prove(world.sighting(101, 1), ana)
                world.clock.advance(seconds: 60)
            }
            let visits = try await visits(world)
            let here = visits.filter { $0.major == 100 }
            let there = visits.filter { $0.major == 101 }
            #expect(here.count == 3 && there.count == 3)
            #expect(Set(here.map(\.pseudonym)).count == 1 && Set(there.map(\.pseudonym)).count == 1)
            for left in here.flatMap(\.values) {
                for right in there.flatMap(\.values) { #expect(left != right) }
            }
        }
    }

    @Test("each sign-in has pseudonyms of its own", arguments: Engine.allCases)
    func signIns(engine: Engine) async throws {
        try await World.with(engine) { world in
            let first = try await world.visitor(choosing: [100])
            try await world.prove(world.sighting(100, 1), first)
            world.clock.advance(seconds: 60)
            let second = try await world.accounts.signIn(email: "ana@example.org", password: "long enough").session
            try await world.prove(world.sighting(100, 1), second)
            #expect(Set(try await visits(world).map(\.pseudonym)).count == 2)
            // The choices are the account's, the visits the session's.
            #expect(try await world.loyalty.visits(of: first).count == 1)
            #expect(try await world.loyalty.visits(of: second).count == 1)
        }
    }

    @Test("no visit names an account, a session or a key", arguments: Engine.allCases)
    func accounts(engine: Engine) async throws {
        try await World.with(engine) { world in
            let ana = try await world.visitor(choosing: [100])
            let receipt = try await world.prove(world.sighting(100, 1), ana)
            let secrets: [SQLValue] = [
                .blob(ana.accountID), .blob(ana.tokenDigest), .blob(ana.pseudonymKey.bytes),
                .text(ana.accountID.hexadecimal), .text("ana@example.org"),
            ]
            for visit in try await visits(world) {
                for value in visit.values { #expect(!secrets.contains(value)) }
            }
            // And no other table names the visit, its pseudonym or its instant beside the account's coupons.
            let contents = try await Contents(of: world.database)
            for table in Contents.tables where table != "visits" {
                for row in contents.rows[table, default: []] {
                    for column in 0..<row.count { #expect(row[column] != .text(receipt.visit)) }
                }
            }
            for row in contents.rows["coupons", default: []] {
                for column in 0..<row.count { #expect(row[column] != .integer(receipt.at.milliseconds)) }
            }
        }
    }

    @Test("sign-out removes what could tie visits to the account", arguments: Engine.allCases)
    func signOut(engine: Engine) async throws {
        try await World.with(engine) { world in
            let ana = try await world.visitor(choosing: [100])
            try await world.prove(world.sighting(100, 1), ana)
            try await world.accounts.signOut(ana)
            let key = SQLValue.blob(ana.pseudonymKey.bytes)
            let contents = try await Contents(of: world.database)
            #expect(contents.count("sessions") == 0 && contents.count("visits") == 1)
            for rows in contents.rows.values {
                for row in rows { for column in 0..<row.count { #expect(row[column] != key) } }
            }
            let back = try await world.accounts.signIn(email: "ana@example.org", password: "long enough").session
            #expect(try await world.loyalty.visits(of: back) == [])
            #expect(try await world.loyalty.coupons(of: back).count == 1)
        }
    }

    @Test("nothing tells where anybody was once the rules do not need it", arguments: Engine.allCases)
    func pruning(engine: Engine) async throws {
        try await World.with(engine) { world in
            let ana = try await world.visitor(choosing: [100])
            let receipt = try await world.prove(world.sighting(100, 1), ana)

            try await world.loyalty.prune(at: world.clock.now)
            var contents = try await Contents(of: world.database)
            #expect(contents.count("sightings") == 1 && contents.count("recent_places") == 1)
            #expect(await world.refusal(of: world.sighting(100, 1), ana) == "presence.replayed")

            world.clock.advance(seconds: 20 * 60)
            try await world.loyalty.prune(at: world.clock.now)
            contents = try await Contents(of: world.database)
            #expect(contents.count("sightings") == 0 && contents.count("recent_places") == 0)
            // Nobody can be too far away from a venue that does not exist.
            #expect(contents.count("last_places") == 0)
            #expect(await world.refusal(of: world.sighting(100, 1, windowsAgo: 20), ana) != nil)

            world.clock.advance(seconds: 24 * 3600)
            try await world.loyalty.prune(at: world.clock.now)
            contents = try await Contents(of: world.database)
            #expect(contents.count("visits") == 1 && contents.count("coupons") == 1)
            #expect(try await world.loyalty.visits(of: ana).map(\.id) == [receipt.visit])
        }
    }

    @Test(
        "after minutes a last place is a venue and a quarter of an hour, and it goes with the longest journey",
        arguments: Engine.allCases)
    func lastPlaces(engine: Engine) async throws {
        try await World.with(engine) { world in
            var far = Centre()
            far.uuid = "11111111-2222-3333-4444-555555555555"
            // A hundred kilometres to the north: 1,588 s on the ground, and two minutes in which a phone may deliver.
            far.latitude = 41.3
            try await world.loyalty.importVenue(try far.venue())
            let old = try await world.visitors(3, choosing: [100])
            for person in old { try await world.prove(world.sighting(100, 1), person) }
            // 10:30:30 is in the quarter that ends at 10:45, and is settled five minutes after that.
            world.clock.advance(seconds: 19 * 60)
            try await world.loyalty.prune(at: world.clock.now)
            #expect(try await Contents(of: world.database).count("recent_places") == 3)
            world.clock.advance(seconds: 60)
            let ana = try await world.visitor("ana", choosing: [100])
            try await world.prove(world.sighting(100, 1), ana)
            world.clock.advance(seconds: 240)
            try await world.loyalty.prune(at: world.clock.now)
            var contents = try await Contents(of: world.database)
            #expect(contents.count("recent_places") == 1)
            let quarter = try #require(Timestamp(rfc3339: "2026-11-21T10:30:00Z"))
            let rows = contents.rows["last_places"] ?? []
            #expect(rows.count == 3 && old.allSatisfy { person in rows.contains { $0[0] == .blob(person.accountID) } })
            for row in rows {
                #expect(row.count == 3)
                #expect(row[1] == .blob(world.uuid.bytes) && row[2] == .integer(quarter.milliseconds))
            }
            world.clock.advance(seconds: 7 * 60)
            try await world.loyalty.prune(at: world.clock.now)
            contents = try await Contents(of: world.database)
            #expect(contents.count("last_places") == 0)
        }
    }
}
