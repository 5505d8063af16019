import Accounts
import Basics
import Hummingbird
import HummingbirdTesting
import Ledger
import Logging
import Market
import Storage
import Synchronization
import TestServer
import Testing

@testable import AccountService
@testable import HTTPKit
@testable import LedgerService
@testable import MarketCompatibility
@testable import MarketService

/// A market that is what a test says it is.
final class FakeMarket: FeedSource {
    struct State {
        var assets: [Asset] = []
        var markets: [MarketRules] = []
        var books: [Int: BookSnapshot] = [:]
        var trades: [Int: [PublicTrade]] = [:]
        var candles: [Candle] = []
        var balances: [LedgerAccount: [(asset: Asset, balance: Balance)]] = [:]
        var openOrders: [LedgerAccount: [OrderRecord]] = [:]
        var isBroken = false
        /// What followers of the depth were told last.
        var told: MarketDepth?
    }

    let hub = MarketHub()
    let state: Mutex<State>

    private let eth: Asset

    init() throws {
        func asset(_ number: Int, _ name: String, _ kind: AssetKind, _ title: String, _ postfix: String) throws -> Asset
        {
            Asset(
                number: number, name: try #require(AssetName(name)), kind: kind, exponent: 18, decimals: 8,
                title: title,
                postfix: postfix)
        }
        let clp = try asset(1, "CLP", .currency, "Peso Chileno", "")
        eth = try asset(2, "ETH", .crypto, "Ether", " ETH")
        let rules = try MarketRules(
            number: 1, name: try #require(MarketName("ETHCLP")), base: eth, quote: clp,
            tickUnits: 10_000_000_000_000_000_000, lotUnits: 10_000_000_000, minimumLots: 1, fees: .standard)
        state = Mutex(State(assets: [clp, eth], markets: [rules]))
    }

    var rules: MarketRules { state.withLock { $0.markets[0] } }

    /// Replaces the book, as a committed change would.
    func setBook(bids: [BookLine], asks: [BookLine], sequence: Int64 = 1) {
        state.withLock { $0.books[1] = BookSnapshot(sequence: sequence, bids: bids, asks: asks, hash: 0) }
        hub.changed(market: 1, trades: [], accounts: [])
    }

    static func line(_ id: Int64, ticks: Int64, lots: Int64 = 100_000_000) -> BookLine {
        BookLine(
            id: id, ticks: ticks, lots: lots, initialLots: 100_000_000, at: Timestamp(milliseconds: 1_587_394_804_709))
    }

    func setBalance(_ total: Int128, of trader: Trader) {
        state.withLock { $0.balances[trader.number] = [(eth, Balance(total: total, held: 0))] }
        hub.changed(accounts: [trader.number])
    }

    private func read<Value>(_ body: (State) -> Value) throws(ServiceError) -> Value {
        let (value, isBroken) = state.withLock { (body($0), $0.isBroken) }
        if isBroken { throw .market(.disabled) }
        return value
    }

    func assets() async throws(ServiceError) -> [Asset] { try read { $0.assets } }
    func markets() async throws(ServiceError) -> [MarketRules] { try read { $0.markets } }
    func bookSnapshot(_ market: MarketName, perSide: Int) async throws(ServiceError) -> BookSnapshot {
        try read { $0.books[1] ?? BookSnapshot(sequence: 0, bids: [], asks: [], hash: 0) }
    }
    func depth(_ market: MarketName) async throws(ServiceError) -> MarketDepth {
        let (rules, book) = try read { ($0.markets[0], $0.books[1]) }
        func side(_ lines: [BookLine]) -> BookDepth {
            var depth = BookDepth(rules: rules, mostLevels: 500, mostOrders: 20_000)
            for line in lines where !depth.add(ticks: line.ticks, lots: line.lots) { break }
            return depth
        }
        return MarketDepth(
            sequence: book?.sequence ?? 0, bids: side(book?.bids ?? []), asks: side(book?.asks ?? []))
    }
    func auction(_ market: MarketName) async throws(ServiceError) -> MarketAuction {
        try read { MarketAuction(market: $0.markets[0], price: nil) }
    }
    func told(_ depth: MarketDepth?, ofMarket number: Int) { state.withLock { $0.told = depth } }
    func lastTrades(_ market: MarketName, count: Int) async throws(ServiceError) -> [PublicTrade] {
        try read { $0.trades[1] ?? [] }
    }
    func lastCandles(
        _ market: MarketName, _ kind: CandleKind, _ frame: CandleFrame, count: Int
    ) async throws(ServiceError) -> [Candle] {
        try read { Array($0.candles.prefix(count)) }
    }
    func tickers() async throws(ServiceError) -> [Ticker] {
        try read { state in
            state.markets.map { market in
                let book = state.books[market.number]
                return Ticker(
                    market: market, high: nil, low: nil, bid: book?.bids.first?.ticks, ask: book?.asks.first?.ticks,
                    last: nil, lastBuy: nil, lastSell: nil, volume: 0, at: Timestamp(milliseconds: 0), change1d: 0.01,
                    change7d: nil)
            }
        }
    }
    func balances(of trader: Trader) async throws(ServiceError) -> [(asset: Asset, balance: Balance)] {
        try read { $0.balances[trader.number] ?? [] }
    }
    func openOrders(
        of trader: Trader, in markets: [MarketRules], count: Int
    ) async throws(ServiceError) -> [Int: [OrderRecord]] {
        try read { [1: $0.openOrders[trader.number] ?? []] }
    }
    func closedOrders(
        of trader: Trader, in markets: [MarketRules], count: Int
    ) async throws(ServiceError) -> [Int: [OrderRecord]] { [:] }
    func orders(_ numbers: [Int64], of trader: Trader) async throws(ServiceError) -> [OrderRecord] { [] }
    func tier(of trader: Trader, market: MarketName) async throws(ServiceError) -> TradingTier {
        TradingTier(level: 0, traded: 0, tier: rules.fees.tiers[0])
    }
}

