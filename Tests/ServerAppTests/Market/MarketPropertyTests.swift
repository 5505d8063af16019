import Ledger
import Market
import Randomness
import Storage
import Testing
import Time

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
