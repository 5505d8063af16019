import Testing

@testable import MarketClient

@Suite("Requests of the exchange's API")
struct MarketRequestTests {
    @Test("the published signatures come out")
    func signs() throws {
        let key = try #require(MarketKey(public: "AAAA", secret: "SFT23GSD"))
        let read = MarketRequest.get("/v1/orders/active", .signed, ["market": "ETHCLP"])
        #expect(
            read.signatureFields(key, timestamp: "1525053829")[1].value
                == "eb2dfb910f14efee5184000c228ba095cd40ff4db24a1dfd9c52977478b9739b4409b6bc85a2fd6cdfd5c2361092c4b1")
        let order = MarketRequest.post(
            "/v1/orders/create", ["type": "buy", "price": "10000", "market": "ethclp", "amount": "0.3"])
        #expect(
            order.signatureFields(key, timestamp: "1525055728")[1].value
                == "08ec7ce100a196d36970a77f7eee46c2e319e03edb953b0c05e5e9605b5c0d95cc7759f1a074f817f54527f618e90a1e")
    }

    @Test("fields that are not given are neither sent nor signed, and what is sent is encoded")
    func encodes() {
        let request = MarketRequest.post("/v2/transfer", ["memo": nil, "currency": "ETH", "address": "a b+c&ñ"])
        #expect(request.encodedFields == "address=a%20b%2Bc%26%C3%B1&currency=ETH")
    }

    @Test(
        "only addresses of the web are taken",
        arguments: [
            ("http://127.0.0.1:8080/", true), ("HTTPS://exchange.example/base", true),
            ("ftp://exchange.example", false),
            ("https://a@exchange.example", false), ("https://exchange.example/?x", false), ("exchange.example", false),
            ("https://exchange.example/ x", false),
        ])
    func addresses(text: String, isTaken: Bool) {
        #expect((MarketServer(address: text) != nil) == isTaken)
    }

    @Test("a key never shows its secret")
    func hidesSecret() throws {
        let key = try #require(MarketKey(json: Array(#"{"public":"AAAA","secret":"SFT23GSD"}"#.utf8)))
        var text = ""
        dump(key, to: &text)
        #expect(!(text + "\(key)" + String(reflecting: key)).contains("SFT23GSD"))
        #expect(MarketKey(json: Array(#"{"public":"AAAA"}"#.utf8)) == nil)
    }
}

@Suite("Answers of the exchange's API")
struct MarketAnswerTests {
    private func answer(_ text: String, status: Int = 200) throws(MarketClientError) -> MarketAnswer {
        try MarketAnswer(status: status, bytes: Array(text.utf8))
    }

    @Test("a next page is a number, and neither null nor the text null")
    func pages() throws {
        #expect(try answer(#"{"status":"success","data":[],"pagination":{"next":2}}"#).hasMore)
        #expect(try answer(#"{"status":"success","data":[],"pagination":{"next":"2"}}"#).hasMore)
        #expect(try !answer(#"{"status":"success","data":[],"pagination":{"next":"null"}}"#).hasMore)
        #expect(try !answer(#"{"status":"success","data":[],"pagination":{"next":null}}"#).hasMore)
        #expect(try !answer(#"{"status":"success","data":[]}"#).hasMore)
    }

    @Test("a refusal says what the exchange says, in one short line")
    func refusals() {
        #expect(throws: MarketClientError.refused(status: 422, message: "not_enough_balance")) {
            try answer(#"{"status":"error","message":"not_enough_balance"}"#, status: 422)
        }
        #expect(throws: MarketClientError.refused(status: 200, message: "a[2Jb")) {
            try answer(#"{"status":"error","message":"a\u001b[2Jb"}"#)
        }
        #expect(throws: MarketClientError.refused(status: 502, message: "HTTP status 502")) {
            try answer("<html>", status: 502)
        }
        #expect(throws: MarketClientError.unexpectedAnswer) { try answer("<html>") }
    }

    @Test("orders of both shapes are read")
    func orders() throws {
        let placed = try MarketOrder(
            try answer(
                #"""
                {"status":"success","data":{"amount":{"executed":"0","original":"1"},"avg_execution_price":"0",
                "created_at":"2020-03-09T23:07:35.185000","fee":"0","id":"O0000001","market":"XLMCLP","price":"50",
                "side":"sell","status":"queued","stop":null,"type":"limit","updated_at":"2020-03-09T23:07:35.234007"}}
                """#
            ).data)
        #expect(placed.side == "sell" && placed.type == "limit" && placed.executed == "0" && placed.stop == nil)
        let listed = try MarketOrder(
            try answer(
                #"""
                {"status":"success","data":{"amount":{"original":"1","remaining":"1"},"execution_price":null,
                "id":"O1734261","market":"XLMCLP","price":"100","status":"active","type":"sell"}}
                """#
            ).data)
        #expect(listed.side == "sell" && listed.type == nil && listed.remaining == "1" && listed.averagePrice == nil)
    }
}
