import Foundation
import Testing

@testable import Basics

/// Texts of the kinds that the suite of the article "Parsing JSON is a Minefield" tries on readers, written anew here.
///
/// What RFC 8259 leaves to the reader is in a list of its own, with what ours does.
@Suite("JSON of RFC 8259")
struct JSONConformanceTests {
    static let taken: [String] = [
        // Section 2: white space and structure.
        "[[]   ]", "[\"\"]", "[]", "[\"a\"]", "[false]", "[null, 1, \"1\", {}]", "[null]", "[1\n]", " [1]", "[1] ",
        "[1,null,null,null,2]", " \t\r\n[\t\r\n 1\t\r\n ,\t\r\n 2 \t\r\n]\t\r\n ",
        // Section 3: any value may be the whole text.
        "false", "42", "-0.1", "null", "\"asd\"", "true", "\"\"", " true", "\n{}\n",
        // Section 4: objects.
        "{\"asd\":\"sdf\", \"dfg\":\"fgh\"}", "{}", "{\"\":0}", "{\"a\":[]}", "{\"a\":{\"a\":{}}}", "{ \"a\" : 1 }",
        "{\"foo\\u0000bar\": 42}", "{\"min\": -1.0e+28, \"max\": 1.0e+28}", "{\n\"a\": \"b\"\n}",
        // Section 6: numbers.
        "[123e65]", "[0e+1]", "[0e1]", "[ 4]", "[-0]", "[-123]", "[-1]", "[-0.0]", "[1E22]", "[1E-2]", "[1E+2]",
        "[123e45]", "[123.456e78]", "[1e-2]", "[1e+2]", "[123]", "[123.456789]", "[0.1]", "[1.0]", "[20e1]",
        // Section 7: strings.
        "[\"\\u0060\\u012a\\u12AB\"]", "[\"\\uD801\\udc37\"]", "[\"\\ud83d\\ude39\\ud83d\\udc8d\"]",
        "[\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"]", "[\"\\\\u0000\"]", "[\"\\\"\"]", "[\"a/*b*/c/*d//e\"]", "[\"\\\\a\"]",
        "[\"\\\\n\"]", "[\"\\u0012\"]", "[\"\\uFFFF\"]", "[\"\u{10FFFD}\"]", "[\"\\u0000\"]", "[\"\\u002c\"]",
        "[\"π\"]", "[\"asd \"]", "\" \"", "[\"\\uDBFF\\uDFFF\"]", "[\"new\\u00A0line\"]",
        "[\"\u{2028}\"]", "[\"\u{2029}\"]", "[\"\\u0061\\u30af\\u30EA\\u30b9\"]", "[\"\\uA66D\"]", "[\"\u{7F}\"]",
        "[\"⍂㈴⍂\"]", "[\"\\u200B\"]", "[\"\\u2064\"]", "[\"\\uFDD0\"]", "[\"\\u0022\"]", "[\"é😀\u{1F468}\u{200D}\"]",
    ]

