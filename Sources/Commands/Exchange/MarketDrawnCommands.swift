import ArgumentParser
import Basics
import Foundation
import Market
import MarketClient
import Strings

/// `cerca market book`: both sides of a book beside each other.
struct MarketBookCommand: MarketSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "book", abstract: "Show both sides of a market's book, with bars of the amounts added up.")

    @ParentCommand var parent: MarketCommand
    @OptionGroup var options: MarketOptions

    @Argument(help: "The market, as ETHCLP.")
    var market: MarketArgument

    @Option(help: "How many prices of each side, 1 to 500; without it, what fits on the screen.")
    var rows: Int?

    func validate() throws {
        if let rows, !(1...500).contains(rows) { throw ValidationError("--rows must be from 1 to 500") }
    }

    func run() async throws {
        let client = try publicClient()
        let screen = Terminal.screen
        let rows = rows ?? max(screen.rows - 4, 4)
        let panel = try await exchanging(client) { () throws(MarketClientError) in
            BookPanel(
                bids: try await client.book(market.name, side: .buy, prices: rows),
                asks: try await client.book(market.name, side: .sell, prices: rows), rows: rows)
        }
        let spread = panel.spread
        if isJSON {
            func side(_ levels: [BookPanel.Level]) -> JSONValue {
                .array(
                    levels.map { level in
                        .object([
                            "price": .string(level.price), "amount": .string(level.amount),
                            "cumulated": .string(level.cumulated),
                        ])
                    })
            }
            return try MarketWords.write([
                .object([
                    "market": .string(market.name), "spread": MarketWords.json(spread?.text), "bids": side(panel.bids),
                    "asks": side(panel.asks),
                ])
            ])
        }
        if panel.bids.isEmpty, panel.asks.isEmpty { return MarketStrings.emptyBook(market: market.name).say() }
        var output = OutputBuffer()
        for line in panel.lines(width: screen.columns, isColoured: MarketWords.isColoured) { output.line(line) }
        if let spread {
            let percent = String(format: "%.2f", spread.percent)
            output.line(MarketStrings.drawnSpread(spread: spread.text, percent: percent).text)
        }
        try output.flush()
    }
}

/// `cerca market candles`: the prices of a while, drawn.
struct MarketCandlesCommand: MarketSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "candles", abstract: "Draw a market's prices as candles.",
        discussion: """
            With colours a candle that rose is green and one that fell red; without, one that fell is filled. The bars \
            below are what was traded. --side draws trades in which somebody bought, or sold, at once.
            """)

    @ParentCommand var parent: MarketCommand
    @OptionGroup var options: MarketOptions

    @Argument(help: "The market, as ETHCLP.")
    var market: MarketArgument

    @Option(help: "How long a candle lasts: 1m, 5m, 15m, 1h, 4h, 1d, 1w, 1M, or these in minutes.")
    var frame = FrameArgument.hour

    @Option(help: "Only trades whose later order was to buy, or to sell.")
    var side: SideArgument?

    @Option(help: "How many candles, 1 to 500; without it, what fits on the screen.")
    var limit: Int?

    func validate() throws {
        if let limit, !(1...500).contains(limit) { throw ValidationError("--limit must be from 1 to 500") }
    }

    func run() async throws {
        let client = try publicClient()
        let screen = Terminal.screen
        // A line below is where the shell asks for the next command.
        let chart = CandleChart(
            width: screen.columns, height: screen.rows - 2, isColoured: MarketWords.isColoured,
            showsDays: frame.frame.minutes >= CandleFrame.day.minutes)
        let count = min(limit ?? (isJSON ? 100 : chart.capacity), 500)
        let candles = try await exchanging(client) { () throws(MarketClientError) in
            // Cerca's own API answers for an unknown market as for an unknown path; the contract tells them apart.
            _ = try await client.tickers(market: market.name)
            return try await self.candles(client, count)
        }
        if isJSON {
            return try MarketWords.write(
                candles.map { candle in
                    .object([
                        "market": .string(market.name), "start": .string(candle.date), "open": .string(candle.open),
                        "high": .string(candle.high), "low": .string(candle.low), "close": .string(candle.close),
                        "volume": .string(candle.volume), "count": .string(candle.count),
                    ])
                })
        }
        let lines = chart.lines(candles)
        guard let latest = candles.last, !lines.isEmpty else {
            return MarketStrings.emptyTrades(market: market.name).say()
        }
        var output = OutputBuffer()
        output.line(
            TerminalText.truncated(
                TerminalText.harmless(
                    MarketStrings.drawnCandle(
                        market: market.name, frame: frame.defaultValueDescription, time: latest.date, open: latest.open,
                        high: latest.high, low: latest.low, close: latest.close, volume: latest.volume
                    ).text),
                to: screen.columns))
        for line in lines { output.line(line) }
        try output.flush()
    }

    /// The candles, oldest first.
    private func candles(_ client: MarketClient, _ count: Int) async throws(MarketClientError) -> [MarketCandle] {
        let minutes = Int(frame.frame.minutes)
        guard let side else {
            return try await client.candlesOfAllTrades(market.name, minutes: minutes, count: count).reversed()
        }
        var candles: [MarketCandle] = []
        for page in 0..<(count + 99) / 100 {
            let sides = try await client.candles(market.name, minutes: minutes, page: page)
            let more = side.side == .buy ? sides.ask : sides.bid
            candles += more
            if more.count < 100 { break }
        }
        return candles.prefix(count).reversed()
    }
}

extension FrameArgument {
    /// An hour.
    static let hour = FrameArgument(.hour)

    private init(_ frame: CandleFrame) {
        self.frame = frame
    }
}
