import Basics
import Ledger
import Market
import Storage
import TestServer
import Testing

@testable import LedgerService
@testable import MarketService

@Suite("The market against a plain one")
struct MarketPropertyTests {
    /// A stream of commands on a market and on its plain twin.
    private struct Stream {
        var random: SplitMix64
        var plain: PlainMarket
        var traders: [Trader] = []
        var ids: [Int64] = []

        /// An order that may be sensible, and may be not.
        mutating func draft() -> OrderDraft {
            let side: Side = Bool.random(using: &random) ? .buy : .sell
            let price = Int64.random(in: 95...105, using: &random)
            let amount = Int64.random(in: 1...20, using: &random) * 1_000_000 + Int64.random(in: 0...3, using: &random)
            var draft = OrderDraft(
                market: MarketWorld.xlmclp, side: side, kind: .limit, amount: plain.rules.amountText(amount))
            // Those that somebody can ask for.
            let preventions: [SelfTradePrevention] = [.cancelNewest, .cancelOldest, .cancelBoth]
            draft.conditions.selfTrade = preventions.randomElement(using: &random) ?? .cancelNewest
            switch Int.random(in: 0..<10, using: &random) {
            case 0:
                draft.kind = .market
                return draft
            case 1, 2:
                draft.kind = .stopLimit
                draft.stop = plain.rules.priceText(Int64.random(in: 97...103, using: &random))
            case 3: draft.conditions.timeInForce = .immediateOrCancel
            case 4: draft.conditions.timeInForce = .fillOrKill
            case 5: draft.conditions.isPostOnly = true
            default: break
            }
            draft.price = plain.rules.priceText(price)
            return draft
        }
    }

    @Test(
        "books, balances, answers and candles are always the same", arguments: Engine.allCases, 0..<4 as Range<UInt64>)
    func streams(engine: Engine, seed: UInt64) async throws {
        try await MarketWorld.with(engine) { world in
            var stream = Stream(random: SplitMix64(seed: seed), plain: PlainMarket(rules: world.xlm))
            for number in 1...4 {
                // Little enough that money runs out now and then.
                let trader = try await world.person(number, ["CLP": "60", "XLM": "60"])
                stream.traders.append(trader)
                for asset in [world.xlm.base, world.xlm.quote] {
                    stream.plain.totals[stream.plain.key(trader.number.rawValue, asset)] = 60_000_000_000_000_000_000
                }
            }
            for _ in 0..<(engine == .sqlite ? 40 : 12) {
                world.clock.advance(seconds: Int64.random(in: 0...90, using: &stream.random))
                for _ in 0..<8 { try await step(&stream, in: world) }
                try await compare(stream, with: world)
            }
            try await world.expectClean()
            // Another server on the same database builds the same book from what is stored.
            let hash = stream.plain.matching.stateHash
            try await world.expectSecondServer(at: hash)
            #expect(stream.plain.trades.count > 10)
        }
    }

    private func step(_ stream: inout Stream, in world: MarketWorld) async throws {
        guard let trader = stream.traders.randomElement(using: &stream.random) else { return }
        if Int.random(in: 0..<4, using: &stream.random) == 0, let id = stream.ids.randomElement(using: &stream.random) {
            let isCancelled = try await refusal { _ = try await world.market.cancel(id, for: trader) } == nil
            #expect(stream.plain.cancel(id, of: trader.number.rawValue) == isCancelled)
            return
        }
        if Int.random(in: 0..<4, using: &stream.random) == 0, let id = stream.ids.randomElement(using: &stream.random) {
            try await amend(id, of: trader, &stream, in: world)
            return
        }
        let draft = stream.draft()
        let before = try await world.market.bookSnapshot(MarketWorld.xlmclp, perSide: 0).sequence
        var placed: OrderRecord?
        let refused = try await refusal { placed = try await world.market.place(draft, for: trader) }
        let command = try PlaceCommand(draft, account: trader.number, rules: world.xlm)
        let id = placed?.id ?? (before + 1) * 1024 + 3
        let isAccepted = stream.plain.place(command, id: id, at: world.clock.now)
        #expect(isAccepted == (placed != nil), "\(draft) \(String(describing: refused))")
        if let placed { stream.ids.append(placed.id) }
    }

