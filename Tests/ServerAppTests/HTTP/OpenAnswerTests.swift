import API
import HTTPTypes
import HummingbirdTesting
import TestServer
import Testing

@testable import HTTPKit

@Suite("Answers that pages of other sites may read, and paths that only look like an API's")
struct OpenAnswerTests {
    private static let origin: HTTPFields = [.origin: "https://elsewhere.example"]

    @Test(
        "public data of the market may be read by any page",
        arguments: [
            "/api/market/assets", "/api/market/markets", "/api/market/tickers", "/api/market/markets/NONE/book",
            "/api/market/markets/NONE/trades", "/v1/market", "/v1/ticker?market=ETHCLP", "/v2/market", "/v2/ticker",
            "/v2/book?market=NONE&type=buy", "/socket.io/?EIO=3&transport=polling",
        ])
    func open(path: String) async throws {
        try await Site.with(.live) { site in
            let answer = try await site.ask(.get, path, headers: Self.origin)
            #expect(answer.headers[.accessControlAllowOrigin] == "*", "\(answer.status)")
            #expect(answer.headers[.accessControlAllowCredentials] == nil)
            let asked = Self.origin.merging([.accessControlRequestMethod: "GET"])
            let preflight = try await site.ask(.options, path, headers: asked)
            #expect(preflight.status == 204, "\(preflight.text)")
            #expect(preflight.headers[.accessControlAllowOrigin] == "*")
            #expect(preflight.headers[.accessControlAllowMethods]?.contains("GET") == true)
            #expect(preflight.headers[.accessControlAllowCredentials] == nil)
            #expect(preflight.headers[.accessControlAllowHeaders]?.lowercased().contains("auth") == false)
        }
    }

    @Test("nothing that asks for a session or a signature, and no page, may be read by another site")
    func closed() async throws {
        try await Site.with(.live) { site in
            let token = try await site.signUp()
            for path in [
                "/api/account", "/api/market/balances", "/api/market/open-orders", "/api/market/orders/1",
                "/v1/balance",
                "/v2/balance", "/v2/account", "/v2/orders/active", "/api/venues", "/openapi.json", "/", "/v1",
                "/v1/exposed/1",
            ] {
                let answer = try await site.ask(.get, path, token: token, headers: Self.origin)
                #expect(answer.headers.allSatisfy { !$0.name.canonicalName.hasPrefix("access-control-") }, "\(path)")
                let preflight = try await site.ask(.options, path, headers: Self.origin)
                #expect(preflight.status != 204 && preflight.headers[.accessControlAllowOrigin] == nil, "\(path)")
            }
            for route in Routes.all where route.needsSession {
                let preflight = try await site.ask(
                    .options, route.path.description.replacing(/\{[^}]*\}/, with: "1"), headers: Self.origin)
                #expect(preflight.headers[.accessControlAllowOrigin] == nil, "\(route.name)")
            }
        }
    }

    @Test(
        "a path like an API's is not a page, in any letters",
        arguments: [
            "/API/account", "/Api", "/aPi/market/tickers", "/%61PI/account", "/v3/ticker", "/V2/balance", "/v10",
            "/V1/x",
            "/v2/nope", "/v1/nope", "/api/nope",
        ])
    func likely(path: String) async throws {
        try await Site.with { site in
            let answer = try await site.ask(.get, path)
            #expect(answer.status == 404)
            #expect(answer.headers[.contentType]?.contains("html") == false, "\(answer.text)")
            let same = try await site.ask(.get, "/v2/nope")
            if path.lowercased().hasPrefix("/v2/") {
                #expect(answer.text == same.text && answer.headers[.contentType] == same.headers[.contentType])
            } else if path.lowercased().hasPrefix("/v1/") {
                #expect(answer.headers[.contentType]?.hasPrefix("text/plain") == true)
            } else {
                #expect(answer.code == "request.not_found")
            }
        }
    }

    @Test(
        "a request without a host, or with two, is refused",
        arguments: [
            "GET /healthz HTTP/1.1\r\n\r\n", "GET /healthz HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
            "GET /healthz HTTP/1.1\r\nHost: a\r\nhOsT: a\r\n\r\n",
            "GET /healthz HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n",
        ])
    func hosts(text: String) async throws {
        try await Site.with(.live) { site in
            let connection = try await RawConnection(port: try #require(site.client.port))
            try await connection.send(text)
            #expect(try await connection.wait { $0.isClosed })
            #expect(connection.received.hasPrefix("HTTP/1.1 400 "), "\(connection.received)")
            #expect(connection.received.contains("request.malformed"))
        }
    }

    @Test("a health check of HTTP/1.0 needs no host")
    func olderVersion() async throws {
        try await Site.with(.live) { site in
            let connection = try await RawConnection(port: try #require(site.client.port))
            try await connection.send("GET /readyz HTTP/1.0\r\n\r\n")
            #expect(try await connection.wait(for: "\r\n\r\nok\n"))
            await connection.close()
        }
    }
}

extension HTTPFields {
    fileprivate func merging(_ others: HTTPFields) -> HTTPFields {
        var fields = self
        for field in others { fields.append(field) }
        return fields
    }
}