    static let refused: [String] = [
        // Arrays.
        "[1 true]", "[a", "[\"\": 1]", "[\"\"],", "[,1]", "[1,,2]", "[\"x\",,]", "[\"x\"]]", "[\"\",]", "[\"x\"", "[x",
        "[3[4]]", "[1:2]", "[,]", "[-]", "[   , \"\"]", "[\"a\",\n4\n,1,", "[1,]", "[1,\n1\n,1", "[\"a\" \"b\"]", "[*]",
        "[\"\"", "[1", "[1\n", "[{}", "[ true, fals]", "[ nul]", "[ tru]", "[\u{B}1]", "[\u{C}]",
        // Numbers.
        "[++1234]", "[+1]", "[+Inf]", "[-01]", "[-1.0.]", "[-2.]", "[-NaN]", "[.-1]", "[.2e-3]", "[0.1.2]", "[0.3e+]",
        "[0.3e]", "[0.e1]", "[0E+]", "[0E]", "[0e+]", "[0e]", "[1.0e+]", "[1.0e-]", "[1.0e]", "[1 000.0]", "[1eE2]",
        "[2.e+3]", "[2.e-3]", "[2.e3]", "[9.e+]", "[Inf]", "[NaN]", "[１]", "[1+2]", "[0x1]", "[0x42]", "[Infinity]",
        "[0e+-1]", "[-123.123foo]", "[-Infinity]", "[-foo]", "[- 1]", "[-012]", "[-.123]", "[-1x]", "[1ea]", "[1.]",
        "[.123]", "[1.2a-3]", "[1.8011670033376514H-308]", "[012]", "[00]", "[1_000]", "[1e2.3]", "[-]", "-", "1e",
        // Objects.
        "[\"x\", truth]", "{[: \"x\"}", "{\"x\", null}", "{\"x\"::\"b\"}", "{🇨🇭}", "{\"a\":\"a\" 123}", "{key: 'value'}",
        "{\"a\" b}", "{:\"b\"}", "{\"a\" \"b\"}", "{\"a\":", "{\"a\"", "{1:1}", "{9999E9999:1}",
        "{null:null,null:null}",
        "{\"id\":0,,,,,}", "{'a':0}", "{\"id\":0,}", "{\"a\":\"b\"}/**/", "{\"a\":\"b\"}//",
        "{\"a\":\"b\",,\"c\":\"d\"}",
        "{a: \"b\"}", "{\"a\":\"a", "{ \"foo\" : \"bar\", \"a\" }", "{\"a\":\"b\"}#", "{", "{]", "}", "{\"\":", "{,}",
        // Strings.
        "[\"\\uD800\\\"]", "[\"\\uD800\\u\"]", "[\"\\uD800\\u1\"]", "[\"\\uD800\\u1x\"]", "[é]", "[\"\\\u{0}\"]",
        "[\"\\x00\"]", "[\"\\\\\\\"]", "[\"\\\t\"]", "[\"\\🌀\"]", "[\"\\\"]", "[\"\\u00A\"]", "[\"\\uD834\\uDd\"]",
        "[\"\\uD800\\uD800\\x\"]", "[\"\\a\"]", "[\"\\uqqqq\"]", "[\\u0020\"asd\"]", "[\\n]", "\"", "['single']", "abc",
        "[\"\\", "[\"a\u{0}a\"]", "[\"new\nline\"]", "[\"\t\"]", "\"\\UA66D\"", "[\"\u{1F}\"]", "[\"\\u 123\"]",
        "[\"\\u+123\"]", "\"\\u12", "\"a\\",
        // Structure.
        "<.>", "[<null>]", "[1]x", "[1]]", "[\"asd]", "aå", "[True]", "1]", "{\"x\": true,", "[][]", "]", "{}}",
        "[", "[\u{2060}]", "[\"a\",\n", "{\"", "{\"a\"", "{\"a\":\"", "[\"\\{[\"\\{[", "\u{FEFF}", "", " ",
        "\u{FEFF}[]",
        "*", "{\"a\":\"b\"}#{}", "[\\u000A\"\"]", "[1", "[ false, nul", "[ true, fals", "[ false, tru", "⁠", "å",
        "[\u{A0}]",
        "/* */ 1", "// 1\n1", "nulll", "truefalse", "1 2", "\"a\" \"b\"", "NULL",
    ]

    /// What the RFC lets a reader decide, and ours refuses: values that two readers would see differently.
    static let refusedByChoice: [String] = [
        // Sections 4, 6 and 8.2: repeated names, numbers beyond a double, halves of surrogate pairs.
        "{\"a\":\"b\",\"a\":\"c\"}", "{\"a\":\"b\",\"a\":\"b\"}", "{\"a\":1,\"\\u0061\":1}", "[1e9999]", "[-1e9999]",
        "[123123e100000]", "[-123123e100000]", "[\"\\uDADA\"]", "[\"\\uD888\\u1234\"]", "[\"\\uD800\\n\"]",
        "[\"\\uDd1ea\"]", "[\"\\uD800\\uD800\\n\"]", "[\"\\ud800\"]", "[\"\\ud800abc\"]", "[\"\\uDd1e\\uD834\"]",
        "[\"\\uDFAA\"]",
    ]

    @Test("the double nearest to a small number is read, which Foundation misses by a last digit")
    func smallNumber() throws {
        let text = "[-0." + String(repeating: "0", count: 77) + "1]"
        #expect(try JSONValue(parsing: Array(text.utf8)) == .array([.number(-1e-78)]))
    }

