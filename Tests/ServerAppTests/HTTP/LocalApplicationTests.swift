import API
import Basics
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import Synchronization
import TestServer
import Testing

@testable import HTTPKit

@Suite("A server for this machine alone")
struct LocalApplicationTests {
    @Test
    func `every request passes the admission first, and knows its route`() async throws {
        let asked = Mutex<[String]>([])
        try await with { request, route in
            asked.withLock { $0.append("\(request.path ?? "") \(route?.name ?? "-")") }
        } body: { client async throws -> Void in
            #expect(try await ask(client, .get, "/api/vault/page/ciphers").status == 200)
            #expect(try await ask(client, .get, "/vault").status == 503)
            #expect(try await ask(client, .get, "/api/account").status == 404)
        }
        #expect(asked.withLock { $0 } == ["/api/vault/page/ciphers vaultPageCiphers", "/vault -", "/api/account -"])
    }

    @Test
    func `whoever is not admitted learns the problem and nothing else`() async throws {
        try await with { _, _ in
            throw ProblemAnswer(ProblemCode.vaultLockedOut.problem(), headers: [.retryAfter: "42"])
        } body: { client async throws -> Void in
            for path in ["/api/vault/page/ciphers", "/vault", "/api/nothing"] {
                let answer = try await ask(client, .get, path)
                #expect(answer.status == 429 && answer.headers[.retryAfter] == "42", "\(path)")
                #expect(try answer.body(ProblemBody.self).code == "vault.locked_out")
                #expect(answer.headers[.cacheControl] == "no-store")
            }
        }
    }

    @Test
    func `a handler can answer with a cookie and nothing else`() async throws {
        try await with { _, _ in
        } body: { client async throws -> Void in
            let body = #"{"token":"00112233445566778899aabbccddeeff"}"#
            let answer = try await ask(client, .post, "/api/vault/page/session", body)
            #expect(answer.status == 204 && answer.headers[.setCookie] == "a=b" && answer.text.isEmpty)
            #expect(try await ask(client, .post, "/api/vault/page/session", "{}").status == 422)
        }
    }

    @Test
    func `without accounts a route that needs a session lets nobody in`() async throws {
        try await with { _, _ in
        } body: { client async throws -> Void in
            let answer = try await ask(client, .get, "/api/choices", headers: [.authorization: "Bearer abc"])
            #expect(answer.status == 401)
        }
    }

    private func with(
        admission: @escaping Admission,
        body: @escaping @Sendable (any TestClientProtocol) async throws -> Void
    ) async throws {
        let application = try buildLocalApplication(
            configuration: .init(port: 0, webRoot: "/nonexistent"), clock: .system(), logger: Site.quiet,
            admission: admission,
            routes: { handlers in
                handlers.on(Routes.vaultPageCiphers) { _ in VaultPageCiphersBody(ciphers: []) }
                handlers.onFields(Routes.vaultPageEnter) { _, _ in [.setCookie: "a=b"] }
                handlers.on(Routes.choices) { _ in ChoicesBody(shops: []) }
            })
        try await application.test(.router, body)
    }

    private func ask(
        _ client: any TestClientProtocol, _ method: HTTPRequest.Method, _ path: String, _ body: String? = nil,
        headers: HTTPFields = [:]
    ) async throws -> Answer {
        var headers = headers
        if body != nil { headers[.contentType] = "application/json" }
        return Answer(
            try await client.executeRequest(
                uri: path, method: method, headers: headers, body: body.map { ByteBuffer(string: $0) }))
    }
}
