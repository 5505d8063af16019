import Accounts
import AnonymousCredentials
import Basics
import Beacons
import Loyalty
import Statistics
import Storage
import TestServer
import Testing

@testable import AccountService
@testable import HTTPKit
@testable import LoyaltyService

/// Each line of the page about privacy that speaks of counting, played by whoever would break it.
struct CountingAdversaryTests {
    private let month = ReportPeriod(containing: World.firstDay)

    @Test("an operator who keeps every byte cannot tell whose report it is, nor whether two are of one phone")
    func bytes() async throws {
        try await World.with(.sqlite) { world in
            let counting = world.counting()
            let (one, two) = (
                ShopDay(shop: ShopKey(venue: world.uuid, major: 100), day: World.firstDay),
                ShopDay(shop: ShopKey(venue: world.uuid, major: 101), day: World.firstDay)
            )
            let issuer = try #require(try await counting.issuer(of: month))
            var (requests, responses, firsts, seconds): ([[UInt8]], [[UInt8]], [[UInt8]], [[UInt8]]) = ([], [], [], [])
            for _ in 0..<40 {
                let request = try #require(CredentialRequest(context: month.context, publicKey: issuer.publicKey))
                let response = try #require(issuer.issue(request.bytes))
                var credential = try #require(request.credential(from: response))
                let (first, second) = (credential.present(one.context(.class)), credential.present(two.context(.class)))
                requests.append(request.bytes)
                responses.append(response)
                firsts.append(try #require(first))
                seconds.append(try #require(second))
            }
            let tags = zip(firsts, seconds).map { first, second in
                (
                    issuer.tag(of: first, for: one.context(.class)) ?? [],
                    issuer.tag(of: second, for: two.context(.class)) ?? []
                )
            }
            for guess in [
                LikenessGuess.success(firsts, seconds), LikenessGuess.success(requests, firsts),
                LikenessGuess.success(responses, firsts),
                LikenessGuess.success(tags.map(\.0), tags.map(\.1)), LikenessGuess.success(requests, tags.map(\.0)),
            ] {
                // Forty of the same against 1,560 others: four and a half standard errors of the area are 0.21.
                #expect(abs(guess - 0.5) < 0.21)
            }
            // Not one byte of 16 in common, wherever they stand: what joins them would have to be hidden.
            let windows = Set(requests.flatMap { bytes in (0...bytes.count - 16).map { Array(bytes[$0..<$0 + 16]) } })
            for presentation in firsts + seconds {
                for start in 0...presentation.count - 16 {
                    #expect(!windows.contains(Array(presentation[start..<start + 16])))
                }
            }
        }
    }

    @Test("no row of counting has a value of an account, a session or a visit", arguments: Engine.allCases)
    func database(_ engine: Engine) async throws {
        try await World.with(engine) { world in
            let counting = world.counting()
            let ana = try await world.visitor()
            try await world.choose(100, .habits, ana)
            let receipt = try await world.prove(world.sighting(100, 1), ana)
            let event = VisitEvent(
                .enter, at: BeaconIdentity(uuid: world.uuid, major: 100, minor: 1), world.clock.now)
            #expect(try await counting.record([event], of: ana) == 1)
            var phone = try await ReportingPhone(counting, month, ana)
            world.clock.advance(seconds: 86_400)
            let place = ShopDay(shop: ShopKey(venue: world.uuid, major: 100), day: World.firstDay)
            for cell in [Cell.first, .from5, .visitor] {
                #expect(try await counting.take(try phone.report(cell, of: place)) == .counted)
            }
            world.clock.advance(seconds: 8 * 86_400)
            let pseudonym = ana.pseudonymKey.pseudonym(venue: world.uuid.bytes, shop: 100).text
            let denied: [SQLValue] = [
                .blob(ana.accountID), .blob(ana.tokenDigest), .text(pseudonym), .text(receipt.visit),
                .integer(receipt.at.milliseconds),
            ]
            for step in 0...1 {
                if step == 1 { try await counting.keepCounting(at: world.clock.now) }
                for table in [
                    "report_tags", "report_cells", "released_cells", "budget", "day_counts", "quarter_counts",
                    "beacon_counts", "stay_counts",
                ] {
                    let rows = try await world.database.read { try $0.query("SELECT * FROM \(table)") }
                    for row in rows {
                        for column in 0..<row.count { #expect(!denied.contains(row[column])) }
                    }
                }
            }
            #expect(try await world.rows("report_tags") == 0)
            #expect(try await world.rows("released_cells") > 0)
            #expect(try await world.rows("stay_counts") == 1)
        }
    }

    @Test("two merchants who lay their tables together have no value in common but the days")
    func merchants() async throws {
        try await World.with(.sqlite) { world in
            let counting = world.counting()
            let visitors = try await world.visitors(6, choosing: [100, 101])
            for visitor in visitors {
                for major: UInt16 in [100, 101] {
                    try await world.prove(world.sighting(major, 1), visitor)
                    let event = VisitEvent(
                        .enter, at: BeaconIdentity(uuid: world.uuid, major: major, minor: 1), world.clock.now)
                    #expect(try await counting.record([event], of: visitor) == 1)
                    world.clock.advance(seconds: 60)
                }
            }
            let names = try await world.database.read { connection in
                try [100, 101].map { major in
                    Set(
                        try connection.query("SELECT pseudonym FROM events WHERE major = ?1", [.integer(major)])
                            .map { try $0.text("pseudonym") })
                }
            }
            #expect(names.map(\.count) == [6, 6] && names[0].isDisjoint(with: names[1]))
        }
    }

    @Test("with one person more or less no released cell is more often anything than its epsilon allows")
    func neighbours() async throws {
        // Ten thousand releases of a cell, with and without one person, as the service draws them. Of so many values at
        // once one may well be three standard errors off.
        var random = SplitMix64(seed: 77)
        for cube in [Cube.recency, .class] {
            let noise = try CountNoise.noise(tenths: cube.tenthsOfEpsilon)
            let epsilon = Double(cube.tenthsOfEpsilon) / 10
            var counts: [[Int: Double]] = [[:], [:]]
            for people in 0...1 {
                for _ in 0..<10_000 { counts[people][7 + people + noise.draw(using: &random), default: 0] += 1 }
            }
            for (value, without) in counts[0] {
                guard let with = counts[1][value], min(with, without) >= 100 else { continue }
                let ratio = abs(Double.ratio(with, without))
                #expect(ratio <= epsilon + 4 * (1 / with + 1 / without).squareRoot(), "\(value)")
            }
        }
    }
}

extension Double {
    /// The logarithm of a ratio by its series, so that nothing but Swift is needed.
    fileprivate static func ratio(_ one: Double, _ other: Double) -> Double {
        let x = (one - other) / (one + other)
        var (term, sum, n) = (x, x, 1.0)
        while abs(term) > 1e-15 {
            term *= x * x
            n += 2
            sum += term / n
        }
        return 2 * sum
    }
}
