import ArgumentParser
import Basics
import MarketClient
import Strings

/// `cerca market markets`: the markets with their prices.
struct MarketMarketsCommand: MarketSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "markets", abstract: "List the markets with their last price and how it has changed.")

    @ParentCommand var parent: MarketCommand
    @OptionGroup var options: MarketOptions

    func run() async throws {
        let client = try publicClient()
        let (tickers, changes) = try await exchanging(client) { () throws(MarketClientError) in
            (try await client.tickers(), try await client.changes())
        }
        if isJSON {
            return try MarketWords.write(
                tickers.map { ticker in
                    .object([
                        "market": .string(ticker.market), "last": MarketWords.json(MarketWords.price(ticker.lastPrice)),
                        "change1d": MarketWords.json(changes[ticker.market]?.day),
                        "change7d": MarketWords.json(changes[ticker.market]?.week), "volume": .string(ticker.volume),
                    ])
                })
        }
        var table = TextTable([
            .init(MarketStrings.headingMarket.text), .init(MarketStrings.headingLast.text, right: true),
            .init(MarketStrings.headingDay.text, right: true), .init(MarketStrings.headingWeek.text, right: true),
            .init(MarketStrings.headingVolume.text, right: true),
        ])
        let prices = MarketWords.column(tickers.map { MarketWords.price($0.lastPrice) })
        let volumes = MarketWords.column(tickers.map(\.volume))
        for (index, ticker) in tickers.enumerated() {
            let change = changes[ticker.market]
            table.add([
                ticker.market, prices[index], MarketWords.percent(change?.day.map { $0 * 100 }),
                MarketWords.percent(change?.week.map { $0 * 100 }), volumes[index],
            ])
        }
        try MarketWords.write(table, isEmpty: tickers.isEmpty, MarketStrings.emptyMarkets)
    }
}

/// `cerca market ticker`: markets in a few numbers.
struct MarketTickerCommand: MarketSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "ticker", abstract: "Show a market, or all of them, in a few numbers.")

    @ParentCommand var parent: MarketCommand
    @OptionGroup var options: MarketOptions

    @Argument(help: "The market, as ETHCLP; without it, all.")
    var market: MarketArgument?

    func run() async throws {
        let client = try publicClient()
        let tickers = try await exchanging(client) { () throws(MarketClientError) in
            try await client.tickers(market: market?.name)
        }
        if isJSON {
            return try MarketWords.write(
                tickers.map { ticker in
                    func price(_ text: String?) -> JSONValue { MarketWords.json(MarketWords.price(text)) }
                    return .object([
                        "market": .string(ticker.market), "last": price(ticker.lastPrice), "bid": price(ticker.bid),
                        "ask": price(ticker.ask), "high": price(ticker.high), "low": price(ticker.low),
                        "volume": .string(ticker.volume), "time": .string(ticker.timestamp),
                    ])
                })
        }
        var table = TextTable([
            .init(MarketStrings.headingMarket.text), .init(MarketStrings.headingLast.text, right: true),
            .init(MarketStrings.headingBid.text, right: true), .init(MarketStrings.headingAsk.text, right: true),
            .init(MarketStrings.headingHigh.text, right: true), .init(MarketStrings.headingLow.text, right: true),
            .init(MarketStrings.headingVolume.text, right: true),
        ])
        func column(_ text: (MarketTicker) -> String?) -> [String] {
            MarketWords.column(tickers.map { MarketWords.price(text($0)) })
        }
        let columns = [
            column(\.lastPrice), column(\.bid), column(\.ask), column(\.high), column(\.low),
            MarketWords.column(tickers.map(\.volume)),
        ]
        for (index, ticker) in tickers.enumerated() { table.add([ticker.market] + columns.map { $0[index] }) }
        try MarketWords.write(table, isEmpty: tickers.isEmpty, MarketStrings.emptyMarkets)
    }
}

/// `cerca market trades`: what was traded.
struct MarketTradesCommand: MarketSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "trades", abstract: "List the latest trades of a market.")

    @ParentCommand var parent: MarketCommand
    @OptionGroup var options: MarketOptions

    @Argument(help: "The market, as ETHCLP.")
    var market: MarketArgument

    @Option(help: "How many, 1 to 1000.")
    var limit = 20

    func validate() throws {
        guard (1...1000).contains(limit) else { throw ValidationError("--limit must be from 1 to 1000") }
    }

    func run() async throws {
        let client = try publicClient()
        let trades = try await exchanging(client) { () throws(MarketClientError) in
            var trades: [MarketTrade] = []
            var page = 0
            while trades.count < limit {
                let next = try await client.trades(market.name, page: page, limit: min(max(limit, 20), 100))
                trades += next.items
                guard next.hasMore else { break }
                page += 1
            }
            return trades.prefix(limit)
        }
        if isJSON {
            return try MarketWords.write(
                trades.map { trade in
                    .object([
                        "market": .string(market.name), "side": .string(trade.takerSide),
                        "price": .string(trade.price), "amount": .string(trade.amount),
                        "time": .string(trade.timestamp),
                    ])
                })
        }
        var table = TextTable([
            .init(MarketStrings.headingTime.text), .init(MarketStrings.headingSide.text),
            .init(MarketStrings.headingPrice.text, right: true), .init(MarketStrings.headingAmount.text, right: true),
        ])
        let prices = MarketWords.column(trades.map(\.price))
        let amounts = MarketWords.column(trades.map(\.amount))
        for (index, trade) in trades.enumerated() {
            table.add([
                MarketWords.time(trade.timestamp), MarketWords.side(trade.takerSide), prices[index], amounts[index],
            ])
        }
        try MarketWords.write(table, isEmpty: trades.isEmpty, MarketStrings.emptyTrades(market: market.name))
    }
}
