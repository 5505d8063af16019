import Basics
import HTTPTypes
import TestServer
import Testing

@Suite struct OrderRouteTests {
    /// The names of the fields in the published samples of an order by itself.
    private static let first: Set = [
        "status", "created_at", "amount", "avg_execution_price", "price", "type", "id", "market", "updated_at",
    ]
    private static let second: Set = [
        "id", "status", "type", "side", "price", "stop", "fee", "amount", "avg_execution_price", "market", "created_at",
        "updated_at",
    ]

    @Test(arguments: Engine.allCases) func bothVersionsTellTheSameOrderInTheirOwnShapes(engine: Engine) async throws {
        try await TradingSite.with(engine) { site in
            let maker = try await site.trader("eva", ["XLM": "100"])
            let taker = try await site.trader("ana", ["CLP": "1000"])
            let sale: KeyValuePairs = ["market": "XLMCLP", "amount": "2", "price": "55", "type": "sell"]
            let resting = try #require(try await maker.post("/v1/orders/create", sale).data)
            #expect(resting.names == Self.first && resting["status"] == "active")
            #expect(resting["amount"] == .object(["executed": "0", "original": "2"]))
            let active = try #require(try await maker.get("/v1/orders/active?market=XLMCLP").data?.elements.first)
            #expect(active["amount"] == .object(["original": "2", "remaining": "2"]))
            #expect(active["execution_price"] == .null && active.names.contains("updated_at"))

            let purchase: KeyValuePairs = [
                "market": "XLMCLP", "amount": "1", "price": "60", "side": "buy", "type": "limit",
            ]
            let filled = try #require(try await taker.post("/v2/orders/create", purchase).data)
            #expect(filled.names == Self.second && filled["status"] == "filled")
            #expect(filled["avg_execution_price"] == "55" && filled["price"] == "60" && filled["stop"] == .null)
            let id = try #require(filled["id"]?.string)
            let status = try #require(try await taker.get("/v2/orders/status?id=\(id)").data)
            #expect(status.names == Self.second.union(["fills"]) && status["fee"] == "0.0068")
            let fill = try #require(status["fills"]?.elements.first)
            // What was bought is received in the base, and the fee is taken from it.
            #expect(fill["price"] == "55" && fill["amount"] == "1" && fill["fee"] == "0.0068")
            #expect(try await taker.balance("XLM") == ("0.9932", "0.9932"))
            // The same order by the other version, whose letter is another one.
            let older = try #require(try await taker.get("/v1/orders/status?id=\(id)").data)
            #expect(older.names == Self.first && older["status"] == "executed" && older["type"] == "buy")

            let row = try #require(try await maker.get("/v1/orders/executed?market=XLMCLP").data?.elements.first)
            #expect(row["amount"] == .object(["executed": "1", "original": "2"]))
            #expect(row["execution_price"] == "55" && row["status"] == "executed" && row["id"] == resting["id"])
            let executed = try #require(try await taker.get("/v2/orders/executed?market=XLMCLP").data?.elements.first)
            #expect(executed.names == Self.second && executed["amount"] == .object(["original": "1", "executed": "1"]))
        }
    }

