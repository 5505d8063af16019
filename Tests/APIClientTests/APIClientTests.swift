import API
import AsyncHTTPClient
import NIOHTTP1
import Testing

@testable import APIClient

@Suite("The client of our own API")
struct APIClientTests {
    private func client(_ address: String, retry: Retry = .never, answerBytes: Int = 1 << 20) -> APIClient {
        APIClient(
            server: address + "/", client: .shared, seconds: 5, answerBytes: answerBytes, retry: retry,
            headers: ["user-agent": "test"])
    }

    private func problem(_ code: ProblemCode) throws -> String {
        String(decoding: try code.problem().json(), as: UTF8.self)
    }

    @Test("a request says what its endpoint, its parameters, its session and its body say")
    func request() async throws {
        let reply = try VaultCursorBody(cursor: 7).json()
        let script = [ScriptedServer.Answer(body: String(decoding: reply, as: UTF8.self))]
        try await ScriptedServer.with(script) { server, address in
            let change = VaultChangeBody(id: String(repeating: "8c", count: 16), replaces: 0, sealed: "AA==")
            let cursor = try await client(address).signed(in: "secret").call(
                Routes.changeVaultRecords, VaultChangesBody(changes: [change]), [RouteParameters.id("b4")])
            #expect(cursor.cursor == 7)
            let asked = try #require(server.asked.first)
            #expect(asked.head.method == .POST && asked.head.uri == "/api/vaults/b4/records")
            #expect(asked.head.headers.first(name: "authorization") == "Bearer secret")
            #expect(asked.head.headers.first(name: "content-type") == "application/json")
            #expect(asked.head.headers.first(name: "user-agent") == "test")
            #expect(try VaultChangesBody(request: Array(asked.body.utf8)).changes == [change])
        }
    }

    @Test("parameters of a query follow the path, and what no path can carry is never sent")
    func parameters() async throws {
        let reply = try MarketTradesBody(trades: []).json()
        let script = [ScriptedServer.Answer(body: String(decoding: reply, as: UTF8.self))]
        try await ScriptedServer.with(script) { server, address in
            let parameters = [RouteParameters.market("ETHCLP"), RouteParameters.before("7"), RouteParameters.limit(3)]
            let page = try await client(address).call(Routes.marketTrades, parameters)
            #expect(page.trades.isEmpty)
            #expect(server.asked.map(\.head.uri) == ["/api/market/markets/ETHCLP/trades?before=7&limit=3"])
            #expect(server.asked.first?.head.headers.contains(name: "authorization") == false)
            for hostile in ["../orders", "a?b", ""] {
                await #expect(throws: APIClientError.misunderstood) {
                    try await client(address).call(Routes.marketTrades, [RouteParameters.market(hostile)])
                }
            }
            #expect(server.asked.count == 1)
        }
    }

    @Test("nothing is an answer where nothing is expected")
    func nothing() async throws {
        try await ScriptedServer.with([.init(status: .noContent)]) { _, address in
            let nothing = try await client(address).call(Routes.signOut)
            #expect(nothing == NoBody())
        }
    }

    @Test("a refusal says its code, its status and when to come back")
    func refused() async throws {
        let script = [
            ScriptedServer.Answer(
                status: .tooManyRequests, headers: ["Retry-After": "9"], body: try problem(.vaultLockedOut))
        ]
        try await ScriptedServer.with(script) { _, address in
            let error = await #expect(throws: APIClientError.self) { try await client(address).call(Routes.account) }
            guard case .refused(let refusal)? = error else {
                Issue.record("not a refusal")
                return
            }
            #expect(refusal.code == .vaultLockedOut && refusal.status == 429 && refusal.retryAfter == 9)
            #expect(refusal.isPassing)
        }
    }

    @Test("what a proxy says is a refusal without a code, and what is none of this API is not understood")
    func strangers() async throws {
        try await ScriptedServer.with([.init(status: .badGateway, body: "<html>")]) { _, address in
            await #expect(throws: APIClientError.refused(APIRefusal(status: 502))) {
                try await client(address).call(Routes.account)
            }
        }
        try await ScriptedServer.with([.init(body: "<html>")]) { _, address in
            await #expect(throws: APIClientError.misunderstood) { try await client(address).call(Routes.account) }
        }
        try await ScriptedServer.with([.init(body: String(repeating: " ", count: 5000))]) { _, address in
            await #expect(throws: APIClientError.tooLong) {
                try await client(address, answerBytes: 4096).call(Routes.account)
            }
        }
    }

    @Test("a server that puts a request off is asked again, as often and as long as the retry says")
    func retry() async throws {
        let busy = ScriptedServer.Answer(
            status: .serviceUnavailable, headers: ["Retry-After": "1"], body: try problem(.requestOverloaded))
        let reply = String(decoding: try VenuesBody(venues: []).json(), as: UTF8.self)
        try await ScriptedServer.with([busy, .init(body: reply)]) { server, address in
            let patient = client(address, retry: Retry(attempts: 2, longestPause: 2))
            let answer = try await patient.call(Routes.venues)
            #expect(answer.venues.isEmpty)
            #expect(server.asked.count == 2)
        }
        try await ScriptedServer.with([busy]) { server, address in
            await #expect(throws: APIClientError.self) { try await client(address).call(Routes.venues) }
            #expect(server.asked.count == 1)
        }
    }

    @Test("a retry ends after its attempts, before a long pause, and at once for what another try does not change")
    func pauses() {
        let retry = Retry(attempts: 3, longestPause: 15)
        func refusal(_ code: ProblemCode, _ seconds: Int?) -> APIRefusal {
            APIRefusal(status: code.status, problem: code.problem(), retryAfter: seconds)
        }
        #expect(retry.pause(after: refusal(.requestTooMany, nil), attempt: 1) == 1)
        #expect(retry.pause(after: refusal(.requestTooMany, 0), attempt: 1) == 1)
        #expect(retry.pause(after: refusal(.storageUnavailable, 15), attempt: 2) == 15)
        #expect(retry.pause(after: refusal(.requestTooMany, 16), attempt: 1) == nil)
        #expect(retry.pause(after: refusal(.requestTooMany, 1), attempt: 3) == nil)
        #expect(retry.pause(after: refusal(.vaultLockedOut, 1), attempt: 1) == nil)
        #expect(retry.pause(after: APIRefusal(status: 503), attempt: 1) == nil)
        #expect(Retry.never.pause(after: refusal(.requestTooMany, 1), attempt: 1) == nil)
    }
}
