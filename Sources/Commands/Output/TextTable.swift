/// Rows in aligned columns, cut to the width of the screen.
package struct TextTable {
    /// One column: its heading and how it stands.
    package struct Column {
        package let heading: String
        package let isRight: Bool
        /// The fewest columns to which it is cut when there is too little room; nil when it is never cut.
        package let shortest: Int?

        package init(_ heading: String, right: Bool = false, shortest: Int? = nil) {
            self.heading = heading
            self.isRight = right
            self.shortest = shortest
        }
    }

    private let columns: [Column]
    private var rows: [[String]] = []

    package init(_ columns: [Column]) {
        self.columns = columns
    }

    /// Adds a row with as many cells as there are columns.
    package mutating func add(_ cells: [String]) {
        rows.append(cells.map { TerminalText.harmless($0) })
    }

    /// Writes the rows below their headings; cut to `width` columns, or not at all without one.
    package func write(to output: inout OutputBuffer, width: Int?) {
        let widths = widths(within: width)
        write(columns.map(\.heading), widths, to: &output)
        for row in rows { write(row, widths, to: &output) }
    }

    private func write(_ cells: [String], _ widths: [Int], to output: inout OutputBuffer) {
        // Nothing follows the last cell that says something: a line that is copied has no spaces at its end.
        let last = cells.lastIndex { !$0.isEmpty } ?? 0
        for (index, cell) in cells.prefix(last + 1).enumerated() {
            let shown = TerminalText.truncated(cell, to: widths[index])
            let padding = widths[index] - TerminalText.width(of: shown)
            if index > 0 { output.spaces(2) }
            if columns[index].isRight { output.spaces(padding) }
            output.text(shown)
            if !columns[index].isRight, index < last { output.spaces(padding) }
        }
        output.line("")
    }

    /// The widths of the columns: what their cells need, the widest that may be cut losing first.
    private func widths(within limit: Int?) -> [Int] {
        var widths = columns.map { TerminalText.width(of: $0.heading) }
        for row in rows {
            for (index, cell) in row.enumerated() { widths[index] = max(widths[index], TerminalText.width(of: cell)) }
        }
        guard let limit else { return widths }
        var excess = widths.reduce(0, +) + 2 * (widths.count - 1) - limit
        while excess > 0 {
            let candidates = widths.indices.filter { index in
                columns[index].shortest.map { widths[index] > $0 } ?? false
            }
            guard let widest = candidates.max(by: { widths[$0] < widths[$1] }) else { break }
            widths[widest] -= 1
            excess -= 1
        }
        return widths
    }
}
