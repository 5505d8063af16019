import Basics
import Market
import Testing

@testable import Commands
@testable import MarketClient

@Suite("What is said of a market")
struct MarketLinesTests {
    /// An order as an exchange answers it.
    static func order(
        status: String = "queued", price: String? = "10000", stop: String? = nil, original: String = "2",
        executed: String? = nil, remaining: String? = nil, average: String? = nil, fee: String? = nil
    ) throws -> MarketOrder {
        try MarketOrder(
            .object([
                "id": "O1025", "market": "ETHCLP", "status": .string(status), "type": "limit", "side": "buy",
                "price": price.map { .string($0) }, "stop": stop.map { .string($0) },
                "amount": .object([
                    "original": .string(original), "executed": executed.map { .string($0) },
                    "remaining": remaining.map { .string($0) },
                ]),
                "avg_execution_price": average.map { .string($0) }, "fee": fee.map { .string($0) },
            ]))
    }

    @Test(
        "a change has its sign and two places, and no change a dash",
        arguments: [(1.234, "+1.23 %"), (-0.5, "-0.50 %"), (0, "+0.00 %"), (.nan, "–"), (.infinity, "–"), (nil, "–")])
    func percent(value: Double?, text: String) {
        #expect(MarketWords.percent(value) == text)
    }

    @Test("instants are shown to the second, without their T")
    func time() {
        #expect(MarketWords.time("2017-09-01T14:01:56.887272") == "2017-09-01 14:01:56")
        #expect(MarketWords.time("2017-09-01T14:01:56") == "2017-09-01 14:01:56")
        #expect(MarketWords.time("") == "")
    }

    @Test(
        "a price of zero is none",
        arguments: [("0", nil), ("0.00", nil), ("1.50", "1.5"), ("much", nil), (nil, nil)])
    func price(text: String?, price: String?) {
        #expect(MarketWords.price(text).map(ExactDecimal.trimmed) == price)
    }

    @Test("the points of a column stand below each other")
    func column() {
        let cells = MarketWords.column(["1.50", "10", nil, "0.125"])
        let points = Set(
            [cells[0], cells[3]].compactMap { cell in cell.firstIndex(of: ".").map { cell[$0...].count } })
        #expect(cells[0].contains("1.5") && cells[1].contains("10") && cells[2].contains("–"))
        #expect(points.count == 1)
    }

    @Test(
        "what became of an order, in a line",
        arguments: [
            ("queued", nil, nil, nil, "O1025 is in the book"), ("active", "0", nil, nil, "O1025 is in the book"),
            ("filled", "2", "9990", "0.01", "O1025 is filled: 2 of 2 at 9990 on average, fee 0.01"),
            ("executed", "2", "0", "0", "O1025 is filled: 2 of 2"),
            ("cancelled", "0.5", nil, nil, "O1025 is cancelled: 0.5 of 2"), ("pending", nil, nil, nil, "O1025 pending"),
        ] as [(String, String?, String?, String?, String)])
    func outcome(status: String, executed: String?, average: String?, fee: String?, words: String) throws {
        let order = try Self.order(status: status, executed: executed, average: average, fee: fee)
        #expect(OrderWords.outcome(order) == words)
    }

    @Test("an order as an object says what was traded also where the exchange says what is left")
    func orderObject() throws {
        let left = MarketWords.json(try Self.order(original: "2", remaining: "0.5"))
        #expect(left["executed"] == "1.5" && left["amount"] == "2" && left["price"] == "10000")
        let both = MarketWords.json(try Self.order(executed: "2", remaining: "1", average: "9990"))
        #expect(both["executed"] == "2" && both["averagePrice"] == "9990")
        let market = MarketWords.json(try Self.order(price: "0", stop: "900"))
        #expect(market["price"] == .null && market["stop"] == "900" && market["fee"] == .null)
    }

    @Test(
        "an exchange's own word is told with what it means",
        arguments: [
            (401, "authentication_error"), (400, "timestamp_out_of_window"), (403, "invalid_scope"),
            (429, "rate_limit_exceeded"), (422, "not_enough_balance"), (404, "pair_not_active"),
            (422, "pair_not_active"), (422, "price_not_on_tick"), (422, "order_not_active"), (422, "self_trade"),
        ])
    func refusals(status: Int, message: String) {
        let words = MarketRefusal.words(status, message)
        #expect(words.hasSuffix(" (\(message))") && words.count > message.count + 10)
        #expect(!words.hasPrefix("the exchange refused"))
    }

    @Test("the same word means something else for a market that is not there than for one that is paused")
    func pausedOrAbsent() {
        #expect(MarketRefusal.words(404, "pair_not_active") != MarketRefusal.words(422, "pair_not_active"))
    }

    @Test("what an exchange says that nobody knows is told as it is, without orders to the terminal")
    func unknownRefusal() {
        #expect(MarketRefusal.words(500, "boom\u{1B}[2J").contains("boom[[2J"))
        #expect(!MarketRefusal.words(404, "\u{1B}]0;x\u{7}").contains("\u{1B}"))
    }

    @Test("only when nobody knows whether something was done, it is said that it may have been")
    func doubt() throws {
        let server = try #require(MarketServer(address: "http://127.0.0.1:1", streamAddress: nil, key: nil))
        let client = MarketClient(server)
        let lost = MarketRefusal.doubt(.unreachable("reset"), client, see: "cerca market orders")
        #expect(lost.reason.contains("It may have been done nevertheless: "))
        for error in [MarketClientError.notConnected("refused"), .refused(status: 422, message: "self_trade"), .noKey] {
            #expect(
                !MarketRefusal.doubt(error, client, see: "cerca market orders").reason.contains("nevertheless"),
                "\(error)")
        }
    }
}

