import AccountService
import Basics
import HTTPKit
import Ledger
import LedgerService
import Market
import MarketService
import Storage

/// What happens in the markets while people walk about: makers who keep the books alive, and visitors who trade.
///
/// Everything is asked of the service as anybody else asks it, one thing after another, and all chance comes from the
/// day's seed: so a seed repeats every trade, unless a guest at the page takes part.
package struct SimulatedTrading: Sendable {
    /// Simulated milliseconds between two visits of a maker to a market.
    private static let visitEvery: Int64 = 16_000
    /// Simulated milliseconds between two turns of visitors.
    private static let turnEvery: Int64 = 20_000
    /// One visitor in so many trades.
    private static let oneIn = 4

    private let market: MarketService
    private var makers: [MarketMaker] = []
    private var visitors: [TradingVisitor] = []
    private var markets: [MarketRules] = []
    private var points: MarketRules?
    private var random: SplitMix64
    private var nextMaker = 0
    private var nextVisit: Timestamp
    private var nextTurn: Timestamp
    private var isOpen = false
    private var report = SimulationReport.Trading()
    private var past = TradedPast()

    /// Opens a market of points, and gives the makers and some of the visitors money to begin with.
    ///
    /// - Parameters:
    ///   - market: The server's market, which begins to work later.
    ///   - hasPast: Whether there was trade on the days before, as somebody who looks at charts expects it.
    package init(_ mall: CentreSimulation, market: MarketService, hasPast: Bool = false) async throws {
        self.market = market
        random = SplitMix64(seed: mall.configuration.seed).split(5)
        nextVisit = mall.configuration.start
        nextTurn = mall.configuration.start.advanced(byMilliseconds: Self.turnEvery)
        try await openPointsMarket()
        let assets = try await market.administration.assets().map(\.name)
        let traders = try await hire(["market-maker", "market-taker"], for: mall, float: assets)
        var traded: [(traded: TradedMarket, rules: MarketRules)] = []
        for one in TradedMarket.all {
            guard let name = MarketName(one.name) else { continue }
            traded.append((one, try await market.market(named: name)))
        }
        if hasPast {
            try await past.live(
                traded, maker: traders[0], taker: traders[1], until: mall.configuration.start, in: market.database,
                random: random.split(2000))
        }
        for (number, (traded, rules)) in traded.enumerated() {
            makers.append(
                try MarketMaker(
                    traded, rules: rules, maker: traders[0], taker: traders[1], random: random.split(UInt64(number))))
            if traded.name == TradedMarket.points { points = rules } else { markets.append(rules) }
        }
        // The visitors' money is in pesos.
        markets.removeAll { $0.quote.name.text != "CLP" || !["ETH", "XLM", "EOS"].contains($0.base.name.text) }
        for (number, visitor) in mall.visitors.enumerated() where number % Self.oneIn == 0 {
            let account = visitor.phone.session.accountID
            for (asset, amount) in TradingVisitor.money { try await give(amount, asset, to: account) }
            visitors.append(
                TradingVisitor(
                    try await market.trader(of: account), random: random.split(UInt64(1000 + number))))
        }
        report.visitors = visitors.count
    }

    private func openPointsMarket() async throws {
        guard let draft = LedgerAdministration.pointsDraft, let name = MarketName(TradedMarket.points),
            let pesos = AssetName("CLP")
        else { return }
        if try await !market.administration.assets().contains(where: { $0.name == draft.name }) {
            try await market.administration.addAsset(draft)
        }
        try await market.administration.addMarket(
            MarketDraft(name: name, base: draft.name, quote: pesos, tick: "0.1", lot: "1", minimum: "1"))
    }

    private func hire(
        _ names: [String], for mall: CentreSimulation, float assets: [AssetName]
    ) async throws -> [Trader] {
        var traders: [Trader] = []
        for name in names {
            let signedIn = try await mall.services.accounts.signUp(
                email: "\(name)@centre.invalid", password: "keeps-the-books-alive")
            let account = signedIn.session.accountID
            for asset in assets {
                _ = try await market.administration.deposit(
                    toAccount: account, asset: asset, amount: TradedMarket.float)
            }
            traders.append(try await market.trader(of: account))
        }
        return traders
    }

    private func give(_ amount: String, _ asset: String, to account: [UInt8]) async throws {
        guard let asset = AssetName(asset) else { return }
        _ = try await market.administration.deposit(toAccount: account, asset: asset, amount: amount)
    }

    /// Does what is due by `now`; nothing is made up for after a night.
    package mutating func live(until now: Timestamp) async throws {
        guard now >= nextVisit || now >= nextTurn else { return }
        try await waitForMarket()
        if now >= nextVisit, !makers.isEmpty {
            do throws(ServiceError) {
                try await makers[nextMaker].visit(market)
            } catch {
                guard case .refused(is MarketError) = error else { throw error }
            }
            nextMaker = (nextMaker + 1) % makers.count
            nextVisit = now.advanced(byMilliseconds: Self.visitEvery / Int64(makers.count))
        }
        if now >= nextTurn {
            nextTurn = now.advanced(byMilliseconds: Self.turnEvery)
            guard let index = visitors.indices.randomElement(using: &random) else { return }
            let deed = await visitors[index].act(market, in: markets, points: points)
            report.visitorOrders += deed.orders
            report.pointsSold += deed.pointsSold
        }
    }

    /// The server's services begin together, and the market is not always the first.
    private mutating func waitForMarket() async throws {
        guard !isOpen, let name = MarketName(TradedMarket.points) else { return }
        isOpen = true
        for _ in 0..<1000 {
            if (try? await market.bookSnapshot(name, perSide: 1, isHashed: false)) != nil { return }
            try await Task.sleep(for: .milliseconds(10))
        }
    }

    /// What trading came to so far; the ledger's state is looked up in `database`.
    func report(in database: any Database) async throws -> SimulationReport.Trading {
        var report = report
        let audit = try await LedgerAdministration(database: database).audit()
        report.orders = audit.orders - past.orders
        report.trades = audit.fills - past.trades
        report.auditFaults = audit.faults.count + audit.assets.count { !$0.isBalanced }
        return report
    }
}
