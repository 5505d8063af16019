import Basics
import Dispatch
import HTTPKit
import Ledger
import LedgerService
import Market
import ServiceKit
import Storage
import Synchronization

// What everybody may see of the markets.
extension MarketService {
    /// The assets by number.
    package func assets() async throws(ServiceError) -> [Asset] {
        try await load()
        return registry.known.catalogue.assets
    }

    /// The markets by number, those that take no orders as well.
    package func markets() async throws(ServiceError) -> [MarketRules] {
        try await load()
        return registry.known.catalogue.markets
    }

    /// The market of this name.
    package func market(named name: MarketName) async throws(ServiceError) -> MarketRules {
        try await load()
        guard let rules = registry.known.markets[name] else { throw .market(.unknownMarket) }
        return rules
    }

    /// The asset of this name.
    package func asset(named name: AssetName) async throws(ServiceError) -> Asset {
        try await load()
        guard let asset = registry.known.assets[name] else { throw .market(.unknownAsset) }
        return asset
    }

    /// The orders of one side, best first.
    package func book(
        _ market: MarketName, side: Side, page: Page
    ) async throws(ServiceError) -> Paged<BookLine> {
        try await writer(market).writer.read { engine in
            var lines: [BookLine] = []
            var position = 0
            engine.matching.book.forEach(side) { order in
                if position >= page.offset { lines.append(engine.line(order)) }
                position += 1
                return lines.count <= page.limit
            }
            return Paged(fetched: lines, limit: page.limit)
        }
    }

    /// The best orders of both sides at one instant, with the fingerprint of the whole book.
    package func bookSnapshot(_ market: MarketName, perSide: Int) async throws(ServiceError) -> BookSnapshot {
        try await bookSnapshot(market, perSide: perSide, isHashed: true)
    }

    /// The best orders of both sides at one instant.
    ///
    /// - Parameter isHashed: Whether the fingerprint is worked out, for which every order is looked at; else it is 0.
    package func bookSnapshot(
        _ market: MarketName, perSide: Int, isHashed: Bool
    ) async throws(ServiceError) -> BookSnapshot {
        try await writer(market).writer.read { engine in
            func best(_ side: Side) -> [BookLine] {
                var lines: [BookLine] = []
                guard perSide > 0 else { return lines }
                engine.matching.book.forEach(side) { order in
                    lines.append(engine.line(order))
                    return lines.count < perSide
                }
                return lines
            }
            return BookSnapshot(
                sequence: engine.sequence, bids: best(.buy), asks: best(.sell),
                hash: isHashed ? engine.matching.stateHash : 0)
        }
    }

    /// The trades of a market from an instant until before another, newest first.
    package func trades(
        _ market: MarketName, from: Timestamp? = nil, to: Timestamp? = nil, page: Page
    ) async throws(ServiceError) -> Paged<PublicTrade> {
        let rules = try await self.market(named: market)
        return try await database.readingHistory { connection in
            let fills = FillStore(connection)
            let first = try from.map { try fills.firstNumber(market: rules.number, at: $0) } ?? 0
            let end = try to.map { try fills.firstNumber(market: rules.number, at: $0) } ?? .max
            let some = try fills.fills(
                market: rules.number, before: min(end, page.cursor?.number ?? .max), from: first,
                limit: page.limit + 1, offset: page.offset)
            return Paged(fetched: some.map(\.trade), limit: page.limit, cursor: \.id)
        }
    }

    /// A market's last trades, newest first: a few, so that nothing waits for them.
    package func lastTrades(_ market: MarketName, count: Int) async throws(ServiceError) -> [PublicTrade] {
        let rules = try await self.market(named: market)
        return try await database.reading {
            try FillStore($0).fills(market: rules.number, before: .max, limit: count).map(\.trade)
        }
    }

    /// The candles of a market, newest first; periods without a trade have none.
    ///
    /// The newest ones are in memory.
    package func candles(
        _ market: MarketName, kind: CandleKind, frame: CandleFrame, page: Page
    ) async throws(ServiceError) -> Paged<Candle> {
        let rules = try await self.market(named: market)
        if page.cursor == nil, page.offset + page.limit < CandleMemory.kept {
            let newest = try await newestCandles(rules, CandleMemory.Series(rules.number, kind, frame))
            let some = newest.dropFirst(page.offset).prefix(page.limit + 1)
            return Paged(fetched: Array(some), limit: page.limit, cursor: \.start.milliseconds)
        }
        return try await database.readingHistory { connection in
            let some = try CandleStore(connection).candles(
                market: rules.number, kind: kind, frame: frame,
                before: Timestamp(milliseconds: page.cursor?.number ?? .max), limit: page.limit + 1,
                offset: page.offset)
            return Paged(fetched: some, limit: page.limit, cursor: \.start.milliseconds)
        }
    }

    func newestCandles(
        _ rules: MarketRules, _ series: CandleMemory.Series
    ) async throws(ServiceError) -> [Candle] {
        let open = try await candlesInMemory(of: rules)?.latest(series.kind, series.frame)
        let known = candleMemory.candles(of: series, whoseNewestIs: open)
        if let known, open != nil, known.isComplete { return known.candles }
        // Other candles have begun since somebody asked, or nobody has.
        let from = known?.candles.first?.start ?? Timestamp(milliseconds: .min)
        let read = try await database.reading { connection in
            try CandleStore(connection).candles(
                market: series.market, kind: series.kind, frame: series.frame, from: from, limit: CandleMemory.kept)
        }
        return candleMemory.keep(read, of: series)
    }

