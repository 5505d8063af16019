import Basics
import HTTPTypes
import TestServer
import Testing

@testable import MarketCompatibility
@testable import MarketService

@Suite struct ExchangePathTests {
    @Test(arguments: [
        ("/v2", true), ("/v2/anything", true), ("/v1/orders/nothing", true), ("/v1/market", true), ("/v1", false),
        ("/v1/exposed/1", false), ("/v1/nothing", false), ("/v2x", false), ("/api/market", false), ("/", false),
    ])
    func pathsUnderOneRootBelongToTwoProtocols(path: String, isExchange: Bool) {
        #expect(ExchangeAPI.owns(path) == isExchange)
    }

    @Test func unknownPathsAnswerAsTheirProtocolDoes() async throws {
        try await TradingSite.with { site in
            let exchange = try await site.ask(.get, "/v2/nothing")
            #expect(exchange.status == 404 && exchange.message == "not_found")
            let method = try await site.ask(.post, "/v1/book")
            #expect(method.status == 405 && method.message == "invalid_request")
            #expect(method.headers[.allow]?.contains("GET") == true)
            let other = try await site.ask(.get, "/v1/nothing")
            #expect(other.status == 404 && other.json == nil)
            #expect(try await site.ask(.get, "/v1").text == "Hello from DP3T WS")
            #expect(try await site.ask(.get, "/invoice/P1.png").status == 404)
        }
    }

    @Test func instantsAreNaiveAndInMicroseconds() {
        #expect(
            ExchangeTime.text(Timestamp(milliseconds: 1_504_274_516_887)) == "2017-09-01T14:01:56.887000")
        #expect(ExchangeTime.text(Timestamp(milliseconds: -1)) == "1969-12-31T23:59:59.999000")
        #expect(ExchangeTime.minute(Timestamp(milliseconds: 1_581_768_959_999)) == "2020-02-15 12:15")
        #expect(ExchangeTime.day("2017-05-20") == Timestamp(milliseconds: 1_495_238_400_000))
        for wrong in ["2017-5-20", "2017-02-30", "20170520", "2017-05-20 ", "٢٠١٧-05-20", ""] {
            #expect(ExchangeTime.day(wrong) == nil)
        }
    }

    @Test func ordersAreNamedWithOneLetterOrNone() {
        #expect(OrderCodingV1.identifier(103_966) == "M103966")
        #expect(OrderIdentifier.text(6_572_150) == "O6572150")
        for text in ["M103966", "O103966", "m103966", "103966", "O000103966"] {
            #expect(OrderIdentifier.number(text) == 103_966)
        }
        for wrong in ["", "M", "MM1", "1M", "-1", "M-1", "O 1", "O9223372036854775808", "O99999999999999999999", "Ñ1"] {
            #expect(OrderIdentifier.number(wrong) == nil)
        }
    }

    @Test func aFieldThatTheAPINeverHadIsPassedOver() async throws {
        try await TradingSite.with { site in
            let trader = try await site.trader("ana", ["CLP": "1000000"])
            let first = try await trader.post(
                "/v1/orders/create",
                ["market": "ETHCLP", "amount": "1", "price": "10000", "type": "buy", "client_id": "7"])
            #expect(first.status == 200)
            let second = try await trader.post(
                "/v2/orders/create",
                [
                    "market": "ETHCLP", "amount": "1", "price": "10000", "side": "buy", "type": "limit",
                    "client_id": "7",
                ])
            let id = try #require(second.data?["id"]?.string)
            // What is not cancelled is written as it always was; what is says why.
            #expect(second.status == 200 && second.data?["reason"] == nil)
            #expect(try await site.ask(.get, "/v2/ticker?market=ETHCLP&locale=es").status == 200)
            #expect(try await trader.post("/v2/orders/cancel", ["id": id]).data?["reason"] == "user")
            #expect(try await trader.get("/v2/orders/status?id=\(id)").data?["reason"] == "user")
            let rest = try await trader.post(
                "/v2/orders/create",
                ["market": "ETHCLP", "amount": "1", "side": "sell", "type": "market", "price": "0"], nonce: 1)
            #expect(rest.status == 422)
        }
    }

    @Test func pagesAreCutToWhatThereIsAndNoneIsTooDeep() async throws {
        try await TradingSite.with { site in
            func pagination(_ query: String) async throws -> JSONValue? {
                try await site.ask(.get, "/v2/book?market=ethclp&side=buy&\(query)").json?["pagination"]
            }
            let usual: JSONValue = .object(["previous": .null, "limit": 20, "page": 0, "next": .null])
            #expect(try await pagination("") == usual)
            #expect(try await pagination("limit=1&page=0&limit=1") == usual)
            #expect(
                try await pagination("limit=500&page=3")
                    == .object(["previous": 2, "limit": 100, "page": 3, "next": .null]))
            for wrong in ["page=-1", "page=1.5", "limit=x", "page=9999999999"] {
                let answer = try await site.ask(.get, "/v2/book?market=ETHCLP&side=buy&\(wrong)")
                #expect(answer.status == 422 && answer.errorID == "validation_error")
            }
            // The whole way up to the bound, and one step beyond it.
            let depths = [("page=100&limit=100", 200), ("page=500&limit=20", 200), ("page=101&limit=100", 400)]
            let lists = ["book?market=ETHCLP&side=buy", "trades?market=ETHCLP", "prices?market=ETHCLP&timeframe=1"]
            for (query, status) in depths {
                for path in lists {
                    let answer = try await site.ask(.get, "/v2/\(path)&\(query)")
                    #expect(answer.status == status, "\(path) \(query)")
                }
            }
            let deep = try await site.ask(.get, "/v2/trades?market=ETHCLP&limit=100&page=99999")
            #expect(deep.status == 400 && deep.errorID == "invalid_request")
            let trader = try await site.trader("deep")
            for path in ["/v1/orders/executed", "/v2/orders/executed", "/v1/orders/active", "/v2/orders/active"] {
                let answer = try await trader.get("\(path)?market=ETHCLP&page=99999")
                #expect(answer.status == 400 && answer.errorID == "invalid_request")
            }
            #expect(try await trader.get("/v2/transactions?currency=CLP&page=99999").status == 400)
            let two = try await site.ask(.get, "/v2/book?market=ETHCLP&market=BTCCLP&side=buy")
            #expect(two.status == 400 && two.errorID == "invalid_request")
        }
    }
}
