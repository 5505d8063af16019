import Foundation
import Testing

@testable import Basics

@Suite("Forms of JSON")
struct JSONFormTests {
    @Test(
        "a number keeps its text where a form asks for it",
        arguments: [
            "0", "-0", "1.50", "1E+2", "-0.000", "12345678901234567890", "9007199254740993",
            "0.1000000000000000055511151",
            "1e400",
        ])
    func numerals(text: String) throws {
        let read = try JSONReader<Numerals>.value(Array("[\(text) , \(text)]".utf8))
        #expect(read == ["\(text)@1", "\(text)@\(text.utf8.count + 4)"])
    }

    @Test("a number longer than a form takes is refused where it begins")
    func longNumbers() throws {
        let fits = String(repeating: "1", count: 40)
        #expect(try JSONReader<Numerals>.value(Array("[\(fits)]".utf8)) == ["\(fits)@1"])
        #expect(throws: JSONError.numberOutOfRange(at: 1)) {
            try JSONReader<Numerals>.value(Array("[\(fits)1]".utf8))
        }
        #expect(throws: JSONError.numberOutOfRange(at: 2)) { try JSONValue(parsing: Array("[ 1e999]".utf8)) }
    }

    @Test(
        "whole numbers are exact to the last that fits",
        arguments: [
            Int64.max, .min, 0, 999_999_999_999_999_999, -999_999_999_999_999_999, 1_000_000_000_000_000_000, 1, -1,
        ])
    func integers(value: Int64) throws {
        #expect(try JSONValue(parsing: Array("\(value)".utf8)) == .integer(value))
    }

    @Test("any whole number and any double comes back", arguments: 0..<32 as Range<UInt64>)
    func numbers(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        for _ in 0..<200 {
            let whole = Int64(bitPattern: random.next()) >> Int64.random(in: 0..<64, using: &random)
            #expect(try JSONValue(parsing: Array("\(whole)".utf8)) == .integer(whole))
            let double = Double(bitPattern: random.next())
            guard double.isFinite else { continue }
            let text = JSONValue.number(double).compactText
            switch try JSONValue(parsing: Array(text.utf8)) {
            case .number(let read): #expect(read.double.bitPattern == double.bitPattern)
            case let other: Issue.record("\(text) was read as \(other)")
            }
        }
    }

    @Test("of a repeated name the last value counts, in the place of the first, where a form says so")
    func lastCounts() throws {
        let text = #"{"a":1,"b":2,"\u0061":3,"c":4,"b":5}"#
        #expect(try JSONReader<Numerals>.value(Array(text.utf8)) == ["a:3@22", "b:5@34", "c:4@28"])
    }

    @Test("all of a repeated name's values are kept, with their places, for whoever lists faults")
    func kept() throws {
        let tree = try JSONTree(parsing: Array(#"{"a":1, "a":[2]}"#.utf8))
        #expect(
            tree.value
                == .object([
                    .init(key: "a", offset: 1, value: JSONTree(value: .number(1), offset: 5)),
                    .init(
                        key: "a", offset: 8,
                        value: JSONTree(value: .array([JSONTree(value: .number(2), offset: 13)]), offset: 12)),
                ]))
    }

    @Test("a name is found again among many, wherever it stands", arguments: [2, 7, 8, 9, 10, 100])
    func manyNames(count: Int) throws {
        let members = (0..<count).map { "\"n\($0)\":\($0)" }
        let text = "{" + members.joined(separator: ",")
        let read = try JSONValue(parsing: Array((text + "}").utf8))
        #expect(read["n0"] == 0 && read["n\(count - 1)"] == .integer(Int64(count - 1)) && read["n\(count)"] == nil)
        for repeated in [0, count / 2, count - 1] {
            #expect(throws: JSONError.duplicateName(at: text.utf8.count + 1)) {
                try JSONValue(parsing: Array((text + ",\"n\(repeated)\":0}").utf8))
            }
            let last = try JSONReader<Numerals>.value(Array((text + ",\"n\(repeated)\":0}").utf8))
            #expect(last.count == count && last[repeated].hasPrefix("n\(repeated):0@"))
        }
    }

    @Test("names that look alike but are written in other characters are one name")
    func canonicalNames() {
        // "é" as one character and as two; whoever compares texts as Swift does would see two values.
        #expect(throws: JSONError.duplicateName(at: 8)) {
            try JSONValue(parsing: Array("{\"\u{E9}\":1,\"e\u{301}\":2}".utf8))
        }
    }

    @Test("levels are counted, and a text of brackets cannot exhaust the stack")
    func levels() {
        for bracket in ["[", "{\"a\":"] {
            #expect(throws: JSONError.tooDeep(at: 3 * bracket.utf8.count)) {
                try JSONReader<Numerals>.value(Array(String(repeating: bracket, count: 100_000).utf8))
            }
        }
        // Beside one another they may be many.
        let wide = "[" + String(repeating: "[[]],", count: 10_000) + "[]]"
        #expect(throws: Never.self) { try JSONReader<Numerals>.value(Array(wide.utf8)) }
    }

    @Test("a byte order mark is passed over where a form says so, once and at the beginning")
    func byteOrderMark() {
        #expect(throws: Never.self) { try JSONTree(parsing: Array("\u{FEFF} 1".utf8)) }
        #expect(throws: JSONError.self) { try JSONTree(parsing: Array("\u{FEFF}\u{FEFF}1".utf8)) }
        #expect(throws: JSONError.self) { try JSONTree(parsing: Array(" \u{FEFF}1".utf8)) }
        #expect(throws: JSONError.self) { try JSONTree(parsing: [0xEF, 0xBB]) }
        #expect(throws: JSONError.unexpected(.value, at: 0)) { try JSONValue(parsing: Array("\u{FEFF}1".utf8)) }
    }

    @Test(
        "an error says what was expected, and where",
        arguments: [
            ("", JSONError.ended(.value)), ("[", .ended(.value)), ("[1", .ended(.endOfArray)),
            ("[1 2]", .unexpected(.endOfArray, at: 3)), ("{", .ended(.name)), ("{1", .unexpected(.name, at: 1)),
            ("{\"a\"", .ended(.colon)), ("{\"a\" 1", .unexpected(.colon, at: 5)), ("{\"a\":1", .ended(.endOfObject)),
            ("{\"a\":1 \"b\"", .unexpected(.endOfObject, at: 7)), ("x", .unexpected(.value, at: 0)),
            ("-", .ended(.digit)), ("-x", .unexpected(.digit, at: 1)), ("01", .unexpected(.noDigit, at: 1)),
            ("1.x", .unexpected(.digit, at: 2)), ("1e+", .ended(.digit)), ("1 x", .unexpected(.endOfText, at: 2)),
            ("\"a", .ended(.character)), ("\"a\n", .unexpected(.character, at: 2)), ("\"a\\x", .invalidEscape(at: 2)),
            ("\"\\ud800\"", .invalidEscape(at: 1)), ("\"\\u12", .ended(.character)),
            ("nul", .unexpected(.value, at: 0)),
            ("{\"a\":1,}", .unexpected(.name, at: 7)), ("[1,]", .unexpected(.value, at: 3)),
        ])
    func errors(text: String, error: JSONError) {
        #expect(throws: error) { try JSONValue(parsing: Array(text.utf8)) }
    }

    @Test("a place is a line and a column from 1")
    func places() {
        let bytes = Array("{\n\"é\": ?}".utf8)
        let fault = #expect(throws: JSONError.self) { try JSONTree(parsing: bytes) }.map {
            JSONSyntaxError($0, in: bytes)
        }
        #expect(fault?.message == "a value is expected")
        #expect(fault.map { $0.position(in: bytes) == (2, 7) } == true)
    }

    @Test("text is written so that it can stand inside a page, unless it never will")
    func escapes() {
        var (page, file) = (JSONWriter(), JSONWriter(escapesMarkup: false))
        page.string("</a>\u{1}")
        file.string("</a>\u{1}")
        #expect(String(decoding: page.bytes, as: UTF8.self) == #""\u003c/a>\u0001""#)
        #expect(String(decoding: file.bytes, as: UTF8.self) == #""</a>\u0001""#)
    }

    /// Values as texts with their offsets: shows whatever a form is told.
    private enum Numerals: JSONForm {
        static var levels: Int { 3 }
        static var repeatedNames: JSONRepeatedNames { .lastCounts }
        static var skipsByteOrderMark: Bool { true }
        static var longestNumber: Int? { 40 }

        static func value(_ content: JSONContent<[String], String>, at offset: Int) -> [String] {
            switch content {
            case .null: ["null@\(offset)"]
            case .boolean(let value): ["\(value)@\(offset)"]
            case .string(let text): ["\(text)@\(offset)"]
            case .array(let elements): elements.flatMap { $0 }
            case .object(let members): members
            }
        }

        static func number(_ number: JSONNumber, at offset: Int) -> [String]? { ["\(number.text)@\(offset)"] }

        static func member(_ name: String, at offset: Int, _ value: [String]) -> String {
            "\(name):\(value.joined())"
        }

        static func name(of member: String) -> String { String(member.prefix { $0 != ":" }) }
    }
}
