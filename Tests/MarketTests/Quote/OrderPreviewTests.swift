import Basics
import Ledger
import Testing

@testable import Market

@Suite("What an order would do")
struct OrderPreviewTests {
    private typealias Order = (ticks: Int64, lots: Int64)

    /// The other side of a plain book for an order to buy or to sell: the best price first, then by arrival.
    private static func book(_ side: Side, _ random: inout SplitMix64) -> [Order] {
        (0..<Int.random(in: 0...20, using: &random)).map { _ in
            (ticks: Int64.random(in: 900...1100, using: &random), lots: Int64.random(in: 1...5000, using: &random))
        }.sorted { side == .buy ? $0.ticks < $1.ticks : $0.ticks > $1.ticks }
    }

    private static func preview(
        _ side: Side, _ size: OrderSize, limit: Int64? = nil, _ book: [Order], _ rules: MarketRules, own: Int? = nil
    ) -> OrderPreview {
        var walk = OrderPreviewWalk(
            side, size, limitTicks: limit, rules: rules, takerRate: .standardTaker, makerRate: .standardMaker)
        for (index, order) in book.enumerated() {
            if index == own {
                walk.meetOwn(ticks: order.ticks)
                break
            }
            if !walk.meet(ticks: order.ticks, lots: order.lots) { break }
        }
        return walk.preview
    }

    private static func sampleRules() throws -> MarketRules {
        try SampleMarkets.market(
            3, "ETHEUR", SampleMarkets.eth(), SampleMarkets.eur(), tick: "0.01", lot: "0.00000001", minimumLots: 1)
    }

    @Test("by lots and without a limit it is what an instant exchange quotes", arguments: 0..<64 as Range<UInt64>)
    func equalsQuote(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let rules = try Self.sampleRules()
        for side in Side.allCases {
            let book = Self.book(side, &random)
            let lots = Int64.random(in: 1...60_000, using: &random)
            let preview = Self.preview(side, .lots(lots), book, rules)
            let quote = InstantQuote.walk(levels: book, side: side, lots: lots, rules: rules, takerRate: .standardTaker)
            #expect(preview.atOnce.lots == quote.lots && preview.atOnce.fee == quote.fee)
            #expect(preview.given(preview.atOnce, rules) == quote.required)
            #expect(preview.received(preview.atOnce, rules) == quote.obtained)
            #expect(preview.worstTicks == quote.worstTicks && preview.isComplete == quote.isComplete)
            #expect(preview.lots == lots && preview.waiting.lots == 0)
            let met = book.filter { order in
                quote.worstTicks.map { side == .buy ? order.ticks <= $0 : order.ticks >= $0 } ?? false
            }
            #expect(preview.levels == Set(met.map(\.ticks)).count)
        }
    }

    @Test(
        "by money it is the most lots that the money is enough for, and one more would cost too much",
        arguments: 0..<128 as Range<UInt64>)
    func mostForMoney(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let rules = try Self.sampleRules()
        for side in Side.allCases {
            let book = Self.book(side, &random)
            let money = Int128.random(in: 0...40_000_000, using: &random) * rules.unit
            let preview = Self.preview(side, .money(money), book, rules)
            #expect(preview.atOnce.notional <= money && preview.lots == preview.atOnce.lots)
            let more = Self.preview(side, .lots(preview.lots + 1), book, rules)
            if preview.isComplete {
                #expect(more.atOnce.notional > money || preview.atOnce.notional == money)
            } else if preview.lots > 0 {
                // The book ended before the money did.
                #expect(more.atOnce.lots == preview.lots)
            }
            #expect(Self.preview(side, .lots(preview.lots), book, rules).atOnce == preview.atOnce)
        }
    }

    @Test(
        "with a limit the money is counted at the limit, as it is held, and what does not trade at once waits",
        arguments: 0..<128 as Range<UInt64>)
    func limit(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let rules = try Self.sampleRules()
        for side in Side.allCases {
            let book = Self.book(side, &random)
            let limit = Int64.random(in: 900...1100, using: &random)
            let units = Int128.random(in: 0...40_000_000, using: &random) * (side == .buy ? rules.unit : rules.lotUnits)
            let size = OrderSize.most(of: units, side: side, rules: rules)
            let preview = Self.preview(side, size, limit: limit, book, rules)
            let hold = try rules.hold(side: side, ticks: limit, lots: preview.lots).amount
            #expect(preview.needed == hold && hold <= units)
            #expect(units - hold < (side == .buy ? Int128(limit) * rules.unit : rules.lotUnits))
            #expect(preview.atOnce.lots + preview.waiting.lots == preview.lots)
            if let worst = preview.worstTicks { #expect(side == .buy ? worst <= limit : worst >= limit) }
            let waiting = try rules.notional(ticks: limit, lots: preview.waiting.lots)
            #expect(preview.waiting.notional == waiting)
            let received = side == .buy ? rules.amountUnits(preview.waiting.lots) : waiting
            #expect(preview.waiting.fee == FeeRate.standardMaker.fee(of: received))
        }
    }

    @Test("it ends where it meets an order of its own, unless it has enough before or its limit is better")
    func own() throws {
        let rules = try Self.sampleRules()
        let book: [Order] = [(1000, 5), (1001, 5), (1002, 5)]
        let blocked = Self.preview(.buy, .lots(7), limit: 1005, book, rules, own: 1)
        #expect(blocked.meetsOwn && blocked.atOnce.lots == 5 && blocked.waiting.lots == 0 && !blocked.isComplete)
        #expect(!Self.preview(.buy, .lots(5), limit: 1005, book, rules, own: 1).meetsOwn)
        let better = Self.preview(.buy, .lots(7), limit: 1000, book, rules, own: 1)
        #expect(!better.meetsOwn && better.waiting.lots == 2)
        let first = Self.preview(.buy, .money(1000 * rules.unit), book, rules, own: 0)
        #expect(first.meetsOwn && first.lots == 0 && first.levels == 0)
    }

    @Test("nothing leaves 128 bits, and what is not enough for a lot is no order")
    func bounds() throws {
        let rules = try Self.sampleRules()
        let huge = Self.preview(.sell, .most(of: .max, side: .sell, rules: rules), limit: .max - 1, [], rules)
        #expect((try? rules.hold(side: .sell, ticks: .max - 1, lots: huge.lots)) != nil)
        let one = Self.preview(.buy, .money(rules.unit * 999), limit: 1000, [], rules)
        #expect(one.lots == 0 && one.needed == 0 && one.waiting.lots == 0 && !one.isComplete)
        #expect(Self.preview(.buy, .money(-1), [(1000, 5)], rules).lots == 0)
        #expect(OrderSize.most(of: -1, side: .sell, rules: rules) == .lots(0))
        let all = Self.preview(.buy, .money(.max), [(1000, 5), (.max - 1, .max)], rules)
        // As many as 128 bits of money are enough for, which is fewer than are offered.
        #expect(all.lots > 5 && all.lots < .max && all.isComplete)
    }
}
