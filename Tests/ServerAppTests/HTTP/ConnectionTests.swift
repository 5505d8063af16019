import API
import Foundation
import HTTPTypes
import HummingbirdTesting
import TestServer
import Testing

@testable import HTTPKit

@Suite("Connections as they come")
struct ConnectionTests {
    private static let head = "POST /api/accounts HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"

    private func connect(_ site: Site) async throws -> RawConnection {
        try await RawConnection(port: try #require(site.client.port))
    }

    @Test(
        "what is no HTTP is answered with a problem and closed",
        arguments: [
            "\u{16}\u{3}\u{1} hello\r\n\r\n", "GET\r\n\r\n", "GET / HTTP/9.9\r\n\r\n",
            "GET / HTTP/1.1\r\nbad header\r\n\r\n",
            "POST /api/accounts HTTP/1.1\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
            "POST /api/accounts HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
            "POST /api/accounts HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
        ])
    func noHTTP(text: String) async throws {
        try await Site.with(.live) { site in
            let connection = try await connect(site)
            try await connection.send(text)
            #expect(try await connection.wait { $0.isClosed }, "\(connection.received)")
            #expect(connection.received.hasPrefix("HTTP/1.1 400 Bad Request\r\n"), "\(connection.received)")
            #expect(connection.received.contains("request.malformed"))
            #expect(try await site.ask(.get, "/healthz").status == 200)
        }
    }

    @Test(
        "headers that are too large are refused",
        arguments: [
            "X-Large: \(String(repeating: "a", count: 17_000))\r\n",
            String(repeating: "X-Many: a\r\n", count: 65),
            (0..<9).map { "X-\($0): \(String(repeating: "a", count: 2000))\r\n" }.joined(),
        ])
    func headers(lines: String) async throws {
        try await Site.with(.live) { site in
            let connection = try await connect(site)
            try await connection.send("GET /healthz HTTP/1.1\r\nHost: x\r\n\(lines)\r\n")
            #expect(try await connection.wait { $0.isClosed })
            #expect(connection.received.hasPrefix("HTTP/1.1 431 "), "\(connection.received)")
            #expect(connection.received.contains("request.headers_too_large"))
        }
    }

    @Test("a request line that is too long is refused")
    func longTarget() async throws {
        try await Site.with(.live) { site in
            let connection = try await connect(site)
            try await connection.send("GET /\(String(repeating: "a", count: 100_000)) HTTP/1.1\r\nHost: x\r\n\r\n")
            #expect(try await connection.wait { $0.isClosed })
            #expect(connection.received.hasPrefix("HTTP/1.1 4"), "\(connection.received)")
            #expect(!connection.received.hasPrefix("HTTP/1.1 404"))
        }
    }

    @Test("a body that says that it is too large is refused before it comes")
    func declaredLength() async throws {
        try await Site.with(.live) { site in
            let connection = try await connect(site)
            try await connection.send(Self.head + "Content-Length: 65537\r\n\r\n")
            #expect(try await connection.wait(for: "request.too_large"))
        }
    }

    @Test("a body that does not say its length is refused when it is too large, and then not read for ever")
    func chunkedLength() async throws {
        try await Site.with(.live) { site in
            let connection = try await connect(site)
            try await connection.send(Self.head + "Transfer-Encoding: chunked\r\n\r\n")
            let chunk = "8000\r\n\(String(repeating: " ", count: 0x8000))\r\n"
            for _ in 0..<3 { try await connection.send(chunk) }
            #expect(try await connection.wait(for: "request.too_large"))
            for _ in 0..<640 where !connection.isClosed { try? await connection.send(chunk) }
            #expect(try await connection.wait { $0.isClosed })
        }
    }

    @Test("a connection serves what comes after a request that was refused")
    func afterRefusal() async throws {
        try await Site.with(.live) { site in
            let connection = try await connect(site)
            try await connection.send(
                Self.head + "Content-Length: 70000\r\n\r\n" + String(repeating: " ", count: 70_000))
            #expect(try await connection.wait(for: "request.too_large"))
            try await connection.send("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
            #expect(try await connection.wait(for: "\r\n\r\nok\n"))
            await connection.close()
        }
    }

    @Test(
        "a request that comes too slowly is refused, whether in its head or its body",
        arguments: [
            "POST /api/accounts HTTP/1.1\r\nHost: x\r\nX-Slow: ", head + "Content-Length: 1000\r\n\r\n{",
        ])
    func slow(text: String) async throws {
        var limits = ServerLimits.standard.withoutRates
        limits.requestSeconds = 1
        // It is not silence that ends it.
        limits.idleSeconds = 600
        try await Site.with(.live, limits: limits) { site in
            let connection = try await connect(site)
            try await connection.send(text)
            // A byte now and then does not help.
            for _ in 0..<300 where !connection.isClosed {
                try? await connection.send(" ")
                try await Task.sleep(for: .milliseconds(200))
            }
            #expect(connection.isClosed)
            #expect(connection.received.hasPrefix("HTTP/1.1 408 ") && connection.received.contains("request.timeout"))
        }
    }

    @Test("a large body has the longer the more of it has come, and a slow one no longer than that")
    func slowBody() async throws {
        var limits = ServerLimits.standard.withoutRates
        limits.requestSeconds = 1
        limits.bodyBytesPerSecond = 10_000
        try await Site.with(.live, limits: limits) { site in
            let steady = try await connect(site)
            try await steady.send(Self.head + "Content-Length: 40000\r\n\r\n")
            for _ in 0..<20 {
                try await steady.send(String(repeating: " ", count: 2000))
                try await Task.sleep(for: .milliseconds(120))
            }
            #expect(try await steady.wait(for: "request.malformed"), "\(steady.received)")
            let slow = try await connect(site)
            try await slow.send(Self.head + "Content-Length: 40000\r\n\r\n")
            for _ in 0..<300 where !slow.isClosed {
                try? await slow.send(" ")
                try await Task.sleep(for: .milliseconds(50))
            }
            #expect(slow.isClosed && slow.received.contains("request.timeout"))
        }
    }

    @Test("a connection that says nothing is closed")
    func idle() async throws {
        var limits = ServerLimits.standard.withoutRates
        limits.idleSeconds = 1
        try await Site.with(.live, limits: limits) { site in
            let connection = try await connect(site)
            #expect(try await connection.wait { $0.isClosed })
            #expect(connection.received.isEmpty)
        }
    }

    @Test("one connection too many is told so and closed; the others go on")
    func tooMany() async throws {
        var limits = ServerLimits.standard.withoutRates
        limits.connections = 3
        try await Site.with(.live, limits: limits) { site in
            #expect(try await site.ask(.get, "/healthz").status == 200)
            let second = try await connect(site)
            let third = try await connect(site)
            #expect(!third.isClosed && !second.isClosed)
            try await second.send("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
            #expect(try await second.wait(for: "ok\n"))
            let fourth = try await connect(site)
            #expect(try await fourth.wait { $0.isClosed })
            #expect(fourth.received.hasPrefix("HTTP/1.1 503 ") && fourth.received.contains("request.overloaded"))
            #expect(try await site.comesToSay("cerca_open_connections 3"))
            await third.close()
            #expect(try await site.comesToSay("cerca_open_connections 2"))
            let fifth = try await connect(site)
            try await fifth.send("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
            #expect(try await fifth.wait(for: "ok\n"))
        }
    }

    @Test("somebody who opens connections from one address, and from another, leaves room for everybody else")
    func flood() async throws {
        var limits = ServerLimits.standard.withoutRates
        limits.connections = 80
        limits.connectionsPerAddress = 50
        try await Site.with(.live, limits: limits) { site in
            let port = try #require(site.client.port)
            func open(_ count: Int, from source: String) async throws -> [RawConnection] {
                var opened: [RawConnection] = []
                for _ in 0..<count { opened.append(try await RawConnection(port: port, from: source)) }
                return opened
            }
            let first = try await open(70, from: "127.0.0.66")
            #expect(try await site.comesToSay("cerca_open_connections 51"))
            #expect(try await first[69].wait { $0.isClosed && $0.received.contains("request.overloaded") })
            let second = try await open(40, from: "127.0.0.67")
            // The last quarter is for addresses that have few, and the test's own connection is one more.
            #expect(try await site.comesToSay("cerca_open_connections 67"))
            for number in 1...5 {
                let other = try await RawConnection(port: port, from: "127.0.1.\(number)")
                try await other.send("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
                #expect(try await other.wait(for: "ok\n"), "\(other.received)")
            }
            for connection in first + second { await connection.close() }
            #expect(try await site.comesToSay("cerca_open_connections 6"))
        }
    }

    @Test("requests that are sent together are answered in order")
    func pipelining() async throws {
        try await Site.with(.live) { site in
            let connection = try await connect(site)
            let request = "HTTP/1.1\r\nHost: x\r\n\r\n"
            try await connection.send("GET /healthz \(request)GET /api/nothing \(request)GET /api/venues \(request)")
            #expect(try await connection.wait(for: "\"venues\":"))
            let text = connection.received
            let ok = try #require(text.range(of: "\r\n\r\nok\n"))
            let missing = try #require(text.range(of: "request.not_found"))
            let venues = try #require(text.range(of: "\"venues\":"))
            #expect(ok.upperBound < missing.lowerBound && missing.upperBound < venues.lowerBound)
        }
    }
}
