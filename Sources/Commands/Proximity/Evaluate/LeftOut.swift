import Basics
import Strings

/// What was left out of a recording, and why: counts of everything, and the first of them with their places.
struct LeftOut {
    /// The most places that are listed.
    static let mostListed = 20

    /// One row or reading that was left out.
    struct Entry {
        let file: String
        let row: Int
        /// The column's number and name; nil when it is about the row.
        let column: String?
        let reason: Phrase

        /// The place and the reason in words.
        var phrase: Phrase {
            column.map { ProximityStrings.faultAt(file: file, row: String(row), column: $0, reason: reason) }
                ?? ProximityStrings.faultRow(file: file, row: String(row), reason: reason)
        }
    }

    private(set) var rows = 0
    private(set) var readings = 0
    private(set) var first: [Entry] = []
    /// The first byte at which a row is not text in fields, with its place in words.
    private(set) var firstByte: Phrase?
    /// Columns that are neither beacons nor used for anything else; `#3` is the third one, which has no name.
    private(set) var ignoredColumns: [String] = []
    /// Strengths that a recording writes where nothing was heard, beyond those that are always read so.
    private(set) var marks: [Double] = []
    /// Rows that are used although their instants are years away from the others.
    private(set) var jumps = 0
    /// The first of them, with its instant.
    private(set) var firstJump: Phrase?

    /// Whether there is nothing to report.
    var isEmpty: Bool { rows == 0 && readings == 0 && ignoredColumns.isEmpty && marks.isEmpty && jumps == 0 }

    /// Notes a row; `column` counts from 0.
    mutating func row(_ row: Int, column: Int?, _ reason: Phrase, of table: NamedTable) {
        rows += 1
        list(Entry(file: table.file, row: row, column: column.map(table.place), reason: reason))
    }

    /// Notes a row whose fields cannot be told apart from a byte on.
    mutating func row(_ row: Int, byte: Int, _ reason: Phrase, of table: NamedTable) {
        rows += 1
        firstByte =
            firstByte
            ?? ProximityStrings.faultByte(file: table.file, row: String(row), byte: String(byte), reason: reason)
        list(Entry(file: table.file, row: row, column: nil, reason: reason))
    }

    /// Notes one strength of a row whose others are used.
    mutating func reading(_ row: Int, column: Int, _ reason: Phrase, of table: NamedTable) {
        readings += 1
        list(Entry(file: table.file, row: row, column: table.place(of: column), reason: reason))
    }

    /// Notes a column that is not used.
    mutating func ignore(column: Int, of table: NamedTable) {
        let name = table.names[column].isEmpty ? "#\(column + 1)" : TerminalText.harmless(table.names[column])
        if !ignoredColumns.contains(name) { ignoredColumns.append(name) }
    }

    /// Notes a strength that stands for unheard.
    mutating func mark(_ mark: Double) {
        if !marks.contains(mark) { marks.append(mark) }
    }

    /// Notes rows whose instants are years away from the others, with the first of them.
    mutating func jump(_ count: Int, first row: Int, on instant: String, column: Int, of table: NamedTable) {
        jumps += count
        firstJump =
            firstJump
            ?? ProximityStrings.faultAt(
                file: table.file, row: String(row), column: table.place(of: column),
                reason: ProximityStrings.reasonJump(instant: instant))
    }

    /// Adds what was left out of another file.
    mutating func add(_ other: LeftOut) {
        rows += other.rows
        readings += other.readings
        first += other.first.prefix(Self.mostListed - first.count)
        firstByte = firstByte ?? other.firstByte
        ignoredColumns += other.ignoredColumns.filter { !ignoredColumns.contains($0) }
        marks += other.marks.filter { !marks.contains($0) }
        jumps += other.jumps
        firstJump = firstJump ?? other.firstJump
    }

    private mutating func list(_ entry: Entry) {
        if first.count < Self.mostListed { first.append(entry) }
    }

    /// The counts, the first places, the columns and the marks in words.
    var lines: [Phrase] {
        var lines: [Phrase] = []
        if rows > 0 || readings > 0 {
            lines.append(
                ProximityStrings.leftOutCounts(
                    rows: ProximityStrings.reportRows(count: rows),
                    readings: ProximityStrings.leftOutReadings(count: readings)))
            lines += first.map(\.phrase)
            if rows + readings > first.count {
                lines.append(ProximityStrings.leftOutMore(count: GroupedNumber(rows + readings - first.count)))
            }
        }
        if !ignoredColumns.isEmpty {
            lines.append(ProximityStrings.leftOutColumns(names: ignoredColumns.prefix(60).joined(separator: ", ")))
        }
        if !marks.isEmpty {
            lines.append(
                ProximityStrings.leftOutMarks(marks: marks.map { String(Int($0)) }.joined(separator: ", ")))
        }
        if jumps > 0 {
            lines.append(ProximityStrings.leftOutJumps(rows: ProximityStrings.reportRows(count: jumps)))
            lines += [firstJump].compactMap(\.self)
        }
        return lines
    }

    /// The same for programs.
    var json: JSONValue {
        .object([
            JSONValue.Member("rows", .count(rows)), JSONValue.Member("readings", .count(readings)),
            JSONValue.Member(
                "first",
                .array(
                    first.map { entry in
                        .object([
                            JSONValue.Member("file", .string(entry.file)), JSONValue.Member("row", .count(entry.row)),
                            JSONValue.Member("column", entry.column.map { .string($0) } ?? .null),
                            JSONValue.Member("reason", .string(entry.reason.text)),
                        ])
                    })),
            JSONValue.Member("ignoredColumns", .array(ignoredColumns.map { .string($0) })),
            JSONValue.Member("readAsUnheard", .array(marks.map { .number($0) })),
            JSONValue.Member("clockJumps", .count(jumps)),
        ])
    }
}
