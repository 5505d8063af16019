import Basics
import Ledger
import Testing

@testable import Market

/// Markets as a new database has them.
enum SampleMarkets {
    static func clp() throws -> Asset { try asset(1, "CLP", .currency, decimals: 0) }
    static func eur() throws -> Asset { try asset(2, "EUR", .currency, decimals: 2) }
    static func eth() throws -> Asset { try asset(4, "ETH", .crypto, decimals: 8) }
    static func xlm() throws -> Asset { try asset(5, "XLM", .crypto, decimals: 7) }

    static func ethclp(_ fees: FeeSchedule = .standard) throws -> MarketRules {
        try market(1, "ETHCLP", eth(), clp(), tick: "10", lot: "0.00000001", minimumLots: 100_000, fees)
    }

    static func xlmclp(_ fees: FeeSchedule = .standard) throws -> MarketRules {
        try market(2, "XLMCLP", xlm(), clp(), tick: "0.01", lot: "0.0000001", minimumLots: 1_000_000, fees)
    }

    static func market(
        _ number: Int, _ name: String, _ base: Asset, _ quote: Asset, tick: String, lot: String, minimumLots: Int64,
        _ fees: FeeSchedule = .standard
    ) throws -> MarketRules {
        try MarketRules(
            number: number, name: #require(MarketName(name)), base: base, quote: quote,
            tickUnits: DecimalText.units(tick, exponent: quote.exponent),
            lotUnits: DecimalText.units(lot, exponent: base.exponent), minimumLots: minimumLots, fees: fees)
    }

    static func asset(
        _ number: Int, _ name: String, _ kind: AssetKind, decimals: Int, exponent: Int = 18
    ) throws -> Asset {
        try Asset(
            number: number, name: #require(AssetName(name)), kind: kind, exponent: exponent, decimals: decimals,
            title: name)
    }
}

@Suite("Market rules")
struct MarketRulesTests {
    @Test("prices and amounts are read as ticks and lots, and written back")
    func readsAndWrites() throws {
        let rules = try SampleMarkets.ethclp()
        #expect(rules.unit == 100_000_000_000)
        #expect(try rules.ticks("10000") == 1000)
        #expect(try rules.ticks("10000.00") == 1000)
        #expect(try rules.lots("0.3") == 30_000_000)
        #expect(rules.priceText(1000) == "10000")
        #expect(rules.amountText(30_000_000) == "0.3")
        #expect(try rules.notional(ticks: 1000, lots: 30_000_000) == 3000 * 1_000_000_000_000_000_000)
    }

    @Test("the sums of the recorded samples are possible orders")
    func samples() throws {
        let xlm = try SampleMarkets.xlmclp()
        #expect(try xlm.ticks("55") == 5500)
        #expect(try xlm.ticks("43.45") == 4345)
        #expect(try xlm.lots("1") == 10_000_000)
        #expect(try DecimalText.text(xlm.notional(ticks: 4345, lots: 10_000_000), exponent: 18) == "43.45")
    }

    @Test(
        "wrong prices are refused, each for its reason",
        arguments: [
            ("0", .zeroPrice), ("0.00", .zeroPrice), ("15", .offTick), ("0.0000000000000000001", .offTick),
            ("-10", .malformedPrice), ("1e4", .malformedPrice), ("", .malformedPrice), (" 10", .malformedPrice),
            ("92233720368547758080", .largePrice), ("99999999999999999999999999999999999999999", .largePrice),
            ("1." + String(repeating: "0", count: 70), .longPrice),
        ] as [(String, OrderFault)])
    func prices(text: String, fault: OrderFault) throws {
        let rules = try SampleMarkets.ethclp()
        #expect(throws: fault) { try rules.ticks(text) }
    }