/// A server that has sockets and nothing else, with a market that the test makes.
struct SocketSite: Sendable {
    let market: FakeMarket
    let database: any Database
    let tickets: SocketTickets
    let sockets: SocketServer
    let clock: TestClock
    let port: Int

    static let ana = Trader(number: LedgerAccount(rawValue: 1001), account: [1])
    static let bea = Trader(number: LedgerAccount(rawValue: 1002), account: [2])

    /// Calls `body` with such a server.
    static func with(
        interval: Int64 = 10, limits: (inout ServerLimits) -> Void = { _ in },
        _ body: @escaping @Sendable (SocketSite) async throws -> Void
    ) async throws {
        var serverLimits = ServerLimits.standard.withoutRates
        limits(&serverLimits)
        let limits = serverLimits
        try await Engine.sqlite.withDatabase { database in
            let clock = TestClock()
            let market = try FakeMarket()
            let tickets = SocketTickets(database: database)
            for trader in [Self.ana, Self.bea] { try await Self.enter(trader, in: database) }
            let feeds = MarketFeeds(
                source: market, tickets: tickets, clock: clock.serverClock, intervalMilliseconds: interval,
                logger: Site.quiet)
            let sockets = SocketServer(limits: limits.sockets, listener: feeds.inbox)
            let figures = ServerMetrics()
            var handlers = RouteHandlers(
                streaming: Streaming(figures: figures, limits: limits, sessions: nil, jitter: { 0 }))
            handlers.addOperationRoutes(Readiness { true })
            handlers.addFigures()
            handlers.addSocketRoutes(sockets)
            var server = try application(
                of: handlers, configuration: .init(port: 0, webRoot: "/nonexistent", limits: limits), sessions: nil,
                admission: nil, clock: clock.serverClock, figures: figures, sockets: sockets, logger: Site.quiet,
                onListening: { _ in })
            server.addServices(sockets, feeds)
            try await server.test(.live) { client in
                try await body(
                    SocketSite(
                        market: market, database: database, tickets: tickets, sockets: sockets, clock: clock,
                        port: try #require(client.port)))
            }
        }
    }

    /// What the tickets of a trader are obtained with: a key that lasts until a test revokes it.
    static func key(of trader: Trader) -> String { "KEY\(trader.number.rawValue)" }

    /// Puts a trader's account and key into the database.
    static func enter(_ trader: Trader, in database: any Database, expiresAt: Timestamp? = nil) async throws {
        try await database.write { connection in
            try connection.execute(
                "INSERT INTO accounts (id, email, password, created_at) VALUES (?1, ?2, '', 0)",
                [.blob(trader.account), .text("\(trader.number.rawValue)@example.org")])
            try APIKeyStore(connection).insert(
                APIKey(
                    public: key(of: trader), secret: "", account: trader.account, scopes: [.read],
                    expiresAt: expiresAt, addresses: []),
                label: "Robot", day: 0)
        }
    }

    /// A ticket of a trader, obtained with the key.
    func ticket(of trader: Trader) async throws -> SocketTickets.Ticket {
        try await tickets.issue(for: trader, by: .key(Self.key(of: trader)), now: clock.now)
    }

    /// A WebSocket of Engine.IO 4 in the root namespace.
    func connect(reads: Bool = true) async throws -> SocketClient {
        let client = try await SocketClient.webSocket(port: port)
        #expect(try await client.message().hasPrefix("0{\"sid\":"))
        try await client.send("40")
        #expect(try await client.message().hasPrefix("40{\"sid\":"))
        if !reads { try await client.stopReading() }
        return client
    }

    /// The same with a trader's ids shown.
    func connect(as trader: Trader) async throws -> SocketClient {
        let client = try await connect()
        let ticket = try await ticket(of: trader)
        try await client.emit("user-auth", "{\"uid\":\"\(ticket.uid)\",\"socid\":\"\(ticket.socid)\"}")
        return client
    }

    /// Waits until `condition` holds.
    static func wait(seconds: Double = 10, until condition: () async throws -> Bool) async throws -> Bool {
        let deadline = ContinuousClock.now + .seconds(seconds)
        while try await !condition() {
            guard ContinuousClock.now < deadline else { return false }
            try await Task.sleep(for: .milliseconds(5))
        }
        return true
    }
}
