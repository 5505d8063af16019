import API
import Accounts
import Basics
import Forwarding
import Foundation
import HTTPTypes
import HummingbirdTesting
import Logging
import TestServer
import Testing

@testable import AccountService
@testable import HTTPKit
@testable import MarketCompatibility
@testable import ServerApp

@Suite("Behind a proxy")
struct ProxyTests {
    private static let wrong = #"{"email":"ana@example.org","password":"a wrong one"}"#

    private static var limits: ServerLimits {
        var limits = ServerLimits.standard.withoutRates
        limits.signInPerAddress = .init(perSecond: 0.001, burst: 2)
        return limits
    }

    private static func proxies(
        _ field: ForwardedField = .forwardedFor, sendsProxyHeader: Bool = false,
        _ ranges: [String] = ["127.0.0.0/8", "::1"]
    ) -> TrustedProxies {
        TrustedProxies(ranges.compactMap { AddressRange($0) }, field: field, sendsProxyHeader: sendsProxyHeader)
    }

    /// Expects a status of a sign-in that comes with these fields.
    private func expect(
        _ status: Int, _ site: Site, forwardedFor: String? = nil, forwarded: String? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let answered = try await attempt(site, forwardedFor: forwardedFor, forwarded: forwarded)
        #expect(answered == status, sourceLocation: sourceLocation)
    }

    /// The status of a sign-in that comes with these fields.
    private func attempt(
        _ site: Site, forwardedFor: String? = nil, forwarded: String? = nil
    ) async throws -> Int {
        var fields = HTTPFields()
        fields[.xForwardedFor] = forwardedFor
        fields[.forwarded] = forwarded
        return try await site.ask(.post, "/api/sessions", Self.wrong, headers: fields).status
    }

    @Test("one client's failures do not touch another's")
    func clients() async throws {
        try await Site.with(.live, limits: Self.limits, proxies: Self.proxies()) { site in
            for _ in 0..<2 { try await expect(401, site, forwardedFor: "192.0.2.1") }
            try await expect(429, site, forwardedFor: "192.0.2.1")
            try await expect(401, site, forwardedFor: "192.0.2.2")
            // What the client wrote before the proxy's own word changes nothing.
            try await expect(429, site, forwardedFor: "8.8.8.8, 192.0.2.1")
            // The other field is the client's, since this proxy does not write it.
            try await expect(429, site, forwardedFor: "192.0.2.1", forwarded: "for=8.8.4.4")
        }
        try await Site.with(.live, limits: Self.limits, proxies: Self.proxies(.forwarded)) { site in
            for _ in 0..<2 { try await expect(401, site, forwarded: "for=\"[2001:db8::1]:7\"") }
            // All of a network of 64 bits is one.
            try await expect(429, site, forwarded: "for=\"[2001:db8::9]\";proto=https")
            try await expect(401, site, forwarded: "for=\"[2001:db8:0:1::1]\"")
        }
    }

    @Test("without trusted proxies a forwarding field changes nothing, and the log says so once")
    func unconfigured() async throws {
        let log = Log()
        try await Site.with(.live, limits: Self.limits, logger: log.logger) { site in
            for number in 1...2 { try await expect(401, site, forwardedFor: "192.0.2.\(number)") }
            try await expect(429, site, forwardedFor: "192.0.2.3", forwarded: "for=192.0.2.4")
        }
        let told = log.lines.filter { $0.line.contains("--trusted-proxy") }
        #expect(told.count == 1 && told.first?.level == .warning)
        #expect(!log.lines.contains { $0.line.contains("192.0.2.") })
    }

    @Test("a proxy that is not trusted is believed nothing, and no address is ever logged")
    func untrusted() async throws {
        let log = Log()
        try await Site.with(
            .live, limits: Self.limits, proxies: Self.proxies(.forwardedFor, ["10.0.0.0/8"]), logger: log.logger
        ) { site in
            for number in 1...2 { try await expect(401, site, forwardedFor: "192.0.2.\(number)") }
            try await expect(429, site, forwardedFor: "10.0.0.1")
        }
        #expect(!log.lines.contains { $0.line.contains("192.0.2.") || $0.line.contains("127.0.0.1") })
    }

    @Test("a proxy that writes the other field is reported once")
    func otherField() async throws {
        let log = Log()
        try await Site.with(.live, limits: Self.limits, proxies: Self.proxies(), logger: log.logger) { site in
            for _ in 0..<3 { _ = try await attempt(site, forwarded: "for=192.0.2.1") }
        }
        #expect(log.lines.count { $0.line.contains("--forwarded-header") } == 1)
    }