    @Test(
        "wrong amounts are refused, each for its reason",
        arguments: [
            ("0", .belowMinimum), ("0.0009", .belowMinimum), ("0.000000001", .offLot),
            ("0.0000000000000000001", .offLot), ("-1", .malformedAmount), ("1e3", .malformedAmount),
            ("NaN", .malformedAmount), ("100000000000", .tooLarge),
            ("99999999999999999999999999999999999999999", .tooLarge),
        ] as [(String, OrderFault)])
    func amounts(text: String, fault: OrderFault) throws {
        let rules = try SampleMarkets.ethclp()
        #expect(throws: fault) { try rules.lots(text) }
    }

    @Test("a product that leaves 128 bits is refused, also for an order to sell")
    func overflow() throws {
        let rules = try SampleMarkets.ethclp()
        #expect(throws: OrderFault.tooLarge) { try rules.notional(ticks: .max, lots: .max) }
        #expect(throws: OrderFault.tooLarge) { try rules.hold(side: .sell, ticks: .max, lots: .max) }
    }

    @Test("an order to buy holds what it would cost, an order to sell what it sells")
    func holds() throws {
        let rules = try SampleMarkets.xlmclp()
        let buy = try rules.hold(side: .buy, ticks: 5500, lots: 10_000_000)
        #expect(buy.asset == rules.quote.number)
        #expect(buy.amount == 55_000_000_000_000_000_000)
        let sell = try rules.hold(side: .sell, ticks: 5500, lots: 10_000_000)
        #expect(sell.asset == rules.base.number)
        #expect(sell.amount == 1_000_000_000_000_000_000)
    }

    @Test("facts that make no market are refused")
    func faults() throws {
        let eth = try SampleMarkets.eth()
        let clp = try SampleMarkets.clp()
        let name = try #require(MarketName("ETHCLP"))
        func fault(
            number: Int = 1, base: Asset? = nil, tick: Int128 = 1, lot: Int128 = 1_000_000_000_000_000_000,
            minimum: Int64 = 1
        ) -> MarketRulesFault? {
            do throws(MarketRulesFault) {
                _ = try MarketRules(
                    number: number, name: name, base: base ?? eth, quote: clp,
                    tickUnits: tick, lotUnits: lot, minimumLots: minimum, fees: .standard)
                return nil
            } catch { return error }
        }
        #expect(fault() == nil)
        #expect(fault(number: 0) == .number)
        #expect(fault(number: 1024) == .number)
        #expect(fault(base: clp) == .sameAsset)
        let huge = try SampleMarkets.asset(9, "BIG", .crypto, decimals: 0, exponent: 19)
        #expect(fault(base: huge) == .exponent)
        #expect(fault(tick: 0) == .tick)
        #expect(fault(tick: .max) == .tick)
        #expect(fault(lot: 0) == .lot)
        #expect(fault(lot: 1) == .fractionalUnit)
        #expect(fault(tick: 3, lot: 500_000_000_000_000_000) == .fractionalUnit)
        #expect(fault(tick: 4, lot: 500_000_000_000_000_000) == nil)
        #expect(fault(minimum: 0) == .minimum)
    }

    @Test("random ticks and lots come back from their texts", arguments: 0..<32 as Range<UInt64>)
    func roundTrip(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        for rules in [try SampleMarkets.ethclp(), try SampleMarkets.xlmclp()] {
            for _ in 0..<100 {
                let ticks = Int64.random(in: 1...1 << Int64.random(in: 1...50, using: &random), using: &random)
                let lots = Int64.random(in: rules.minimumLots...1 << 50, using: &random)
                #expect(try rules.ticks(rules.priceText(ticks)) == ticks)
                #expect(try rules.lots(rules.amountText(lots)) == lots)
            }
        }
    }

    @Test("a market's name is four to twenty capital letters and digits")
    func names() {
        for text in ["ETHCLP", "ABCD", "12345678901234567890"] { #expect(MarketName(text)?.text == text) }
        for text in ["", "ETH", "ethclp", "ETH-CLP", "123456789012345678901", "ETHCLÑ"] {
            #expect(MarketName(text) == nil)
        }
    }
}
