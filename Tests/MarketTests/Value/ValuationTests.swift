import Basics
import Ledger
import Testing

@testable import Market

@Suite("What assets are worth")
struct ValuationTests {
    @Test("a quotient of products is the whole part, however long they are", arguments: 0..<64 as Range<UInt64>)
    func quotients(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        func number(_ bits: Int) -> UInt128 {
            (UInt128(UInt64.random(in: .min ... .max, using: &random)) << 64
                | UInt128(UInt64.random(in: 1 ... .max, using: &random))) >> UInt128(128 - bits)
        }
        // Where 128 bits are enough it is what they say.
        let (a, b, c) = (number(60), number(60), max(1, number(Int.random(in: 1...100, using: &random))))
        #expect(ExactQuotient.floor([a, b], over: [c]) == a * b / c)
        // A factor on both sides changes nothing, though the products are far longer.
        let (d, e) = (max(1, number(128)), max(1, number(127)))
        #expect(ExactQuotient.floor([a, d, b, e], over: [e, c, d]) == a * b / c)
        #expect(ExactQuotient.floor([d], over: []) == d)
        // q × c ≤ product < (q + 1) × c, told by the products themselves.
        if let quotient = ExactQuotient.floor([d, a], over: [e]) {
            #expect(ExactQuotient.floor([quotient, e], over: [d, a].map { max(1, $0) }) ?? 2 <= 1)
            #expect(ExactQuotient.floor([quotient + 1, e], over: [max(1, d), max(1, a)]) ?? 0 >= 1)
        }
    }

    @Test("what does not fit and what is divided by nothing has no quotient")
    func bounds() {
        #expect(ExactQuotient.floor([.max, 2], over: [1]) == nil)
        #expect(ExactQuotient.floor([.max, .max, .max], over: [.max, .max]) == .max)
        #expect(ExactQuotient.floor([1], over: [0]) == nil)
        #expect(ExactQuotient.floor([0], over: [.max]) == 0)
    }

    private static func rules(_ number: Int, _ name: String, _ base: Asset, _ quote: Asset, _ tick: String) throws
        -> MarketRules
    {
        try SampleMarkets.market(number, name, base, quote, tick: tick, lot: "0.00000001", minimumLots: 1)
    }

    @Test("a value goes by the market of both assets, else over one other, and is rounded once")
    func routes() throws {
        let ethclp = try SampleMarkets.ethclp()
        let etheur = try Self.rules(5, "ETHEUR", SampleMarkets.eth(), SampleMarkets.eur(), "0.01")
        let prices = [
            Valuation.Price(market: ethclp, ticks: try ethclp.ticks("700000")),
            Valuation.Price(market: etheur, ticks: try etheur.ticks("300")),
        ]
        let valuation = Valuation(prices)
        let (eth, clp, eur) = (ethclp.base.number, ethclp.quote.number, etheur.quote.number)
        func value(_ text: String, _ from: Int, _ to: Int) throws -> String? {
            guard let route = valuation.route(from: from, to: to) else { return nil }
            return try route.value(of: DecimalText.units(text, exponent: 18)).map { DecimalText.text($0, exponent: 18) }
        }
        #expect(try value("1.5", eth, clp) == "1050000")
        #expect(try value("7", clp, eth) == "0.00001")
        #expect(try value("1", eth, eth) == "1")
        #expect(try value("3", eur, clp) == "7000")
        #expect(valuation.route(from: eur, to: clp)?.markets == [etheur.name, ethclp.name])
        // 1 / 300 would lose digits if it were rounded before it is multiplied.
        #expect(try value("1", eur, clp) == "2333.333333333333333333")
        #expect(try #require(valuation.route(from: eur, to: clp)).value(of: -3) == -7000)
        #expect(valuation.route(from: eur, to: 99) == nil)
        #expect(Valuation([.init(market: ethclp, ticks: 0)]).route(from: eth, to: clp) == nil)
        #expect(try #require(valuation.route(from: eth, to: clp)).value(of: .max) == nil)
    }
}
