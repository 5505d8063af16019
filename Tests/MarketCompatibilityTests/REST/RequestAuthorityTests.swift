import Accounts
import Basics
import HTTPTypes
import Storage
import TestServer
import Testing

@testable import HTTPKit
@testable import MarketCompatibility

@Suite struct RequestAuthorityTests {
    private static let order: KeyValuePairs = [
        "amount": "1", "market": "XLMCLP", "price": "10", "side": "buy", "type": "limit",
    ]

    @Test func withoutARightSignatureNothingIsToldOfAKey() async throws {
        try await TradingSite.with { site in
            let trader = try await site.trader("ana", scopes: [.trade], addresses: [try #require(AddressRange("::/0"))])
            var unknown = trader.signature("/v2/balance")
            unknown[.marketKey] = "AAAA"
            let tries: [HTTPFields] = [
                [:], unknown, trader.signature("/v2/balance", secret: "wrong"), trader.signature("/v2/account"),
                trader.signature("/v2/balance", timestamp: "now"),
            ]
            for headers in tries {
                let answer = try await site.ask(.get, "/v2/balance", headers: headers)
                #expect(answer.status == 401)
                #expect(
                    answer.text == #"{"status":"error","message":"authentication_error","#
                        + #""errors":[{"id":"authentication_error","message":"authentication_error"}]}"#)
            }
            // Only who signs rightly is told that the key works from elsewhere only.
            let answer = try await trader.get("/v2/balance")
            #expect(answer.status == 403 && answer.message == "address_not_allowed")
        }
    }

    @Test func whatEverybodyMaySeeIsToldWhateverTheSignature() async throws {
        try await TradingSite.with { site in
            let trader = try await site.trader("ana")
            for path in ["/v1/market", "/v2/market", "/v1/ticker", "/v2/book"] {
                let query = path.hasSuffix("book") ? "?market=ETHCLP&market=ETHCLP&side=buy&side=buy" : ""
                let headers = trader.signature(path, secret: "wrong")
                #expect(try await site.ask(.get, path + query, headers: headers).status == 200)
            }
        }
    }

    @Test func aKeyDoesWhatItsScopesSayAndUntilItEnds() async throws {
        try await TradingSite.with { site in
            let reader = try await site.trader("ana", scopes: [.read])
            #expect(try await reader.get("/v2/balance").status == 200)
            let answer = try await reader.post("/v2/orders/create", Self.order)
            #expect(answer.status == 403 && answer.errorID == "invalid_scope")
            site.world.clock.advance(seconds: 3600)
            #expect(try await reader.get("/v2/balance").status == 401)
        }
    }

    @Test func requestsAreCountedByKeyAndOnlyRightOnes() async throws {
        var limits = ServerLimits.standard.withoutRates
        limits.perKey = .init(perSecond: 0.001, burst: 2)
        try await TradingSite.with(limits: limits) { site in
            let (ana, eva) = (try await site.trader("ana"), try await site.trader("eva"))
            for _ in 0..<3 {
                let headers = ana.signature("/v2/balance", secret: "wrong")
                #expect(try await site.ask(.get, "/v2/balance", headers: headers).status == 401)
            }
            #expect(try await ana.get("/v2/balance").status == 200)
            #expect(try await ana.get("/v1/balance").status == 200)
            let answer = try await ana.get("/v2/balance")
            #expect(answer.status == 429 && answer.errorID == "rate_limit_exceeded")
            #expect(answer.headers[.retryAfter] != nil)
            #expect(try await eva.get("/v2/balance").status == 200)
            #expect(try await site.ask(.get, "/v2/market").status == 200)
        }
    }

    @Test(arguments: Engine.allCases) func aRequestThatChangesSomethingRunsOnceOnAllServers(engine: Engine) async throws
    {
        try await World.with(engine) { world in
            try await TradingSite.serve(world) { first in
                let trader = try await first.trader("ana", ["CLP": "100"])
                let answers = try await withThrowingTaskGroup(of: Int.self) { group in
                    for _ in 0..<8 { group.addTask { try await trader.post("/v2/orders/create", Self.order).status } }
                    return try await group.reduce(into: []) { $0.append($1) }
                }
                #expect(answers.sorted() == [200] + Array(repeating: 401, count: 7))
                #expect(try await trader.balance("CLP") == ("90", "100"))
                #expect(try await trader.post("/v2/orders/create", Self.order, nonce: 1).status == 200)
                // Another server, or this one after a restart.
                try await TradingSite.serve(world) { second in
                    let again = try await trader.at(second).post("/v2/orders/create", Self.order)
                    #expect(again.status == 401 && again.message == "signature_already_used")
                    #expect(try await trader.at(second).balance("CLP") == ("80", "100"))
                }
            }
        }
    }

    @Test func signaturesAreForgottenWhenTheyAreStale() async throws {
        try await TradingSite.with { site in
            let trader = try await site.trader("ana", ["CLP": "1000"])
            for _ in 0..<10 {
                #expect(try await trader.post("/v2/orders/create", Self.order).status == 200)
                site.world.clock.advance(seconds: 20)
            }
            let rows = try await site.world.database.read {
                try $0.query("SELECT signed_at FROM market_requests").count
            }
            #expect((2...4).contains(rows))
        }
    }
}
