import Basics
import HTTPKit
import Ledger
import LedgerService
import Logging
import Market
import MarketService

// Looking at what has changed.
extension MarketFeeds {
    /// Reads what has changed and tells it.
    ///
    /// - Parameter onlyAtNew: Whether only feeds of which nothing is known yet are read.
    func look(onlyAtNew: Bool) async {
        if onlyAtNew, catalogue.version != nil, !topics.values.contains(where: { $0.feed.data == nil }) { return }
        do {
            try await lookAtCatalogue()
            try await lookAtBoard(onlyAtNew: onlyAtNew)
        } catch {
            unread(error)
        }
        for number in Set(topics.keys.compactMap(\.market)) {
            do {
                try await lookAtMarket(number, onlyAtNew: onlyAtNew)
            } catch {
                unread(error)
                // Who asks for a book must not get one that nobody can tell the changes of.
                source.told(nil, ofMarket: number)
            }
        }
        for account in Array(traderStates.keys) {
            await lookAtTrader(account, onlyAtNew: onlyAtNew)
        }
    }

    func unread(_ error: ServiceError) {
        logger.debug("a feed could not be read", metadata: ["code": "\(error.code)"])
    }

    /// The feeds among `keys` that are followed, and of which nothing was told yet when only these are wanted.
    private func wanted(_ keys: [FeedKey], onlyAtNew: Bool) -> [FeedKey] {
        keys.filter { key in topics[key].map { !onlyAtNew || $0.feed.data == nil } ?? false }
    }

    /// Reads the assets and markets when there are new ones, so that what a client names is known.
    func knowMarkets() async {
        guard catalogue.version != source.hub.catalogueVersion() else { return }
        do { try await lookAtCatalogue() } catch { unread(error) }
    }

    private func lookAtCatalogue() async throws(ServiceError) {
        let version = source.hub.catalogueVersion()
        if catalogue.version != version {
            let assets = try await source.assets()
            let markets = try await source.markets()
            catalogue = Catalogue(
                version: version, assets: assets,
                markets: Dictionary(markets.map { ($0.number, $0) }) { first, _ in first },
                numbers: Dictionary(markets.map { ($0.name.text, $0.number) }) { first, _ in first })
        } else if topics[.currencies]?.feed.data != nil {
            return
        }
        publish(.currencies, MarketFeedJSON.currencies(catalogue.assets))
    }

    private func lookAtBoard(onlyAtNew: Bool) async throws(ServiceError) {
        let now = SocketServer.milliseconds()
        let keys = wanted([.board, .boardAlert, .tickers], onlyAtNew: onlyAtNew)
        if !keys.isEmpty {
            let versions = catalogue.markets.mapValues { source.hub.marketVersion($0.number) }
            let isNew = keys.contains { topics[$0]?.feed.data == nil }
            if isNew || boardState.versions != versions || now - boardState.at >= Times.board {
                let tickers = try await source.tickers()
                boardState.versions = versions
                boardState.at = now
                for key in keys {
                    publish(key, key == .tickers ? OwnFeedJSON.tickers(tickers) : MarketFeedJSON.board(tickers))
                }
            }
        }
        guard let topic = topics[.pairs] else { return }
        let isDue = !onlyAtNew && now - (boardState.pairsAt ?? 0) >= Times.pairs
        guard topic.feed.data == nil || isDue else { return }
        var pairs: [JSONValue.Member] = []
        for market in catalogue.markets.values.sorted(by: { $0.number < $1.number }) {
            var series: [CandleFrame: [Candle]] = [:]
            for (_, frame) in MarketFeedJSON.frames2018 {
                series[frame] = try await source.lastCandles(market.name, .last, frame, count: MarketFeedJSON.candles)
            }
            pairs.append(.init(market.name.text, MarketFeedJSON.pair(series, of: market)))
        }
        boardState.pairsAt = now
        publish(.pairs, .object(pairs))
    }

    // MARK: - One market

