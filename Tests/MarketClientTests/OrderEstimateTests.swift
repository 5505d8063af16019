import Basics
import Ledger
import Market
import Testing

@testable import MarketClient

@Suite("What an order would come to")
struct OrderEstimateTests {
    private func number(_ text: String) throws -> ExactDecimal { try #require(ExactDecimal(text)) }

    private func estimate(
        _ side: Side, _ amount: String, limit: String? = nil, _ levels: [(String, String)]
    ) throws -> OrderEstimate {
        try #require(
            OrderEstimate(
                side: side, amount: number(amount), limit: limit.map { try number($0) },
                levels: levels.map { (try number($0.0), try number($0.1)) }, taker: number("0.0068"),
                maker: number("0.0039")))
    }

    @Test("the sale of the contract's sample brings 55 less 0.374")
    func sample() throws {
        let estimate = try estimate(.sell, "1", [("55", "10")])
        #expect(estimate.fee.text == "0.374" && estimate.received.text == "54.626" && estimate.given.text == "1")
    }

    @Test("a purchase goes up the book to its limit, and the rest waits there")
    func limits() throws {
        let estimate = try estimate(.buy, "3", limit: "110", [("100", "1"), ("110", "1"), ("120", "5")])
        #expect(estimate.traded.text == "2" && estimate.notional.text == "210" && estimate.worstPrice?.text == "110")
        #expect(estimate.resting.text == "1" && estimate.needed?.text == "320")
        #expect(estimate.fee.text == "0.0136" && estimate.restingFee.text == "0.0039")
        #expect(estimate.receivedInAll?.text == "2.9825")
    }

    @Test("without a limit nothing waits, however thin the book is")
    func thinBook() throws {
        let estimate = try estimate(.sell, "3", [("100", "1")])
        #expect(estimate.traded.text == "1" && estimate.resting.isZero && estimate.needed?.text == "1")
        let empty = try self.estimate(.buy, "3", [])
        #expect(empty.worstPrice == nil && empty.given.isZero && empty.received.isZero)
    }

    @Test("it is what the exchange's own quote says", arguments: 0..<32 as Range<UInt64>)
    func equalsQuote(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let base = Asset(
            number: 1, name: try #require(AssetName("ETH")), kind: .crypto, exponent: 18, decimals: 8, title: "Ether",
            prefix: "", postfix: "", isActive: true)
        let quote = Asset(
            number: 2, name: try #require(AssetName("CLP")), kind: .currency, exponent: 18, decimals: 0,
            title: "Peso", prefix: "$", postfix: "", isActive: true)
        let rules = try MarketRules(
            number: 1, name: try #require(MarketName("ETHCLP")), base: base, quote: quote,
            tickUnits: 10_000_000_000_000_000, lotUnits: 10_000_000_000, minimumLots: 1, fees: .standard,
            isActive: true)
        for side in [Side.buy, .sell] {
            var ticks = Int64.random(in: 10_000...100_000, using: &random)
            let levels = (0..<8).map { _ in
                ticks += (side == .buy ? 1 : -1) * Int64.random(in: 0...50, using: &random)
                return (ticks: ticks, lots: Int64.random(in: 1...1_000_000_000, using: &random))
            }
            let lots = Int64.random(in: 1...4_000_000_000, using: &random)
            let expected = InstantQuote.walk(
                levels: levels, side: side, lots: lots, rules: rules, takerRate: .standardTaker)
            let estimate = try estimate(
                side, rules.amountText(lots),
                levels.map { (rules.priceText($0.ticks), rules.amountText($0.lots)) })
            #expect(estimate.received.text == DecimalText.text(expected.obtained, exponent: 18))
            #expect(estimate.given.text == DecimalText.text(expected.required, exponent: 18))
            #expect(estimate.fee.text == DecimalText.text(expected.fee, exponent: 18))
        }
    }

    private func order(_ side: String, executed: String, fills: String) throws -> MarketOrder {
        let text = """
            {"id":"O1","market":"XLMCLP","status":"filled","type":"market","side":"\(side)",
             "amount":{"original":"2","executed":"\(executed)"},"fills":\(fills)}
            """
        return try MarketOrder(JSONValue(parsing: Array(text.utf8)))
    }

    @Test("what an order moved is added up from its trades, whose amounts are what was received")
    func moved() throws {
        let sold = try order(
            "sell", executed: "2",
            fills: """
                [{"price":"55","amount":"55","fee":"0.374","date":""},
                 {"price":"50","amount":"50","fee":"0.34","date":""}]
                """)
        let sale = try #require(sold.moved)
        #expect(sale.given.text == "2" && sale.received.text == "104.286" && sale.fee.text == "0.714")
        let bought = try order(
            "buy", executed: "2", fills: #"[{"price":"55","amount":"2","fee":"0.0136","date":""}]"#)
        let purchase = try #require(bought.moved)
        #expect(purchase.given.text == "110" && purchase.received.text == "1.9864")
        #expect(try order("buy", executed: "0", fills: "[]").moved == nil)
    }
}
