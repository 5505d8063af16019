import API
import Basics
import Exposure
import ExposureWire
import HTTPTypes
import HummingbirdTesting
import TestServer
import Testing

@testable import ExposureService
@testable import HTTPKit

@Suite("DP-3T's native paths")
struct NativePathTests {
    private let agent: HTTPFields = [.userAgent: "org.dpppt.demo;1.0;1;Android;30"]

    private func body(_ key: PublishedKey, code: String, isFake: Bool = false) -> String {
        String(
            decoding: ExposedUpload(key: key, authorization: code, isFake: isFake).json(), as: UTF8.self)
    }

    private func expectNative(_ answer: Answer, _ status: Int, _ text: String? = nil) {
        #expect(answer.status == status)
        #expect(answer.headers[.xContentTypeOptions] == "nosniff")
        #expect(answer.headers[.xFrameOptions] == "DENY")
        #expect(answer.headers[.xXSSProtection] == "1; mode=block")
        #expect(answer.headers[.contentType]?.contains("problem") != true)
        #expect((answer.headers[.signature] != nil) == (status == 200))
        if let text { #expect(answer.text == text) }
    }

    @Test("greet as the original does, signed")
    func hello() async throws {
        try await Site.with { site in
            let answer = try await site.ask(.get, "/v1")
            expectNative(answer, 200, "Hello from DP3T WS")
            #expect(answer.headers[.xHello] == "dp3t")
            try site.world.exposure.signer.verifier.verify(
                signature: answer.headers[.signature] ?? "", body: Array("Hello from DP3T WS".utf8), release: nil,
                now: site.world.clock.now)
        }
    }

    @Test("take a key for a code once, and tell a real one and a fake apart by nothing")
    func upload() async throws {
        try await Site.with { site in
            let world = site.world
            let code = try await world.code()
            let fake = try await site.ask(
                .post, "/v1/exposed", body(world.dayKey(1), code: code, isFake: true), headers: agent)
            expectNative(fake, 200, "")
            let real = try await site.ask(.post, "/v1/exposed", body(world.dayKey(1), code: code), headers: agent)
            expectNative(real, 200, "")
            #expect(real.headers.map(\.name) == fake.headers.map(\.name))
            #expect(real.headers[.signature]?.utf8.count == fake.headers[.signature]?.utf8.count)
            let again = try await site.ask(.post, "/v1/exposed", body(world.dayKey(1), code: code), headers: agent)
            expectNative(again, 403, "")
            // A fake with a code that was used is as good as any.
            expectNative(
                try await site.ask(
                    .post, "/v1/exposed", body(world.dayKey(2), code: code, isFake: true), headers: agent), 200)
        }
    }

    @Test("repeat what was taken for the same token alone")
    func idempotency() async throws {
        try await Site.with { site in
            let upload = body(site.world.dayKey(1), code: try await site.world.code())
            for (token, status) in [
                (String(repeating: "a", count: 32), 200), (String(repeating: "a", count: 32), 200),
                (String(repeating: "b", count: 32), 403), ("", 403), (String(repeating: "a", count: 201), 400),
            ] {
                var headers = agent
                headers[.idempotencyKey] = token
                expectNative(try await site.ask(.post, "/v1/exposed", upload, headers: headers), status)
            }
        }
    }

    @Test("refuse what has not the form before they look at the code")
    func order() async throws {
        try await Site.with { site in
            let code = try await site.world.code()
            let valid = body(site.world.dayKey(1), code: code)
            expectNative(try await site.ask(.post, "/v1/exposed", valid), 400, "")
            for fake in ["0", "1"] {
                let short = #"{"key":"QUJD","keyDate":0,"authData":{"value":"wrong"},"fake":\#(fake)}"#
                expectNative(
                    try await site.ask(.post, "/v1/exposed", short, headers: agent), 400, "No valid base64 key")
            }
            expectNative(try await site.ask(.post, "/v1/exposed", "{", headers: agent), 400, "")
            expectNative(try await site.ask(.post, "/v1/exposedlist", valid, headers: agent), 400, "")
            var text = agent
            text[.contentType] = "text/plain"
            expectNative(try await site.ask(.post, "/v1/exposed", valid, headers: text), 415)
            let long = String(repeating: " ", count: 70_000)
            expectNative(try await site.ask(.post, "/v1/exposed", long, headers: agent), 413)
            expectNative(try await site.ask(.get, "/v1/exposed", headers: agent), 405)
            expectNative(try await site.ask(.get, "/v1/nothing", headers: agent), 404)
            expectNative(try await site.ask(.get, "/v2/nothing", headers: agent), 404)
            expectNative(try await site.ask(.post, "/v1/exposed", valid, headers: agent), 200)
        }
    }

    @Test("give a batch in both forms, once in full and then as unchanged")
    func batch() async throws {
        try await Site.with { site in
            let world = site.world
            try await world.upload(1, 2)
            let release = world.nextRelease
            let path = "/v1/exposed/\(release.milliseconds)"
            expectNative(try await site.ask(.get, path), 404, "")
            world.advance(to: release.advanced(bySeconds: 1))
            for (path, type) in [
                (path, "application/x-protobuf"), ("/v1/exposedjson/\(release.milliseconds)", "application/json"),
            ] {
                let full = try await site.ask(.get, path)
                expectNative(full, 200)
                #expect(full.headers[.contentType] == type)
                #expect(full.headers[.cacheControl] == "max-age=300")
                #expect(full.headers[.xBatchReleaseTime] == "\(release.milliseconds)")
                let tag = try #require(full.headers[.eTag])
                for tags in [tag, "*", "W/\(tag)", "\"other\", \(tag)"] {
                    let same = try await site.ask(.get, path, headers: [.ifNoneMatch: tags])
                    expectNative(same, 304, "")
                    #expect(same.headers[.eTag] == tag)
                    #expect(same.headers[.cacheControl] == "max-age=300")
                }
                expectNative(try await site.ask(.get, path, headers: [.ifNoneMatch: "\"other\""]), 200)
                let head = try await site.ask(.head, path)
                expectNative(head, 200, "")
                #expect(head.headers[.eTag] == tag)
                #expect(head.headers[.contentLength] == full.headers[.contentLength])
            }
        }
    }

    @Test("have a batch at multiples of two hours of the last 14 days", arguments: ["exposed", "exposedjson"])
    func range(name: String) async throws {
        try await Site.with { site in
            let last = site.world.nextRelease.milliseconds - 7_200_000
            for (release, status) in [
                ("\(last)", 200), ("\(last + 1)", 400), ("\(last - 1)", 400), ("\(last + 7_200_000)", 404),
                ("\(last - 365 * 86_400_000)", 404), ("0", 404), ("-7200000", 404), ("-1", 400), ("abc", 400),
                ("99999999999999999999", 400), ("9223372036854775807", 400),
            ] {
                expectNative(try await site.ask(.get, "/v1/\(name)/\(release)"), status)
            }
        }
    }

    @Test(
        "list the batches of a day",
        arguments: [
            ("2026-11-20", 12), ("2026-11-21", 6), ("2026-11-22", 0), ("1970-01-01", 12), ("2024-02-29", 12),
        ])
    func buckets(day: String, count: Int) async throws {
        try await Site.with { site in
            let answer = try await site.ask(.get, "/v1/buckets/\(day)")
            expectNative(answer, 200)
            #expect(answer.headers[.contentType] == "application/json")
            #expect(answer.text.hasPrefix(#"{"buckets":["#))
            #expect(answer.text.split { !$0.isNumber }.count == count)
        }
    }

    @Test(
        "know no other days",
        arguments: ["2026-02-29", "2026-13-01", "20261121", "2026-11-2", "today", "2026-11-21Z"])
    func badDay(day: String) async throws {
        try await Site.with { site in
            expectNative(try await site.ask(.get, "/v1/buckets/\(day)"), 400)
        }
    }

    @Test("are no business of a session: neither a cookie nor a foreign site matters")
    func noSession() async throws {
        try await Site.with { site in
            var headers = agent
            headers[.cookie] = "cerca_session=x"
            headers[.secFetchSite] = "cross-site"
            let upload = body(site.world.dayKey(1), code: try await site.world.code())
            expectNative(try await site.ask(.post, "/v1/exposed", upload, headers: headers), 200)
        }
    }

    @Test("tell how to check them under our own API")
    func parameters() async throws {
        try await Site.with { site in
            let answer = try await site.ask(.get, "/api/exposure/parameters")
            #expect(answer.status == 200)
            let body = try answer.body(ExposureParametersBody.self)
            #expect(body.publicKey == site.world.exposure.publicKeyPEM)
            #expect(body.batchSeconds == 7200)
            #expect(body.retentionDays == 14)
        }
    }

    @Test("tell the time of the server's own clock")
    func date() async throws {
        try await Site.with(.live) { site in
            let first = try await site.ask(.get, "/v1").headers[.date]
            site.world.clock.advance(seconds: 3)
            let second = try await site.ask(.get, "/v1").headers[.date]
            #expect([first, second] == ["Sat, 21 Nov 2026 10:30:30 GMT", "Sat, 21 Nov 2026 10:30:33 GMT"])
        }
    }
}
