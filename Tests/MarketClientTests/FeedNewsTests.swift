import Basics
import Testing

@testable import MarketClient

@Suite("What is new in a feed")
struct FeedNewsTests {
    private let book = FeedTopic(.openBook, market: "ETHCLP")
    private let past = FeedTopic(.historicalBook, market: "ETHCLP")

    private func json(_ text: String) throws -> JSONValue { try JSONValue(parsing: Array(text.utf8)) }

    private func order(_ id: Int, _ side: Int, _ price: String, _ amount: String, of original: String? = nil) -> String
    {
        """
        {"tradeId":"O\(id)","stockId":"ETHCLP","side":\(side),"price":"\(price)","amount":"\(amount)",
         "initAmount":"\(original ?? amount)"}
        """
    }

    private func trade(_ number: Int) -> String {
        """
        {"tradeId":"O7","side":1,"executed_price":"100.0","executed_amount":"\(number).50","executed_date":\(number)}
        """
    }

    @Test("the best of a book adds up the orders of one price, and is told when it changes")
    func best() throws {
        var reader = FeedNewsReader(markets: ["ETHCLP"])
        let first = try json(
            "{\"1\":[\(order(1, 1, "99", "1"))],\"2\":[\(order(2, 2, "100.0", "1")),"
                + "\(order(3, 2, "100", "0.50")),\(order(4, 2, "101", "9"))]}")
        let offer = WatchedBest.Offer(price: "100", amount: "1.5")
        #expect(
            reader.take(.changed(book, first))
                == [.best(.init(market: "ETHCLP", bid: .init(price: "99", amount: "1"), ask: offer))])
        #expect(reader.take(.changed(book, first)).isEmpty)
        let second = try json("{\"1\":[],\"2\":[\(order(2, 2, "100.0", "1.5"))]}")
        #expect(reader.take(.changed(book, second)) == [.best(.init(market: "ETHCLP", bid: nil, ask: offer))])
    }

    @Test("trades are told once, oldest first, those before the first look not at all")
    func trades() throws {
        var reader = FeedNewsReader(markets: ["ETHCLP"])
        func told(_ numbers: [Int]) throws -> [String] {
            let list = try json("[" + numbers.map(trade).joined(separator: ",") + "]")
            return reader.take(.changed(past, list)).compactMap { news in
                guard case .trade(let trade) = news else { return nil }
                return trade.amount
            }
        }
        #expect(try told([2, 1]).isEmpty)
        #expect(try told([4, 3, 2, 1]) == ["3.5", "4.5"])
        // Two trades that say the same are two trades.
        #expect(try told([4, 4, 3, 2, 1]) == ["4.5"])
        // The list is cut off at its end, and comes whole after a lost connection.
        _ = reader.take(.disconnected(reason: "", retryInSeconds: 1))
        #expect(try told([6, 5, 4, 4]) == ["5.5", "6.5"])
        #expect(try told([9, 8]) == ["8.5", "9.5"])
    }

    @Test("an order of one's own is told when it comes, changes and ends")
    func orders() throws {
        var reader = FeedNewsReader(markets: ["ETHCLP"])
        func told(_ kind: FeedTopic.Kind, _ orders: [String]) throws -> [String] {
            let list = try json("[" + orders.joined(separator: ",") + "]")
            return reader.take(.changed(FeedTopic(kind), list)).compactMap { news in
                guard case .order(let order) = news else { return nil }
                return "\(order.id) \(order.state) \(order.remaining)/\(order.original)"
            }
        }
        #expect(try told(.historicalOrders, [order(1, 1, "99", "0", of: "5")]).isEmpty)
        #expect(try told(.openOrders, [order(2, 1, "99", "5.0")]) == ["O2 open 5/5"])
        #expect(try told(.openOrders, [order(2, 1, "99", "2", of: "5")]) == ["O2 open 2/5"])
        #expect(try told(.openOrders, []).isEmpty)
        let over = [order(3, 2, "0", "1", of: "2"), order(2, 1, "99", "0", of: "5"), order(1, 1, "99", "0", of: "5")]
        #expect(try told(.historicalOrders, over) == ["O2 filled 0/5", "O3 cancelled 1/2"])
        #expect(try told(.historicalOrders, over).isEmpty)
    }

    @Test("balances are told when they change, and those of assets that one never had are not")
    func balances() throws {
        var reader = FeedNewsReader(markets: ["ETHCLP"])
        func told(_ clp: String, _ eth: String) throws -> [String] {
            let value = try json(
                """
                {"CLP":{"currency":"CLP","countable":"\(clp)","available":"\(clp)"},
                 "ETH":{"currency":"ETH","countable":"\(eth)","available":"\(eth)"}}
                """)
            return reader.take(.changed(FeedTopic(.balance), value)).compactMap { news in
                guard case .balance(let balance) = news else { return nil }
                return "\(balance.asset) \(balance.balance)"
            }
        }
        #expect(try told("10.00", "0.0") == ["CLP 10"])
        #expect(try told("10", "0").isEmpty)
        #expect(try told("10", "1") == ["ETH 1"])
        #expect(try told("0", "1") == ["CLP 0"])
    }

    @Test("prices are those of the markets that are watched, and none where there are no orders")
    func prices() throws {
        var reader = FeedNewsReader(markets: ["ETHCLP"])
        let board = try json(
            """
            {"ETHCLP":{"BID":99.5,"ASK":0,"delta1d":-1.5,"delta7d":0},"BTCCLP":{"BID":1,"ASK":2,"delta1d":0,"delta7d":0}}
            """)
        let expected = WatchedPrices(market: "ETHCLP", bid: "99.5", ask: nil, change1d: -1.5, change7d: 0)
        #expect(reader.take(.changed(FeedTopic(.board), board)) == [.prices(expected)])
        #expect(reader.take(.changed(FeedTopic(.board), board)).isEmpty)
    }

    @Test("what is not of the contract is no news and does no harm")
    func malformed() throws {
        var reader = FeedNewsReader(markets: ["ETHCLP"])
        for text in ["null", "7", "[]", "{}", "[null,7,{}]", #"{"1":7,"2":[{}]}"#, #"[{"side":3}]"#] {
            for kind in FeedTopic.Kind.allCases {
                for item in reader.take(.changed(FeedTopic(kind, market: "ETHCLP"), try json(text))) {
                    guard case .best(let best) = item else {
                        Issue.record("\(item)")
                        continue
                    }
                    #expect(best.bid == nil && best.ask == nil)
                }
            }
        }
    }
}