    @Test("what the RFC allows is read, as Foundation reads it", arguments: taken)
    func takes(text: String) throws {
        let value = try JSONValue(parsing: Array(text.utf8))
        let other = try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
        #expect(value.isSame(as: other), "\(value)")
        // What is written of it is the same again.
        for written in [value.compactText, value.indentedText] {
            #expect(try JSONValue(parsing: Array(written.utf8)) == value)
        }
        // A file's numbers are shorter.
        if text.utf8.count < 64 { #expect(throws: Never.self) { try JSONTree(parsing: Array(text.utf8)) } }
    }

    @Test("what it forbids is refused by every form, at a place within the text", arguments: refused)
    func refuses(text: String) throws {
        let bytes = Array(text.utf8)
        let error = #expect(throws: JSONError.self) { try JSONValue(parsing: bytes) }
        let offset = try #require(error).offset(in: bytes.count)
        #expect((0...bytes.count).contains(offset) && error?.explanation.isEmpty == false)
        // A file may begin with a byte order mark, a request may not.
        if !text.unicodeScalars.starts(with: ["\u{FEFF}"]) {
            #expect(throws: JSONError.self) { try JSONTree(parsing: bytes) }
        }
    }

    @Test("what it leaves to the reader is refused where two readers would differ", arguments: refusedByChoice)
    func choices(text: String) {
        #expect(throws: JSONError.self) { try JSONValue(parsing: Array(text.utf8)) }
    }

    @Test(
        "bytes that are no UTF-8 are refused wherever they stand",
        arguments: [
            [0xE0, 0xFF], [0xFF], [0xC0, 0xAF], [0x81], [0xE0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0xBF, 0xBF, 0xBF],
            [0xF8, 0x88, 0x80, 0x80, 0x80], [0xFC, 0x83, 0xBF, 0xBF, 0xBF, 0xBF], [0xE2, 0x82], [0xF0, 0x9F, 0x98],
        ] as [[UInt8]])
    func encodings(bytes: [UInt8]) {
        let string: [UInt8] = [0x5B, 0x22] + bytes + [0x22, 0x5D]
        #expect(throws: JSONError.invalidText(at: 1)) { try JSONValue(parsing: string) }
        #expect(throws: JSONError.self) { try JSONValue(parsing: [0x5B] + bytes + [0x5D]) }
        #expect(throws: JSONError.self) { try JSONValue(parsing: [0x7B, 0x22] + bytes + [0x22, 0x3A, 0x31, 0x7D]) }
        // UTF-16 is no JSON of ours.
        #expect(throws: JSONError.self) { try JSONValue(parsing: [0x00, 0x5B, 0x00, 0x5D]) }
        #expect(throws: JSONError.self) { try JSONValue(parsing: [0xFF, 0xFE, 0x5B, 0x00, 0x5D, 0x00]) }
    }

    @Test("each cut of a text is refused, and says that something is missing")
    func cuts() throws {
        let text = Array(#"{"a":[1,-2.5e-3,true,false,null,"x\n\u00e9😀"],"b":{"c":{}}}"#.utf8)
        #expect(throws: Never.self) { try JSONValue(parsing: text) }
        for count in 0..<text.count {
            let error = #expect(throws: JSONError.self) { try JSONValue(parsing: Array(text[..<count])) }
            // A word or an escape that was cut is wrong where it begins; everything else is missing at the end.
            #expect(error.map { $0.offset(in: count) <= count } == true)
        }
    }
}

extension JSONValue {
    /// Whether Foundation's value is the same.
    func isSame(as other: Any) -> Bool {
        switch self {
        case .null: return other is NSNull
        case .boolean(let value): return (other as? NSNumber)?.boolValue == value && other as? Bool == value
        case .integer(let value): return (other as? NSNumber)?.int64Value == value
        case .number(let value): return (other as? NSNumber)?.doubleValue == value.double
        case .string(let text): return (other as? String)?.unicodeScalars.elementsEqual(text.unicodeScalars) == true
        case .array(let elements):
            guard let others = other as? [Any], others.count == elements.count else { return false }
            return zip(elements, others).allSatisfy { $0.isSame(as: $1) }
        case .object(let members):
            guard let others = other as? [String: Any], others.count == members.count else { return false }
            return members.allSatisfy { member in others[member.name].map { member.value.isSame(as: $0) } ?? false }
        }
    }
}
