import Accounts
import AnonymousCredentials
import Basics
import Beacons
import Crypto
import Loyalty
import Storage
import TestServer
import Testing

@testable import HTTPKit
@testable import LoyaltyService

/// What the page about privacy says of points for time, played by an operator who keeps every byte.
struct StayAdversaryTests {
    /// All that one person's phone and the server said to one another, step by step.
    private struct Talk {
        /// In the session: requests and answers of both ten minutes.
        var named: [[UInt8]] = []
        /// Without one: both presentations, the request and its answer.
        var unnamed: [[UInt8]] = []
        /// In the session: the presentation that is paid.
        var paid: [UInt8] = []
        /// The tags that the server sees in the second step and in the third.
        var tags: [[UInt8]] = []
    }

    /// So many people who stay in one shop in the same ten minutes.
    private func talks(_ world: World, _ stays: StayService, _ people: [Session]) async throws -> [Talk] {
        var firsts: [HeldPresence] = []
        for person in people { firsts.append(try await world.presence(stays, person)) }
        world.clock.advance(seconds: 1800)
        var talks: [Talk] = []
        for (person, first) in zip(people, firsts) {
            let last = try await world.presence(stays, person)
            let made = try await world.showing(stays, first, last)
            let (outcome, response) = try await stays.show(made.showing)
            #expect(outcome == .taken)
            var talk = Talk()
            talk.named = [first.request, first.response, last.request, last.response]
            talk.unnamed = [first.presentation, last.presentation, made.showing.request, try #require(response)]
            talk.paid = try made.payable(response)
            for (context, presentation, thing) in [
                (first.slot.context(in: world.shopKey()), first.presentation, StaySlot.presentation),
                (last.slot.context(in: world.shopKey()), last.presentation, StaySlot.presentation),
                (made.day.context, talk.paid, StayDay.presentation),
            ] {
                let tag = try await stays.issuer(of: context).tag(of: presentation, for: thing)
                talk.tags.append(try #require(tag))
            }
            talks.append(talk)
        }
        return talks
    }

    @Test("who keeps every byte cannot tell whose a stay is, nor who is paid for it")
    func bytes() async throws {
        var centre = Centre()
        centre.pointsForTime = 5
        centre.accountsPerWindow = 1000
        try await World.with(.sqlite, centre) { world in
            let talks = try await talks(world, world.stays(), try await world.visitors(24, choosing: [100]))
            for named in 0..<4 {
                for unnamed in 0..<4 {
                    let area = LikenessGuess.success(talks.map { $0.named[named] }, talks.map { $0.unnamed[unnamed] })
                    // Twenty-four of the same against 552 others: four standard errors of the area are 0.24.
                    #expect(abs(area - 0.5) < 0.24, "\(named) \(unnamed) \(area)")
                }
            }
            for unnamed in 0..<4 {
                #expect(abs(LikenessGuess.success(talks.map { $0.unnamed[unnamed] }, talks.map(\.paid)) - 0.5) < 0.24)
            }
            for (one, other) in [(0, 1), (0, 2), (1, 2)] {
                #expect(
                    abs(LikenessGuess.success(talks.map { $0.tags[one] }, talks.map { $0.tags[other] }) - 0.5) < 0.24)
            }
            // No sixteen bytes in common between the three steps, wherever they stand.
            func windows(_ texts: [[UInt8]]) -> Set<[UInt8]> {
                Set(texts.flatMap { bytes in (0...bytes.count - 16).map { Array(bytes[$0..<$0 + 16]) } })
            }
            let named = windows(talks.flatMap(\.named))
            let unnamed = windows(talks.flatMap(\.unnamed))
            #expect(named.isDisjoint(with: unnamed))
            #expect(windows(talks.map(\.paid)).isDisjoint(with: named.union(unnamed)))
        }
    }

    @Test(
        "no row has an account and a shop once ten minutes are forgotten, and no value leads from a stay to a payment",
        arguments: Engine.allCases)
    func database(_ engine: Engine) async throws {
        try await World.givingPoints(engine) { world in
            let stays = world.stays()
            let people = try await world.visitors(3, choosing: [100])
            let talks = try await talks(world, stays, people)
            let digests = talks.flatMap { $0.named + $0.unnamed }.map { Array(SHA256.hash(data: $0)) }
            let said = Set(talks.flatMap { $0.named + [$0.paid] } + digests + people.map(\.accountID))
            func blobs(_ table: String) async throws -> Set<[UInt8]> {
                try await world.database.read { connection in
                    var found: Set<[UInt8]> = []
                    for row in try connection.query("SELECT * FROM \(table)") {
                        for column in 0..<row.count {
                            if case .blob(let bytes) = row[column] { found.insert(bytes) }
                        }
                    }
                    return found
                }
            }
            // What was shown without a session is told by no value that a session, or an account, has.
            let (marks, exchanges) = (try await blobs("stay_marks"), try await blobs("stay_exchanges"))
            #expect(marks.count == 6 && exchanges.count == 6)
            #expect(said.isDisjoint(with: marks.union(exchanges)))
            #expect(try await blobs("stay_credentials").isDisjoint(with: marks.union(exchanges)))

            world.clock.advance(seconds: 86_400)
            for (person, talk) in zip(people, talks) {
                #expect(try await stays.pay(talk.paid, of: world.stayDay, to: person) == 5)
            }
            try await world.settle()
            try await world.loyalty.prune(at: world.clock.now)
            try await stays.prune(at: world.clock.now)
            #expect(try await world.rows("stay_credentials") == 0)
            #expect(try await world.rows("sightings") == 0)
            let payments = try await blobs("stay_payments")
            #expect(payments.isSuperset(of: people.map(\.accountID)))
            #expect(payments.isDisjoint(with: marks.union(exchanges)))
            // Shop, ten minutes and pseudonym are in no row of a payment, and in no line of the books for it.
            let slots = [0, 1800].map { StaySlot(containing: TestClock.start.advanced(bySeconds: $0)).beginning }
            var denied: [SQLValue] = [.integer(100), .text("Almendra")]
            denied += slots.flatMap { [.integer($0.milliseconds), .integer($0.seconds)] }
            denied += people.map {
                .text($0.pseudonymKey.pseudonym(venue: world.uuid.bytes, shop: 100).text)
            }
            for table in ["stay_payments", "stay_marks", "stay_exchanges", "transfers"] {
                for row in try await world.database.read({ try $0.query("SELECT * FROM \(table)") }) {
                    for column in 0..<row.count { #expect(!denied.contains(row[column]), "\(table)") }
                }
            }
        }
    }
}
