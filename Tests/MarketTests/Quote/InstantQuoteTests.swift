import Basics
import Ledger
import Testing

@testable import Market

@Suite("Instant quote")
struct InstantQuoteTests {
    /// The other side of a plain book: the best price first, then the order of arrival.
    private static func book(_ side: Side, _ random: inout SplitMix64) -> [(ticks: Int64, lots: Int64)] {
        (0..<Int.random(in: 0...20, using: &random)).map { _ in
            (
                ticks: Int64.random(in: 90_000...110_000, using: &random),
                lots: Int64.random(in: 1...90_000_000, using: &random)
            )
        }.sorted { side == .buy ? $0.ticks < $1.ticks : $0.ticks > $1.ticks }
    }

    @Test("a quote is exactly what executing the order on a plain book gives", arguments: 0..<32 as Range<UInt64>)
    func equalsExecution(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let rules = try SampleMarkets.ethclp()
        let trader = LedgerAccount(rawValue: 1000)
        let makers = LedgerAccount(rawValue: 1001)
        for side in Side.allCases {
            let orders = Self.book(side, &random)
            let lots = Int64.random(in: 1...500_000_000, using: &random)
            let quote = InstantQuote.walk(
                levels: orders, side: side, lots: lots, rules: rules, takerRate: .standardTaker)

            var ledger = Ledger()
            for account in [trader, makers] {
                for asset in [rules.base.number, rules.quote.number] {
                    ledger.load(BalanceKey(account: account, asset: asset), Balance(total: 1 << 120))
                }
            }
            var left = lots
            var worst: Int64?
            for (index, order) in orders.enumerated() where left > 0 {
                let traded = min(left, order.lots)
                let fill = Fill(
                    maker: OrderParty(order: Int64(index), account: makers, side: side.opposite),
                    taker: OrderParty(order: 99, account: trader, side: side), ticks: order.ticks, lots: traded)
                try ledger.apply(
                    Settlement.transfer(of: fill, rules: rules, makerRate: .standardMaker, takerRate: .standardTaker))
                left -= traded
                worst = order.ticks
            }
            let received = side == .buy ? rules.base.number : rules.quote.number
            let given = side == .buy ? rules.quote.number : rules.base.number
            #expect(ledger[BalanceKey(account: trader, asset: received)].total == (1 << 120) + quote.obtained)
            #expect(ledger[BalanceKey(account: trader, asset: given)].total == (1 << 120) - quote.required)
            #expect(quote.lots == lots - left)
            #expect(quote.isComplete == (left == 0))
            #expect(quote.worstTicks == worst)
        }
    }

    @Test(
        "with the orders of a price added up it never promises more than by single orders",
        arguments: 0..<32 as Range<UInt64>)
    func levels(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let rules = try SampleMarkets.market(
            3, "ETHEUR", SampleMarkets.eth(), SampleMarkets.eur(), tick: "0.01", lot: "0.00000001", minimumLots: 1)
        let orders = (0..<12).map { (ticks: Int64(1000 + $0 / 4), lots: Int64.random(in: 1...1000, using: &random)) }
        var levels: [(ticks: Int64, lots: Int64)] = []
        for order in orders {
            if let last = levels.last, last.ticks == order.ticks {
                levels[levels.count - 1].lots += order.lots
            } else {
                levels.append(order)
            }
        }
        for side in Side.allCases {
            let lots = Int64.random(in: 1...9000, using: &random)
            let single = InstantQuote.walk(
                levels: orders, side: side, lots: lots, rules: rules, takerRate: .standardTaker)
            let added = InstantQuote.walk(
                levels: levels, side: side, lots: lots, rules: rules, takerRate: .standardTaker)
            #expect(added.required == single.required)
            #expect(added.lots == single.lots)
            #expect(added.obtained <= single.obtained && single.obtained - added.obtained <= 12)
        }
    }

    @Test("a sale obtains what it brings less 0.68 %")
    func sale() throws {
        let rules = try SampleMarkets.ethclp()
        let quote = try InstantQuote.walk(
            levels: [(ticks: rules.ticks("114290"), lots: rules.lots("200"))], side: .sell, lots: rules.lots("159"),
            rules: rules, takerRate: .standardTaker)
        #expect(DecimalText.text(quote.required, exponent: 18) == "159")
        #expect(DecimalText.text(quote.obtained, exponent: 18) == "18048539.652")
        #expect(quote.isComplete)
    }

    @Test("an empty book, no amount and sums that do not fit give an incomplete quote")
    func incomplete() throws {
        let rules = try SampleMarkets.ethclp()
        let none = InstantQuote.walk(levels: [], side: .buy, lots: 5, rules: rules, takerRate: .standardTaker)
        #expect(
            none.lots == 0 && none.obtained == 0 && none.required == 0 && none.worstTicks == nil && !none.isComplete)
        let level = [(ticks: Int64(10), lots: Int64(10))]
        #expect(!InstantQuote.walk(levels: level, side: .buy, lots: 0, rules: rules, takerRate: .none).isComplete)
        #expect(InstantQuote.walk(levels: level, side: .buy, lots: .min, rules: rules, takerRate: .none).lots == 0)
        let huge = [(ticks: Int64(10), lots: Int64(1)), (ticks: Int64.max, lots: Int64.max)]
        let quote = InstantQuote.walk(levels: huge, side: .buy, lots: .max, rules: rules, takerRate: .none)
        #expect(quote.lots == 1 && !quote.isComplete)
    }
}
