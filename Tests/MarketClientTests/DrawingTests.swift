import Basics
import Testing

@testable import MarketClient

@Suite("Drawings in a terminal")
struct DrawingTests {
    private func candle(
        _ open: String, _ high: String, _ low: String, _ close: String, _ date: String = "2020-02-15 12:15",
        volume: String = "1"
    ) throws -> MarketCandle {
        try MarketCandle(
            .object([
                "candle_date": .string(date), "open_price": .string(open), "hight_price": .string(high),
                "low_price": .string(low), "close_price": .string(close), "volume_sum": .string(volume),
                "tick_count": "1",
            ]))
    }

    private func entry(_ price: String, _ amount: String) throws -> BookEntry {
        try BookEntry(.object(["price": .string(price), "amount": .string(amount)]))
    }

    @Test("a candle's body and wick stand where its prices are, and one that fell is filled")
    func candles() throws {
        let chart = CandleChart(width: 24, height: 8, isColoured: false, showsDays: false)
        let lines = chart.lines([
            try candle("1", "8", "0", "5", volume: "2"), try candle("5", "5", "1", "1", "2020-02-15 12:16"),
        ])
        #expect(
            lines
                == [
                    "  ││",
                    "5 ┤┃█",
                    "  │┃█",
                    "0 ┤╿▀",
                    "  │█",
                    "  │██",
                    "  └┬─",
                    "   02-15",
                ])
    }

    @Test("a drawing keeps within its size whatever is drawn", arguments: 0..<32 as Range<UInt64>)
    func keepsSize(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let (width, height) = (Int.random(in: 10...200, using: &random), Int.random(in: 4...60, using: &random))
        let magnitude = Int.random(in: 0...12, using: &random)
        let chart = CandleChart(width: width, height: height, isColoured: false, showsDays: seed % 2 == 0)
        let candles = try (0..<Int.random(in: 1...300, using: &random)).map { index in
            let prices = (0..<4).map { _ in Int.random(in: 0...100_000, using: &random) }.sorted()
            func text(_ price: Int) -> String {
                magnitude < 6 ? "\(price)" + String(repeating: "0", count: magnitude) : "0.000\(price)"
            }
            return try candle(
                text(prices[1]), text(prices[3]), text(prices[0]), text(prices[2]),
                "2020-02-15 \(10 + index / 60):\(10 + index % 50)", volume: "\(index)")
        }
        let lines = chart.lines(candles)
        #expect(lines.count == chart.height)
        #expect(lines.allSatisfy { $0.count <= chart.width }, "\(lines.joined(separator: "\n"))")
        #expect(lines.dropLast().allSatisfy { $0.contains("│") || $0.contains("┤") || $0.contains("└") })
    }

    @Test("prices that never moved, are zero or are no numbers leave a drawing or none, and no fault")
    func oddPrices() throws {
        let chart = CandleChart(width: 40, height: 12, isColoured: false, showsDays: true)
        #expect(chart.lines([]).isEmpty)
        #expect(chart.lines([try candle("x", "1", "1", "1")]).isEmpty)
        #expect(chart.lines([try candle("5", "5", "5", "5")]).joined().contains("5"))
        #expect(chart.lines([try candle("0", "0", "0", "0")]).count == 12)
        let huge = String(repeating: "9", count: 38)
        #expect(chart.lines([try candle("0", huge, "0", huge)]).count == 12)
        #expect(!chart.lines([try candle("1", "2", "1", "2", "\u{1B}[2J\n\u{9B}")]).joined().contains("\u{1B}"))
    }

    @Test("colours are there only when they are wished")
    func colours() throws {
        let candles = [try candle("1", "3", "1", "2"), try candle("2", "2", "1", "1")]
        var chart = CandleChart(width: 40, height: 12, isColoured: true, showsDays: false)
        let coloured = chart.lines(candles).joined()
        #expect(coloured.contains("\u{1B}[32m") && coloured.contains("\u{1B}[31m"))
        chart.isColoured = false
        #expect(!chart.lines(candles).joined().contains("\u{1B}"))
    }

    @Test("an axis has round numbers that rise from below, each within a row of its price")
    func axis() throws {
        for (low, high) in [(0.0, 1.0), (995.0, 1003.0), (0.00012, 0.00019), (43.1, 43.9), (1e9, 3e9), (-5.0, 5.0)] {
            let axis = PriceAxis(low: low, high: high, rows: 20)
            #expect(axis.labels.count >= 2, "\(low) \(high)")
            var former = -Double.infinity
            for row in axis.labels.keys.sorted(by: >) {
                let label = try #require(axis.labels[row])
                let value = try #require(Double(label.filter { $0 != " " }))
                #expect(value > former && label.utf8.count == axis.width)
                #expect(axis.halfRow(of: value) / 2 == 19 - row)
                former = value
            }
        }
    }

    @Test("orders of one price are one level, and amounts add up from the best")
    func levels() throws {
        let panel = BookPanel(
            bids: [try entry("99.50", "1"), try entry("99.5", "0.25"), try entry("99", "2")],
            asks: [try entry("100", "1"), try entry("101", "1"), try entry("102", "1")], rows: 2)
        #expect(panel.bids.map(\.price) == ["99.5", "99"] && panel.bids.map(\.cumulated) == ["1.25", "3.25"])
        #expect(panel.asks.map(\.price) == ["100", "101"])
        #expect(panel.spread?.text == "0.5")
        #expect(BookPanel(bids: [], asks: [], rows: 5).spread == nil)
    }

    @Test("both sides stand beside each other, the larger sum with the longer bar")
    func panel() throws {
        let panel = BookPanel(
            bids: [try entry("99", "1"), try entry("98", "3")], asks: [try entry("100", "1")], rows: 5)
        let lines = panel.lines(width: 45, isColoured: false)
        #expect(
            lines == [
                "         amount  bid │ ask  amount",
                "      ██      1   99 │ 100       1 ██",
                "████████      3   98 │",
            ])
        #expect(lines.allSatisfy { $0.count <= 45 })
        #expect(panel.lines(width: 45, isColoured: true).joined().contains("\u{1B}[31m"))
        #expect(BookPanel(bids: [], asks: [], rows: 5).lines(width: 0, isColoured: false).count == 1)
    }

    @Test("candles of both sides become one of all trades")
    func merges() throws {
        let merged = MarketCandle.merged(
            [try candle("10", "12", "9", "11", "2020-02-15 12:16", volume: "3"), try candle("9", "9", "9", "9")],
            [try candle("10", "13", "10", "12", "2020-02-15 12:16", volume: "0.5")])
        #expect(merged.map(\.date) == ["2020-02-15 12:16", "2020-02-15 12:15"])
        #expect([merged[0].open, merged[0].high, merged[0].low, merged[0].close] == ["10", "13", "9", "11"])
        #expect(merged[0].volume == "3.5" && merged[0].count == "2")
    }
}
