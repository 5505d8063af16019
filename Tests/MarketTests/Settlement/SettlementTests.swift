import Basics
import Ledger
import Testing

@testable import Market

@Suite("Settlement")
struct SettlementTests {
    private let ana = LedgerAccount(rawValue: 1000)
    private let bruno = LedgerAccount(rawValue: 1001)

    @Test("the recorded sale of 1 XLM at 55 moves 55 and 1, and the taker pays 0.374 of it")
    func known() throws {
        let rules = try SampleMarkets.xlmclp()
        let transfer = try Settlement.transfer(
            of: Fill(
                maker: OrderParty(order: 1, account: ana, side: .buy),
                taker: OrderParty(order: 2, account: bruno, side: .sell), ticks: 5500, lots: 10_000_000),
            rules: rules, makerRate: .standardMaker, takerRate: .standardTaker)
        func units(_ text: String) throws -> Int128 { try DecimalText.units(text, exponent: 18) }
        #expect(
            try transfer.postings == [
                Posting(account: ana, asset: 1, amount: -units("55")),
                Posting(account: ana, asset: 5, amount: units("1"), fee: units("0.0039")),
                Posting(account: bruno, asset: 5, amount: -units("1")),
                Posting(account: bruno, asset: 1, amount: units("55"), fee: units("0.374")),
            ])
    }

    @Test("whatever trades, nothing is made or lost and the fees are exact", arguments: 0..<32 as Range<UInt64>)
    func conservation(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let rules = try SampleMarkets.ethclp()
        var ledger = Ledger()
        for account in [ana, bruno] {
            for asset in [rules.base, rules.quote] {
                try ledger.apply(
                    Transfer([
                        Posting(account: .world, asset: asset.number, amount: -(1 << 120)),
                        Posting(account: account, asset: asset.number, amount: 1 << 120),
                    ]))
            }
        }
        var fees: [Int: Int128] = [:]
        for _ in 0..<40 {
            let side = Side.allCases.randomElement(using: &random) ?? .buy
            let limit = Int64.random(in: 1...1_000_000, using: &random)
            let better = Int64.random(in: 0..<limit, using: &random)
            let lots = Int64.random(in: 1...1 << Int64.random(in: 1...40, using: &random), using: &random)
            let maker = OrderParty(order: 1, account: ana, side: side)
            // The taker's limit is `limit`; the maker's price is as good or better for it.
            let fillTicks = side == .sell ? limit - better : limit + better
            let takerSide = side.opposite
            let hold = try rules.hold(side: takerSide, ticks: limit, lots: lots)
            let key = BalanceKey(account: bruno, asset: hold.asset)
            try ledger.hold(hold.amount, key)
            let fill = Fill(
                maker: maker, taker: OrderParty(order: 2, account: bruno, side: takerSide), ticks: fillTicks, lots: lots
            )
            let makerRate = try #require(FeeRate(rawValue: UInt32.random(in: 0...1_000_000, using: &random)))
            let transfer = try Settlement.transfer(
                of: fill, rules: rules, makerRate: makerRate, takerRate: .standardTaker)
            try ledger.release(
                Settlement.release(
                    side: takerSide, limitTicks: limit, lots: lots, fillTicks: fillTicks, rules: rules), key)
            try ledger.apply(transfer)
            #expect(ledger[key].held == 0)
            for posting in transfer.postings { fees[posting.asset, default: 0] += posting.fee }
            for asset in [rules.base.number, rules.quote.number] {
                #expect(ledger.sum(of: asset) == 0)
                #expect(ledger[BalanceKey(account: .fees(ofMarket: rules.number), asset: asset)].total == fees[asset])
            }
        }
    }

    @Test("what is released piece by piece is what was held, and a price beyond the limit releases nothing")
    func releases() throws {
        let rules = try SampleMarkets.ethclp()
        for side in Side.allCases {
            let held = try rules.hold(side: side, ticks: 1000, lots: 700).amount
            var released: Int128 = 0
            for lots in [1, 99, 600] as [Int64] {
                released += try Settlement.release(
                    side: side, limitTicks: 1000, lots: lots, fillTicks: side == .buy ? 999 : 1001, rules: rules)
            }
            #expect(released == held)
            #expect(throws: LedgerFault.notHeld) {
                try Settlement.release(
                    side: side, limitTicks: 1000, lots: 1, fillTicks: side == .buy ? 1001 : 999, rules: rules)
            }
        }
    }

    @Test("a trade whose value does not fit is refused")
    func overflow() throws {
        let rules = try SampleMarkets.ethclp()
        let fill = Fill(
            maker: OrderParty(order: 1, account: ana, side: .buy),
            taker: OrderParty(order: 2, account: bruno, side: .sell), ticks: .max, lots: .max)
        #expect(throws: LedgerFault.overflow) {
            try Settlement.transfer(of: fill, rules: rules, makerRate: .none, takerRate: .none)
        }
    }
}
