import Basics
import Ledger
import Market
import Storage
import TestServer
import Testing

@testable import HTTPKit
@testable import LedgerService
@testable import MarketService

@Suite("Charts and depths")
struct ChartTests {
    /// Trades at these prices, each an hour and a half after the one before.
    private static func trade(_ prices: [String], in world: MarketWorld) async throws {
        let seller = try await world.person(1, ["XLM": "100000"])
        let buyer = try await world.person(2, ["CLP": "10000000"])
        for price in prices {
            world.clock.advance(seconds: 5400)
            try await world.limit(seller, .sell, "1", at: price)
            try await world.take(buyer, .buy, "1")
        }
    }

    @Test("a chart has every frame of its span, from memory and from the database", arguments: Engine.allCases)
    func spans(engine: Engine) async throws {
        try await MarketWorld.with(engine) { world in
            func chart(
                _ frame: CandleFrame = .hour, from: Timestamp? = nil, to: Timestamp? = nil
            ) async throws -> MarketChart {
                try await world.market.chart(MarketWorld.xlmclp, kind: .last, frame: frame, from: from, to: to)
            }
            let empty = try await chart()
            #expect(empty.chart.points.isEmpty && empty.olderTo == nil && empty.chart.closeBefore == nil)
            let begun = world.clock.now
            try await Self.trade(["10", "11", "12", "13", "14", "15"], in: world)
            let all = try await chart()
            #expect(all.chart.points.compactMap { $0.candle?.close } == [1000, 1100, 1200, 1300, 1400, 1500])
            #expect(all.chart.points.count == 8 || all.chart.points.count == 9)
            #expect(all.chart.points.last?.start == CandleFrame.hour.start(of: world.clock.now))
            #expect(all.olderTo == nil)
            for (point, next) in zip(all.chart.points, all.chart.points.dropFirst()) {
                #expect(CandleFrame.hour.end(of: point.start) == next.start)
            }
            // A piece, and what `olderTo` leads to, are the whole.
            let late = try await chart(from: begun.advanced(bySeconds: 4 * 5400))
            let edge = try #require(late.olderTo)
            let early = try await chart(to: edge)
            #expect(early.chart.points + late.chart.points == all.chart.points)
            #expect(late.chart.closeBefore == early.chart.points.compactMap { $0.candle?.close }.last)
            // Time goes on without a trade.
            world.clock.advance(seconds: 7200)
            let later = try await chart()
            #expect(later.chart.points.count == all.chart.points.count + 2)
            #expect(later.chart.points.suffix(2).map(\.candle) == [nil, nil])
            let future = world.clock.now.advanced(bySeconds: 86_400)
            #expect(try await chart(from: future, to: future.advanced(bySeconds: 60)).chart.points.isEmpty)
            let many = try await chart(.minute, from: begun)
            #expect(many.chart.points.count <= MarketService.mostFrames)
            let past = try await chart(.minute, from: Timestamp(milliseconds: 0), to: begun)
            #expect(past.chart.points.isEmpty && past.olderTo == nil)
        }
    }

    @Test("a chart that is older than what is in memory is read", arguments: Engine.allCases)
    func old(engine: Engine) async throws {
        try await MarketWorld.with(engine) { world in
            let begun = world.clock.now
            try await Self.trade(["10", "11"], in: world)
            // As many candles of a minute as memory never has.
            let market = world.xlm.number
            try await world.database.write { connection in
                var rows = CandleStore.inserter()
                for minute in 1...700 {
                    let start = CandleFrame.minute.start(of: begun).advanced(bySeconds: Int64(minute + 600) * 60)
                    try CandleStore(connection).put(
                        .init(kind: .last, frame: .minute, candle: Candle(start: start, ticks: 2000, lots: 1)),
                        market: market, with: &rows)
                }
                try rows.finish(connection)
            }
            world.clock.advance(seconds: 86_400)
            let to = begun.advanced(bySeconds: 90 * 60 + 60)
            let chart = try await world.market.chart(
                MarketWorld.xlmclp, kind: .last, frame: .minute, from: begun, to: to)
            #expect(chart.chart.points.first?.candle?.close == 1000 && chart.chart.points.last?.start ?? to < to)
            let second = try await world.market.chart(
                MarketWorld.xlmclp, kind: .last, frame: .minute, from: begun.advanced(bySeconds: 91 * 60),
                to: begun.advanced(bySeconds: 181 * 60))
            #expect(second.chart.closeBefore == 1000 && (90...91).contains(second.chart.points.count))
            #expect(second.chart.points.compactMap { $0.candle?.close } == [1100])
        }
    }

    @Test("a depth adds up the book, and is what followers were told while there are any", arguments: Engine.allCases)
    func depth(engine: Engine) async throws {
        try await MarketWorld.with(engine) { world in
            let seller = try await world.person(1, ["XLM": "100"])
            for (amount, price) in [("1", "11"), ("2", "10"), ("3", "11")] {
                try await world.limit(seller, .sell, amount, at: price)
            }
            let depth = try await world.market.joinableDepth(MarketWorld.xlmclp)
            #expect(depth.asks.levels.map(\.ticks) == [1000, 1100] && depth.asks.levels.map(\.orders) == [1, 2])
            #expect(depth.asks.levels.map { world.xlm.quote.text($0.notional) } == ["20", "64"])
            #expect(depth.asks.isWhole && depth.bids.levels.isEmpty)
            let snapshot = try await world.market.bookSnapshot(MarketWorld.xlmclp, perSide: 1)
            #expect(depth.sequence == snapshot.sequence)
            world.market.told(depth.numbered(99), ofMarket: world.xlm.number)
            try await world.limit(seller, .sell, "1", at: "12")
            #expect(try await world.market.joinableDepth(MarketWorld.xlmclp).sequence == 99)
            world.market.told(nil, ofMarket: world.xlm.number)
            #expect(try await world.market.joinableDepth(MarketWorld.xlmclp).asks.levels.count == 3)
        }
    }
}
