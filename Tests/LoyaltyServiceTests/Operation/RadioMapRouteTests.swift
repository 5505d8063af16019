import API
import Accounts
import Basics
import Beacons
import HTTPTypes
import Proximity
import RadioMaps
import Storage
import TestServer
import Testing

@testable import AccountService
@testable import HTTPKit
@testable import LoyaltyService

@Suite("A venue's radio map over HTTP")
struct RadioMapRouteTests {
    /// Somebody with a role at the test centre, signed in for it.
    private func staff(_ role: Role, _ venueRole: VenueRole, in site: Site) async throws -> String {
        let staff = try await Staff.add(to: site.world, email: "\(role.rawValue)@faro.example", role: role)
        try await VenueStaffService(database: site.world.database, clock: site.world.clock.serverClock)
            .give(venueRole, to: staff.account, by: .operatorOfTheMachine)
        return try await staff.signIn(site.world).token
    }

    private func ask(
        _ site: Site, _ method: HTTPRequest.Method, _ path: String, _ body: String? = nil, _ token: String?,
        match: Int? = nil
    ) async throws -> Answer {
        var headers: HTTPFields = [:]
        if let match { headers[.ifMatch] = "\"\(match)\"" }
        return try await site.ask(
            method, "/api/operator/\(site.world.uuid)/radio-map\(path)", body, token: token, headers: headers)
    }

    private func plan(_ site: Site) async throws -> SurveyedPlan {
        SurveyedPlan(try await site.world.loyalty.venue(site.world.uuid))
    }

    /// A map of one beacon at these places.
    private func file(_ places: [PlanPoint], on plan: SurveyedPlan) throws -> RadioMapFile {
        let beacon = try #require(plan.beacons.keys.min { ($0.major, $0.minor) < ($1.major, $1.minor) })
        var survey = RadioSurvey()
        for place in places { survey.add(SurveyReading(place: place, strengths: [beacon: -60])) }
        return RadioMapFile(survey, on: plan, day: 20_000)
    }

