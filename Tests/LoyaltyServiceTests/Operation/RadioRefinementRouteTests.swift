import API
import Accounts
import Basics
import Beacons
import HTTPTypes
import Loyalty
import RadioMaps
import ServerApp
import Storage
import TestServer
import Testing

@testable import AccountService
@testable import HTTPKit
@testable import LoyaltyService

@Suite("Refining a radio map over HTTP")
struct RadioRefinementRouteTests {
    private func body(_ site: Site, _ phone: inout RefiningPhone, _ changes: [String: String] = [:]) throws -> String {
        let day = site.world.day - 1
        var fields = [
            "venue": "\"\(site.world.uuid)\"", "number": "1", "major": "100", "minor": "1", "decibels": "-4",
            "day": "\"\(Timestamp(seconds: Int64(day) * 86_400).rfc3339.prefix(10))\"",
            "presentation": "\"\(try phone.presentation(for: day).hexadecimal)\"",
        ]
        fields.merge(changes) { $1 }
        return "{\(fields.map { "\"\($0.key)\": \($0.value)" }.joined(separator: ", "))}"
    }

    @Test("phones report without a session; an operator reads the median and how many tens, and takes it over")
    func life() async throws {
        try await Site.with { site in
            let world = site.world
            let services = world.services()
            let staff = try await Staff.add(to: world, email: "eva@faro.example", role: .operator)
            try await VenueStaffService(database: world.database, clock: world.clock.serverClock)
                .give(.operator(venue: world.uuid), to: staff.account, by: .operatorOfTheMachine)
            var eva = try await staff.signIn(world).token
            let path = "/api/operator/\(world.uuid)/radio-map/refinement"
            #expect(try await site.ask(.get, path, token: eva).code == "surveys.none")
            try await world.putRadioMap(services.radioMaps)
            let counting = world.counting()
            let month = ReportPeriod(containing: world.day - 1)
            for _ in 0..<27 {
                var phone = try await RefiningPhone(counting, month)
                #expect(try await site.ask(.post, "/api/radio-map/residuals", try body(site, &phone)).status == 204)
            }
            for wrong in [
                ["decibels": "13"], ["decibels": "-13"], ["decibels": "1.5"], ["number": "0"], ["major": "65536"],
                ["presentation": "\"00\""], ["day": "\"yesterday\""], ["venue": "\"somewhere\""],
            ] {
                var phone = try await RefiningPhone(counting, month)
                let answer = try await site.ask(.post, "/api/radio-map/residuals", try body(site, &phone, wrong))
                #expect(answer.status == 422 || answer.status == 400, "\(wrong) \(answer.text)")
            }
            var late = try await RefiningPhone(counting, month)
            let other = try await site.ask(
                .post, "/api/radio-map/residuals", try body(site, &late, ["number": "7"]))
            #expect(other.code == "surveys.other_map")
            #expect(try other.body(ProblemBody.self).faults == [Fault(path: "version", message: "1")])

            let before = try await site.ask(.get, path, token: eva).body(RadioRefinementBody.self)
            #expect(before.beacons.isEmpty && !before.isTaken)
            try await services.radioMaps.keepHouse()
            let same = try await site.ask(.get, path, token: eva).body(RadioRefinementBody.self)
            #expect(same.beacons.isEmpty, "a server that begins in the middle of a day closes nothing")
            world.clock.advance(seconds: 86_400)
            try await services.radioMaps.keepHouse()
            // The session of a role is over by then.
            eva = try await staff.signIn(world).token
            let told = try await site.ask(.get, path, token: eva).body(RadioRefinementBody.self)
            #expect(told.number == 1 && told.beacons.count == 1)
            let figure = try #require(told.beacons.first)
            #expect(figure.major == 100 && figure.minor == 1 && figure.decibels == -4 && figure.correction == -4)
            #expect(figure.reports == 20, "27 phones are told as 20")

            let session = eva
            func choose(_ isTaken: Bool, match: Int) async throws -> Answer {
                try await site.ask(
                    .put, path, "{\"isTaken\": \(isTaken)}", token: session, headers: [.ifMatch: "\"\(match)\""])
            }
            #expect(try await choose(true, match: 0).code == "surveys.changed")
            #expect(try await choose(true, match: 1).body(RadioRefinementBody.self).isTaken)
            let open = "/api/venues/\(world.uuid)/radio-map"
            let served = try await site.ask(.get, open)
            #expect(try RadioMapFile(Array(served.text.utf8)).corrections == [world.beacon(100, 1): -4])
            let tag = try #require(served.headers[.eTag])
            #expect(tag != "\"1\"")
            #expect(try await site.ask(.get, open, headers: [.ifNoneMatch: tag]).status == 304)
            #expect(try await site.ask(.get, open, headers: [.ifNoneMatch: "\"1\""]).status == 200)
            #expect(try await choose(false, match: 1).body(RadioRefinementBody.self).isTaken == false)
            #expect(try await site.ask(.get, open).headers[.eTag] == "\"1\"")
            let entries = try await world.database.read { try AuditTrail.entries(of: .venue(world.uuid), in: $0) }
            #expect(
                entries.prefix(2).map { "\($0.action.rawValue) \($0.subject)" } == [
                    "radio-map.unrefined 1", "radio-map.refined 1",
                ])
        }
    }
}