    @Test("an API key that is bound to addresses sees the client's")
    func keys() async throws {
        try await Site.with(.live, proxies: Self.proxies()) { site in
            let session = try await site.world.visitor()
            let key = try await site.world.services().apiKeys.make(
                for: session.accountID, scopes: [.read], label: "Robot",
                expiresAt: site.world.clock.now.advanced(bySeconds: 3600),
                addresses: [try #require(AddressRange("203.0.113.0/24"))])
            func status(_ forwardedFor: String?) async throws -> Int {
                let timestamp = String(site.world.clock.now.seconds)
                var headers = HTTPFields()
                headers[.xForwardedFor] = forwardedFor
                headers[.marketKey] = key.public
                headers[.marketTimestamp] = timestamp
                headers[.marketSignature] = RequestSignature.hex(
                    secret: key.secret,
                    message: RequestSignature.message(timestamp: timestamp, path: "/v2/balance", values: ""))
                return try await site.ask(.get, "/v2/balance", headers: headers).status
            }
            #expect(try await status("203.0.113.5") == 200)
            #expect(try await status("203.0.113.5, 192.0.2.1") == 403)
            #expect(try await status(nil) == 403)
        }
    }

    // MARK: - The PROXY protocol

    private static func header(_ address: [UInt8]) -> [UInt8] {
        ProxyHeader.signature + [0x21, 0x11, 0, 12] + address + [127, 0, 0, 1, 0x30, 0x39, 0x1F, 0x90]
    }

    private static let post = """
        POST /api/sessions HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n\
        Content-Length: \(wrong.utf8.count)\r\n\r\n\(wrong)
        """

    @Test("connections of trusted proxies begin with a header that says where they come from, whole or byte by byte")
    func proxyHeader() async throws {
        try await Site.with(.live, limits: Self.limits, proxies: Self.proxies(sendsProxyHeader: true)) { site in
            let port = try #require(site.client.port)
            for number in [1, 2, 3] as [UInt8] {
                let connection = try await RawConnection(port: port)
                for byte in Self.header([192, 0, 2, number]) { try await connection.send(bytes: [byte]) }
                for turn in 0..<3 {
                    try await connection.send(Self.post)
                    #expect(
                        try await connection.wait {
                            $0.received.components(separatedBy: "HTTP/1.1 ").count == turn + 2
                        })
                }
                // Two of its own are let in whatever the others did; the third is too many.
                #expect(
                    connection.received.components(separatedBy: "HTTP/1.1 ").map { $0.prefix(3) }
                        == ["", "401", "401", "429"], "\(connection.received)")
                await connection.close()
            }
        }
    }

    @Test(
        "what should begin with a header and does not is hung up on",
        arguments: [
            "GET /healthz HTTP/1.1\r\n\r\n", "PROXY TCP4 192.0.2.1 127.0.0.1 1 2\r\nGET /healthz HTTP/1.1\r\n\r\n",
        ])
    func missing(text: String) async throws {
        try await Site.with(.live, proxies: Self.proxies(sendsProxyHeader: true, ["127.0.0.1/32"])) { site in
            let port = try #require(site.client.port)
            let connection = try await RawConnection(port: port)
            try await connection.send(text)
            #expect(try await connection.wait { $0.isClosed })
            #expect(connection.received.isEmpty)
            // Somebody who is no proxy needs none, and cannot use one.
            let direct = try await RawConnection(port: port, from: "127.0.0.9")
            try await direct.send("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
            #expect(try await direct.wait(for: "ok\n"))
            let forged = try await RawConnection(port: port, from: "127.0.0.9")
            // At once: the refusal may come, and the connection go, before a second half is sent.
            try await forged.send(
                bytes: Self.header([192, 0, 2, 1]) + Array("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n".utf8))
            #expect(try await forged.wait { $0.isClosed })
            #expect(forged.received.hasPrefix("HTTP/1.1 400 "))
        }
    }

    @Test("a header that never ends is not waited for, and connections are counted by whom it names")
    func bounds() async throws {
        var limits = Self.limits
        limits.requestSeconds = 1
        limits.connections = 100
        limits.connectionsPerAddress = 2
        try await Site.with(
            .live, limits: limits, proxies: Self.proxies(sendsProxyHeader: true, ["127.0.0.1/32"])
        ) { site in
            let port = try #require(site.client.port)
            let slow = try await RawConnection(port: port)
            try await slow.send(bytes: Array(Self.header([192, 0, 2, 1]).dropLast()))
            #expect(try await slow.wait { $0.isClosed })
            var opened: [RawConnection] = []
            for source in [1, 1, 1, 2] as [UInt8] {
                let connection = try await RawConnection(port: port)
                // At once: one that is refused may be gone before a second half is sent.
                try await connection.send(
                    bytes: Self.header([192, 0, 2, source]) + Array("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n".utf8))
                #expect(try await connection.wait(for: "HTTP/1.1 "))
                opened.append(connection)
            }
            #expect(opened.map { $0.received.dropFirst(9).prefix(3) } == ["200", "200", "503", "200"])
            for connection in opened { await connection.close() }
        }
    }
}
