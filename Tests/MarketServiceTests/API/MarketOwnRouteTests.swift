import API
import Basics
import HTTPTypes
import HummingbirdTesting
import Ledger
import Market
import TestServer
import Testing

@testable import AccountService
@testable import HTTPKit
@testable import LedgerService
@testable import MarketService
@testable import ServerApp

@Suite("The market for whoever is signed in, over HTTP")
struct MarketOwnRouteTests {
    @Test("an order rests, is met, and shows in books, trades, candles, tickers, statements and balances")
    func wholeStory() async throws {
        try await OwnSite.with { site in
            let eva = try await site.person("eva", ["XLM": "100"])
            let ana = try await site.person("ana", ["CLP": "1000"])
            let sale = try await site.place(eva, .sell, "2", at: "55")
            #expect(sale.status == .queued && sale.remaining == "2" && sale.feeAsset == "CLP")
            #expect(try await site.balance("XLM", eva) == .init(asset: "XLM", total: "100", available: "98"))
            let book = try await site.get("markets/XLMCLP/book", MarketBookBody.self)
            #expect(book.asks == [MarketLevelBody(price: "55", amount: "2", orders: 1)] && book.bids.isEmpty)

            let purchase = try await site.place(ana, .buy, "1", at: "60")
            #expect(purchase.status == .filled && purchase.averagePrice == "55" && purchase.fee == "0.0068")
            #expect(try await site.balance("CLP", ana) == .init(asset: "CLP", total: "945", available: "945"))
            #expect(try await site.balance("XLM", ana)?.total == "0.9932")

            let details = try await site.get("orders/\(purchase.id)", MarketOrderDetailsBody.self, ana)
            #expect(details.order == purchase)
            #expect(details.fills.map(\.price) == ["55"] && details.fills.map(\.isMaker) == [false])
            let trades = try await site.get("markets/XLMCLP/trades", MarketTradesBody.self).trades
            #expect(trades.map(\.amount) == ["1"] && trades.map(\.takerSide) == [.buy])
            #expect(trades.map(\.id) == details.fills.map(\.id))
            for kind in ["buy", "last"] {
                let candles = try await site.get(
                    "markets/XLMCLP/candles?kind=\(kind)&frame=44640", MarketCandlesBody.self)
                #expect(candles.candles.map(\.close) == ["55"] && candles.candles.map(\.volume) == ["1"])
                #expect(candles.candles.first?.start.rfc3339 == "2026-11-01T00:00:00.000Z")
            }
            #expect(
                try await site.get("markets/XLMCLP/candles?kind=sell&frame=1", MarketCandlesBody.self).candles.isEmpty)
            let tickers = try await site.get("tickers", MarketTickersBody.self).tickers
            let ticker = try #require(tickers.first { $0.market == "XLMCLP" })
            #expect(ticker.last == "55" && ticker.ask == "55" && ticker.bid == nil && ticker.volume == "1")

            let lines = try await site.get("balances/CLP/transactions", MarketTransactionsBody.self, eva)
            #expect(lines.transactions.map(\.kind) == [.trade])
            // 55 received less 0.39 %: the seller's order had waited.
            #expect(lines.transactions.map(\.balance) == ["54.7855"])
            let open = try await site.get("open-orders", MarketOrdersBody.self, eva).orders
            #expect(open.map(\.id) == [sale.id] && open.map(\.executed) == ["1"])
            #expect(try await site.get("closed-orders?market=XLMCLP", MarketOrdersBody.self, ana).orders == [purchase])

            let path = "/api/market/orders/\(sale.id)"
            let cancelled = try await site.site.ask(.delete, path, token: eva).body(MarketOrderBody.self)
            #expect(cancelled.status == .cancelled && cancelled.remaining == "0" && cancelled.executed == "1")
            #expect(try await site.site.ask(.delete, path, token: eva).code == "market.not_open")
            #expect(try await site.balance("XLM", eva)?.available == "99")
            #expect(try await site.services.market.administration.audit().isClean)
        }
    }

    @Test("an order under a name of its sender's is placed once, found by it, and nobody else's")
    func clientNames() async throws {
        try await OwnSite.with { site in
            let ana = try await site.person("ana", ["CLP": "1000"])
            let eva = try await site.person("eva")
            var body = MarketOrderRequestBody(
                market: "XLMCLP", side: .buy, type: .limit, amount: "2", price: "50", clientId: "bot-7.0815")
            let first = try await site.site.ask(.post, "/api/market/orders", body.text, token: ana)
            let order = try first.body(MarketOrderBody.self)
            #expect(first.status == 201 && order.clientId == "bot-7.0815")
            let again = try await site.site.ask(.post, "/api/market/orders", body.text, token: ana)
            #expect(again.status == 201)
            #expect(try again.body(MarketOrderBody.self) == order)
            let found = try await site.get("orders/by-client-id/bot-7.0815", MarketOrderDetailsBody.self, ana)
            #expect(found.order == order && found.fills.isEmpty)
            #expect(try await site.balance("CLP", ana)?.available == "900")

            body.amount = "3"
            let other = try await site.site.ask(.post, "/api/market/orders", body.text, token: ana)
            #expect(other.status == 409 && other.code == "market.client_id_used")
            for (name, token) in [("bot-7.0815", eva), ("bot-8", ana), ("-a", ana), ("a~b", ana)] {
                let path = "/api/market/orders/by-client-id/\(name)"
                #expect(try await site.site.ask(.get, path, token: token).code == "market.unknown_order", "\(name)")
            }
            for name in ["", "-a", "a b", "ä", String(repeating: "x", count: 65)] {
                body.clientId = name
                let answer = try await site.site.ask(.post, "/api/market/orders", body.text, token: ana)
                #expect(answer.status == 422 && answer.code == "request.invalid", "\(name)")
            }
            #expect(try await site.get("open-orders", MarketOrdersBody.self, ana).orders == [order])
        }
    }

    @Test("a quote says what the exchange then gives, and a bound that is not met exchanges nothing")
    func instant() async throws {
        try await OwnSite.with { site in
            let eva = try await site.person("eva", ["CLP": "100000"])
            let ana = try await site.person("ana", ["XLM": "10"])
            _ = try await site.place(eva, .buy, "3", at: "50")
            _ = try await site.place(eva, .buy, "3", at: "45")
            let wish = try MarketQuoteRequestBody(market: "XLMCLP", side: .sell, amount: "4").text
            let quote = try await site.site.ask(.post, "/api/market/quotes", wish, token: ana).body(
                MarketQuoteBody.self)
            // 3 × 50 + 1 × 45, less 0.68 %.
            #expect(quote.obtained == "193.674" && quote.obtainedAsset == "CLP" && quote.fee == "1.326")
            #expect(quote.required == "4" && quote.worstPrice == "45" && quote.isComplete)

            func exchange(_ bound: String) async throws -> Answer {
                let body = MarketInstantRequestBody(market: "XLMCLP", side: .sell, amount: "4", bound: bound)
                return try await site.site.ask(.post, "/api/market/instant", try body.text, token: ana)
            }
            #expect(try await exchange("193.675").code == "market.bound_not_met")
            #expect(try await site.balance("XLM", ana)?.available == "10")
            let order = try await exchange(quote.obtained).body(MarketOrderBody.self)
            #expect(order.status == .filled && order.executed == "4" && order.fee == "1.326")
            #expect(try await site.balance("CLP", ana)?.total == "193.674")
        }
    }

    @Test("a quote is asked for by money, by a share of what is there and at a limit, and one of them alone")
    func quotes() async throws {
        try await OwnSite.with { site in
            let eva = try await site.person("eva", ["XLM": "100"])
            let ana = try await site.person("ana", ["CLP": "1000"])
            _ = try await site.place(eva, .sell, "4", at: "50")
            _ = try await site.place(eva, .sell, "4", at: "60")
            func ask(_ body: MarketQuoteRequestBody) async throws -> Answer {
                try await site.site.ask(.post, "/api/market/quotes", try body.text, token: ana)
            }
            let money = try await ask(.init(market: "XLMCLP", side: .buy, spend: "260")).body(MarketQuoteBody.self)
            #expect(money.order == "5" && money.required == "260" && money.obtained == "4.966" && money.isComplete)
            #expect(money.levels == 2 && money.averagePrice == "52" && money.worstPrice == "60")
            #expect(money.takerRate == 6800 && money.makerRate == 3900 && money.distance == nil)
            #expect(money.available == "1000" && money.needed == "260" && money.isCovered && !money.isBelowMinimum)

            let half = MarketQuoteRequestBody(market: "XLMCLP", side: .buy, price: "55", share: "50")
            let quote = try await ask(half).body(MarketQuoteBody.self)
            // 500 CLP at 55 are 9.0909090 lots of 0.0000001; 4 of them are had at 50.
            #expect(quote.order == "9.090909" || quote.order == "9.0909090")
            #expect(quote.amount == "4" && quote.required == "200" && quote.waiting?.amount == "5.090909")
            #expect(quote.needed == "499.999995" && !quote.isComplete)
            let order = try await site.place(ana, .buy, quote.order, at: "55")
            #expect(order.executed == quote.amount && order.fee == quote.fee)

            #expect(
                try await ask(.init(market: "XLMCLP", side: .sell, amount: "1")).body(MarketQuoteBody.self).isCovered)
            let much = try await ask(.init(market: "XLMCLP", side: .sell, price: "90", amount: "99"))
                .body(MarketQuoteBody.self)
            #expect(!much.isCovered && much.needed == "99")
            let little = try await ask(.init(market: "XLMCLP", side: .buy, spend: "0.000000000000000001"))
            #expect(try little.body(MarketQuoteBody.self).isBelowMinimum)

            let rows: [(MarketQuoteRequestBody, String, String)] = [
                (.init(market: "XLMCLP", side: .buy), "request.invalid", "$.amount"),
                (.init(market: "XLMCLP", side: .buy, amount: "1", spend: "1"), "request.invalid", "$.amount"),
                (.init(market: "XLMCLP", side: .buy, spend: "0"), "request.invalid", "$.spend"),
                (.init(market: "XLMCLP", side: .buy, spend: "1e3"), "request.invalid", "$.spend"),
                (.init(market: "XLMCLP", side: .buy, share: "100.0001"), "request.invalid", "$.share"),
                (.init(market: "XLMCLP", side: .buy, share: "0"), "request.invalid", "$.share"),
                (.init(market: "XLMCLP", side: .buy, share: "0.00001"), "request.invalid", "$.share"),
                (.init(market: "XLMCLP", side: .buy, price: "55.001", share: "1"), "market.invalid_order", "$.price"),
                (.init(market: "XLMCLP", side: .buy, amount: "0"), "market.invalid_order", "$.amount"),
            ]
            for (body, code, path) in rows {
                let answer = try await ask(body)
                #expect(answer.code == code, "\(answer.text)")
                #expect(try answer.body(ProblemBody.self).faults?.map(\.path) == [path], "\(answer.text)")
            }
        }
    }

    @Test("a book and a span of time come as series that pages draw")
    func views() async throws {
        try await OwnSite.with { site in
            let eva = try await site.person("eva", ["XLM": "100"])
            let ana = try await site.person("ana", ["CLP": "1000"])
            _ = try await site.place(eva, .sell, "4", at: "50")
            _ = try await site.place(eva, .sell, "2", at: "60")
            _ = try await site.place(ana, .buy, "1", at: "50")
            let depth = try await site.get("markets/XLMCLP/depth", MarketDepthBody.self)
            #expect(depth.asks.map(\.price) == ["50", "60"] && depth.asks.map(\.total) == ["3", "5"])
            #expect(depth.asks.map(\.value) == ["150", "270"] && depth.bids.isEmpty && depth.isWhole)
            #expect(depth.sequence == (try await site.get("markets/XLMCLP/book", MarketBookBody.self)).sequence)

            site.site.world.clock.advance(seconds: 7200)
            let chart = try await site.get("markets/XLMCLP/chart?kind=last&frame=60", MarketChartBody.self)
            #expect(chart.points.map(\.close) == ["50", nil, nil] && chart.points.map(\.volume) == ["1", "0", "0"])
            #expect(chart.points.map(\.isRunning) == [false, false, true] && chart.olderTo == nil)
            let from = try #require(chart.points.last).start.milliseconds
            let last = try await site.get("markets/XLMCLP/chart?kind=last&frame=60&from=\(from)", MarketChartBody.self)
            #expect(last.points.count == 1 && last.closeBefore == "50" && last.olderTo == Int(from))
            for (path, name) in [
                ("chart?kind=last&frame=7", "frame"), ("chart?frame=60", "kind"),
                ("chart?kind=last&frame=60&from=-1", "from"), ("chart?kind=last&frame=60&to=x", "to"),
                ("chart?kind=last&frame=60&to=99999999999999999999", "to"),
            ] {
                let answer = try await site.site.ask(.get, "/api/market/markets/XLMCLP/" + path)
                #expect(try answer.body(ProblemBody.self).faults?.map(\.path) == ["?" + name], "\(path)")
            }
            #expect(try await site.site.ask(.get, "/api/market/markets/NONE/depth").code == "market.unknown_market")
        }
    }

    @Test("what one traded is asked for by market, side and time, and downloaded as one prefers")
    func histories() async throws {
        try await OwnSite.with { site in
            let eva = try await site.person("eva", ["XLM": "100"])
            let ana = try await site.person("ana", ["CLP": "1000"])
            _ = try await site.place(eva, .sell, "4", at: "50")
            let order = try await site.place(ana, .buy, "1.5", at: "50")
            let now = site.site.world.clock.now.milliseconds
            let fills = try await site.get("fills", MarketFillsBody.self, ana).fills
            #expect(fills.map(\.order) == [order.id] && fills.map(\.value) == ["75"])
            #expect(fills.map(\.fee) == ["0.0102"] && fills.map(\.feeAsset) == ["XLM"])
            for (query, count) in [
                ("market=XLMCLP&side=buy", 1), ("side=sell", 0), ("market=ETHCLP", 0), ("from=\(now)", 1),
                ("from=\(now + 1)", 0), ("to=\(now)", 0), ("to=\(now + 1)", 1),
            ] {
                #expect(
                    try await site.get("fills?\(query)", MarketFillsBody.self, ana).fills.count == count, "\(query)")
                let closed = try await site.get("closed-orders?\(query)", MarketOrdersBody.self, ana)
                #expect(closed.orders.count == count, "\(query)")
            }
            for (query, count) in [("movement=trade", 1), ("movement=deposit", 1), ("market=XLMCLP", 1), ("to=1", 0)] {
                let lines = try await site.get("balances/CLP/transactions?\(query)", MarketTransactionsBody.self, ana)
                #expect(lines.transactions.count == count, "\(query)")
            }
            for path in [
                "fills?side=both", "fills?movement=trade", "exports/fills?separator=x", "exports/orders?asset=CLP",
            ] {
                #expect(
                    try await site.site.ask(.get, "/api/market/" + path, token: ana).code == "request.invalid",
                    "\(path)")
            }
            for path in ["fills?market=NONE", "exports/fills?market=NONE", "exports/statement?chosenAsset=NONE"] {
                #expect(try await site.site.ask(.get, "/api/market/" + path, token: ana).status == 404, "\(path)")
            }

            let plain = try await site.site.ask(.get, "/api/market/exports/fills", token: ana)
            #expect(plain.status == 200 && plain.text.hasPrefix("\u{FEFF}time,time local (UTC),trade"), "\(plain.text)")
            #expect(plain.text.contains(",XLMCLP,buy,taker,50,1.5,75,0.0102,XLM\r\n"))
            let path = "/api/account/preferences"
            #expect(try await site.site.ask(.get, path, token: ana).body(AccountPreferencesBody.self) == .init())
            let wish = AccountPreferencesBody(base: "CLP", language: "es-CL", timeZone: "America/Santiago")
            #expect(
                try await site.site.ask(.put, path, wish.text, token: ana).body(AccountPreferencesBody.self) == wish)
            #expect(try await site.site.ask(.get, path, token: ana).body(AccountPreferencesBody.self) == wish)
            #expect(try await site.site.ask(.get, path, token: eva).body(AccountPreferencesBody.self) == .init())
            let chilean = try await site.site.ask(.get, "/api/market/exports/fills", token: ana)
            #expect(chilean.text.contains(";XLMCLP;buy;taker;50;1,5;75;0,0102;XLM\r\n"), "\(chilean.text)")
            let switched = try await site.site.ask(
                .get, "/api/market/exports/fills?separator=tab&language=en", token: ana)
            #expect(switched.text.contains("\tXLMCLP\tbuy\ttaker\t50\t1.5\t75\t"))
            for (body, fault) in [
                (AccountPreferencesBody(language: "es_CL"), "$.language"),
                (AccountPreferencesBody(timeZone: "Mars/Olympus"), "$.timeZone"),
            ] {
                let answer = try await site.site.ask(.put, path, body.text, token: ana)
                #expect(try answer.body(ProblemBody.self).faults?.map(\.path) == [fault])
            }
            let unknown = try await site.site.ask(.put, path, AccountPreferencesBody(base: "NOPE").text, token: ana)
            #expect(unknown.code == "market.unknown_asset")
        }
    }

    @Test("what all is worth is told in the asset that one prefers or asks for, now and over time")
    func portfolio() async throws {
        try await OwnSite.with { site in
            let eva = try await site.person("eva", ["XLM": "100"])
            let ana = try await site.person("ana", ["CLP": "1000"])
            _ = try await site.place(eva, .sell, "4", at: "50")
            _ = try await site.place(ana, .buy, "2", at: "50")
            let worth = try await site.get("valuation", MarketValuationBody.self, eva)
            // 98 XLM at 50, and 100 CLP less 0.39 %.
            #expect(worth.base == "CLP" && worth.total == "4999.61" && worth.unpriced == 0)
            let xlm = try #require(worth.balances.first { $0.asset == "XLM" })
            #expect(xlm.value == "4900" && xlm.price == "50" && xlm.markets == ["XLMCLP"] && xlm.held == "2")
            let other = try await site.get("valuation?base=XLM", MarketValuationBody.self, ana)
            // 900 CLP and 1.9864 XLM.
            #expect(other.base == "XLM" && other.total == "19.9864")
            let wish = AccountPreferencesBody(base: "XLM")
            _ = try await site.site.ask(.put, "/api/account/preferences", wish.text, token: ana)
            site.site.world.clock.advance(seconds: 86_400)
            for range in ["day", "week", "month", "year", "all"] {
                let past = try await site.get("portfolio/\(range)", MarketPortfolioBody.self, ana)
                #expect(past.base == "XLM" && past.isComplete && past.points.map(\.value) == ["19.9864", "19.9864"])
                #expect(past.points.map(\.flow) == ["20", "0"])
            }
            #expect(
                try await site.site.ask(.get, "/api/market/portfolio/decade", token: ana).code == "request.invalid")
            for path in ["valuation?base=NONE", "portfolio/day?base=NONE"] {
                let answer = try await site.site.ask(.get, "/api/market/" + path, token: ana)
                #expect(answer.code == "market.unknown_asset")
            }
        }
    }

    @Test("everybody sees the market, nobody without a session places or reads anything of anybody's")
    func sessions() async throws {
        try await OwnSite.with { site in
            for path in ["assets", "markets", "tickers", "markets/ETHCLP/book", "markets/ETHCLP/trades"] {
                #expect(try await site.site.ask(.get, "/api/market/" + path).status == 200, "\(path)")
            }
            for route in Routes.all where route.path.description.hasPrefix("/api/market/") && route.needsSession {
                let values = ["market": "ETHCLP", "asset": "CLP", "id": "1", "clientId": "1", "range": "week"]
                let path = try #require(route.path.path(values))
                let answer = try await site.site.ask(route.method, path, route.body == nil ? nil : "{}")
                #expect(answer.code == "accounts.not_signed_in", "\(route.name)")
            }
            let eva = try await site.person("eva", ["XLM": "100"])
            let ana = try await site.person("ana")
            let order = try await site.place(eva, .sell, "2", at: "55")
            let path = "/api/market/orders/\(order.id)"
            #expect(try await site.site.ask(.get, path, token: ana).code == "market.unknown_order")
            #expect(try await site.site.ask(.delete, path, token: ana).code == "market.unknown_order")
            #expect(try await site.get("open-orders", MarketOrdersBody.self, ana).orders.isEmpty)
            // Who misspells a market must not lose what stands in all of them.
            for query in ["markt=XLMCLP", "market=", "market=XLMCLP&market=ETHCLP"] {
                let refused = try await site.site.ask(.delete, "/api/market/open-orders?" + query, token: eva)
                #expect(refused.code == "request.invalid", "\(query)")
            }
            #expect(try await site.get("open-orders", MarketOrdersBody.self, eva).orders.count == 1)
            let other = try await site.site.ask(.delete, "/api/market/open-orders", token: ana)
            #expect(try other.body(MarketOrdersBody.self).orders.isEmpty)
            let own = try await site.site.ask(.delete, "/api/market/open-orders?market=XLMCLP", token: eva)
            #expect(try own.body(MarketOrdersBody.self).orders.map(\.id) == [order.id])
        }
    }

    /// An order that is refused: what replaces a property of a right one, the code, and the property that is at fault.
    struct Refused: Sendable {
        let name: String
        let value: JSONValue
        let code: String
        var path: String?
    }

    @Test("parts of an order that forbid one another are named, each of them")
    func contradictions() async throws {
        let rows: [([String: JSONValue?], [String])] = [
            (["price": nil], ["$.price"]), (["type": "market"], ["$.price"]), (["type": "stop-limit"], ["$.stop"]),
            (["stop": "54"], ["$.stop"]),
            (["isPostOnly": true, "timeInForce": "immediate-or-cancel"], ["$.isPostOnly"]),
            (
                ["type": "market", "stop": "54", "expiresAt": "2999-01-01T00:00:00.000Z"],
                ["$.price", "$.stop", "$.expiresAt"]
            ),
            (["type": "stop-limit", "stop": "54.001"], ["$.stop"]), (["type": "stop-limit", "stop": "x"], ["$.stop"]),
            (["price": .string("1." + String(repeating: "0", count: 38))], []),
            (["price": "99999999999999999999"], ["$.price"]),
        ]
        try await OwnSite.with { site in
            let token = try await site.person("eva", ["XLM": "1000"])
            for (changes, paths) in rows {
                var members: [String: JSONValue] = [
                    "market": "XLMCLP", "side": "sell", "type": "limit", "amount": "1", "price": "55",
                ]
                for (name, value) in changes { members[name] = value }
                let body = JSONValue.object(members.map { JSONValue.Member($0.key, $0.value) }).compactText
                let answer = try await site.site.ask(.post, "/api/market/orders", body, token: token)
                #expect((answer.status == 201) == paths.isEmpty, "\(answer.text)")
                guard !paths.isEmpty else { continue }
                #expect(answer.code == "market.invalid_order")
                #expect(try answer.body(ProblemBody.self).faults?.map(\.path) == paths, "\(answer.text)")
            }
            let pair = MarketPairRequestBody(
                market: "XLMCLP", side: .sell, amount: "1", price: "60", stop: "50", stopPrice: "49.001")
            let answer = try await site.site.ask(.post, "/api/market/pairs", pair.text, token: token)
            #expect(try answer.body(ProblemBody.self).faults?.map(\.path) == ["$.stopPrice"], "\(answer.text)")
        }
    }

    @Test("an order that has ended is told by how, and of one with a small rest the price is what cannot change")
    func endedAndSmallRest() async throws {
        try await OwnSite.with { site in
            let (maker, taker) = (
                try await site.person("eva", ["XLM": "1000"]), try await site.person("ana", ["CLP": "1000"])
            )
            let filled = try await site.place(maker, .sell, "1", at: "55")
            _ = try await site.place(taker, .buy, "1", at: "55")
            let late = try await site.site.ask(.delete, "/api/market/orders/\(filled.id)", token: maker)
            #expect(late.status == 409 && late.code == "market.not_open")
            #expect(try late.body(ProblemBody.self).detail == "The order has been filled.")
            let open = try await site.place(maker, .sell, "1", at: "56")
            _ = try await site.site.ask(.delete, "/api/market/orders/\(open.id)", token: maker)
            let again = try await site.site.ask(.delete, "/api/market/orders/\(open.id)", token: maker)
            #expect(try again.body(ProblemBody.self).detail == "The order has been cancelled.")
            // 0.05 are left, and the market's minimum is 0.1.
            let rest = try await site.place(maker, .sell, "1", at: "57")
            _ = try await site.place(taker, .buy, "0.95", at: "57")
            let price = try await site.site.ask(
                .patch, "/api/market/orders/\(rest.id)", #"{"price":"58"}"#, token: maker)
            #expect(price.code == "market.invalid_order")
            #expect(try price.body(ProblemBody.self).faults?.map(\.path) == ["$.price"], "\(price.text)")
        }
    }

    @Test("the time is told, times in seconds and unknown names are refused by name, and days have to be days")
    func timesAndDays() async throws {
        try await OwnSite.with { site in
            let now = site.site.world.clock.now
            let time = try (try await site.site.ask(.get, "/api/time")).body(ServerTimeBody.self)
            #expect(time.milliseconds == Int(now.milliseconds) && time.at == now)
            let token = try await site.person("ana", ["CLP": "100"])
            for (query, path) in [
                ("fills?from=1795253653", "?from"), ("closed-orders?to=1795253653", "?to"),
                ("exports/fills?from=1795253653", "?from"), ("fills?form=1795253653000", "?form"),
            ] {
                let answer = try await site.site.ask(.get, "/api/market/\(query)", token: token)
                #expect(answer.status == 422, "\(answer.text)")
                #expect(try answer.body(ProblemBody.self).faults?.map(\.path) == [path], "\(answer.text)")
            }
            let chart = try await site.site.ask(
                .get, "/api/market/markets/XLMCLP/chart?kind=last&frame=60&from=1795253653")
            #expect(try chart.body(ProblemBody.self).faults?.map(\.path) == ["?from"], "\(chart.text)")
            _ = try await site.get("fills?from=1795253653000", MarketFillsBody.self, token)
            for (day, status) in [
                ("21/11/2026", 201), ("2026-11-21", 201), ("hoy", 422), ("99/99/9999", 422), ("2026-02-30", 422),
                ("1/1/2026", 422), ("", 422), ("11/21/2026", 422),
            ] {
                let draft = MarketMoneyDraftBody(asset: "CLP", amount: "1", bankAccount: "1", date: day)
                let answer = try await site.site.ask(.post, "/api/market/deposits", draft.text, token: token)
                #expect(answer.status == status, "\(day): \(answer.text)")
                guard status != 201 else { continue }
                #expect(try answer.body(ProblemBody.self).faults?.map(\.path) == ["$.date"])
            }
        }
    }

    @Test("nothing happened is not 0 %, and money to oneself is told as that")
    func quietMarketAndOneself() async throws {
        try await OwnSite.with { site in
            let (maker, taker) = (
                try await site.person("eva", ["XLM": "1000"]), try await site.person("ana", ["CLP": "1000"])
            )
            _ = try await site.place(maker, .sell, "1", at: "55")
            _ = try await site.place(taker, .buy, "1", at: "55")
            let address = try await site.get("balances/CLP/address", MarketAddressBody.self, taker).address
            let transfer = MarketTransferBody(address: address, asset: "CLP", amount: "1")
            let answer = try await site.site.ask(.post, "/api/market/transfers", transfer.text, token: taker)
            #expect(answer.code == "market.transfer_to_oneself", "\(answer.text)")
            func ticker() async throws -> MarketTickerBody? {
                try await site.get("tickers", MarketTickersBody.self).tickers.first { $0.market == "XLMCLP" }
            }
            #expect(try await ticker()?.change1d == 0)
            site.site.world.clock.advance(seconds: 2 * 86_400)
            #expect(try await ticker()?.change1d == nil)
            #expect(try await ticker()?.change7d == 0)
        }
    }

    @Test("what is no order is refused with its reason, and nothing is held")
    func refusals() async throws {
        let rows = [
            Refused(name: "market", value: "XLMEUR", code: "market.unknown_market"),
            Refused(name: "market", value: "xlmclp", code: "market.unknown_market"),
            Refused(name: "side", value: "give", code: "request.invalid", path: "$.side"),
            Refused(name: "type", value: "iceberg", code: "request.invalid", path: "$.type"),
            Refused(name: "amount", value: 1, code: "request.invalid", path: "$.amount"),
            Refused(name: "amount", value: "0", code: "market.invalid_order", path: "$.amount"),
            Refused(name: "amount", value: "-1", code: "market.invalid_order", path: "$.amount"),
            Refused(name: "amount", value: "1e1", code: "market.invalid_order", path: "$.amount"),
            Refused(name: "amount", value: "1.00000001", code: "market.invalid_order", path: "$.amount"),
            Refused(name: "amount", value: "99999999999999", code: "market.invalid_order", path: "$.amount"),
            Refused(name: "amount", value: "1001", code: "market.not_enough_balance"),
            Refused(name: "price", value: "0", code: "market.invalid_order", path: "$.price"),
            Refused(name: "price", value: "55.001", code: "market.invalid_order", path: "$.price"),
            Refused(name: "price", value: " 55", code: "market.invalid_order", path: "$.price"),
            // What is not known may be a condition that its sender relies on.
            Refused(name: "client_id", value: "7", code: "request.invalid", path: "$.client_id"),
            Refused(name: "postOnly", value: true, code: "request.invalid", path: "$.postOnly"),
        ]
        try await OwnSite.with { site in
            let token = try await site.person("eva", ["XLM": "1000"])
            for row in rows {
                var members: [String: JSONValue] = [
                    "market": "XLMCLP", "side": "sell", "type": "limit", "amount": "1", "price": "55",
                ]
                members[row.name] = row.value
                let body = JSONValue.object(members.map { JSONValue.Member($0.key, $0.value) }).compactText
                let answer = try await site.site.ask(.post, "/api/market/orders", body, token: token)
                #expect(answer.code == row.code, "\(row.name) \(row.value): \(answer.text)")
                if let path = row.path {
                    #expect(try answer.body(ProblemBody.self).faults?.map(\.path) == [path], "\(answer.text)")
                }
            }
            #expect(try await site.balance("XLM", token)?.available == "1000")
            for path in [
                "markets/XLMEUR/book", "orders/1", "orders/OO1", "open-orders?market=XLMEUR",
                "balances/NOPE/transactions",
                "balances/NOPE/address",
            ] {
                #expect(try await site.site.ask(.get, "/api/market/" + path, token: token).status == 404, "\(path)")
            }
            for (path, name) in [
                ("markets/XLMCLP/candles?kind=last&frame=2", "frame"),
                ("markets/XLMCLP/candles?kind=mid&frame=1", "kind"),
                ("markets/XLMCLP/candles?frame=1", "kind"), ("markets/XLMCLP/trades?before=-1", "before"),
                ("markets/XLMCLP/trades?before=99999999999999999999", "before"), ("open-orders?before=x", "before"),
                ("open-orders?limit=0", "limit"), ("closed-orders?limit=9&limit=8", "limit"),
                ("open-orders?markt=X", "markt"),
            ] {
                let answer = try await site.site.ask(.get, "/api/market/" + path, token: token)
                #expect(answer.status == 422 && answer.code == "request.invalid", "\(path)")
                #expect(try answer.body(ProblemBody.self).faults?.map(\.path) == ["?" + name], "\(path)")
            }
        }
    }

    @Test("a history goes on where its last page ended, and an order tells why it ended")
    func history() async throws {
        try await OwnSite.with { site in
            let eva = try await site.person("eva", ["XLM": "1000"])
            let ana = try await site.person("ana", ["CLP": "90000"])
            for number in 0..<60 {
                _ = try await site.place(eva, .sell, "1", at: "55")
                _ = try await site.place(ana, .buy, "1", at: "\(55 + number % 2)")
            }
            let first = try await site.get("closed-orders", MarketOrdersBody.self, ana)
            let next = try #require(first.next)
            let second = try await site.get("closed-orders?before=\(next)", MarketOrdersBody.self, ana)
            #expect(first.orders.count == 50 && second.orders.count == 10 && second.next == nil)
            let few = try await site.get("closed-orders?limit=3&market=XLMCLP", MarketOrdersBody.self, ana)
            #expect(few.orders == Array(first.orders.prefix(3)) && few.next != nil)
            #expect(try await site.get("closed-orders?limit=1000", MarketOrdersBody.self, ana).orders.count == 50)
            #expect(Set((first.orders + second.orders).map(\.id)).count == 60)
            let lines = try await site.get("balances/CLP/transactions", MarketTransactionsBody.self, ana)
            let rest = try await site.get(
                "balances/CLP/transactions?before=\(try #require(lines.next))", MarketTransactionsBody.self, ana)
            #expect(lines.transactions.count == 50 && rest.transactions.map(\.kind).last == .deposit)
            // Another's place shows nothing.
            let foreign = try await site.get("closed-orders?before=\(next)", MarketOrdersBody.self, eva)
            #expect(!foreign.orders.contains { order in second.orders.contains { $0.id == order.id } })

            let waiting = try await site.place(ana, .buy, "1", at: "2")
            let path = "/api/market/orders/\(waiting.id)"
            let cancelled = try await site.site.ask(.delete, path, token: ana).body(MarketOrderBody.self)
            #expect(waiting.reason == nil && cancelled.status == .cancelled && cancelled.reason == .user)
            let detail = try await site.site.ask(.get, path, token: ana).body(MarketOrderDetailsBody.self)
            #expect(detail.order.reason == .user)
            // It is in the history although nothing of it traded, and can be asked for or left out.
            let all = try await site.get("closed-orders?limit=3", MarketOrdersBody.self, ana)
            #expect(all.orders == [cancelled] + first.orders.prefix(2))
            for (outcome, count) in [("untraded", 1), ("partly-filled", 0), ("filled", 50)] {
                let some = try await site.get("closed-orders?outcome=\(outcome)", MarketOrdersBody.self, ana)
                #expect(some.orders.count == count, "\(outcome)")
                #expect((some.orders.first == cancelled) == (outcome == "untraded"))
            }
            let table = try await site.site.ask(.get, "/api/market/exports/orders?outcome=untraded", token: ana)
            #expect(table.text.split(separator: "\r\n").count == 2 && table.text.contains(",cancelled,user,2,"))
            for path in ["closed-orders?outcome=open", "fills?outcome=filled", "exports/fills?outcome=filled"] {
                let answer = try await site.site.ask(.get, "/api/market/" + path, token: ana)
                #expect(answer.code == "request.invalid", "\(path)")
            }
        }
    }

    @Test("amounts travel as text, a tier as it is, and a ticket shows who one is")
    func shapes() async throws {
        try await OwnSite.with { site in
            let token = try await site.person("ana", ["CLP": "12.5"])
            let answer = try await site.site.ask(.get, "/api/market/balances", token: token)
            #expect(answer.text.contains(#"{"asset":"CLP","available":"12.5","total":"12.5"}"#), "\(answer.text)")
            let markets = try await site.get("markets", MarketsBody.self).markets
            let market = try #require(markets.first { $0.name == "ETHCLP" })
            #expect(market.base == "ETH" && market.tick == "1" && market.lot == "0.00000001")
            #expect(market.fees == [MarketFeeTierBody(threshold: "0", maker: 3900, taker: 6800)])
            let tier = try await site.get("markets/ETHCLP/tier", MarketTierBody.self, token)
            #expect(tier == MarketTierBody(level: 0, traded: "0", tier: market.fees[0]))

            let ticket = try await site.site.ask(.post, "/api/market/socket-tickets", token: token)
                .body(MarketSocketTicketBody.self)
            let tickets = SocketTickets(database: site.site.world.database)
            let bearer = try await tickets.check(
                uid: ticket.uid, socid: ticket.socid, verify: ticket.verify, now: site.site.world.clock.now)
            let session = try await site.site.world.accounts.session(token: token)
            #expect(bearer?.trader.account == session.accountID)
            #expect(bearer?.holder == .session(session.tokenDigest))
        }
    }
}
