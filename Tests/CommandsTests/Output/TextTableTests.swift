import Testing

@testable import Commands

@Suite("Text on a screen")
struct TextTableTests {
    private func lines(_ table: TextTable, width: Int? = nil) -> [String] {
        var output = OutputBuffer(descriptor: nil)
        table.write(to: &output, width: width)
        return output.takenText().split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
    }

    @Test(
        "the columns that a terminal gives a text",
        arguments: [
            ("", 0), ("cerca", 5), ("ñandú", 5), ("日本", 4), ("한글", 4), ("😀!", 3), ("e\u{301}", 1), ("\u{200B}x", 1),
            ("Ａ", 2),
        ])
    func width(text: String, columns: Int) {
        #expect(TerminalText.width(of: text) == columns)
    }

    @Test(
        "what is too long ends with an ellipsis and fits",
        arguments: [
            ("cerca", 5, "cerca"), ("cercana", 5, "cerc…"), ("日本語", 5, "日本…"), ("日本語", 4, "日…"), ("ab", 1, "…"),
        ])
    func truncated(text: String, columns: Int, shown: String) {
        #expect(TerminalText.truncated(text, to: columns) == shown)
        #expect(TerminalText.width(of: shown) <= columns)
    }

    @Test(
        "what somebody else wrote gives no orders to the terminal",
        arguments: [
            ("plain", "plain"), ("\u{1B}]0;title\u{7}", "[]0;titleG"), ("a\tb", "a    b"), ("a\nb", "aJb"),
            ("\u{9B}31m", "\u{FFFD}31m"), ("\u{7F}", "\u{FFFD}"), ("\u{202E}fdp.exe", "\u{FFFD}fdp.exe"),
            ("\u{2066}x\u{2069}", "\u{FFFD}x\u{FFFD}"), ("ñ日😀", "ñ日😀"),
        ])
    func harmless(text: String, shown: String) {
        #expect(TerminalText.harmless(text) == shown)
    }

    @Test("line breaks are kept where lines are wanted, and nothing else is")
    func keptLines() {
        #expect(TerminalText.harmless("one\ntwo\u{1B}[2J", keepingLines: true) == "one\ntwo[[2J")
    }

    @Test("columns stand below their headings, numbers at their right end, and no line ends with a space")
    func aligned() {
        var table = TextTable([.init("asset"), .init("amount", right: true), .init("title")])
        table.add(["CLP", "1000", "Chilean peso"])
        table.add(["円", "5", ""])
        #expect(lines(table) == ["asset  amount  title", "CLP      1000  Chilean peso", "円          5"])
    }

    @Test("columns that may be cut share the room, those that may not stay whole")
    func narrow() {
        var table = TextTable([.init("id"), .init("title", shortest: 8), .init("note", shortest: 4)])
        table.add(["1234567890", "a title of twenty ch", "a note of twenty chs"])
        for width in [24, 30, 40, 54, 80] {
            let rows = lines(table, width: width)
            #expect(rows.allSatisfy { TerminalText.width(of: $0) <= max(width, 26) }, "\(width)")
            #expect(rows[1].hasPrefix("1234567890  "))
        }
        #expect(lines(table, width: nil)[1] == "1234567890  a title of twenty ch  a note of twenty chs")
        #expect(lines(table, width: 80) == lines(table))
    }

    @Test("a cell with orders to the terminal is shown without them, in its columns")
    func hostileCell() {
        var table = TextTable([.init("name"), .init("x")])
        table.add(["\u{1B}[31m", "1"])
        #expect(lines(table) == ["name   x", "[[31m  1"])
    }
}