@Suite("What happens on an exchange")
struct WatchTests {
    /// One of each kind of change, with its object and its words.
    static let changes: [(FeedChange, String, String)] = [
        (.connected, #"{"event":"connected"}"#, "connected"),
        (
            .disconnected(reason: "reset", retryInSeconds: 4),
            #"{"event":"disconnected","reason":"reset","retryInSeconds":4}"#,
            "disconnected (reset); trying again in 4 s"
        ),
        (
            .prices(WatchedPrices(market: "ETHCLP", bid: "9", ask: nil, change1d: 1.5, change7d: nil)),
            #"{"event":"prices","market":"ETHCLP","bid":"9","ask":null,"change1d":0.015,"change7d":null}"#,
            "ETHCLP  bid 9  ask –  24 h +1.50 %  7 d –"
        ),
        (
            .best(WatchedBest(market: "ETHCLP", bid: .init(price: "9", amount: "2"), ask: nil)),
            #"{"event":"book","market":"ETHCLP","bid":"9","bidAmount":"2","ask":null,"askAmount":null}"#,
            "ETHCLP  book  2 at 9 | –"
        ),
        (
            .trade(WatchedTrade(market: "ETHCLP", takerSide: "sell", price: "9", amount: "0.5", time: 3_600_000)),
            #"{"event":"trade","market":"ETHCLP","side":"sell","price":"9","amount":"0.5","time":"1970-01-01T01:00:00.000Z"}"#,
            "ETHCLP  01:00:00  sell 0.5 at 9"
        ),
        (
            .order(
                WatchedOrder(
                    id: "O1", market: "ETHCLP", side: "buy", price: nil, original: "2", remaining: "1", state: .open)),
            #"{"event":"order","id":"O1","market":"ETHCLP","side":"buy","price":null,"amount":"2","remaining":"1","status":"open"}"#,
            "ETHCLP  O1 open: buy 2 at any price, 1 left"
        ),
        (
            .balance(WatchedBalance(asset: "CLP", available: "5", balance: "7")),
            #"{"event":"balance","asset":"CLP","available":"5","balance":"7"}"#, "CLP  5 available of 7"
        ),
    ]

    @Test("each change is one object and one line", arguments: changes.indices)
    func lines(index: Int) throws {
        let (change, object, words) = Self.changes[index]
        let json = WatchLines.json(change)
        if case .trade = change {
            #expect(json["side"] == "sell" && json["price"] == "9")
            guard case .string(let time)? = json["time"] else { throw CommandFailure("no time") }
            #expect(time.hasPrefix("1970-01-01T01:00:00"))
        } else {
            #expect(json.compactText == object)
        }
        #expect(WatchLines.words(change) == words)
    }

    private func shown(_ screen: WatchScreen) -> [String] {
        var output = OutputBuffer(descriptor: nil)
        screen.write(to: &output)
        return output.takenText().split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    @Test("the screen shows the markets, what is open and what one has, and forgets what is not open any more")
    func screen() throws {
        var screen = WatchScreen(address: "http://127.0.0.1:8080", markets: ["ETHCLP", "BTCCLP"], tickers: [])
        #expect(shown(screen)[0].hasSuffix("http://127.0.0.1:8080  connecting"))
        for (change, _, _) in Self.changes { screen.take(change) }
        let all = shown(screen)
        #expect(all[0].contains("DISCONNECTED (reset)"))
        let market = try #require(all.first { $0.hasPrefix("ETHCLP") })
        #expect(market.contains("+1.50 %") && market.contains("9"))
        #expect(all.contains { $0.hasPrefix("O1") } && all.contains { $0.hasPrefix("CLP") })
        #expect(all.contains { $0.hasPrefix("01:00:00") && $0.contains("sell") })
        screen.take(
            .order(
                WatchedOrder(
                    id: "O1", market: "ETHCLP", side: "buy", price: nil, original: "2", remaining: "0", state: .filled))
        )
        screen.take(.connected)
        #expect(!shown(screen).contains { $0.hasPrefix("O1") })
        #expect(shown(screen)[0].hasSuffix("connected"))
    }

    @Test("as many trades as there is room for, the latest first, and never more rows than the terminal has")
    func manyTrades() {
        var screen = WatchScreen(address: "x", markets: (0..<40).map { "M\($0)EUR" }, tickers: [])
        for number in 0..<50 {
            screen.take(
                .trade(
                    WatchedTrade(market: "M0EUR", takerSide: "buy", price: "\(number + 1)", amount: "1", time: nil)))
        }
        #expect(shown(screen).count <= Terminal.screen.rows)
        var few = WatchScreen(address: "x", markets: ["M0EUR"], tickers: [])
        for number in 0..<50 {
            few.take(
                .trade(
                    WatchedTrade(market: "M0EUR", takerSide: "buy", price: "\(number + 1)", amount: "1", time: nil)))
        }
        let trades = shown(few).filter { $0.contains("buy") }
        #expect(trades.count == 10 && trades[0].contains("50") && trades[9].contains("41"))
    }

    @Test("an address that gives orders to the terminal is shown without them")
    func hostileAddress() {
        let screen = WatchScreen(address: "http://\u{1B}]0;x\u{7}", markets: [], tickers: [])
        #expect(!shown(screen)[0].dropFirst(6).contains("\u{1B}"))
    }
}