    @Test("an operator puts a map in force, adds a survey, takes it out of force and restores it; everybody reads it")
    func life() async throws {
        try await Site.with { site in
            let eva = try await staff(.operator, .operator(venue: site.world.uuid), in: site)
            let plan = try await plan(site)
            let open = "/api/venues/\(site.world.uuid)/radio-map"
            #expect(try await site.ask(.get, open).code == "surveys.none")
            let map = try file([PlanPoint(x: 1, y: 1)], on: plan)
            #expect(try await ask(site, .put, "", map.text, eva).code == "request.match_needed")
            let put = try await ask(site, .put, "", map.text, eva, match: 0)
            let versions = try put.body(RadioMapVersionsBody.self)
            #expect(versions.number == 1 && versions.versions.map(\.places) == [1], "\(put.text)")
            #expect(versions.plan == plan.digest.hexadecimal)
            #expect(versions.versions[0].fits && versions.versions[0].by == "operator@faro.example")
            let shown = try await site.ask(.get, open)
            #expect(shown.status == 200 && shown.headers[.eTag] == "\"1\"")
            let read = try RadioMapFile(Array(shown.text.utf8))
            #expect(read.number == 1 && read.fit(plan) == .fits)
            #expect(!shown.text.contains("operator@"), "who surveyed is not told to everybody")
            let known = try await site.ask(.get, open, headers: [.ifNoneMatch: "\"1\""])
            #expect(known.status == 304 && known.text.isEmpty)

            let more = try file([PlanPoint(x: 1, y: 1), PlanPoint(x: 4, y: 1)], on: plan)
            let late = try await ask(site, .post, "/surveys", more.text, eva, match: 0)
            #expect(late.status == 412 && late.code == "surveys.changed")
            #expect(try late.body(ProblemBody.self).faults == [Fault(path: "version", message: "1")])
            let sum = try await ask(site, .post, "/surveys", more.text, eva, match: 1)
                .body(RadioMapVersionsBody.self)
            #expect(sum.number == 2 && sum.versions[0].places == 2 && sum.versions[0].scans == 3)
            #expect(try await ask(site, .delete, "", nil, eva, match: 2).body(RadioMapVersionsBody.self).number == 3)
            #expect(try await site.ask(.get, open).code == "surveys.none")
            #expect(try await ask(site, .delete, "", nil, eva, match: 3).code == "surveys.none")
            #expect(
                try await ask(site, .post, "/versions/3/restore", nil, eva, match: 3).code == "surveys.unknown_version")
            let restored = try await ask(site, .post, "/versions/2/restore", nil, eva, match: 3)
                .body(RadioMapVersionsBody.self)
            #expect(restored.number == 4 && restored.versions[0].restored == 2)
            #expect(try RadioMapFile(Array(try await site.ask(.get, open).text.utf8)).placeCount == 2)
            let entries = try await site.world.database.read {
                try AuditTrail.entries(of: .venue(site.world.uuid), in: $0)
            }
            #expect(
                entries.prefix(4).map { "\($0.action.rawValue) \($0.subject)" } == [
                    "radio-map.restored 4 2", "radio-map.removed 2", "radio-map.added 2", "radio-map.published 1",
                ])
        }
    }

    @Test("files that are none, too large, or of another plan are refused, and nothing changes")
    func refused() async throws {
        try await Site.with { site in
            let eva = try await staff(.operator, .operator(venue: site.world.uuid), in: site)
            let plan = try await plan(site)
            let map = try file([PlanPoint(x: 1, y: 1)], on: plan)
            let broken = map.text.replacing("\"scans\": 1", with: "\"scans\": 0")
            let faulty = try await ask(site, .put, "", broken, eva, match: 0)
            #expect(faulty.status == 422 && faulty.code == "surveys.faulty")
            #expect(try faulty.body(ProblemBody.self).faults?.first?.path == "$.places[0].scans")
            let large = String(repeating: " ", count: RadioMapFile.sizeLimit + 1)
            #expect(try await ask(site, .put, "", large, eva, match: 0).status == 413)
            var hung = plan.beacons
            let moved = try #require(map.beacons.keys.first)
            hung[moved] = PlanPoint(x: 0.5, y: 0.5)
            let old = SurveyedPlan(
                venue: plan.venue, width: plan.width, height: plan.height, beacons: hung, walls: plan.walls)
            for path in ["", "/surveys"] {
                let other = try await ask(
                    site, path.isEmpty ? .put : .post, path, try file([PlanPoint(x: 1, y: 1)], on: old).text, eva,
                    match: 0)
                #expect(other.code == "surveys.other_plan")
                #expect(try other.body(ProblemBody.self).faults?.map(\.path) == ["\(moved.major).\(moved.minor)"])
            }
            #expect(try await ask(site, .get, "", nil, eva).body(RadioMapVersionsBody.self).number == 0)
        }
    }

    @Test("each route for operators is for those of this venue alone")
    func roles() async throws {
        try await Site.with { site in
            let merchant = try await staff(.merchant, .merchant(venue: site.world.uuid, major: 100), in: site)
            let stranger = try await staff(.operator, .operator(venue: .init(high: 1, low: 2)), in: site)
            let visitor = try await site.signUp("ana")
            let routes = Routes.all.filter { $0.path.description.hasPrefix("/api/operator/{venue}/radio-map") }
            #expect(routes.count == 7 && routes.allSatisfy { $0.role == .operator })
            let map = try file([PlanPoint(x: 1, y: 1)], on: try await plan(site)).text
            for route in routes {
                let values = Dictionary(
                    route.path.parameters.map { ($0, $0 == "venue" ? site.world.uuid.description : "1") },
                    uniquingKeysWith: { first, _ in first })
                let path = try #require(route.path.path(values))
                let takesFile = ["putRadioMap", "addRadioSurvey"].contains(route.name)
                func code(_ token: String?) async throws -> String? {
                    try await site.ask(
                        route.method, path,
                        takesFile ? map : route.name == "setRadioRefinement" ? "{\"isTaken\": true}" : nil,
                        token: token, headers: [.ifMatch: "\"0\""]
                    ).code
                }
                #expect(try await code(nil) == "accounts.not_signed_in", "\(route.name)")
                #expect(try await code(visitor) == "accounts.wrong_role", "\(route.name)")
                #expect(try await code(merchant) == "accounts.wrong_role", "\(route.name)")
                #expect(try await code(stranger) == "staff.not_yours", "\(route.name)")
            }
        }
    }
}
