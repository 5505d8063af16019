import Testing

@testable import Basics

@Suite("Delimited text")
struct DelimitedTextTests {
    private static func records(
        _ text: String, _ change: (inout DelimitedText.Rules) -> Void = { _ in }
    ) throws(DelimitedText.Fault) -> [[String]] {
        try records(Array(text.utf8), change)
    }

    private static func records(
        _ bytes: [UInt8], _ change: (inout DelimitedText.Rules) -> Void = { _ in }
    ) throws(DelimitedText.Fault) -> [[String]] {
        var rules = DelimitedText.Rules(mostFields: 5)
        change(&rules)
        var text = DelimitedText(bytes, rules)
        var records: [[String]] = []
        while let record = try text.record() { records.append(record.map(\.text)) }
        return records
    }

    @Test(
        "the definitions of RFC 4180 section 2",
        arguments: [
            ("aaa,bbb,ccc\r\nzzz,yyy,xxx\r\n", [["aaa", "bbb", "ccc"], ["zzz", "yyy", "xxx"]]),
            ("aaa,bbb,ccc\r\nzzz,yyy,xxx", [["aaa", "bbb", "ccc"], ["zzz", "yyy", "xxx"]]),
            ("aaa, bbb ,ccc", [["aaa", " bbb ", "ccc"]]),
            ("\"aaa\",\"bbb\",\"ccc\"\r\nzzz,yyy,xxx", [["aaa", "bbb", "ccc"], ["zzz", "yyy", "xxx"]]),
            ("\"aaa\",\"b\r\nbb\",\"ccc\"\r\nzzz,yyy,xxx", [["aaa", "b\r\nbb", "ccc"], ["zzz", "yyy", "xxx"]]),
            ("\"aaa\",\"b\"\"bb\",\"ccc\"", [["aaa", "b\"bb", "ccc"]]),
        ])
    func definitions(text: String, records: [[String]]) throws {
        #expect(try Self.records(text) == records)
    }

    @Test(
        "what files do beyond it",
        arguments: [
            ("", []), ("\n\n\r\n", []), ("\u{FEFF}a,b", [["a", "b"]]), ("a\nb\rc\r\nd", [["a"], ["b"], ["c"], ["d"]]),
            (",", [["", ""]]), ("a,\n,b", [["a", ""], ["", "b"]]), ("\"\"\na", [[""], ["a"]]), ("\"\",", [["", ""]]),
            ("\"a\"\"\"", [["a\""]]), ("\"\"\"\"", [["\""]]), ("ñ,😀\n", [["ñ", "😀"]]), (" \n", [[" "]]),
        ])
    func beyond(text: String, records: [[String]]) throws {
        #expect(try Self.records(text) == records)
    }

    @Test("the first line says what stands between fields, outside quotes")
    func separators() throws {
        let rules = { (rules: inout DelimitedText.Rules) in rules.separators = [",", ";", "\t"] }
        #expect(try Self.records("a;b\n1,2;3", rules) == [["a", "b"], ["1,2", "3"]])
        #expect(try Self.records("a;b,c\n1;2", rules) == [["a;b", "c"], ["1;2"]])
        #expect(try Self.records("\"a,b\";c\n1;2", rules) == [["a,b", "c"], ["1", "2"]])
        #expect(try Self.records("a\tb", rules) == [["a", "b"]])
        #expect(try Self.records("a b\n1,2", rules) == [["a b"], ["1", "2"]])
    }

    @Test("spaces around fields can be no part of them")
    func spaces() throws {
        let rules = { (rules: inout DelimitedText.Rules) in rules.trimsSpaces = true }
        #expect(try Self.records(" a , \" b \" ,\tc\n \t\n\"\"\n", rules) == [["a", "b", "c"]])
        // A tab that separates is no space.
        let tabs = { (rules: inout DelimitedText.Rules) in
            rules.trimsSpaces = true
            rules.separators = ["\t"]
        }
        #expect(try Self.records("a\t\tb", tabs) == [["a", "", "b"]])
    }

    @Test(
        "what breaks the rules is said with its place",
        arguments: [
            ("a,b,c,d,e,f", DelimitedText.Fault.Kind.tooManyFields, 1, 11), ("a\n\"b\"c", .afterQuote, 2, 4),
            ("a\n\"b\" ,c", .afterQuote, 2, 4), ("a\nx,b\"c", .strayQuote, 2, 4), ("a\n\n\"b", .openQuote, 3, 1),
            ("\"a\n\n\"b", .afterQuote, 3, 6), ("x\n\"a\r\nb\rc\",\"", .openQuote, 4, 10),
        ])
    func faults(text: String, kind: DelimitedText.Fault.Kind, line: Int, column: Int) {
        #expect(throws: DelimitedText.Fault(kind: kind, line: line, column: column)) { try Self.records(text) }
    }

    @Test("each rule can be made stricter or milder")
    func rules() throws {
        #expect(throws: DelimitedText.Fault(kind: .lineInQuotes, line: 2, column: 3)) {
            try Self.records("a\nb,\"c\nd\"") { $0.hasLinesInQuotes = false }
        }
        #expect(try Self.records("a\"b") { $0.hasStrayQuotes = true } == [["a\"b"]])
        for text in ["ab,cde", "ab,\"cde\""] {
            #expect(throws: DelimitedText.Fault(kind: .fieldTooLong, line: 1, column: 4)) {
                try Self.records(text) { $0.longestField = 2 }
            }
        }
        #expect(throws: DelimitedText.Fault(kind: .notUTF8, line: 1, column: 3)) {
            try Self.records([0x61, 0x2C, 0xF1])
        }
        #expect(try Self.records([0x61, 0x2C, 0xF1]) { $0.repairsText = true } == [["a", "\u{FFFD}"]])
    }

    @Test("what is written is read, and damaged text never traps", arguments: 0..<64 as Range<UInt64>)
    func roundTrip(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let pieces = ["a", "\"", ",", "\n", "\r\n", " ", ";", "é", "😀", "\t"]
        let records = (0..<Int.random(in: 1...5, using: &random)).map { _ in
            (0..<3).map { _ in
                (0..<Int.random(in: 0...4, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }
                    .joined()
            }
        }
        let text = records.map { record in
            record.map { "\"" + $0.replacing("\"", with: "\"\"") + "\"" }.joined(separator: ",")
        }.joined(separator: "\r\n")
        #expect(try Self.records(text) == records)
        for _ in 0..<50 {
            var bytes = Array(text.utf8)
            bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            if Bool.random(using: &random) { bytes.removeLast(Int.random(in: 0...bytes.count, using: &random)) }
            let read = try? Self.records(bytes) { $0.repairsText = true }
            #expect(read.map { $0.allSatisfy { (1...5).contains($0.count) } } ?? true)
        }
    }
}
