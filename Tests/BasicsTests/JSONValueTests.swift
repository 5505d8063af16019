import Foundation
import Testing

@testable import Basics

@Suite("JSON text")
struct JSONValueTests {
    @Test(
        "values of every kind are read",
        arguments: [
            ("null", JSONValue.null), (" true ", true), ("false", false), ("0", 0), ("-12", -12),
            ("9223372036854775807", .integer(.max)),
            ("9223372036854775808", .number(.init(written: "9223372036854775808"))),
            ("1.50", .number(1.5)), ("-2e3", .number(-2000)), ("1E-2", .number(0.01)), ("\"\"", ""),
            (#""a\"\\\/\b\f\n\r\t\u0041""#, "a\"\\/\u{8}\u{C}\n\r\tA"), (#""\uD83D\uDE00""#, "😀"), ("\"é😀\"", "é😀"),
            ("[]", .array([])), ("[1, [2]]", .array([1, .array([2])])), ("{}", .object([])),
            (#"{"a":1,"b":{"a":2}}"#, .object(["a": 1, "b": .object(["a": 2])])),
        ])
    func reads(text: String, value: JSONValue) throws {
        #expect(try JSONValue(parsing: Array(text.utf8)) == value)
    }

    @Test(
        "a number is written back with the characters that it came with",
        arguments: [
            "1234567890.12345678", "90071992547409.93", "1000000000000000.01", "1.50", "1e-05", "1E+5", "-0.0",
            "12345678901234567890123.456789012345678901234567890", "0.1e-300",
        ])
    func keepsDigits(text: String) throws {
        #expect(try JSONValue(parsing: Array("[\(text)]".utf8)).compactText == "[\(text)]")
    }

    @Test(
        "an exponent is worked out digit by digit",
        arguments: [
            ("1e-05", "0.00001"), ("1.5E3", "1500"), ("123.456e1", "1234.56"), ("0.00012e2", "0.012"),
            ("-2e-2", "-0.02"),
            ("0e7", "0"), ("-0e-7", "0"), ("1.50", "1.50"), ("1234567890123456789.5e-9", "1234567890.1234567895"),
            ("1e-500", "1e-500"), ("1e30", "1000000000000000000000000000000"), ("1.00e1", "10"),
        ])
    func exponents(text: String, plain: String) throws {
        #expect(JSONValue.Number(written: text).plainText == plain)
    }

    @Test("numbers are equal by their value, to the last digit")
    func equality() {
        func number(_ text: String) -> JSONValue.Number { .init(written: text) }
        #expect(number("1.50") == number("15e-1") && number("0.0") == number("-0e3") && number("100") == number("1E2"))
        #expect(number("1234567890.12345678") != number("1234567890.1234567"))
        #expect(number("-1.5") != number("1.5") && number("1.5") != number("15"))
    }

    @Test(
        "what is no JSON is refused",
        arguments: [
            "", " ", "nul", "True", "01", "-", "1.", ".5", "1e", "+1", "1 2", "NaN", "Infinity", "0x10",
            "\"", "\"\\", "\"\\x\"", "\"\\u12\"", "\"\\u00zz\"", "\"\\uD83D\"", "\"\\uD83Dx\"", "\"\\uDE00\"",
            "\"\\uD83D\\u0041\"", "\"\n\"", "\"\u{0}\"", "[", "[1", "[1,", "[1,]", "[,1]", "{", "{\"a\"", "{\"a\":",
            "{\"a\":1",
            "{\"a\":1,}", "{a:1}", "{'a':1}", "{\"a\" 1}", "[1] // no", "\u{FEFF}1", "1e999",
        ])
    func refuses(text: String) {
        #expect(throws: JSONError.self) { try JSONValue(parsing: Array(text.utf8)) }
    }

    @Test("a name that occurs twice is refused, also when one of them is escaped")
    func duplicates() {
        #expect(throws: JSONError.duplicateName(at: 7)) { try JSONValue(parsing: Array(#"{"a":1,"a":2}"#.utf8)) }
        #expect(throws: JSONError.duplicateName(at: 7)) { try JSONValue(parsing: Array(#"{"a":1,"\u0061":2}"#.utf8)) }
    }

    @Test(
        "text that is not UTF-8 is refused",
        arguments: [[0xFF], [0xC3], [0xC0, 0x80], [0xED, 0xA0, 0x80]] as [[UInt8]])
    func invalidUTF8(bytes: [UInt8]) {
        #expect(throws: JSONError.invalidText(at: 0)) { try JSONValue(parsing: [0x22] + bytes + [0x22]) }
    }

    @Test("nesting is bounded, so that a small text cannot exhaust the stack")
    func depth() throws {
        let deepest = JSONValue.deepest
        let fits = String(repeating: "[", count: deepest + 1) + String(repeating: "]", count: deepest + 1)
        _ = try JSONValue(parsing: Array(fits.utf8))
        #expect(throws: JSONError.tooDeep(at: deepest + 1)) {
            try JSONValue(parsing: Array(repeating: UInt8(ascii: "["), count: 60_000))
        }
    }

    @Test("what is written is read again, and Foundation reads the same", arguments: 0..<32 as Range<UInt64>)
    func roundTrip(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        for _ in 0..<50 {
            let value = JSONValue.random(depth: 0, using: &random)
            for text in [value.compactText, value.indentedText] {
                #expect(try JSONValue(parsing: Array(text.utf8)) == value)
                _ = try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
            }
        }
    }

    @Test("a damaged text never traps, and is refused when Foundation refuses it", arguments: 0..<32 as Range<UInt64>)
    func damage(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        for _ in 0..<100 {
            var bytes = Array(JSONValue.random(depth: 0, using: &random).compactText.utf8)
            for _ in 0..<Int.random(in: 1...3, using: &random) where !bytes.isEmpty {
                let index = Int.random(in: 0..<bytes.count, using: &random)
                if Bool.random(using: &random) {
                    bytes[index] = UInt8.random(in: .min ... .max, using: &random)
                } else {
                    bytes.remove(at: index)
                }
            }
            let ours = try? JSONValue(parsing: bytes)
            if ours != nil {
                let theirs = try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
                #expect(theirs != nil, "\(String(decoding: bytes, as: UTF8.self))")
            }
        }
    }

    @Test("text is written so that it can stand inside a page")
    func escapes() {
        var writer = JSONWriter()
        writer.string("</script>\u{1}\"\\\n\r\té")
        #expect(String(decoding: writer.bytes, as: UTF8.self) == #""\u003c/script>\u0001\"\\\n\r\té""#)
    }
}

extension JSONValue {
    /// Any value, with few levels.
    static func random(depth: Int, using random: inout SplitMix64) -> JSONValue {
        switch Int.random(in: 0..<(depth > 3 ? 5 : 7), using: &random) {
        case 0: return .null
        case 1: return .boolean(Bool.random(using: &random))
        case 2:
            return .integer(Int64.random(in: .min ... .max, using: &random) >> Int64.random(in: 0..<64, using: &random))
        case 3: return .number(random.uniform() * 2000 - 1000 + 0.001)
        case 4: return .string(.random(using: &random))
        case 5:
            return .array(
                (0..<Int.random(in: 0..<4, using: &random)).map { _ in .random(depth: depth + 1, using: &random) })
        default:
            return .object(
                (0..<Int.random(in: 0..<4, using: &random)).map { index in
                    .init("\(index)\(String.random(using: &random))", .random(depth: depth + 1, using: &random))
                })
        }
    }
}

extension String {
    fileprivate static func random(using random: inout SplitMix64) -> String {
        let alphabet: [Character] = ["a", "Z", "0", "\"", "\\", "\n", "\u{1}", "<", "é", "😀", "\u{7F}", " "]
        return String(
            (0..<Int.random(in: 0..<8, using: &random)).map { _ in alphabet.randomElement(using: &random) ?? "a" })
    }
}
