import API
import Basics
import Exposure
import Foundation
import HTTPTypes
import HummingbirdTesting
import Storage
import TestServer
import Testing

@testable import AccountService
@testable import ExposureService
@testable import HTTPKit

@Suite("The health authority's console over HTTP")
struct HealthRouteTests {
    /// A session with the role.
    private func signIn(_ site: Site) async throws -> (staff: Staff, token: String) {
        let staff = try await Staff.add(to: site.world)
        let answer = try await site.ask(
            .post, "/api/session/health",
            #"{"email":"\#(Staff.email)","password":"\#(Staff.password)","code":"\#(staff.code(site.world))"}"#)
        return (staff, try answer.body(SessionBody.self).token)
    }

    @Test("a sign-in with the second factor is a session and a cookie of twelve hours")
    func session() async throws {
        try await Site.with { site in
            let staff = try await Staff.add(to: site.world)
            let text =
                #"{"email":"Eva@salud.example","password":"\#(Staff.password)","code":"\#(staff.code(site.world))"}"#
            let answer = try await site.ask(.post, "/api/session/health", text)
            #expect(answer.status == 201)
            let session = try answer.body(SessionBody.self)
            #expect(
                answer.headers[values: .setCookie].first
                    == "cerca_session=\(session.token); Path=/; Max-Age=43170; HttpOnly; SameSite=Strict")
            let account = try await site.ask(.get, "/api/account", token: session.token).body(AccountBody.self)
            // The end of a session is stored in quarters of an hour.
            let latest = site.world.clock.now.advanced(bySeconds: 43_200)
            #expect(account.role == .health && account.expiresAt <= latest)
            #expect(account.expiresAt > latest.advanced(bySeconds: -900))
            let replayed = try await site.ask(.post, "/api/session/health", text)
            #expect(replayed.code == "accounts.wrong_credentials" && replayed.headers[.setCookie] == nil)
        }
    }

    @Test("every route that needs the role refuses strangers, visitors and staff without the second factor")
    func roles() async throws {
        try await Site.with { site in
            _ = try await Staff.add(to: site.world)
            let visitor = try await site.signUp()
            let ordinary = try await site.ask(
                .post, "/api/sessions", #"{"email":"\#(Staff.email)","password":"\#(Staff.password)"}"#
            ).body(SessionBody.self).token
            let before = try await Contents(of: site.world.database)
            // Those of a demo are on no other server.
            let routes = Routes.all.filter {
                !$0.isDemo && ($0.role != nil || $0.path.description.hasPrefix("/api/health/"))
            }
            #expect(routes.count >= 18)
            for route in routes {
                let values = Dictionary(
                    route.path.parameters.map { ($0, "x") }, uniquingKeysWith: { first, _ in first })
                let path = try #require(route.path.path(values))
                let body = route.body == nil ? nil : "{}"
                let stranger = try await site.ask(route.method, path, body)
                #expect(stranger.code == "accounts.not_signed_in" && stranger.status == 401, "\(route.name)")
                for token in [visitor, ordinary] {
                    let answer = try await site.ask(route.method, path, body, token: token)
                    #expect(answer.code == "accounts.wrong_role" && answer.status == 403, "\(route.name)")
                }
            }
            #expect(try await Contents(of: site.world.database) == before)
        }
    }

    @Test("attempts to sign in are limited by address as well")
    func limits() async throws {
        var limits = ServerLimits.standard.withoutRates
        limits.signInPerAddress = .init(perSecond: 0.001, burst: 3)
        try await Site.with(.live, limits: limits) { site in
            var codes: [String?] = []
            for number in 0..<5 {
                let body = #"{"email":"nobody\#(number)@example.org","password":"long enough","code":"000000"}"#
                codes.append(try await site.ask(.post, "/api/session/health", body).code)
            }
            let wrong = "accounts.wrong_credentials"
            let tooMany = "request.too_many_attempts"
            #expect(codes == [wrong, wrong, wrong, tooMany, tooMany])
        }
    }

