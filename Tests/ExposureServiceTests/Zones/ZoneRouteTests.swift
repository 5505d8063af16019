import API
import Exposure
import HTTPTypes
import TestServer
import Testing

@testable import AccountService

@Suite("Risk zones over HTTP")
struct ZoneRouteTests {
    private func upload(
        _ site: Site, _ path: String, _ file: [UInt8], type: String, token: String?
    ) async throws -> Answer {
        try await site.ask(
            .put, path, String(decoding: file, as: UTF8.self), token: token, headers: [.contentType: type])
    }

    @Test("staff replace areas and cases with files larger than other bodies may be; anybody reads them")
    func story() async throws {
        try await Site.with { site in
            let token = try await Staff.add(to: site.world).signIn(site.world).token
            let codes = (1...900).map { "\($0)" }
            let areas = ZoneSamples.areas(
                (1...4).map { "\($0)" }, extra: "\"x\":\"\(String(repeating: "y", count: 100_000))\",")
            let put = try await upload(
                site, "/api/health/zones/municipality", areas, type: "application/geo+json", token: token)
            #expect(put.status == 200)
            #expect(
                try put.body(ZoneAreaImportBody.self)
                    == ZoneAreaImportBody(
                        level: .municipality, areas: 4, added: 4, updated: 0, others: 0, removed: 0, removable: 0,
                        total: 4, leftOut: 0))
            let refused = try await upload(
                site, "/api/health/zones/municipality/confirmed", ZoneSamples.cases(codes), type: "text/csv",
                token: token)
            #expect(refused.status == 422 && refused.code == "zones.invalid_file")
            let problem = try refused.body(ProblemBody.self)
            #expect(problem.detail == "line 6, column 1: no area has this code")
            #expect(problem.faults?.count == 20 && problem.faults?.first?.path == "line 6, column 1")
            #expect(problem.faults?.first?.code == "unknown-area" && problem.faults?.first?.values == nil)
            let short = try await upload(
                site, "/api/health/zones/municipality/confirmed", Array("date,code,count\n2026-11-01,1\n".utf8),
                type: "text/csv", token: token)
            #expect(
                try short.body(ProblemBody.self).faults == [
                    Fault(
                        path: "line 2, column 1", message: "has 2 fields instead of 3", code: "field-count",
                        values: ["count": "2", "expected": "3"])
                ])
            let cases = try await upload(
                site, "/api/health/zones/municipality/confirmed", ZoneSamples.cases(["1", "2"]),
                type: "text/csv; charset=utf-8", token: token)
            #expect(try cases.body(ZoneImportBody.self).days == 3)

            #expect(try await site.ask(.get, "/api/zones").body(ZonesBody.self).levels.count == 1)
            for path in ["/api/zones/municipality", "/api/zones/municipality/confirmed"] {
                let answer = try await site.ask(.get, path)
                let tag = try #require(answer.headers[.eTag])
                #expect(answer.status == 200 && answer.headers[.cacheControl] == "no-cache")
                for known in [tag, "\"other\", W/\(tag)", "*"] {
                    let again = try await site.ask(.get, path, headers: [.ifNoneMatch: known])
                    #expect(again.status == 304 && again.text.isEmpty && again.headers[.eTag] == tag)
                }
                #expect(try await site.ask(.get, path, headers: [.ifNoneMatch: "\"other\""]).status == 200)
            }
            for path in ["state", "planet", "municipality/deaths", "municipality/votes"] {
                #expect(try await site.ask(.get, "/api/zones/\(path)").code == "zones.unknown", "\(path)")
            }
        }
    }

    @Test("a file adds to its level unless it is to replace it, and can be checked first")
    func modes() async throws {
        try await Site.with { site in
            let token = try await Staff.add(to: site.world).signIn(site.world).token
            func put(_ codes: [String], _ query: String = "") async throws -> ZoneAreaImportBody {
                let answer = try await upload(
                    site, "/api/health/zones/state\(query)", ZoneSamples.areas(codes), type: "application/geo+json",
                    token: token)
                #expect(answer.status == 200, "\(answer.text)")
                return try answer.body(ZoneAreaImportBody.self)
            }
            func codes() async throws -> [String] {
                try await site.ask(.get, "/api/zones/state").body(ZoneAreasBody.self).areas.map(\.code)
            }
            #expect(try await put(["1", "2"], "?mode=check").added == 2)
            #expect(try await site.ask(.get, "/api/zones").body(ZonesBody.self).levels.isEmpty)
            #expect(try await put(["1", "2"]).total == 2)
            let checked = try await put(["2", "3"], "?mode=check")
            #expect(
                checked
                    == ZoneAreaImportBody(
                        level: .state, areas: 2, added: 1, updated: 1, others: 1, removed: 0, removable: 1, total: 3,
                        leftOut: 0))
            #expect(try await codes() == ["1", "2"])
            #expect(try await put(["2", "3"], "?mode=add").total == 3)
            #expect(try await codes() == ["1", "2", "3"])
            #expect(try await put(["3"], "?mode=replace").removed == 2)
            #expect(try await codes() == ["3"])
            let odd = try await upload(
                site, "/api/health/zones/state?mode=erase", ZoneSamples.areas(["1"]), type: "application/geo+json",
                token: token)
            #expect(odd.code == "request.invalid")

            let text = String(decoding: ZoneSamples.areas(["4", "5"]), as: UTF8.self)
            let hidden = try await upload(
                site, "/api/health/zones/state", Array(text.replacing("Area 5", with: "Area\u{202E}5").utf8),
                type: "application/geo+json", token: token
            ).body(ZoneAreaImportBody.self)
            #expect(hidden.areas == 1 && hidden.leftOut == 1 && hidden.total == 2)
            #expect(hidden.faults?.map(\.code) == ["unreadable-name"])
            #expect(hidden.faults?.first?.values == ["character": "U+202E"])
        }
    }

    @Test("only staff import, and only files of the right kind and size")
    func refused() async throws {
        try await Site.with { site in
            let file = ZoneSamples.areas(["1"])
            let visitor = try await site.signUp()
            let token = try await Staff.add(to: site.world).signIn(site.world).token
            func put(_ type: String, _ token: String?, _ bytes: [UInt8]? = nil) async throws -> String? {
                try await upload(site, "/api/health/zones/state", bytes ?? file, type: type, token: token).code
            }
            #expect(try await put("application/json", nil) == "accounts.not_signed_in")
            #expect(try await put("application/json", visitor) == "accounts.wrong_role")
            #expect(try await put("text/html", token) == "request.unsupported_media_type")
            #expect(try await put("application/json", token, Array("{".utf8)) == "zones.invalid_file")
            let large = [UInt8](repeating: 0x20, count: ZoneFileLimits.bytes + 1)
            #expect(try await put("application/json", token, large) == "request.too_large")
            #expect(try await site.ask(.get, "/api/zones").body(ZonesBody.self).levels.isEmpty)
            #expect(try await put("application/json", token) == nil)
        }
    }
}