    private func lookAtMarket(_ number: Int, onlyAtNew: Bool) async throws(ServiceError) {
        guard let market = catalogue.markets[number] else { return }
        let version = source.hub.marketVersion(number)
        if marketStates[number] == nil { marketStates[number] = MarketState() }
        let hasChanged = marketStates[number]?.version != version && !onlyAtNew
        try await lookAtAuction(market, hasChanged: hasChanged, onlyAtNew: onlyAtNew)
        let keys = (FeedKey.market2020(number) + [.orders(number)] + FeedKey.ownOfMarket(number)).filter { key in
            topics[key].map { hasChanged || $0.feed.data == nil } ?? false
        }
        guard !keys.isEmpty else { return }
        if keys.contains(.openBook(number)) || keys.contains(.orders(number)) {
            let book = try await source.bookSnapshot(market.name, perSide: BookFeedJSON.ordersOfASide)
            if keys.contains(.openBook(number)), let json = marketStates[number]?.writer.book(book, of: market) {
                publish(.openBook(number), json)
            }
            if keys.contains(.orders(number)) { publish(.orders(number), BookFeedJSON.orders(book, of: market)) }
        }
        if keys.contains(.depth(number)) { try await lookAtDepth(market) }
        if keys.contains(where: {
            $0 != .openBook(number) && $0 != .orders(number) && $0 != .depth(number) && $0 != .auction(number)
        }) {
            try await lookAtTrades(market, keys)
        }
        // Last, so that what could not be read is read again.
        if hasChanged { marketStates[number]?.version = version }
    }

    private func lookAtDepth(_ market: MarketRules) async throws(ServiceError) {
        let (key, depth) = (FeedKey.depth(market.number), try await source.depth(market.name))
        let json = OwnFeedJSON.depth(depth, of: market)
        let message = topics[key]?.feed.advance(to: json, now: clock.now().milliseconds, number: depth.sequence)
        // A sequence that changed nothing which is told has no delta, and the next one goes on from the number before.
        guard let feed = topics[key]?.feed else { return }
        // Before it is sent: whoever asks by REST once a change has come gets what the change led to, or something later.
        source.told(depth.numbered(feed.transaction), ofMarket: market.number)
        if let message { send(message, to: key) }
    }

    /// Tells what a market does with orders; an operator changes that without a change of the book.
    private func lookAtAuction(
        _ market: MarketRules, hasChanged: Bool, onlyAtNew: Bool
    ) async throws(ServiceError) {
        let key = FeedKey.auction(market.number)
        guard let topic = topics[key] else { return }
        let isOtherPhase = !onlyAtNew && marketStates[market.number]?.phase != market.phase
        guard hasChanged || isOtherPhase || topic.feed.data == nil else { return }
        let auction = try await source.auction(market.name)
        publish(key, OwnFeedJSON.auction(auction))
        marketStates[market.number]?.phase = market.phase
    }

    private func lookAtTrades(_ market: MarketRules, _ keys: [FeedKey]) async throws(ServiceError) {
        let number = market.number
        let trades = try await source.lastTrades(market.name, count: MarketFeedJSON.trades)
        let newest = trades.first?.id ?? 0
        let isNewTrade = marketStates[number]?.newestTrade != newest
        let history = FeedKey.historicalBook(number)
        if keys.contains(history), isNewTrade || topics[history]?.feed.data == nil {
            publish(history, MarketFeedJSON.trades(trades, of: market))
        }
        let candles = FeedKey.candles(number)
        if keys.contains(candles), isNewTrade || topics[candles]?.feed.data == nil {
            var series = marketStates[number]?.candles ?? [:]
            for kind in [CandleKind.sell, .buy] {
                for frame in CandleFrame.allCases {
                    series[kind, default: [:]][frame] = try await lastCandles(
                        market.name, kind, frame, known: series[kind]?[frame] ?? [])
                }
            }
            let ticker = try await source.tickers().first { $0.market.number == number }
            marketStates[number]?.candles = series
            publish(candles, MarketFeedJSON.candles(series, ticker, of: market))
        }
        let running = FeedKey.runningCandles(number)
        if keys.contains(running), isNewTrade || topics[running]?.feed.data == nil {
            var newestCandles: [(frame: CandleFrame, candle: Candle)] = []
            for frame in CandleFrame.allCases {
                guard let candle = try await source.lastCandles(market.name, .last, frame, count: 1).first else {
                    continue
                }
                newestCandles.append((frame, candle))
            }
            publish(running, OwnFeedJSON.running(newestCandles, of: market))
        }
        marketStates[number]?.newestTrade = newest
    }

    /// A market's candles, of which all but the newest are as they were.
    private func lastCandles(
        _ market: MarketName, _ kind: CandleKind, _ frame: CandleFrame, known: [Candle]
    ) async throws(ServiceError) -> [Candle] {
        if let newest = known.first {
            let latest = try await source.lastCandles(market, kind, frame, count: 2)
            if let place = latest.firstIndex(where: { $0.start == newest.start }) {
                return Array((latest[...place] + known.dropFirst()).prefix(MarketFeedJSON.candles))
            }
        }
        return try await source.lastCandles(market, kind, frame, count: MarketFeedJSON.candles)
    }
}