    /// Every market in a few numbers.
    package func tickers() async throws(ServiceError) -> [Ticker] {
        var tickers: [Ticker] = []
        for rules in try await markets() { tickers.append(try await ticker(rules.name)) }
        return tickers
    }

    /// A market in a few numbers; what another server has traded may be missing for half a second.
    package func ticker(_ market: MarketName) async throws(ServiceError) -> Ticker {
        let (rules, writer) = try await writer(market)
        let now = clock.now()
        if let known = try await published(by: writer)?.ticker,
            CandleFrame.minute.start(of: known.at) == CandleFrame.minute.start(of: now)
        {
            return known.of(rules, at: now)
        }
        if let known = try await writer.read({ $0.ticker(at: now) }) { return known }
        // Since the start nobody has asked: what seven days of minutes come to is read once.
        let statistics = try await database.reading { connection in
            (
                try MarketStateStore(connection).state(of: rules.number)?.sequence ?? 0,
                try CandleStore(connection).statistics(market: rules.number, at: now)
            )
        }
        let ticker = try await writer.read { engine in
            engine.resume(from: statistics.1, at: statistics.0)
            return engine.ticker(at: now) ?? engine.ticker(at: now, statistics.1)
        }
        return ticker
    }

    // MARK: - What is in memory

    /// How old what a writer published may be before it is compared with the database again, nanoseconds.
    private static let freshNanoseconds: UInt64 = 250_000_000

    /// What a writer has published, unless another server has written since.
    private func published(by writer: MarketWriter) async throws(ServiceError) -> PublishedMarket? {
        let now = DispatchTime.now().uptimeNanoseconds
        if let published = writer.published, now < published.confirmedAt + Self.freshNanoseconds { return published }
        // One small read for all markets, however many are asked for.
        let sequences = try await database.reading { try MarketStateStore($0).sequences() }
        for other in registry.known.writers.values { other.confirm(at: sequences[other.number], since: now) }
        return writer.published.flatMap { $0.confirmedAt >= now ? $0 : nil }
    }

    /// The open candles of a market; nil when they have to be read, because nobody runs it or somebody else writes.
    private func candlesInMemory(of rules: MarketRules) async throws(ServiceError) -> MarketCandles? {
        guard running.withLock({ $0.isRunning }), let writer = registry.known.writers[rules.number] else { return nil }
        return try await published(by: writer)?.candles
    }

    // MARK: - The catalogue

    /// Reads the catalogue unless it is known.
    func load() async throws(ServiceError) {
        if !registry.known.isLoaded { try await refresh() }
    }

    /// The market of this name alone, or all of them.
    func some(_ market: MarketName?) async throws(ServiceError) -> [MarketRules] {
        guard let market else { return try await markets() }
        return [try await self.market(named: market)]
    }
}

extension CandleStore {
    /// What the last seven days came to, from the candles of one minute.
    func statistics(market: Int, at now: Timestamp) throws -> DayStatistics {
        let week = now.advanced(bySeconds: -(CandleFrame.week.minutes + 1) * 60)
        let before = try candles(market: market, kind: .last, frame: .minute, before: week, limit: 1)
        let minutes = try candles(market: market, kind: .last, frame: .minute, from: week, limit: 10_082)
        return DayStatistics(minutes: minutes.reversed(), priceBefore: before.first?.close)
    }
}

extension MarketEngine {
    /// An order in the book with what the book does not know of it.
    func line(_ order: BookOrder) -> BookLine {
        let live = live[order.id]
        return BookLine(
            id: order.id, ticks: order.ticks, lots: order.lots, initialLots: live?.terms.lots ?? order.lots,
            at: live?.createdAt ?? changedAt)
    }

    /// The market in a few numbers; nil when nobody has told what the last days came to.
    func ticker(at now: Timestamp) -> Ticker? {
        guard var statistics else { return nil }
        self.statistics = nil
        let ticker = ticker(at: now, &statistics)
        self.statistics = statistics
        return ticker
    }

    func ticker(at now: Timestamp, _ statistics: DayStatistics) -> Ticker {
        var statistics = statistics
        return ticker(at: now, &statistics)
    }

    private func ticker(at now: Timestamp, _ statistics: inout DayStatistics) -> Ticker {
        let day = statistics.day(at: now)
        let week = statistics.week(at: now)
        let last = matching.lastTicks
        func change(_ window: DayStatistics.Window?) -> Double? {
            // Where nothing was traded, nothing is known of a change: that is not 0 %.
            guard let window, window.high != nil, let last, window.reference > 0 else { return nil }
            return (Double(last) - Double(window.reference)) / Double(window.reference)
        }
        return Ticker(
            market: rules, high: day?.high, low: day?.low, bid: matching.book.bestBid, ask: matching.book.bestAsk,
            last: last, lastBuy: lastBuy, lastSell: lastSell, volume: day?.volume ?? 0, at: now,
            change1d: change(day), change7d: change(week))
    }
}
