import Testing

@testable import Basics

@Suite("JSON with places")
struct JSONTreeTests {
    private func value(_ text: String) throws(JSONError) -> JSONTree.Value {
        try JSONTree(parsing: Array(text.utf8)).value
    }

    @Test("every kind of value is read")
    func kinds() throws {
        #expect(try value("null") == .null)
        #expect(try value(" true\n") == .boolean(true))
        #expect(try value("false") == .boolean(false))
        #expect(try value("[ ]") == .array([]))
        #expect(try value("{\t}") == .object([]))
        #expect(try value("\u{FEFF}1") == .number(1))
    }

    @Test("places are those of the first byte")
    func places() throws {
        let tree = try JSONTree(parsing: Array(#" {"é": [1, "x"]}"#.utf8))
        guard case .object(let members) = tree.value, case .array(let elements) = members[0].value.value else {
            Issue.record("an object with a list was expected")
            return
        }
        #expect(tree.offset == 1 && members[0].offset == 2 && members[0].value.offset == 8)
        #expect(elements.map(\.offset) == [9, 12])
    }

    @Test(
        "numbers of RFC 8259 section 6 are read",
        arguments: [
            ("0", 0), ("-0", -0.0), ("12", 12), ("-1.5", -1.5), ("1e3", 1000), ("1E-2", 0.01), ("0.1e+1", 1),
            ("9007199254740993", 9_007_199_254_740_992),
        ])
    func numbers(text: String, expected: Double) throws {
        #expect(try value(text) == .number(expected))
    }

    @Test(
        "escapes of RFC 8259 section 7 are read",
        arguments: [
            (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"), (#""\u00e9\u0000""#, "é\u{0}"),
            (#""\ud83d\uDE00""#, "😀"),
            (#""é😀""#, "é😀"),
        ])
    func escapes(text: String, expected: String) throws {
        #expect(try value(text) == .string(expected))
    }

    @Test(
        "what is no JSON is refused",
        arguments: [
            "", " ", "nul", "True", "01", "-", "1.", ".5", "+1", "1e", "0x1", "NaN", "1e999", "[1", "[1,]", "[,1]",
            "[1 2]",
            "{", "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "{a:1}", "{1:2}", "'a'", "\"", "\"a", "\"\n\"", #""\x""#,
            #""\u12""#,
            #""\u12g4""#, #""\ud800""#, #""\udc00""#, #""\ud800\u0041""#, #""\ud800x""#, #""\"#, "1 2", "[]]",
            "// x\n1",
            String(repeating: "[", count: 17) + String(repeating: "]", count: 17),
            "1" + String(repeating: "0", count: 64),
        ])
    func refused(text: String) {
        #expect(throws: JSONError.self) { try value(text) }
    }

    @Test(
        "bytes that are no UTF-8 are refused",
        arguments: [
            [0x22, 0xFF, 0x22], [0x22, 0xC0, 0x80, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22], [0x22, 0xE2, 0x82, 0x22],
            [0xFE],
        ] as [[UInt8]])
    func notUTF8(bytes: [UInt8]) {
        #expect(throws: JSONError.self) { try JSONTree(parsing: bytes) }
    }

    @Test("sixteen levels are read")
    func depth() throws {
        let text = String(repeating: "[", count: 16) + String(repeating: "]", count: 16)
        #expect(throws: Never.self) { try JSONTree(parsing: Array(text.utf8)) }
    }
}