    @Test("a code is told once, listed without it, withdrawn and restored")
    func codes() async throws {
        try await Site.with { site in
            let (_, token) = try await signIn(site)
            let answer = try await site.ask(.post, "/api/health/codes", token: token)
            #expect(answer.status == 201 && answer.headers[.cacheControl] == "no-store")
            let issued = try answer.body(IssuedCodeBody.self)
            #expect(issued.code.count == 12 && issued.code.allSatisfy { ("0"..."9").contains($0) })
            func state() async throws -> [String] {
                let list = try await site.ask(.get, "/api/health/codes", token: token)
                #expect(!list.text.contains(issued.code))
                return try list.body(ExposureCodesBody.self).codes.map { "\($0.state.rawValue) \($0.issuedOn)" }
            }
            #expect(try await state() == ["waiting 2026-11-21"])
            #expect(try await site.ask(.delete, "/api/health/codes/\(issued.id)", token: token).status == 204)
            #expect(try await state() == ["withdrawn 2026-11-21"])
            let again = try await site.ask(.delete, "/api/health/codes/\(issued.id)", token: token)
            #expect(again.code == "exposure.unknown_code")
            #expect(try await site.ask(.post, "/api/health/codes/\(issued.id)/restore", token: token).status == 204)
            #expect(try await state() == ["waiting 2026-11-21"])
            // The day of the onset goes in and is told to nobody.
            func onset(_ body: String, of id: String) async throws -> String? {
                let answer = try await site.ask(.put, "/api/health/codes/\(id)/onset", body, token: token)
                return answer.status == 204 ? "kept" : answer.code
            }
            for day in ["2026-11-21", "2026-10-31"] {
                #expect(try await onset(#"{"onset":"\#(day)"}"#, of: issued.id) == "kept")
            }
            #expect(try await onset("{}", of: issued.id) == "kept")
            for day in ["2026-11-22", "2026-10-30", "2026-11-31", "yesterday", ""] {
                #expect(try await onset(#"{"onset":"\#(day)"}"#, of: issued.id) == "request.invalid")
            }
            #expect(try await onset(#"{"onset":7}"#, of: issued.id) == "request.invalid")
            #expect(try await onset(#"{"onset":"2026-11-20"}"#, of: "x") == "exposure.unknown_code")
            site.world.clock.advance(seconds: 12 * 3600)
            let late = try await site.ask(.get, "/api/health/codes", token: token)
            #expect(late.code == "accounts.not_signed_in")
        }
    }

