import Basics
import HTTPKit
import Ledger
import LedgerService
import Logging
import Market
import MarketService
import ServiceLifecycle

/// What the sockets are told of the markets, in both generations of the original's contract.
///
/// There is one feed for each market and event, however many follow it. Each second it is looked whether the hub counts
/// a change; then the new state is written, one delta is made, and the same bytes go to everybody. What is of one trader
/// alone is told at once. Whoever has lost
/// something, or reads too slowly, gets the whole state when it can take it; what it missed is never kept for it.
package actor MarketFeeds: Service {
    /// The bounds and times of the feeds, milliseconds.
    enum Times {
        /// How long clients take to be ready for what signing in brings: some add their handlers after they connect.
        static let afterSignIn: Int64 = 100
        /// Between two whole states for one socket.
        static let betweenStates: Int64 = 20
        /// Between two whole states of one feed for one socket, however often it asks.
        static let betweenRepeats: Int64 = 500
        /// Between two tellings of what changes of one trader.
        static let betweenOwn: Int64 = 50
        /// Between two looks at what changes without a trade: the changes of one and seven days.
        static let board: Int64 = 60_000
        /// Between two looks at somebody's tier, which changes once a day.
        static let operated: Int64 = 60_000
        /// Between two tellings of all candles to the 2018 generation.
        static let pairs: Int64 = 60_000
        /// Between two looks whether keys and sessions that sockets were opened with have ended.
        static let holders: Int64 = 2000
    }

    /// A feed and who follows it.
    struct Topic {
        var feed: Feed
        var readers: [ObjectIdentifier: FeedReader] = [:]
    }

    /// What is told of the sockets.
    package nonisolated let inbox = FeedInbox()
    let source: any FeedSource
    let tickets: SocketTickets
    /// Carries out orders that come over sockets; nil where none are taken.
    let trading: SocketTrading?
    let clock: ServerClock
    let interval: Int64
    let logger: Logger
    private let signIns: AsyncStream<SignIn>
    let signInQueue: AsyncStream<SignIn>.Continuation

    var topics: [FeedKey: Topic] = [:]
    var readers: [ObjectIdentifier: FeedReader] = [:]
    /// Those that wait for a whole state.
    var waiting: Set<ObjectIdentifier> = []
    var catalogue = Catalogue()
    var marketStates: [Int: MarketState] = [:]
    var traderStates: [LedgerAccount: TraderState] = [:]
    var boardState = BoardState()
    private var highestTransaction: Int64 = 0
    private var nextLook: Int64 = 0

    /// The assets and markets as they were read last.
    struct Catalogue {
        var version: UInt64?
        var assets: [Asset] = []
        var markets: [Int: MarketRules] = [:]
        var numbers: [String: Int] = [:]
    }

    /// What is kept of a market between two looks.
    struct MarketState {
        var version: UInt64?
        var writer = BookFeedJSON()
        var newestTrade: Int64?
        /// The phase that was told last.
        var phase: MarketPhase?
        var candles: [CandleKind: [CandleFrame: [Candle]]] = [:]
    }

    /// What is kept of a trader between two looks.
    struct TraderState {
        let trader: Trader
        var version: UInt64?
        var tierAt: Int64?
        /// When it was looked at last.
        var lookedAt: Int64 = 0
        /// Whether somebody looks at it: what was read first must not be told last.
        var isBusy = false
        /// Its orders by the numbers of their markets, as long as somebody follows them.
        var open: [Int: [OrderRecord]] = [:]
        var closed: [Int: [OrderRecord]] = [:]
    }

    /// When the board was looked at last, and at which versions.
    struct BoardState {
        var versions: [Int: UInt64]?
        var at: Int64 = 0
        var pairsAt: Int64?
    }

    /// Somebody who says who it is, to be looked up in the database.
    package struct SignIn: Sendable {
        let session: SocketSession
        let uid: String
        let socid: String
        let verify: String?
        let isOf2018: Bool
    }

    /// Feeds that read from `source`.
    ///
    /// - Parameters:
    ///   - trading: Carries out orders that come over sockets; none are taken without it.
    ///   - intervalMilliseconds: The time between two looks at what has changed.
    package init(
        source: any FeedSource, tickets: SocketTickets, trading: SocketTrading? = nil, clock: ServerClock,
        intervalMilliseconds: Int64, logger: Logger
    ) {
        self.source = source
        self.tickets = tickets
        self.trading = trading
        self.clock = clock
        self.interval = max(1, intervalMilliseconds)
        self.logger = logger
        (signIns, signInQueue) = AsyncStream<SignIn>.makeStream(bufferingPolicy: .bufferingOldest(4096))
    }

    /// Serves sockets until the server stops.
    package func run() async throws {
        await cancelWhenGracefulShutdown {
            await withTaskGroup(of: Void.self) { group in
                group.addTask {
                    for await notice in self.inbox.notices {
                        await self.knowMarkets()
                        await self.take(notice)
                    }
                }
                group.addTask { for await signIn in self.signIns { await self.lookUp(signIn) } }
                group.addTask { await self.followTraders() }
                group.addTask {
                    while (try? await Task.sleep(for: .milliseconds(Times.holders))) != nil {
                        await self.closeThoseWithoutHolder()
                    }
                }
                group.addTask {
                    var pause: Int64 = 0
                    while (try? await Task.sleep(for: .milliseconds(pause))) != nil { pause = await self.pulse() }
                }
            }
        }
    }

    /// How late is what followers are told now, milliseconds; 0 while nobody follows anything.
    ///
    /// It is how long it takes the feeds to answer, or for how long the look at what has changed is due.
    package nonisolated func lag() async -> Int64 {
        let asked = SocketServer.milliseconds()
        let due = await dueSince
        let now = SocketServer.milliseconds()
        return max(now - asked, due.map { now - $0 } ?? 0)
    }

    /// Since when a look at what has changed is due; nil when none is, and while nobody follows anything.
    private var dueSince: Int64? {
        let now = SocketServer.milliseconds()
        return readers.isEmpty || nextLook == 0 || nextLook > now ? nil : nextLook
    }

    /// Does what is due, and says after how many milliseconds to come back.
    func pulse() async -> Int64 {
        guard !readers.isEmpty else {
            nextLook = 0
            return 50
        }
        let now = SocketServer.milliseconds()
        let isTime = now >= nextLook
        if isTime { nextLook = max(nextLook + interval, now - interval / 2) }
        await look(onlyAtNew: !isTime)
        sendStates()
        return max(1, min(Times.betweenStates, nextLook - SocketServer.milliseconds()))
    }

    // MARK: - Feeds and their readers

    /// Lets a reader follow a feed; it gets the whole state first, after `delay` milliseconds.
    func follow(_ key: FeedKey, _ reader: FeedReader, delay: Int64 = 0) {
        if topics[key] == nil {
            let market = key.market.flatMap { catalogue.markets[$0]?.name.text }
            let begins = max(clock.now().milliseconds, highestTransaction + 1)
            topics[key] = Topic(feed: Feed(key, market: market, transaction: begins))
            if let trader = reader.trader, let account = key.account { watch(account, trader) }
        }
        topics[key]?.readers[reader.id] = reader
        reader.feeds[key] = .waiting(since: SocketServer.milliseconds() + delay)
        waiting.insert(reader.id)
    }

    /// Lets a reader follow a feed no more; a feed that nobody follows is forgotten.
    func leave(_ key: FeedKey, _ reader: FeedReader) {
        reader.feeds[key] = nil
        reader.sentAt[key] = nil
        guard let topic = topics[key] else { return }
        topics[key]?.readers[reader.id] = nil
        guard topic.readers.count <= 1, topics[key]?.readers.isEmpty == true else { return }
        highestTransaction = max(highestTransaction, topic.feed.transaction)
        topics[key] = nil
        if case .depth(let number) = key { source.told(nil, ofMarket: number) }
        if let number = key.market {
            if !topics.keys.contains(where: { $0.market == number }) { marketStates[number] = nil }
        } else if let account = key.account {
            if !topics.keys.contains(where: { $0.account == account }), traderStates.removeValue(forKey: account) != nil
            {
                source.hub.unwatch(account)
            }
        }
    }

    private func watch(_ account: LedgerAccount, _ trader: Trader) {
        guard traderStates[account] == nil else { return }
        traderStates[account] = TraderState(trader: trader)
        source.hub.watch(account)
    }

    /// Lets a reader have the whole state of what it follows again.
    func repeatState(_ key: FeedKey, _ reader: FeedReader) {
        guard let standing = reader.feeds[key] else { return follow(key, reader) }
        guard case .following = standing else { return }
        let now = SocketServer.milliseconds()
        reader.feeds[key] = .waiting(since: max(now, (reader.sentAt[key] ?? 0) + Times.betweenRepeats))
        waiting.insert(reader.id)
    }

    // MARK: - Sending

    /// Takes a feed's new state and tells everybody who follows it.
    ///
    /// - Parameter number: The number of the state where it has one of its own.
    func publish(_ key: FeedKey, _ new: JSONValue, number: Int64? = nil) {
        guard let message = topics[key]?.feed.advance(to: new, now: clock.now().milliseconds, number: number) else {
            return
        }
        send(message, to: key)
    }

    /// Sends a message to everybody who follows a feed and knows its state.
    func send(_ message: SocketMessage, to key: FeedKey) {
        guard let topic = topics[key] else { return }
        var links: [WebSocketLink] = []
        for reader in topic.readers.values {
            guard case .following? = reader.feeds[key] else { continue }
            if let link = reader.session.enqueue(message, epoch: reader.epoch) { links.append(link) }
        }
        WebSocketLink.pump(links)
    }

    /// Sends whole states to those who wait for one.
    private func sendStates() {
        guard !waiting.isEmpty else { return }
        let now = SocketServer.milliseconds()
        var links: [WebSocketLink] = []
        for id in waiting {
            guard let reader = readers[id] else {
                waiting.remove(id)
                continue
            }
            guard let key = reader.due(at: now, where: { topics[$0]?.feed.data != nil }),
                let message = topics[key]?.feed.wholeMessage()
            else { continue }
            reader.feeds[key] = .following
            reader.sentAt[key] = now
            reader.isBusy = true
            reader.nextAt = now + Times.betweenStates
            if !reader.isWaiting { waiting.remove(id) }
            if let link = reader.session.enqueue(message, epoch: reader.epoch, wantsDrained: true) {
                links.append(link)
            }
        }
        WebSocketLink.pump(links)
    }

    /// All that waited for a socket has been written.
    func drained(_ reader: FeedReader) {
        reader.isBusy = false
        let epoch = reader.session.epoch
        guard epoch != reader.epoch else { return }
        // Something was dropped, and nobody knows of which feed: it begins anew with all of them.
        reader.epoch = epoch
        let now = SocketServer.milliseconds()
        for key in reader.feeds.keys {
            reader.feeds[key] = .waiting(since: max(now, (reader.sentAt[key] ?? 0) + Times.betweenRepeats))
        }
        waiting.insert(reader.id)
    }
}
