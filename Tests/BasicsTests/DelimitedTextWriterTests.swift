import Testing

@testable import Basics

@Suite("Tables as text")
struct DelimitedTextWriterTests {
    private static func line(_ cells: [DelimitedTextWriter.Cell], _ separator: Character = ",", comma: Bool = false)
        -> String
    {
        String(decoding: DelimitedTextWriter(separator: separator, hasDecimalComma: comma).line(cells), as: UTF8.self)
    }

    @Test("cells are parted, and quoted when they have to be")
    func quoting() {
        #expect(Self.line([.word("a"), .text("b c"), .number("1.5")]) == "a,b c,1.5\r\n")
        #expect(
            Self.line([.text("a,b"), .text("say \"x\""), .text("two\r\nlines")])
                == "\"a,b\",\"say \"\"x\"\"\",\"two\r\nlines\"\r\n")
        #expect(Self.line([.text("a,b"), .text("c;d")], ";") == "a,b;\"c;d\"\r\n")
        #expect(Self.line([.text(""), .text(" x"), .word("")]) == ",\" x\",\r\n")
        // An end of line that is one character of two.
        #expect(Self.line([.text("\r\n")]) == "\"\r\n\"\r\n")
        #expect(Self.line([]) == "\r\n")
    }

    @Test("numbers have the point or the comma of a language")
    func numbers() {
        #expect(Self.line([.number("-1234.50"), .number("7")], ";", comma: true) == "-1234,50;7\r\n")
        #expect(Self.line([.number("-1234.50")], ",", comma: true) == "\"-1234,50\"\r\n")
        #expect(Self.line([.word("1.5")], ";", comma: true) == "1.5\r\n")
    }

    @Test(
        "what somebody typed is never a formula",
        arguments: ["=1+1", "+1", "-1", "@A1", " =1", "\t=1", "\r=1", "\u{A0}=1", "\u{FF1D}1", "\u{FEFF}=1"])
    func formulas(text: String) {
        let line = Self.line([.text(text)])
        #expect(line.hasPrefix("'") || line.hasPrefix("\"'"), "\(line)")
        #expect(line.contains(text))
    }

    @Test("what is no formula stays as it is")
    func noFormulas() {
        for text in ["a=1", "1-1", "'=1", "ñ", "\u{1F600}"] { #expect(Self.line([.text(text)]) == text + "\r\n") }
        #expect(Self.line([.number("-1")]) == "-1\r\n")
    }
}
