import API
import Accounts
import Basics
import Beacons
import HTTPTypes
import HummingbirdTesting
import LoyaltyService
import NIOCore
import Storage
import TestServer
import Testing

@testable import AccountService
@testable import HTTPKit

@Suite("A venue's plan over HTTP")
struct PlanRouteTests {
    /// Somebody with a role at the test centre, signed in for it.
    private func staff(_ role: Role, _ venueRole: VenueRole, in site: Site) async throws -> String {
        let email = "\(role.rawValue)@faro.example"
        let staff = try await Staff.add(to: site.world, email: email, role: role)
        try await VenueStaffService(database: site.world.database, clock: site.world.clock.serverClock)
            .give(venueRole, to: staff.account, by: .operatorOfTheMachine)
        return try await staff.signIn(site.world).token
    }

    private func ask(
        _ site: Site, _ method: HTTPRequest.Method, _ path: String, _ body: (any APIBody)? = nil, _ token: String,
        match: String? = nil
    ) async throws -> Answer {
        var headers: HTTPFields = [:]
        if let match { headers[.ifMatch] = match }
        return try await site.ask(
            method, "/api/operator/\(site.world.uuid)/plan\(path)", try body?.text, token: token, headers: headers)
    }

    @Test("an operator edits, publishes, looks back and restores, each change against what it was made from")
    func life() async throws {
        try await Site.with { site in
            let eva = try await staff(.operator, .operator(venue: site.world.uuid), in: site)
            let plan = try await ask(site, .get, "", nil, eva).body(OperatorPlanBody.self)
            var document = try #require(plan.document)
            document.name = "Centro nuevo"
            #expect(try await ask(site, .put, "/draft?onto=1", document, eva).code == "request.match_needed")
            for match in ["0", "*", "\"x\"", "W/\"0\"", "\"\"", "\"12345678901234567890\""] {
                let answer = try await ask(site, .put, "/draft?onto=1", document, eva, match: match)
                #expect(answer.status == 428, "\(match)")
            }
            #expect(try await ask(site, .put, "/draft", document, eva, match: "\"0\"").code == "request.invalid")
            let draft = try await ask(site, .put, "/draft?onto=1", document, eva, match: "\"0\"")
            #expect(try draft.body(PlanDraftBody.self).number == 1, "\(draft.text)")
            let late = try await ask(site, .put, "/draft?onto=1", document, eva, match: "\"0\"")
            #expect(late.status == 412)
            #expect(
                try late.body(ProblemBody.self).faults
                    == [Fault(path: "version", message: "1"), Fault(path: "draft", message: "1")])
            var other = document
            other.uuid = "00000000-0000-0000-0000-000000000001"
            #expect(
                try await ask(site, .put, "/draft?onto=1", other, eva, match: "\"1\"").code == "plan.other_venue")
            let differences = try await ask(site, .get, "/differences", nil, eva).body(PlanDifferencesBody.self)
            #expect(differences.changes.map(\.kind) == [.renamed] && differences.losses.isEmpty)
            let note = PlanNoteBody(note: "A new name")
            let published = try await ask(site, .post, "/publish", note, eva, match: "\"1\"")
            #expect(try published.body(OperatorPlanBody.self).version?.number == 2, "\(published.text)")
            #expect(!published.text.contains("key"))
            let versions = try await ask(site, .get, "/versions", nil, eva).body(PlanVersionsBody.self).versions
            #expect(versions.map(\.number) == [2, 1] && versions[0].by == "operator@faro.example")
            let file = try await ask(site, .get, "/versions/1/file", nil, eva)
            #expect(file.text.contains("Centro de prueba") && file.text.contains("almendra-coffee"))
            #expect(file.headers[.contentDisposition]?.hasPrefix("attachment") == true)
            let restored = try await ask(site, .post, "/versions/1/restore", nil, eva, match: "\"2\"")
            #expect(try restored.body(OperatorPlanBody.self).document?.name == "Centro de prueba", "\(restored.text)")
            let entries = try await site.world.database.read {
                try AuditTrail.entries(of: .venue(site.world.uuid), in: $0)
            }
            #expect(entries.prefix(2).map(\.action.rawValue) == ["plan.restored", "plan.published"])
        }
    }

    @Test("each route is for operators, and of this venue alone")
    func roles() async throws {
        try await Site.with { site in
            let merchant = try await staff(.merchant, .merchant(venue: site.world.uuid, major: 100), in: site)
            let stranger = try await staff(.operator, .operator(venue: .init(high: 1, low: 2)), in: site)
            let visitor = try await site.signUp("ana")
            let routes = Routes.all.filter { $0.path.description.hasPrefix("/api/operator/{venue}/plan") }
            #expect(routes.count == 10 && routes.allSatisfy { $0.role == .operator })
            let document = PlanDocumentBody(
                name: "x", uuid: site.world.uuid.description, timeZone: "UTC",
                location: LocationBody(latitude: 0, longitude: 0),
                plan: PlanFloorBody(width: 1, height: 1, walls: [], doors: []), shops: [], beacons: [])
            for route in routes {
                let values = Dictionary(
                    route.path.parameters.map { ($0, $0 == "venue" ? site.world.uuid.description : "1") },
                    uniquingKeysWith: { first, _ in first })
                let path =
                    try #require(route.path.path(values)) + (route.name == "savePlanDraft" ? "?onto=1" : "")
                let body: (any APIBody)? =
                    route.name == "savePlanDraft"
                    ? document : route.name == "publishPlan" ? PlanNoteBody(note: "") : nil
                let headers: HTTPFields = [.ifMatch: "\"1\""]
                func code(_ token: String?) async throws -> String? {
                    try await site.ask(route.method, path, try body?.text, token: token, headers: headers).code
                }
                #expect(try await code(nil) == "accounts.not_signed_in", "\(route.name)")
                #expect(try await code(visitor) == "accounts.wrong_role", "\(route.name)")
                #expect(try await code(merchant) == "accounts.wrong_role", "\(route.name)")
                #expect(try await code(stranger) == "staff.not_yours", "\(route.name)")
            }
        }
    }

    @Test("a picture comes as it was made, to anybody who knows its address, and no other")
    func picture() async throws {
        try await Site.with { site in
            let eva = try await staff(.operator, .operator(venue: site.world.uuid), in: site)
            let path = "/api/operator/\(site.world.uuid)/plan/picture"
            let headers: HTTPFields = [.authorization: "Bearer \(eva)", .contentType: "application/octet-stream"]
            let answer = Answer(
                try await site.client.executeRequest(
                    uri: path, method: .put, headers: headers, body: ByteBuffer(bytes: PlanPictures.floor)))
            let picture = try answer.body(PlanPictureBody.self)
            #expect(picture.width == 40 && picture.height == 20)
            let shown = try await site.ask(.get, picture.address)
            #expect(shown.status == 200 && shown.headers[.contentType] == "image/jpeg")
            let other = picture.address.replacing(
                site.world.uuid.description, with: "00000000-0000-0000-0000-000000000001")
            #expect(try await site.ask(.get, other).code == "plan.unknown_picture")
            #expect(try await site.ask(.get, picture.address.dropLast(2) + "00").code == "plan.unknown_picture")
        }
    }
}