    @Test("a case is registered from a body, compared, and approved")
    func cases() async throws {
        try await Site.with { site in
            let (_, token) = try await signIn(site)
            let shown = ShownCase(now: site.world.clock.now)
            let answer = try await site.ask(
                .post, "/api/health/cases", #"{"text":"\#(shown.address)"}"#, token: token)
            #expect(answer.status == 201)
            #expect(
                !answer.text.contains(shown.text) && !answer.text.contains(Data(shown.key.bytes).base64EncodedString()))
            let registered = try answer.body(RegisteredCaseBody.self)
            #expect(!registered.isDuplicate && registered.registered.checkWords == shown.words)
            #expect(
                registered.registered.firstDay == "2026-11-08" && registered.registered.registeredOn == "2026-11-21")
            let approved = try await site.ask(
                .post, "/api/health/cases/\(registered.registered.id)/approve", token: token)
            #expect(try approved.body(HealthCaseBody.self).state == .approved)
            #expect(
                try await site.ask(.post, "/api/health/cases/\(registered.registered.id)/reject", token: token).code
                    == "exposure.unknown_case")
            #expect(
                try await site.ask(.post, "/api/health/cases", #"{"text":"\#(shown.text)"}"#, token: token).code
                    == "exposure.already_reported")
            #expect(
                try await site.ask(.post, "/api/health/cases", #"{"text":"V1.x"}"#, token: token).code
                    == "exposure.invalid_case")
        }
    }

    @Test("news is for everybody, and asked for again by its tag")
    func news() async throws {
        try await Site.with { site in
            let (_, token) = try await signIn(site)
            let draft = #"{"title":{"es":"Hola <b>","en":"Hello"},"text":{"es":"Uno.\n\nDos.","en":"One."}}"#
            let published = try await site.ask(.post, "/api/health/publications/news", draft, token: token)
            #expect(published.status == 201)
            let id = try published.body(PublicationBody.self).id
            let open = try await site.ask(.get, "/api/news")
            #expect(open.headers[.cacheControl] == "public, max-age=60")
            let item = try #require(try open.body(NewsBody.self).news.first)
            #expect(item.title == ["es": "Hola <b>", "en": "Hello"] && item.publishedOn == "2026-11-21")
            #expect(!open.text.contains(Staff.email))
            let tag = try #require(open.headers[.eTag])
            let again = try await site.ask(.get, "/api/news", headers: [.ifNoneMatch: tag])
            #expect(again.status == 304 && again.text.isEmpty)
            #expect(try await site.ask(.get, "/api/questions").body(QuestionsBody.self).questions.isEmpty)

            let path = "/api/health/publications/news/\(id)"
            let changed = #"{"title":{"pt":"Olá"},"text":{"pt":"Um."}}"#
            #expect(try await site.ask(.put, path, changed, token: token).status == 200)
            #expect(
                try await site.ask(.get, "/api/news", headers: [.ifNoneMatch: tag]).body(NewsBody.self).news[0].title
                    == ["pt": "Olá"])
            #expect(try await site.ask(.delete, path, token: token).status == 204)
            #expect(try await site.ask(.get, "/api/news").body(NewsBody.self).news.isEmpty)
            #expect(try await site.ask(.post, "\(path)/restore", token: token).status == 200)
            let order = try await site.ask(
                .put, "/api/health/publication-order/news", #"{"ids":["\#(id)"]}"#, token: token)
            #expect(try order.body(PublicationsBody.self).entries.map(\.id) == [id])
            #expect(
                try await site.ask(.get, "/api/health/publications/gossip", token: token).code == "publication.unknown")
        }
    }

    @Test("a draft with faults says where")
    func draft() async throws {
        try await Site.with { site in
            let (_, token) = try await signIn(site)
            for (body, path) in [
                (#"{"title":{"es":"x"},"text":{}}"#, "$.text"), (#"{"title":{},"text":{}}"#, "$.title"),
                (#"{"title":{"de":"x"},"text":{"de":"x"}}"#, "$.title"),
                (#"{"title":{"es":1},"text":{}}"#, "$.title.es"),
            ] {
                let answer = try await site.ask(.post, "/api/health/publications/questions", body, token: token)
                #expect(answer.code == "request.invalid")
                #expect(try answer.body(ProblemBody.self).faults?.first?.path == path, "\(body)")
            }
        }
    }

    @Test("the brake holds a flood until somebody decides")
    func brake() async throws {
        try await Site.with { site in
            let (staff, token) = try await signIn(site)
            let exposure = site.world.exposure
            for seed in 0..<25 as Range<UInt64> {
                let shown = ShownCase(seed: seed, now: site.world.clock.now)
                let issued = try await exposure.issueCode(by: staff.actor)
                try await exposure.upload([PublishedKey(key: shown.key, day: shown.day)], code: issued.code)
            }
            let brake = try await site.ask(.get, "/api/health/brake", token: token).body(BrakeBody.self)
            #expect(brake.state == .holding && brake.held == 25 - brake.limit && brake.batches.count == 85)
            #expect(brake.batches.last?.uploads == 25 && brake.batches.last?.held == brake.held)
            let released = try await site.ask(.post, "/api/health/brake/release", token: token).body(BrakeBody.self)
            #expect(released.held == 0)
            #expect(try await site.ask(.post, "/api/health/brake/discard", token: token).status == 200)
            let trail = try await site.world.trail()
            #expect(trail.contains("held.released") && !trail.contains("held.discarded"))
        }
    }

    @Test("the trail tells who did what, and when somebody has tampered with it")
    func audit() async throws {
        try await Site.with { site in
            let (_, token) = try await signIn(site)
            try await site.ask(.post, "/api/health/codes", token: token)
            let audit = try await site.ask(.get, "/api/health/audit", token: token).body(AuditBody.self)
            #expect(audit.isIntact && audit.total == 2)
            #expect(audit.entries.map(\.action) == ["session.begun", "role.given", "code.issued"])
            #expect(audit.entries.map(\.actor) == [.account, .operator, .account])
            #expect(audit.entries.map(\.email) == [Staff.email, nil, Staff.email])
            #expect(audit.entries.map(\.number) == [2, 1, nil] && audit.entries.map(\.times) == [nil, nil, 1])
            // The day over, what was counted joins the trail.
            let tomorrow = UTCDay(containing: site.world.clock.now).advanced(by: 1)
            try await site.world.database.write { try AuditTrail.closeDays(before: tomorrow, in: $0) }
            let later = try await site.ask(.get, "/api/health/audit", token: token).body(AuditBody.self)
            #expect(later.entries.map(\.number) == [3, 2, 1] && later.entries.first?.times == 1 && later.isIntact)
            try await site.world.database.write {
                _ = try $0.execute("UPDATE audit_entries SET action = 'code.withdrawn' WHERE action = 'code.issued'")
            }
            #expect(try await !site.ask(.get, "/api/health/audit", token: token).body(AuditBody.self).isIntact)
        }
    }

    @Test("the camera is allowed to the pages that read codes, and to no other")
    func permissions() async throws {
        try await Site.with { site in
            let name = try #require(HTTPField.Name("Permissions-Policy"))
            for path in ["/console/health", "/console/merchant", "/console/operator", "/market", "/claim"] {
                let policy = try #require(try await site.ask(.get, path).headers[name])
                #expect(policy.contains("camera=(self)"), "\(path)")
            }
            for path in ["/", "/here", "/vault", "/console/market"] {
                let policy = try #require(try await site.ask(.get, path).headers[name])
                #expect(policy.contains("camera=()"), "\(path)")
            }
        }
    }
}
