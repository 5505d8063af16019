import Basics
import Ledger
import Market
import MarketService

/// Writes for sockets what everybody may see of the markets besides their books.
enum MarketFeedJSON {
    /// Trades of a market that are told.
    static let trades = 100
    /// Candles of each kind and frame that are told.
    static let candles = 60

    /// The assets that are in use, by name.
    static func currencies(_ assets: [Asset]) -> JSONValue {
        .object(
            assets.map { asset in
                .init(
                    asset.name.text,
                    .object([
                        .init("id", .count(asset.number)), .init("kind", .integer(asset.kind.rawValue)),
                        .init("name", .string(asset.name.text)), .init("big_name", .string(asset.title)),
                        .init("prefix", .string(asset.prefix)), .init("postfix", .string(asset.postfix)),
                        .init("decimals", .count(asset.decimals)), .init("active", .boolean(asset.isActive)),
                    ]))
            })
    }

    /// Every market in four numbers; changes are per cent.
    static func board(_ tickers: [Ticker]) -> JSONValue {
        .object(
            tickers.map { ticker in
                .init(
                    ticker.market.name.text,
                    .object([
                        .init("BID", price(ticker.bid, ticker.market)), .init("ASK", price(ticker.ask, ticker.market)),
                        .init("delta1d", .number((ticker.change1d ?? 0) * 100)),
                        .init("delta7d", .number((ticker.change7d ?? 0) * 100)),
                    ]))
            })
    }

    /// Trades, newest first: each as the order whose arrival it was.
    ///
    /// What was left of that order afterwards is nobody's business but its owner's, and is told as 0.
    static func trades(_ trades: [PublicTrade], of market: MarketRules) -> JSONValue {
        .array(
            trades.map { trade in
                let amount = BookFeedJSON.amount(trade.lots, market)
                let price = BookFeedJSON.price(trade.ticks, market)
                return FeedOrder(
                    id: trade.taker, side: trade.takerSide, type: 2, price: price,
                    amount: BookFeedJSON.amount(0, market), initialAmount: amount, at: trade.at, market: market
                ).json([
                    .init("executed_price", .string(price)), .init("executed_amount", .string(amount)),
                    .init("executed_date", .integer(trade.at.milliseconds)),
                ])
            })
    }

    /// The candles of a market: under `1` those of trades at bids, under `2` at asks, each by frame, newest first.
    static func candles(
        _ series: [CandleKind: [CandleFrame: [Candle]]], _ ticker: Ticker?, of market: MarketRules
    ) -> JSONValue {
        func kind(_ kind: CandleKind) -> JSONValue {
            .object(
                CandleFrame.allCases.map { frame in
                    .init(
                        String(frame.minutes),
                        .array((series[kind]?[frame] ?? []).map { candle($0, kind, frame, market) }))
                })
        }
        return .object([
            .init("1", kind(.sell)), .init("2", kind(.buy)), .init("lastBuyPrice", price(ticker?.lastBuy, market)),
            .init("lastSellPrice", price(ticker?.lastSell, market)),
        ])
    }

    /// The frames of the 2018 generation, by its names.
    static let frames2018: [(name: String, frame: CandleFrame)] = [
        ("M5", .fiveMinutes), ("M15", .fifteenMinutes), ("H1", .hour), ("H4", .fourHours), ("D1", .day), ("W1", .week),
    ]

    /// A market's candles of all trades for the 2018 generation.
    static func pair(_ series: [CandleFrame: [Candle]], of market: MarketRules) -> JSONValue {
        .object(
            frames2018.map { name, frame in
                .init(name, .array((series[frame] ?? []).map { candle($0, .last, frame, market) }))
            })
    }

    /// One candle; its last prices are those that it closed with.
    private static func candle(
        _ candle: Candle, _ kind: CandleKind, _ frame: CandleFrame, _ market: MarketRules
    ) -> JSONValue {
        .object([
            .init("date", .string(date(candle.start))), .init("stockId", .string(market.name.text)),
            .init("type", .integer(kind.rawValue)), .init("timeFrame", .integer(frame.minutes)),
            .init("lowPrice", price(candle.low, market)), .init("hightPrice", price(candle.high, market)),
            .init("openPrice", price(candle.open, market)), .init("closePrice", price(candle.close, market)),
            .init("count", .integer(candle.count)), .init("volume", volume(candle.volume, market)),
            .init("lastBuyPrice", price(candle.close, market)), .init("lastSellPrice", price(candle.close, market)),
        ])
    }

    /// A price as a JSON number; 0 for none.
    private static func price(_ ticks: Int64?, _ market: MarketRules) -> JSONValue {
        ticks.map { number(market.priceText($0)) } ?? 0
    }

    private static func volume(_ lots: Int128, _ market: MarketRules) -> JSONValue {
        let (units, overflow) = lots.multipliedReportingOverflow(by: market.lotUnits)
        return overflow ? 0 : number(DecimalText.text(units, exponent: market.base.exponent))
    }

    private static func number(_ text: String) -> JSONValue {
        if let whole = Int64(text) { return .integer(whole) }
        return .number(JSONValue.Number(written: text))
    }

    /// `21/02/2020 04:56:00`, UTC.
    static func date(_ instant: Timestamp) -> String {
        let seconds = instant.seconds
        let ofDay = ((seconds % 86_400) + 86_400) % 86_400
        let date = CivilDate(daysSinceEpoch: (seconds - ofDay) / 86_400)
        func two(_ number: some BinaryInteger) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let time = [ofDay / 3600, ofDay / 60 % 60, ofDay % 60].map { two($0) }.joined(separator: ":")
        return "\(two(date.day))/\(two(date.month))/\(date.year) \(time)"
    }
}
