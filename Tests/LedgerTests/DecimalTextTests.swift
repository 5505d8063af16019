import Basics
import Testing

@testable import Ledger

@Suite("Decimal text")
struct DecimalTextTests {
    @Test(
        "amounts are read exactly",
        arguments: [
            ("0", 0, 0), ("1", 0, 1), ("0.374", 18, 374_000_000_000_000_000), ("55", 2, 5500), ("55.0", 2, 5500),
            ("43.45", 2, 4345), ("0.00000001", 8, 1), ("1.000000000000000000000000000000", 2, 100), ("0.0", 0, 0),
            ("0.001" + String(repeating: "0", count: 59), 18, 1_000_000_000_000_000),
            ("10000", 0, 10_000), ("10.50", 2, 1050), ("170141183460469231731687303715884105727", 0, Int128.max),
            ("170141183460469231731.687303715884105727", 18, Int128.max),
            ("0.000000000000000000", 18, 0), ("999999999999999999.9", 1, 9_999_999_999_999_999_999),
        ] as [(String, Int, Int128)])
    func reads(text: String, exponent: Int, units: Int128) throws {
        #expect(try DecimalText.units(text, exponent: exponent) == units)
    }

    @Test(
        "what is no plain decimal number is refused",
        arguments: [
            "", ".", "1.", ".5", "-1", "+1", "-0", " 1", "1 ", "1\n", "1,5", "1e5", "1E5", "1e-5", "0x10", "1_000",
            "1'000",
            "00", "01", "00.5", "1..2", "1.2.3", "NaN", "inf", "١", "１", "1١", "1.１", "½", "1\u{0}", "\u{FEFF}1", "$1",
            "1%",
            "1.0e3", "--1",
        ])
    func malformed(text: String) {
        #expect(throws: AmountFault.malformed) { try DecimalText.units(text, exponent: 18) }
        if text != "-1" { #expect(DecimalText.integer(text) == nil) }
    }

    @Test(
        "digits below the minor unit are refused, and zeros there are not",
        arguments: [("0.001", 2), ("1.5", 0), ("0.0000000000000000001", 18), ("1.10000000000000000001", 2)])
    func overPrecise(text: String, exponent: Int) {
        #expect(throws: AmountFault.overPrecise) { try DecimalText.units(text, exponent: exponent) }
    }

    @Test(
        "what does not fit is refused",
        arguments: [
            (String(repeating: "9", count: 41), 0), (String(repeating: "9", count: 64), 0),
            (String(repeating: "9", count: 40), 0),
            ("170141183460469231731687303715884105728", 0), ("170141183460469231731.687303715884105728", 18),
            ("170141183460469231732", 18), ("340282366920938463463374607431768211456", 0),
            ("1000000000000000000000000000000000000000", 0), ("999999999999999999999999999999999999999", 18),
            (String(repeating: "1", count: 1_000_000), 0),
        ])
    func tooLarge(text: String, exponent: Int) {
        #expect(throws: AmountFault.tooLarge) { try DecimalText.units(text, exponent: exponent) }
    }

    @Test(
        "a long text is told as long only when nothing else is wrong with it",
        arguments: [
            ("0." + String(repeating: "0", count: 70), AmountFault.tooLong),
            ("1." + String(repeating: "0", count: 70), .tooLong),
            ("0." + String(repeating: "0", count: 69) + "1", .overPrecise),
            (String(repeating: "1", count: 72), .tooLarge),
            ("0." + String(repeating: "0", count: 70) + "x", .malformed),
        ])
    func tooLong(text: String, fault: AmountFault) {
        #expect(throws: fault) { try DecimalText.units(text, exponent: 18) }
    }

    @Test(
        "units are written without zeros at the end",
        arguments: [
            (374_000_000_000_000_000, 18, "0.374"), (-1_000_000_000_000_000_000, 18, "-1"), (0, 18, "0"), (0, 0, "0"),
            (1, 18, "0.000000000000000001"), (-1, 18, "-0.000000000000000001"), (1_000_000, 2, "10000"), (5, 0, "5"),
            (5, 1, "0.5"), (50, 1, "5"), (Int128.max, 0, "170141183460469231731687303715884105727"),
            (Int128.min, 0, "-170141183460469231731687303715884105728"),
            (Int128.max, 18, "170141183460469231731.687303715884105727"),
            (Int128.min, 18, "-170141183460469231731.687303715884105728"),
            (18_446_744_073_709_551_615, 0, "18446744073709551615"),
            (18_446_744_073_709_551_616, 0, "18446744073709551616"),
            (100_000_000_000_000_000_000, 18, "100"), (7, -3, "7"),
        ] as [(Int128, Int, String)])
    func writes(units: Int128, exponent: Int, text: String) {
        #expect(DecimalText.text(units, exponent: exponent) == text)
    }

    @Test(
        "the streams' form has 36 significant digits, as the recorded samples do",
        arguments: [
            (648_000_000_000_000_000, 18, "0.648000000000000000000000000000000000"),
            (154_260_000_000_000_000_000_000, 18, "154260.000000000000000000000000000000"),
            (57_700_000_000_000_000, 18, "0.0577000000000000000000000000000000000"),
            (1_000_000_000_000_000_000, 18, "1.00000000000000000000000000000000000"),
            (0, 18, "0.00000000000000000000000000000000000"),
            (6_800_000_000_000_000, 18, "0.00680000000000000000000000000000000000"),
            (-15, 1, "-1.50000000000000000000000000000000000"), (3, 0, "3.00000000000000000000000000000000000"),
            (Int128.max, 18, "170141183460469231731.687303715884105727"),
            (Int128.max, 0, "170141183460469231731687303715884105727"),
        ] as [(Int128, Int, String)])
    func significant(units: Int128, exponent: Int, text: String) {
        #expect(DecimalText.text(units, exponent: exponent, significantDigits: 36) == text)
    }

    @Test(
        "random units come back from their text, and the text equals one made by hand",
        arguments: 0..<32 as Range<UInt64>)
    func roundTrip(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        for _ in 0..<200 {
            let width = Int.random(in: 1...127, using: &random)
            let bits = UInt128(random.next()) << 64 | UInt128(random.next())
            let units = Int128(truncatingIfNeeded: bits >> UInt128(128 - width))
            let exponent = Int.random(in: 0...18, using: &random)
            let text = DecimalText.text(units, exponent: exponent)
            #expect(text == Self.plainText(units, exponent: exponent))
            #expect(try DecimalText.units(text, exponent: exponent) == units)
            #expect(DecimalText.text(-units, exponent: exponent) == (units == 0 ? "0" : "-" + text))
            let long = DecimalText.text(units, exponent: exponent, significantDigits: 36)
            // Whoever reads an amount in a stream can send it back as it stands.
            #expect(try DecimalText.units(long, exponent: exponent) == units)
            if units != 0 { #expect(long.drop { $0 == "0" || $0 == "." }.count { $0 != "." } >= 36) }
            for value in [units, -units, -units - 1] {
                let whole = DecimalText.integerText(value)
                #expect(whole == String(value))
                #expect(DecimalText.integer(whole) == value)
            }
        }
    }

    @Test("whole numbers are read at both ends of 128 bits and not beyond")
    func wholeNumbers() {
        #expect(DecimalText.integer("170141183460469231731687303715884105727") == .max)
        #expect(DecimalText.integer("-170141183460469231731687303715884105728") == .min)
        #expect(DecimalText.integer("170141183460469231731687303715884105728") == nil)
        #expect(DecimalText.integer("-170141183460469231731687303715884105729") == nil)
        #expect(DecimalText.integer("999999999999999999999999999999999999999") == nil)
        #expect(DecimalText.integer("0") == 0)
        #expect(DecimalText.integer("-0") == nil)
        #expect(DecimalText.integer("-01") == nil)
        #expect(DecimalText.integer("-") == nil)
        #expect(DecimalText.integer("1.0") == nil)
    }

    /// The text by the standard library's digits and plain string work.
    private static func plainText(_ units: Int128, exponent: Int) -> String {
        var digits = String(units)
        if digits.count <= exponent { digits = String(repeating: "0", count: exponent + 1 - digits.count) + digits }
        let whole = digits.dropLast(exponent)
        var fraction = digits.suffix(exponent)
        while fraction.last == "0" { fraction.removeLast() }
        return fraction.isEmpty ? String(whole) : "\(whole).\(fraction)"
    }
}
