import Basics
import Ledger
import Market
import MarketService

/// Writes for sockets what our own pages follow beside the original's events; every number of money is a decimal text.
enum OwnFeedJSON {
    /// Every market with its last price and what the last 24 hours came to; what there is none of is left out.
    static func tickers(_ tickers: [Ticker]) -> JSONValue {
        .object(
            tickers.map { ticker in
                let market = ticker.market
                var members: [JSONValue.Member] = []
                for (name, ticks) in [
                    ("last", ticker.last), ("bid", ticker.bid), ("ask", ticker.ask), ("high", ticker.high),
                    ("low", ticker.low),
                ] {
                    if let ticks { members.append(.init(name, .string(market.priceText(ticks)))) }
                }
                members.append(.init("volume", .string(market.volumeText(ticker.volume))))
                if let change = ticker.change1d { members.append(.init("change1d", .number(change))) }
                if let change = ticker.change7d { members.append(.init("change7d", .number(change))) }
                return .init(market.name.text, .object(members))
            })
    }

    /// Both sides of a book: what is offered at each price, and whether that is all of the side.
    static func depth(_ depth: MarketDepth, of market: MarketRules) -> JSONValue {
        func side(_ side: BookDepth) -> JSONValue {
            .object(
                side.levels.map { level in
                    .init(market.priceText(level.ticks), .string(market.volumeText(level.lots)))
                })
        }
        return .object([
            .init("bids", side(depth.bids)), .init("asks", side(depth.asks)),
            .init("isWhole", .boolean(depth.bids.isWhole && depth.asks.isWhole)),
        ])
    }

    /// What a market does with orders, and at which price its auction would trade.
    static func auction(_ auction: MarketAuction) -> JSONValue {
        let rules = auction.market
        var members: [JSONValue.Member] = [.init("phase", .string(rules.phase.word))]
        if let until = rules.phase.until { members.append(.init("until", .string(until.rfc3339))) }
        if let price = auction.price {
            members += [
                .init("price", .string(rules.priceText(price.ticks))),
                .init("amount", .string(rules.volumeText(price.lots))),
                .init("surplus", .string(rules.volumeText(Int128(price.surplus.magnitude)))),
            ]
            if price.surplus != 0 { members.append(.init("surplusSide", price.surplus > 0 ? "buy" : "sell")) }
        }
        return .object(members)
    }

    /// The newest candle of all trades of each frame, by its minutes.
    static func running(_ candles: [(frame: CandleFrame, candle: Candle)], of market: MarketRules) -> JSONValue {
        .object(
            candles.map { frame, candle in
                .init(
                    String(frame.minutes),
                    .object([
                        .init("start", .string(candle.start.rfc3339)),
                        .init("open", .string(market.priceText(candle.open))),
                        .init("high", .string(market.priceText(candle.high))),
                        .init("low", .string(market.priceText(candle.low))),
                        .init("close", .string(market.priceText(candle.close))),
                        .init("volume", .string(market.volumeText(candle.volume))),
                        .init("count", .integer(candle.count)),
                    ]))
            })
    }
}
