import API
import Basics
import HTTPTypes
import Market
import TestServer
import Testing

@testable import HTTPKit
@testable import LedgerService
@testable import MarketService
@testable import ServerApp

@Suite("Pairs, timers, ends and auctions over HTTP")
struct TradingRouteTests {
    @Test("a pair is placed once under its key, and both tell of each other")
    func pair() async throws {
        try await OwnSite.with { site in
            let ana = try await site.person("ana", ["CLP": "100"])
            let until = site.site.world.clock.now.advanced(bySeconds: 3600)
            let body = MarketPairRequestBody(
                market: "XLMCLP", side: .buy, amount: "2", price: "9", stop: "11", stopPrice: "12", expiresAt: until,
                clientId: "low", stopClientId: "high")
            func post(_ body: MarketPairRequestBody) async throws -> Answer {
                var headers: HTTPFields = [:]
                headers[.idempotencyKey] = "place-this-pair-once"
                return try await site.site.ask(.post, "/api/market/pairs", body.text, token: ana, headers: headers)
            }
            let answer = try await post(body)
            #expect(answer.status == 201, "\(answer.text)")
            let pair = try answer.body(MarketPairBody.self)
            #expect(pair.limit.partner == pair.stop.id && pair.stop.partner == pair.limit.id)
            #expect(pair.limit.expiresAt == until && pair.stop.status == .waiting && pair.stop.clientId == "high")
            #expect(try await post(body).headers[.idempotentReplayed] == "true")
            #expect(try await site.balance("CLP", ana)?.available == "76")
            for (change, code) in [
                ({ $0.stop = "8" }, "market.stop_reached"), ({ $0.amount = "x" }, "market.invalid_order"),
                ({ $0.market = "NOMARKET" }, "market.unknown_market"),
                ({ $0.clientId = "high" }, "market.invalid_order"),
                ({ $0.expiresAt = Timestamp(milliseconds: 1) }, "market.invalid_expiry"),
                ({ $0.amount = "50" }, "market.not_enough_balance"),
            ] as [((inout MarketPairRequestBody) -> Void, String)] {
                var other = body
                other.clientId = nil
                other.stopClientId = "other"
                change(&other)
                if other.clientId == "high" { other.stopClientId = "high" }
                let refused = try await site.site.ask(.post, "/api/market/pairs", try other.text, token: ana)
                #expect(refused.code == code, "\(refused.text)")
            }
        }
    }

    @Test("a timer is set, told and taken back; an order with an end says so")
    func timer() async throws {
        try await OwnSite.with { site in
            let ana = try await site.person("ana", ["CLP": "100"])
            let clock = site.site.world.clock
            func put(_ seconds: Int) async throws -> Answer {
                try await site.site.ask(.put, "/api/market/cancel-timer", #"{"seconds":\#(seconds)}"#, token: ana)
            }
            let set = try await put(60).body(MarketCancelTimerBody.self)
            #expect(set == .init(at: clock.now.advanced(bySeconds: 60), seconds: 60))
            #expect(try await site.get("cancel-timer", MarketCancelTimerBody.self, ana) == set)
            #expect(try await put(86_401).code == "request.invalid")
            #expect(try await put(0).body(MarketCancelTimerBody.self) == .init())
            #expect(try await site.get("cancel-timer", MarketCancelTimerBody.self, ana) == .init())

            let until = clock.now.advanced(bySeconds: 60)
            let body = MarketOrderRequestBody(
                market: "XLMCLP", side: .buy, type: .limit, amount: "1", price: "10", expiresAt: until)
            let answer = try await site.site.ask(.post, "/api/market/orders", body.text, token: ana)
            let order = try answer.body(MarketOrderBody.self)
            #expect(order.expiresAt == until)
            clock.advance(seconds: 60)
            try await site.services.market.carryOutWhatIsDue()
            let ended = try await site.get("orders/\(order.id)", MarketOrderDetailsBody.self, ana).order
            #expect(ended.status == .cancelled && ended.reason == .expired)
        }
    }

    @Test("everybody sees an auction and its price, and markets say their phase and their collar")
    func auction() async throws {
        try await OwnSite.with { site in
            let ana = try await site.person("ana", ["CLP": "100"])
            let ben = try await site.person("ben", ["XLM": "10"])
            let ledger = site.services.market.administration
            let name = MarketWorld.xlmclp
            #expect(try await site.get("markets/XLMCLP/auction", MarketAuctionBody.self).phase == .trading)
            try await ledger.setCollar(PriceCollar(millionths: 125_000), market: name)
            try await ledger.halt(name)
            let until = try await ledger.beginAuction(name, seconds: 60)
            try await site.services.market.refresh()
            _ = try await site.place(ana, .buy, "3", at: "10")
            _ = try await site.place(ben, .sell, "1", at: "9")
            let auction = try await site.get("markets/XLMCLP/auction", MarketAuctionBody.self)
            #expect(
                auction
                    == .init(
                        market: "XLMCLP", phase: .auction, until: until, price: "9.5", amount: "1", surplus: "2",
                        surplusSide: .buy))
            let market = try await site.get("markets", MarketsBody.self).markets.first { $0.name == "XLMCLP" }
            #expect(market?.phase == .auction && market?.auctionUntil == until && market?.collar == "12.5")
            let taken = MarketOrderRequestBody(market: "XLMCLP", side: .sell, type: .market, amount: "1")
            let refused = try await site.site.ask(.post, "/api/market/orders", taken.text, token: ben)
            #expect(refused.code == "market.collecting")
            site.site.world.clock.advance(seconds: 60)
            try await site.services.market.carryOutWhatIsDue()
            #expect(try await site.get("markets/XLMCLP/auction", MarketAuctionBody.self).phase == .trading)
            #expect(try await site.balance("CLP", ana)?.total == "90.5")
        }
    }
}
