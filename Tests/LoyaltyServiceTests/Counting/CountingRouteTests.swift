import API
import AnonymousCredentials
import Basics
import Beacons
import HTTPTypes
import Loyalty
import TestServer
import Testing

@testable import HTTPKit
@testable import LoyaltyService

/// Reports and events over HTTP: who sends a report learns nothing of what became of it.
struct CountingRouteTests {
    private let month = ReportPeriod(containing: World.firstDay)

    private func text(_ body: some APIBody) throws -> String { String(decoding: try body.json(), as: UTF8.self) }

    @Test("a report is answered alike whatever it is worth; what is malformed is told")
    func reports() async throws {
        try await Site.with { site in
            let token = try await site.signUp()
            let issuers = try await site.ask(.get, "/api/reports/issuer").body(ReportIssuersBody.self).issuers
            #expect(issuers.map(\.period) == ["2026-11"])
            let key = try #require([UInt8](hexadecimal: issuers[0].publicKey))
            let request = try #require(CredentialRequest(context: month.context, publicKey: key))
            let asked = try text(ReportCredentialRequestBody(period: "2026-11", request: request.bytes.hexadecimal))
            #expect(try await site.ask(.post, "/api/reports/credential", asked).status == 401)
            let answer = try await site.ask(.post, "/api/reports/credential", asked, token: token)
                .body(ReportCredentialBody.self)
            let response = try #require([UInt8](hexadecimal: answer.response))
            var credential = try #require(request.credential(from: response))
            let other = try #require(CredentialRequest(context: month.context, publicKey: key))
            let again = try text(ReportCredentialRequestBody(period: "2026-11", request: other.bytes.hexadecimal))
            #expect(try await site.ask(.post, "/api/reports/credential", again, token: token).status == 409)

            site.world.clock.advance(seconds: 86_400)
            let shop = ShopKey(venue: site.world.uuid, major: 100)
            let made = credential.present(ShopDay(shop: shop, day: World.firstDay).context(.dwell))
            let presentation = try #require(made).hexadecimal
            func report(_ day: String, _ cell: String, _ major: Int = 100, cube: ReportCube = .dwell) throws -> String {
                try text(
                    ReportBody(
                        venue: site.world.uuid.description, major: major, day: day, cube: cube, cell: cell,
                        period: "2026-11", presentation: presentation, padding: "    "))
            }
            // Counted, double, forged, of another shop, too late.
            for sent in [
                try report("2026-11-21", "5-20"), try report("2026-11-21", "5-20"), try report("2026-11-20", "5-20"),
                try report("2026-11-21", "5-20", 7), try report("2026-10-01", "5-20"),
                try report("2026-11-21", "first", cube: .recency),
            ] {
                let answer = try await site.ask(.post, "/api/reports", sent)
                #expect(answer.status == 204 && answer.text.isEmpty && answer.headers[.setCookie] == nil)
            }
            for sent in [
                try report("2026-11-21", "first"), try report("2026-11-31", "5-20"), "{}", "[]",
            ] {
                #expect([400, 422].contains(try await site.ask(.post, "/api/reports", sent).status))
            }
            #expect(try await site.world.rows("report_tags") == 1)
            let figures = try await site.ask(.get, RouteHandlers.figuresPath).text
            #expect(figures.contains(#"cerca_reports_total{outcome="counted"} 1"#))
            #expect(figures.contains(#"cerca_reports_total{outcome="double"} 1"#))
        }
    }

    @Test("events need a session and a shop that may know of visits; a merchant's routes need the role")
    func events() async throws {
        try await Site.with { site in
            let token = try await site.signUp(choosing: [100])
            let events = try text(
                VisitEventsBody(
                    events: [100, 101].map { major in
                        VisitEventBody(
                            venue: site.world.uuid.description, major: major, minor: 1, kind: .enter,
                            at: site.world.clock.now)
                    }))
            #expect(try await site.ask(.post, "/api/events", events).status == 401)
            let kept = try await site.ask(.post, "/api/events", events, token: token).body(KeptEventsBody.self)
            #expect(kept.kept == 1)
            for path in ["figures", "figures.csv", "quarters", "beacons"] {
                let address = "/api/merchant/\(site.world.uuid)/100/\(path)"
                #expect(try await site.ask(.get, address).status == 401)
                #expect(try await site.ask(.get, address, token: token).status == 403)
            }
        }
    }
}
