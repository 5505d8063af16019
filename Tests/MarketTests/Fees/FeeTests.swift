import Basics
import Ledger
import Testing

@testable import Market

@Suite("Fees")
struct FeeTests {
    @Test("a sale of 1 XLM at 55 pays 0.374, as the recorded order did")
    func known() throws {
        let rules = try SampleMarkets.xlmclp()
        let notional = try rules.notional(ticks: rules.ticks("55"), lots: rules.lots("1"))
        #expect(DecimalText.text(FeeRate.standardTaker.fee(of: notional), exponent: 18) == "0.374")
        let other = try rules.notional(ticks: rules.ticks("43.45"), lots: rules.lots("1"))
        #expect(DecimalText.text(FeeRate.standardTaker.fee(of: other), exponent: 18) == "0.29546")
    }

    @Test(
        "where fees of small trades would be rounded to nothing, the minimum with which none is is known",
        arguments: [
            // 0.39 % of 257 is more than one unit, of 256 less.
            (0, "1", 1, 3900, 257), (0, "1", 256, 3900, 257), (0, "1", 257, 3900, nil), (0, "1", 1, 0, nil),
            (18, "0.00000001", 1, 3900, nil), (2, "0.01", 1, 10_000, 100),
        ] as [(Int, String, Int64, UInt32, Int64?)])
    func smallFees(exponent: Int, lot: String, minimum: Int64, rate: UInt32, needed: Int64?) throws {
        let base = Asset(
            number: 9, name: try #require(AssetName("PNT")), kind: .points, exponent: exponent, decimals: 0,
            title: "Points")
        let rate = try #require(FeeRate(rawValue: rate))
        let rules = try MarketRules(
            number: 1, name: try #require(MarketName("PNTCLP")), base: base, quote: SampleMarkets.clp(),
            tickUnits: DecimalText.units("0.01", exponent: 18), lotUnits: DecimalText.units(lot, exponent: exponent),
            minimumLots: minimum, fees: try #require(FeeSchedule([FeeTier(threshold: 0, maker: rate, taker: .none)])))
        #expect(rules.minimumWithFees == needed)
        guard let needed else { return }
        #expect(rate.fee(of: rules.amountUnits(needed)) >= 1 && rate.fee(of: rules.amountUnits(needed - 1)) == 0)
    }

    @Test(
        "a fee is rounded down, never more than what is received, and never below zero",
        arguments: 0..<32 as Range<UInt64>)
    func rounding(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        for _ in 0..<100 {
            let received = Int128.random(in: 0...(1 << Int128.random(in: 1...100, using: &random)), using: &random)
            let rate = try #require(FeeRate(rawValue: UInt32.random(in: 0...1_000_000, using: &random)))
            let fee = rate.fee(of: received)
            #expect(fee == received * Int128(rate.rawValue) / 1_000_000)
            #expect(fee >= 0 && fee <= received)
        }
    }

    @Test("the largest amount has a fee as well, and an amount below zero has none")
    func ends() throws {
        let all = try #require(FeeRate(rawValue: 1_000_000))
        #expect(all.fee(of: .max) == .max)
        #expect(FeeRate.none.fee(of: .max) == 0)
        #expect(all.fee(of: .min) == 0)
        #expect(FeeRate.standardTaker.fee(of: 147) == 0)
        #expect(FeeRate.standardTaker.fee(of: 148) == 1)
        #expect(FeeRate(rawValue: 1_000_001) == nil)
    }

    @Test("a volume has the highest tier whose threshold it reaches")
    func tiers() throws {
        let low = try #require(FeeRate(rawValue: 100))
        let schedule = try #require(
            FeeSchedule([
                FeeTier(threshold: 0, maker: .standardMaker, taker: .standardTaker),
                FeeTier(threshold: 100, maker: low, taker: .standardMaker),
                FeeTier(threshold: 200, maker: .none, taker: low),
            ]))
        #expect([-1, 0, 99, 100, 199, 200, .max].map { schedule.tier(for: $0).level } == [0, 0, 0, 1, 1, 2, 2])
        #expect(schedule.tier(for: 100).tier.maker == low)
        #expect(FeeSchedule.standard.tier(for: .max).tier.taker == .standardTaker)
    }

    @Test("a schedule is written as one line and read again")
    func text() throws {
        #expect(FeeSchedule.standard.text == "0:3900:6800")
        #expect(FeeSchedule(text: "0:3900:6800") == .standard)
        let long = "0:3900:6800,170141183460469231731687303715884105727:0:1000000"
        #expect(FeeSchedule(text: long)?.text == long)
        for wrong in [
            "", "0", "0:1", "0:1:2:3", "1:3900:6800", "0:3900:6800,", ",0:1:2", "0:1:2,0:1:2", "0:1:2,5:1:2,4:1:2",
            "0:1000001:1", "0:-1:1", "0:1:99999999999999", "0: 1:2", "0:1:2;5:1:2",
            (0..<33).map { "\($0):1:2" }.joined(separator: ","),
        ] {
            #expect(FeeSchedule(text: wrong) == nil, "\(wrong)")
        }
    }
}
