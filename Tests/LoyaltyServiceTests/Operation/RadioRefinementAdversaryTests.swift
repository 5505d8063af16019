import Accounts
import AnonymousCredentials
import Basics
import Beacons
import Crypto
import Loyalty
import RadioMaps
import Storage
import TestServer
import Testing

@testable import HTTPKit
@testable import LoyaltyService

/// What the page about privacy says of radio maps, played by an operator who keeps every byte.
struct RadioRefinementAdversaryTests {
    @Test("who keeps every byte cannot tell whose a report is, nor whether those of two days are of one phone")
    func bytes() async throws {
        try await World.with(.sqlite) { world in
            let counting = world.counting()
            let month = ReportPeriod(containing: world.day)
            let issuer = try #require(try await counting.issuer(of: month))
            var (requests, responses, firsts, seconds): ([[UInt8]], [[UInt8]], [[UInt8]], [[UInt8]]) = ([], [], [], [])
            for _ in 0..<40 {
                var phone = try await RefiningPhone(counting, month)
                requests.append(phone.request)
                responses.append(phone.response)
                firsts.append(try phone.presentation(for: world.day - 1))
                seconds.append(try phone.presentation(for: world.day))
            }
            let tags = try zip(firsts, seconds).map { first, second in
                (
                    try #require(issuer.tag(of: first, for: BeaconResidual.context(of: world.day - 1))),
                    try #require(issuer.tag(of: second, for: BeaconResidual.context(of: world.day)))
                )
            }
            for area in [
                LikenessGuess.success(firsts, seconds), LikenessGuess.success(requests, firsts),
                LikenessGuess.success(responses, firsts), LikenessGuess.success(responses, seconds),
                LikenessGuess.success(tags.map(\.0), tags.map(\.1)), LikenessGuess.success(requests, tags.map(\.0)),
            ] {
                // Forty of the same against 1,560 others: four and a half standard errors of the area are 0.21.
                #expect(abs(area - 0.5) < 0.21)
            }
            // No sixteen bytes in common between what was said in a session and what was not, wherever they stand.
            func windows(_ texts: [[UInt8]]) -> Set<[UInt8]> {
                Set(texts.flatMap { bytes in (0...bytes.count - 16).map { Array(bytes[$0..<$0 + 16]) } })
            }
            let named = windows(requests + responses)
            #expect(named.isDisjoint(with: windows(firsts + seconds)))
            #expect(windows(firsts).isDisjoint(with: windows(seconds)))
        }
    }

    @Test("no row has an account, a session or an instant, and no value that a session has", arguments: Engine.allCases)
    func database(_ engine: Engine) async throws {
        try await World.with(engine) { world in
            let (maps, counting) = (world.radioMaps(), world.counting())
            let number = try await world.putRadioMap(maps)
            let ana = try await world.visitor()
            try await world.choose(100, .habits, ana)
            let receipt = try await world.prove(world.sighting(100, 1), ana)
            let day = world.day
            var phone = try await ReportingPhone(counting, ReportPeriod(containing: day), ana)
            world.clock.advance(seconds: 86_400)
            let shown = try phone.residual(of: day)
            try await maps.take(
                BeaconResidual(beacon: world.beacon(100, 1), number: number, decibels: -2, day: day),
                presentation: shown)
            let credentials = try await world.database.read {
                try $0.query("SELECT request, response FROM report_credentials").map {
                    [try $0.blob("request"), try $0.blob("response")]
                }
            }
            #expect(credentials.count == 1)
            let now = world.clock.now
            let pseudonym = ana.pseudonymKey.pseudonym(venue: world.uuid.bytes, shop: 100).text
            var denied: [SQLValue] = [
                .blob(ana.accountID), .blob(ana.tokenDigest), .text(pseudonym), .text(receipt.visit), .blob(shown),
                .blob(Array(SHA256.hash(data: shown))),
            ]
            for instant in [receipt.at, now] {
                denied += [.integer(instant.milliseconds), .integer(instant.seconds), .integer(instant.seconds / 60)]
            }
            denied += credentials.flatMap { $0.map { .blob($0) } }
            for table in ["radio_residuals", "radio_residual_marks", "radio_residual_figures", "radio_refinements"] {
                for row in try await world.database.read({ try $0.query("SELECT * FROM \(table)") }) {
                    for column in 0..<row.count { #expect(!denied.contains(row[column]), "\(table)") }
                }
            }
            // A mark names no beacon, and a count names no day.
            let columns = try await world.database.read { connection in
                (
                    try connection.query("SELECT * FROM radio_residual_marks").map(\.count),
                    try connection.query("SELECT * FROM radio_residuals").map(\.count)
                )
            }
            #expect(columns.0 == [2] && columns.1 == [6])
        }
    }
}
