import API
import Foundation
import HTTPTypes
import HummingbirdTesting
import Logging
import Synchronization
import TestServer
import Testing

@testable import HTTPKit

@Suite("The log")
struct LogTests {
    @Test("a failure of ours is told without its cause, and logged with it under the same number")
    func internalFailure() async throws {
        struct Mishap: Error {}
        let log = Log()
        try await Site.with(
            logger: log.logger,
            extraRoutes: { handlers in
                handlers.on(Routes.demo) { _ in throw Mishap() }
            }
        ) { site in
            let answer = try await site.ask(.get, "/api/demo")
            #expect(answer.status == 500 && answer.code == "server.internal")
            #expect(!answer.text.contains("Mishap"))
            let id = try #require(answer.headers[.requestID])
            #expect(log.lines.contains { $0.level == .error && $0.line.contains("Mishap") && $0.line.contains(id) })
        }
    }

    @Test("nothing that identifies somebody is logged, at any level")
    func secrets() async throws {
        let log = Log()
        try await Site.with(.live, logger: log.logger) { site in
            let token = try await site.signUp("ana", choosing: [100])
            let sighting = try site.sighting(100, 1)
            for _ in 0..<2 { try await site.ask(.post, "/api/sightings", sighting, token: token) }
            try await site.ask(.post, "/api/sessions", #"{"email":"ana@example.org","password":"wrong one"}"#)
            try await site.ask(.get, "/api/account?token=\(token)", headers: [.cookie: "cerca_session=\(token)"])
            try await site.ask(.get, "/private/page?q=1")
            let coupons = try await site.ask(.get, "/api/coupons", token: token).body(CouponsBody.self).coupons
            let coupon = try #require(coupons.first).id
            try await site.ask(.delete, "/api/coupons/\(coupon)", token: token)
            let code = try SightingBody(json: Array(sighting.utf8)).code
            #expect(log.lines.contains { $0.line.contains("POST /api/sightings") && $0.level == .debug })
            for secret in ["ana", token, "long enough", "wrong one", code, "private", "127.0.0.1", "::1", coupon] {
                let found = log.lines.first { $0.line.contains(secret) }
                #expect(found == nil, "\(secret): \(found?.line ?? "")")
            }
            #expect(!log.lines.contains { $0.level > .info })
        }
    }
}
