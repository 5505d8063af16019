import Basics
import Ledger
import Testing

@testable import MarketClient

@Suite("Exact decimal numbers of a client")
struct ExactDecimalTests {
    @Test(
        "a text is read to the last digit and written without zeros at its end",
        arguments: [
            ("0", "0"), ("0.000", "0"), ("10000", "10000"), ("0.3740", "0.374"), ("-1.50", "-1.5"), ("007", "7"),
            ("0.000000000000000001", "0.000000000000000001"),
            ("0.648000000000000000000000000000000000", "0.648"),
            ("0.00000648000000000000000000000000000000000000", "0.00000648"),
        ])
    func reads(text: String, written: String) throws {
        #expect(try #require(ExactDecimal(text)).text == written)
    }

    @Test(
        "what is no decimal number is refused",
        arguments: [
            "", "-", ".", "1.", ".5", "1.2.3", "1e5", "+1", " 1", "1 ", "1,5", "--1", "NaN", "٣",
            "1000000000000000000000000000000000000000000", String(repeating: "0", count: 81),
        ])
    func refuses(text: String) {
        #expect(ExactDecimal(text) == nil)
    }

    @Test("sums, differences, products and order are those of whole numbers", arguments: 0..<32 as Range<UInt64>)
    func calculates(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        for _ in 0..<50 {
            let (left, right) = (
                Int128.random(in: -1_000_000_000_000...1_000_000_000_000, using: &random),
                Int128.random(in: -1_000_000_000_000...1_000_000_000_000, using: &random)
            )
            let (first, second) = (Int.random(in: 0...9, using: &random), Int.random(in: 0...9, using: &random))
            let one = try #require(ExactDecimal(DecimalText.text(left, exponent: first)))
            let other = try #require(ExactDecimal(DecimalText.text(right, exponent: second)))
            let scale = max(first, second)
            let (a, b) = (left * power(scale - first), right * power(scale - second))
            #expect(one.adding(other)?.text == DecimalText.text(a + b, exponent: scale))
            #expect(one.subtracting(other)?.text == DecimalText.text(a - b, exponent: scale))
            #expect(one.multiplied(by: other)?.text == DecimalText.text(left * right, exponent: first + second))
            #expect((one < other) == (a < b) && (one == other) == (a == b))
        }
    }

    @Test("what leaves 128 bits is nil and never wrong")
    func overflows() throws {
        let large = try #require(ExactDecimal("99999999999999999999"))
        #expect(large.multiplied(by: large) == nil)
        #expect(try large.adding(#require(ExactDecimal("0.00000000000000000000001"))) == nil)
        #expect(try large > #require(ExactDecimal("0.00000000000000000000001")))
    }

    @Test("points stand below each other")
    func aligns() {
        #expect(
            DecimalColumn.aligned(["10", "0.374", "–", "1234.5"]) == ["  10    ", "   0.374", "   –    ", "1234.5  "])
        #expect(DecimalColumn.aligned([]).isEmpty)
    }

    private func power(_ exponent: Int) -> Int128 {
        (0..<exponent).reduce(1) { power, _ in power * 10 }
    }
}
