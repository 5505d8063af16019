import Basics
import HTTPTypes
import Testing

@testable import API

@Suite("Routes")
struct RouteTests {
    @Test("names and pairs of method and path are unique")
    func unique() {
        #expect(Set(Routes.all.map(\.name)).count == Routes.all.count)
        #expect(Set(Routes.all.map { "\($0.method) \($0.path)" }).count == Routes.all.count)
    }

    @Test("no path can be taken for another", arguments: Routes.all.map(\.path))
    func distinct(path: PathTemplate) throws {
        let values = Dictionary(path.parameters.map { ($0, "x1") }, uniquingKeysWith: { first, _ in first })
        let example = try #require(path.path(values))
        let segments = example.split(separator: "/")
        let matching = Set(Routes.all.map(\.path)).filter { $0.match(segments) != nil }
        #expect(matching == [path])
    }

    @Test("a path is filled in and matched again")
    func path() throws {
        let template: PathTemplate = "/api/coupons/{id}/restore"
        #expect(template.parameters == ["id"])
        let path = try #require(template.path(["id": "c5Tn8bXw_1-R.y~U"]))
        #expect(path == "/api/coupons/c5Tn8bXw_1-R.y~U/restore")
        #expect(template.match(path.split(separator: "/")) == ["id": "c5Tn8bXw_1-R.y~U"])
    }

    @Test(
        "a parameter cannot lead to another path", arguments: ["", "a/b", "..", ".", "a%2Fb", "a b", "a?b", "a#b", "é"])
    func hostileParameter(value: String) {
        let template: PathTemplate = "/api/coupons/{id}"
        #expect(template.path(["id": value]) == nil)
        #expect(template.match(["api", "coupons", Substring(value)]) == nil)
    }

    @Test("a request carries what the route needs")
    func request() throws {
        let request = try #require(
            Routes.recordSighting.route.request(scheme: "https", authority: "cerca.example", token: "abc"))
        #expect(request.method == .post && request.path == "/api/sightings" && request.authority == "cerca.example")
        #expect(request.headerFields[.authorization] == "Bearer abc")
        #expect(request.headerFields[.contentType] == "application/json")
        #expect(Routes.venue.route.request(scheme: "https", authority: "cerca.example") == nil)
        let stream = try #require(Routes.userStream.request(scheme: "http", authority: "localhost"))
        #expect(stream.headerFields[.accept] == "text/event-stream")
        #expect(stream.headerFields[.contentType] == nil && stream.headerFields[.authorization] == nil)
    }

    @Test("only what changes something takes a body, and what answers nothing says 204")
    func shapes() {
        // Browsers are sent on, the standard of sign-outs wants a 200 of no content, and a reset happens afterwards.
        let others = [
            "beginIdentitySignIn": 303, "identityCallback": 303, "identityFormCallback": 303, "identitySignOut": 200,
            "requestReset": 202,
        ]
        for route in Routes.all {
            #expect(route.body == nil || route.method != .get && route.method != .delete, "\(route.name)")
            if case .nothing = route.answer { #expect(route.status == others[route.name] ?? 204, "\(route.name)") }
            #expect(route.summary.hasSuffix("."), "\(route.name)")
        }
    }

    @Test("a problem's status is an error, and its code says its family", arguments: ProblemCode.allCases)
    func problem(code: ProblemCode) throws {
        let problem = code.problem()
        #expect((400...599).contains(problem.status) && problem.code == code.rawValue && !problem.title.isEmpty)
        #expect(code.rawValue.split(separator: ".").count == 2)
        #expect(ProblemBody.schema.faults(in: try JSONValue(parsing: try problem.json())).isEmpty)
    }
}
