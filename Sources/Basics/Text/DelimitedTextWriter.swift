/// Writes tables as text whose cells are parted by a character (RFC 4180), in the form that spreadsheets of a language
/// open by themselves.
package struct DelimitedTextWriter: Sendable {
    /// What a cell holds.
    package enum Cell: Sendable, Equatable {
        /// A plain decimal number with a point, as `-0.5`.
        case number(String)
        /// A word, an instant or an identifier of ours: nothing that anybody typed.
        case word(String)
        /// What somebody typed. A spreadsheet must not take it for a formula: what begins as one gets an apostrophe.
        case text(String)
    }

    /// What such a text begins with, so that programs know that it is UTF-8.
    package static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// What parts cells: a comma, a semicolon or a tab.
    package let separator: Character
    /// Whether numbers have a comma where others have a point.
    package let hasDecimalComma: Bool

    /// A table whose cells are parted so.
    package init(separator: Character, hasDecimalComma: Bool) {
        self.separator = separator
        self.hasDecimalComma = hasDecimalComma
    }

    /// A line with its end, UTF-8.
    package func line(_ cells: [Cell]) -> [UInt8] {
        var line = ""
        for (place, cell) in cells.enumerated() {
            if place > 0 { line.append(separator) }
            line += written(cell)
        }
        return Array((line + "\r\n").utf8)
    }

    private func written(_ cell: Cell) -> String {
        switch cell {
        case .number(let text):
            quoted(hasDecimalComma ? String(text.map { $0 == "." ? "," : $0 }) : text)
        case .word(let text): quoted(text)
        case .text(let text): quoted(Self.beginsAsFormula(text) ? "'" + text : text)
        }
    }

    /// Whether a spreadsheet could take the text for a formula; blanks and control characters before it do not help.
    private static func beginsAsFormula(_ text: String) -> Bool {
        for scalar in text.unicodeScalars {
            if scalar.value <= 0x20 || scalar.value == 0xA0 || scalar.value == 0xFEFF { continue }
            // As they are, and as wide as the letters of East Asia.
            return "=+-@\u{FF1D}\u{FF0B}\u{FF0D}\u{FF20}".unicodeScalars.contains(scalar)
        }
        return false
    }

    private func quoted(_ text: String) -> String {
        let parts = separator.unicodeScalars
        let isPlain = text.unicodeScalars.allSatisfy { scalar in
            scalar != "\"" && scalar != "\r" && scalar != "\n" && !parts.contains(scalar)
        }
        guard !isPlain || text.first == " " || text.last == " " else { return text }
        var quoted = "\""
        for scalar in text.unicodeScalars {
            if scalar == "\"" { quoted.unicodeScalars.append(scalar) }
            quoted.unicodeScalars.append(scalar)
        }
        return quoted + "\""
    }
}
