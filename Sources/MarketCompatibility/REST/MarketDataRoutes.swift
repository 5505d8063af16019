import Basics
import HTTPKit
import HTTPTypes
import Ledger
import LedgerService
import Market
import MarketService

extension RouteHandlers {
    /// What everybody may see: markets, tickers, books, trades and candles.
    mutating func addMarketDataRoutes(_ api: ExchangeAPI, _ version: APIVersion) {
        open("market", version) { _ in try await api.names() }
        open("ticker", version) { try await api.tickers($0) }
        open("book", version) { try await api.book($0) }
        open("trades", version) { try await api.trades($0) }
        open("prices", version) { try await api.prices($0) }
        if version == .v2 { open("time", version) { _ in api.time() } }
    }
}

extension ExchangeAPI {
    /// The server's time, as a timestamp that can be signed and in milliseconds.
    fileprivate func time() -> ExchangeAnswer {
        let now = clock.now()
        return ExchangeAnswer(
            .object([
                "timestamp": .string(ExchangeTime.seconds(now)), "milliseconds": .integer(now.milliseconds),
                "time": .time(now),
            ]))
    }

    /// The names of the markets that take orders.
    fileprivate func names() async throws -> ExchangeAnswer {
        ExchangeAnswer(.array(try await market.markets().filter(\.isActive).map { .string($0.name.text) }))
    }

    /// One market, or all that take orders, in a few numbers.
    fileprivate func tickers(_ request: ExchangeRequest) async throws -> ExchangeAnswer {
        let tickers =
            request.optional("market") == nil
            ? try await market.tickers().filter(\.market.isActive)
            : [try await market.ticker(request.market())]
        return ExchangeAnswer(.array(tickers.map(Self.json)))
    }

    private static func json(_ ticker: Ticker) -> JSONValue {
        let rules = ticker.market
        func price(_ ticks: Int64?) -> JSONValue { .string(ticks.map(rules.priceText) ?? "0") }
        return .object([
            "high": price(ticker.high), "low": price(ticker.low), "ask": price(ticker.ask), "bid": price(ticker.bid),
            "last_price": price(ticker.last), "volume": .string(rules.volumeText(ticker.volume)),
            "market": .string(rules.name.text), "timestamp": .string(ExchangeTime.text(ticker.at)),
        ])
    }

    /// The orders of one side, best first; nothing tells whose they are.
    fileprivate func book(_ request: ExchangeRequest) async throws -> ExchangeAnswer {
        let rules = try await market.market(named: request.market())
        // The client of API v2 still documents the name that the field had in v1.
        let side = try request.version == .v1 ? request.side("type", "side") : request.side("side", "type")
        let page = try request.page()
        return ExchangeAnswer(try await market.book(rules.name, side: side, page: page), page) { line in
            .object([
                "price": .string(rules.priceText(line.ticks)), "amount": .string(rules.amountText(line.lots)),
                "timestamp": .string(ExchangeTime.text(line.at)),
            ])
        }
    }

    /// What was traded on the days from `start` until before `end`, newest first.
    fileprivate func trades(_ request: ExchangeRequest) async throws -> ExchangeAnswer {
        let rules = try await market.market(named: request.market())
        let page = try request.page()
        let trades = try await market.trades(rules.name, from: request.day("start"), to: request.day("end"), page: page)
        return ExchangeAnswer(trades, page) { trade in
            .object([
                "market_taker": .string(trade.takerSide.wire), "timestamp": .string(ExchangeTime.text(trade.at)),
                "price": .string(rules.priceText(trade.ticks)), "amount": .string(rules.amountText(trade.lots)),
                "market": .string(rules.name.text), "tid": .string(String(trade.id)),
            ])
        }
    }

    /// Candles, newest first: `ask` counts trades whose taker bought, at prices that were asked, `bid` the others.
    fileprivate func prices(_ request: ExchangeRequest) async throws -> ExchangeAnswer {
        let rules = try await market.market(named: request.market())
        guard let frame = CandleFrame(wire: try request.required("timeframe")) else {
            throw ExchangeFault.invalid("invalid_timeframe")
        }
        let page = try request.page()
        let asks = try await market.candles(rules.name, kind: .buy, frame: frame, page: page)
        let bids = try await market.candles(rules.name, kind: .sell, frame: frame, page: page)
        func json(_ candles: Paged<Candle>) -> JSONValue {
            .array(candles.items.map { Self.json($0, rules) })
        }
        return ExchangeAnswer(
            .object(["ask": json(asks), "bid": json(bids)]), page, hasMore: asks.hasMore || bids.hasMore)
    }

    private static func json(_ candle: Candle, _ rules: MarketRules) -> JSONValue {
        .object([
            // The minute in which it begins: unique within a timeframe, whatever is recomputed.
            "candle_id": .count(candle.start.seconds / 60),
            "candle_date": .string(ExchangeTime.minute(candle.start)),
            "open_price": .string(rules.priceText(candle.open)),
            // The misspelling is the contract.
            "hight_price": .string(rules.priceText(candle.high)),
            "close_price": .string(rules.priceText(candle.close)),
            "low_price": .string(rules.priceText(candle.low)),
            "volume_sum": .string(rules.volumeText(candle.volume)), "tick_count": .string(String(candle.count)),
        ])
    }
}

extension ExchangeRequest {
    /// The beginning of a day in UTC; nil when the field is missing.
    func day(_ name: String) throws(ExchangeFault) -> Timestamp? {
        guard let text = optional(name) else { return nil }
        guard let day = ExchangeTime.day(text) else { throw .invalid("invalid_\(name)") }
        return day
    }
}

extension CandleFrame {
    /// The frame of so many minutes.
    fileprivate init?(wire text: String) {
        guard let frame = CandleFrame.allCases.first(where: { String($0.minutes) == text }) else { return nil }
        self = frame
    }
}
