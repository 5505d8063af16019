import Basics
import HTTPKit
import Market
import MarketService

/// Keeps one market alive: orders on both sides of a price that wanders, and now and then a trade with them.
struct MarketMaker: Sendable {
    /// Orders on each side.
    private static let levels = 5
    /// How much of the price lies between two orders, per thousand.
    private static let spacing = 2.0
    /// How far the price may wander between two visits, and how strongly it is drawn back.
    private static let wandering = 0.0015
    private static let pull = 0.02
    /// How often somebody takes from the book, for each visit.
    private static let takes = 0.5

    private let rules: MarketRules
    private let maker: Trader
    private let taker: Trader
    /// The price around which this market wanders, and the one at which it is, in ticks.
    private let home: Double
    private var price: Double
    private let lots: Int64
    private var random: SplitMix64
    /// The maker's open orders as far as they are known.
    private var own: Set<Int64> = []

    init(
        _ market: TradedMarket, rules: MarketRules, maker: Trader, taker: Trader, random: SplitMix64
    ) throws(OrderFault) {
        self.rules = rules
        self.maker = maker
        self.taker = taker
        home = Double(try rules.ticks(market.price))
        price = home
        lots = try rules.lots(market.amount)
        self.random = random
    }

    /// Looks at the book, and makes it what it should be at the price of now.
    mutating func visit(_ market: MarketService) async throws(ServiceError) {
        price *= 1 + (random.uniform() * 2 - 1) * Self.wandering + Self.pull * (home - price) / home
        let book = try await market.bookSnapshot(rules.name, perSide: 100, isHashed: false)
        var missing = wanted
        var stale: [Int64] = []
        for (side, lines) in [(Side.buy, book.bids), (.sell, book.asks)] {
            for line in lines where own.contains(line.id) {
                if missing[side]?.remove(line.ticks) == nil { stale.append(line.id) }
            }
        }
        if !stale.isEmpty { _ = await market.cancel(stale, for: maker) }
        let drafts = [Side.buy, .sell].flatMap { side in
            (missing[side] ?? []).sorted().map { draft(side, ticks: $0) }
        }
        for case .success(let order) in await market.place(drafts, for: maker) where order.status.isOpen {
            own.insert(order.id)
        }
        own.subtract(stale)
        if own.count > 1000 { own.formIntersection((book.bids + book.asks).map(\.id)) }
        if random.uniform() < Self.takes { await take(market) }
    }

    /// At which ticks orders should stand on each side: on a grid, so that most stay where they are when the price moves.
    private var wanted: [Side: Set<Int64>] {
        let step = max(1, Int64(home * Self.spacing / 1000))
        let below = Int64(price) / step * step
        let places = (0..<Int64(Self.levels)).map { $0 * step }
        return [
            .buy: Set(places.map { below - $0 }.filter { $0 > 0 }),
            .sell: Set(places.map { below + step + $0 }),
        ]
    }

    private mutating func draft(_ side: Side, ticks: Int64) -> OrderDraft {
        OrderDraft(
            market: rules.name, side: side, kind: .limit, amount: rules.amountText(anyLots()),
            price: rules.priceText(ticks), conditions: OrderConditions(isPostOnly: true))
    }

    private mutating func take(_ market: MarketService) async {
        let side: Side = random.uniform() < 0.5 ? .buy : .sell
        let draft = OrderDraft(market: rules.name, side: side, kind: .market, amount: rules.amountText(anyLots()))
        // Somebody at the page may have taken what was there.
        _ = try? await market.place(draft, for: taker)
    }

    private mutating func anyLots() -> Int64 {
        max(rules.minimumLots, lots * Int64.random(in: 2...8, using: &random) / 4)
    }
}