    /// Amends an order: less keeps its place; anything else is what cancelling and placing are, or nothing at all.
    private func amend(_ id: Int64, of trader: Trader, _ stream: inout Stream, in world: MarketWorld) async throws {
        let price = Int64.random(in: 95...105, using: &stream.random)
        let amount = Int64.random(in: 1...20, using: &stream.random) * 1_000_000
        let old = stream.plain.open[id]
        let ticks = Bool.random(using: &stream.random) ? price : (old?.ticks ?? price)
        let rules = stream.plain.rules
        let draft = AmendDraft(amount: rules.amountText(amount), price: rules.priceText(ticks))
        let sequence = try await world.market.bookSnapshot(MarketWorld.xlmclp, perSide: 0).sequence
        let standing = try await world.market.openOrders(
            of: trader, market: MarketWorld.xlmclp, page: Page(limit: 1000)
        ).items.first { $0.id == id }
        var amended: Amendment?
        let refused = try await refusal { amended = try await world.market.amend(id, draft, for: trader) }
        guard let old, let standing, old.account == trader.number.rawValue, amount > old.executed else {
            #expect(amended == nil, "\(String(describing: refused))")
            return
        }
        if ticks == old.ticks, amount <= old.lots {
            #expect(amended?.order.id == id && amended?.replaced == nil)
            #expect(stream.plain.reduce(id, to: amount) == (amount < old.lots))
            return
        }
        // On a copy: it is one step, and where its second half fails nothing has happened.
        var trial = stream.plain
        let isCancelled = trial.cancel(id, of: old.account)
        #expect(isCancelled)
        var terms = standing.terms
        (terms.ticks, terms.lots) = (ticks, amount - old.executed)
        if standing.status == .queued { terms.stop = nil }
        var again = OrderDraft(
            market: MarketWorld.xlmclp, side: terms.side, kind: terms.kind, amount: rules.amountText(terms.lots),
            price: rules.priceText(ticks), conditions: terms.conditions)
        again.stop = terms.stop.map(rules.priceText)
        guard let command = try? PlaceCommand(again, account: trader.number, rules: rules),
            trial.place(command, id: (sequence + 2) * 1024 + 3, at: world.clock.now)
        else {
            #expect(amended == nil, "\(draft)")
            return
        }
        #expect(amended?.replaced?.id == id, "\(draft) \(String(describing: refused))")
        #expect(amended?.order.id == (sequence + 2) * 1024 + 3)
        stream.plain = trial
        if let amended { stream.ids.append(amended.order.id) }
    }

    private func compare(_ stream: Stream, with world: MarketWorld) async throws {
        let plain = stream.plain
        #expect(try await world.hash() == plain.matching.stateHash)
        var sums: [Int: Int128] = [:]
        let everybody = stream.traders.map(\.number) + [.fees(ofMarket: world.xlm.number), .world]
        for account in everybody {
            let stored = try await world.database.read { try BalanceStore($0).balances(of: account) }
            for asset in [world.xlm.base, world.xlm.quote] {
                let balance = stored[asset.number] ?? Balance()
                sums[asset.number, default: 0] += balance.total
                guard account != .world else { continue }
                let key = plain.key(account.rawValue, asset)
                #expect(balance == Balance(total: plain.totals[key] ?? 0, held: plain.held[key] ?? 0))
            }
        }
        #expect(sums.values.allSatisfy { $0 == 0 })
        for kind in CandleKind.allCases {
            for frame in CandleFrame.allCases {
                let stored = try await world.market.candles(
                    MarketWorld.xlmclp, kind: kind, frame: frame, page: Page(limit: 1000)
                ).items
                let expected = plain.candles(kind, frame)
                #expect(Dictionary(uniqueKeysWithValues: stored.map { ($0.start, $0) }) == expected)
            }
        }
    }
}