    @Test("a page of executed orders is full, however many were cancelled unexecuted in between")
    func executedPages() async throws {
        try await TradingSite.with { site in
            let maker = try await site.trader("eva", ["XLM": "100"])
            let taker = try await site.trader("ana", ["CLP": "1000"])
            let sale: KeyValuePairs = [
                "market": "XLMCLP", "amount": "22", "price": "5", "side": "sell", "type": "limit",
            ]
            _ = try await maker.post("/v2/orders/create", sale)
            let purchase: KeyValuePairs = [
                "market": "XLMCLP", "amount": "1", "price": "5", "side": "buy", "type": "limit",
            ]
            let idle: KeyValuePairs = ["market": "XLMCLP", "amount": "1", "price": "1", "side": "buy", "type": "limit"]
            for turn in 0..<22 {
                _ = try #require(try await taker.post("/v2/orders/create", purchase, nonce: turn).data)
                let resting = try #require(try await taker.post("/v2/orders/create", idle, nonce: turn).data)
                _ = try await taker.post("/v2/orders/cancel", ["id": try #require(resting["id"]?.string)])
            }
            let first = try await taker.get("/v2/orders/executed?market=XLMCLP&limit=20")
            let second = try await taker.get("/v2/orders/executed?market=XLMCLP&limit=20&page=1")
            #expect(first.data?.elements.count == 20 && second.data?.elements.count == 2)
            let all = (first.data?.elements ?? []) + (second.data?.elements ?? [])
            #expect(all.allSatisfy { $0["status"] == "filled" })
        }
    }

    @Test func aListOfOrdersFailsOneByOne() async throws {
        try await TradingSite.with { site in
            let trader = try await site.trader("ana", ["CLP": "100"])
            func bulk(_ path: String, _ name: String, _ text: String, nonce: Int) async throws -> Answer {
                try await trader.post("/v2/orders/\(path)/bulk", [name: text], nonce: nonce)
            }
            let orders = """
                [{"amount":1,"market":"XLMCLP","price":10.5,"side":"buy","type":"limit"},\
                {"amount":"1","market":"AAAAAA","price":"120","side":"sell","type":"limit"},\
                {"amount":"99","market":"XLMCLP","price":"10","side":"buy","type":"limit"},7]
                """
            let answer = try #require(try await bulk("create", "orders", orders, nonce: 1).data)
            #expect(
                answer["created"]?.elements.count == 1 && answer["created"]?.elements[0]["data"]?["price"] == "10.5")
            #expect(
                answer["not_created"]?.elements.map { $0["message"] }
                    == ["pair_not_active", "not_enough_balance", "invalid_request"])
            let id = try #require(answer["created"]?.elements[0]["data"]?["id"]?.string)
            let ids = #"[{"id":"11111111"},{"id":"\#(id)"},{"id":null}]"#
            let gone = try #require(try await bulk("cancel", "ids", ids, nonce: 2).data)
            #expect(gone["canceled"]?.elements.map { $0["order_id"] } == [.string(id)])
            #expect(
                gone["not_canceled"]?.elements == [
                    .object(["message": "invalid_request", "order_id": "11111111"]),
                    .object(["message": "invalid_request", "order_id": ""]),
                ])
            #expect(try await trader.balance("CLP") == ("100", "100"))
            for (nonce, wrong) in ["", "[]", "{}", "[", "[1]]"].enumerated() {
                #expect(try await bulk("create", "orders", wrong, nonce: 10 + nonce).status == 400)
            }
        }
    }

    @Test(arguments: [
        ["market": "XXXYYY"], ["amount": "0"], ["amount": "-1"], ["amount": "1e3"], ["amount": "0.00000001"],
        ["amount": "99999999999999999999999999"], ["price": "0"], ["price": "10.001"], ["side": "hold"],
        ["type": "all"], ["amount": "1000"], ["price": ""], ["type": "stop-limit"],
    ])
    func aWrongOrderChangesNothing(change: [String: String]) async throws {
        try await TradingSite.with { site in
            let trader = try await site.trader("ana", ["CLP": "100"])
            let right = ["market": "XLMCLP", "amount": "1", "price": "10", "side": "buy", "type": "limit"]
            let fields = right.merging(change) { $1 }.sorted { $0.key < $1.key }
            let answer = try await site.ask(
                .post, "/v2/orders/create", form: fields.map { "\($0.key)=\($0.value)" }.joined(separator: "&"),
                headers: trader.signature("/v2/orders/create", fields.map(\.value).joined()))
            #expect([400, 404, 422].contains(answer.status) && answer.message != nil)
            #expect(try await trader.balance("CLP") == ("100", "100"))
        }
    }
}
