import API
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import TestServer
import Testing

@testable import HTTPKit

@Suite("Clients that ask and do not read")
struct UntakenAnswerTests {
    private static func request(_ path: String) -> String { "GET \(path) HTTP/1.1\r\nHost: x\r\n\r\n" }
    private static let largeBytes = 400_000

    private static var limits: ServerLimits {
        var limits = ServerLimits.standard.withoutRates
        limits.slowReaderSeconds = 1
        // It is not silence that ends them.
        limits.idleSeconds = 600
        return limits
    }

    /// A route whose answer is large and made for each reader.
    private static func addLarge(_ handlers: inout RouteHandlers) {
        handlers.respond(Route("large", .get, "/api/large", "Large.", answer: .nothing)) { _ in
            .text(String(repeating: "x", count: largeBytes), mediaType: "text/plain")
        }
    }

    @Test(
        "who asks six times on each of many connections and reads nothing is gone soon, and held next to nothing",
        arguments: ["/openapi.json", "/api/large"])
    func unread(path: String) async throws {
        try await Site.with(.live, limits: Self.limits, extraRoutes: Self.addLarge) { site in
            let port = try #require(site.client.port)
            #expect(try await site.ask(.get, "/healthz").status == 200)
            var connections: [RawConnection] = []
            for _ in 0..<60 {
                let connection = try await RawConnection(port: port, reads: false)
                try await connection.send(String(repeating: Self.request(path), count: 6))
                connections.append(connection)
            }
            // A document that readers share is not counted, and of the other one an answer for each connection at most.
            let figures = try await site.ask(.get, RouteHandlers.figuresPath).text
            let line = try #require(figures.split(separator: "\n").first { $0.hasPrefix("cerca_answer_bytes ") })
            let bytes = try #require(line.split(separator: " ").last.flatMap { Double($0) })
            #expect(bytes <= (path == "/api/large" ? Double(60 * Self.largeBytes) : 0))
            #expect(try await site.comesToSay("cerca_open_connections 1"))
            #expect(try await site.comesToSay("cerca_untaken_answers_total 60"))
            #expect(try await site.comesToSay("cerca_answer_bytes 0"))
            #expect(try await site.ask(.get, "/healthz").status == 200)
        }
    }

    @Test("one address holds so many bytes of large answers and no more, and everyone else is served")
    func perAddress() async throws {
        var limits = Self.limits
        limits.slowReaderSeconds = 30
        limits.answerBytesPerAddress = 3 * Self.largeBytes
        try await Site.with(.live, limits: limits, extraRoutes: Self.addLarge) { site in
            let port = try #require(site.client.port)
            var unread: [RawConnection] = []
            for _ in 0..<3 {
                let connection = try await RawConnection(port: port, reads: false, from: "127.0.0.66")
                // The kernels' buffers take one answer or two; of each connection one waits at a time.
                try await connection.send(String(repeating: Self.request("/api/large"), count: 6))
                unread.append(connection)
            }
            #expect(try await site.comesToSay("cerca_answer_bytes \(3 * Self.largeBytes)"))
            let fourth = try await RawConnection(port: port, from: "127.0.0.66")
            try await fourth.send(Self.request("/api/large"))
            #expect(try await fourth.wait(for: "request.overloaded"))
            #expect(fourth.received.hasPrefix("HTTP/1.1 503 "))
            try await fourth.send(Self.request("/openapi.json") + Self.request("/healthz"))
            #expect(try await fourth.wait(for: "\r\n\r\nok\n"))
            #expect(try await site.ask(.get, "/api/large").text.count == Self.largeBytes)
            for connection in unread { await connection.close() }
            #expect(try await site.comesToSay("cerca_answer_bytes 0"))
        }
    }

    @Test("a slow reader who goes on reading gets everything, and what was asked meanwhile in order")
    func slowReader() async throws {
        var limits = Self.limits
        limits.slowReaderSeconds = 8
        try await Site.with(.live, limits: limits, extraRoutes: Self.addLarge) { site in
            // The server's kernel asks for more only once a third of its buffer is free, which takes many of these reads: on a
            // busy machine seconds.
            let connection = try await RawConnection(
                port: try #require(site.client.port), reads: false, window: 65_536)
            // Reading them takes longer than the time that one answer may wait.
            let larges = [String](repeating: "/api/large", count: 40)
            let requests = larges + ["/healthz", "/api/nothing", "/healthz"]
            try await connection.send(requests.map(Self.request).joined())
            let begun = ContinuousClock.now
            while ContinuousClock.now - begun < .seconds(120), !connection.isClosed {
                connection.channel.read()
                try await Task.sleep(for: .milliseconds(50))
                if connection.received.hasSuffix("\r\n\r\nok\n"), connection.received.contains("request.not_found") {
                    break
                }
            }
            let text = connection.received
            #expect(ContinuousClock.now - begun > .seconds(8))
            let answers = text.components(separatedBy: "HTTP/1.1 ").dropFirst().map { Array($0.utf8) }
            try #require(
                answers.count == requests.count,
                "after \(ContinuousClock.now - begun), closed: \(connection.isClosed), \(text.utf8.count) bytes")
            for answer in answers.prefix(larges.count) {
                #expect(answer.suffix(Self.largeBytes).allSatisfy { $0 == UInt8(ascii: "x") })
            }
            #expect(String(decoding: answers[larges.count + 1], as: UTF8.self).contains("request.not_found"))
            #expect(text.hasSuffix("\r\n\r\nok\n") && !connection.isClosed)
            await connection.close()
        }
    }

    @Test("a stream on which nothing happens stays, however long it is silent")
    func stream() async throws {
        try await Site.with(.live, limits: Self.limits) { site in
            let token = try await site.signUp()
            let stream = try await RawConnection(port: try #require(site.client.port))
            try await stream.send(
                "GET /api/stream HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer \(token)\r\n\r\n")
            #expect(try await stream.wait(for: "retry: 3000"))
            try await Task.sleep(for: .milliseconds(2500))
            #expect(!stream.isClosed)
            #expect(try await site.comesToSay("cerca_untaken_answers_total 0"))
            await stream.close()
        }
    }

    @Test("requests that are sent together are answered one after the other, bodies and all, however many they are")
    func together() async throws {
        try await Site.with(.live, limits: Self.limits) { site in
            let port = try #require(site.client.port)
            let many = try await RawConnection(port: port)
            let body = "nonsense"
            let post =
                "POST /api/sessions HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
                + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
            for _ in 0..<20 { try await many.send(Self.request("/healthz") + post) }
            #expect(try await many.wait { $0.received.components(separatedBy: "HTTP/1.1 ").count == 41 })
            let statuses = many.received.components(separatedBy: "HTTP/1.1 ").dropFirst().map { $0.prefix(3) }
            #expect(statuses == (0..<40).map { $0.isMultiple(of: 2) ? "200" : "400" })
            await many.close()
            let flood = try await RawConnection(port: port)
            try await flood.send(String(repeating: Self.request("/healthz"), count: 2000))
            #expect(try await flood.wait { $0.received.components(separatedBy: "ok\n").count == 2001 })
            #expect(try await site.ask(.get, "/healthz").status == 200)
        }
    }
}
