import CommandOutput
import Encodings
import Strings

/// A table of text with a name for each column, whose every fault is told with its row and column.
struct NamedTable {
    /// More rows than any recording has.
    private static let mostRows = 1_000_000
    private static let mostColumns = 600

    /// The file's name, for what is told of it.
    let file: String
    /// The columns' names without spaces around them, as they stand in the first row.
    let names: [String]
    private var text: DelimitedText
    private var count = 0

    /// The table that the bytes of a file are; its first row names the columns.
    init(_ bytes: [UInt8], file: String) throws(CommandFailure) {
        var rules = DelimitedText.Rules(mostFields: Self.mostColumns)
        rules.longestField = 200
        rules.trimsSpaces = true
        rules.hasLinesInQuotes = false
        self.file = file
        text = DelimitedText(bytes, rules)
        names = try Self.record(&text, file: file)?.map(\.text) ?? []
        guard !names.isEmpty else { throw CommandFailure(ProximityStrings.fileEmpty(file: file).text) }
        for (index, name) in names.enumerated() {
            guard !name.isEmpty else { throw fault(ProximityStrings.reasonNameless, row: 1, column: index) }
            guard !names[..<index].contains(where: { $0.lowercased() == name.lowercased() }) else {
                throw fault(ProximityStrings.reasonTwice, row: 1, column: index)
            }
        }
    }

    /// The next row, with its number from 1 for the first line of the file, or nil at the end.
    mutating func row() throws(CommandFailure) -> (number: Int, fields: [String])? {
        guard let record = try Self.record(&text, file: file) else { return nil }
        count += 1
        guard count <= Self.mostRows else {
            throw CommandFailure(
                ProximityStrings.fileTooManyRows(file: file, limit: GroupedNumber(Self.mostRows)).text)
        }
        guard record.count == names.count else {
            throw fault(
                ProximityStrings.reasonFields(
                    found: GroupedNumber(record.count), expected: GroupedNumber(names.count)),
                row: text.line, column: min(record.count, names.count) - 1)
        }
        return (text.line, record.map(\.text))
    }

    /// The column with this name, if there is one; the case of letters says nothing.
    func column(_ name: String) -> Int? { names.firstIndex { $0.lowercased() == name } }

    /// What is wrong with a field; `column` counts from 0.
    func fault(_ reason: Phrase, row: Int, column: Int) -> CommandFailure {
        let name = names.indices.contains(column) ? " (\(TerminalText.harmless(names[column])))" : ""
        return Self.fault(reason, file: file, row: row, column: "\(column + 1)\(name)")
    }

    private static func fault(_ reason: Phrase, file: String, row: Int, column: String) -> CommandFailure {
        CommandFailure(
            ProximityStrings.faultAt(file: file, row: String(row), column: column, reason: reason).text)
    }

    private static func record(
        _ text: inout DelimitedText, file: String
    ) throws(CommandFailure) -> [DelimitedText.Field]? {
        do throws(DelimitedText.Fault) {
            return try text.record()
        } catch {
            let reason =
                switch error.kind {
                case .tooManyFields: ProximityStrings.reasonColumns(limit: GroupedNumber(mostColumns))
                case .fieldTooLong: ProximityStrings.reasonLong
                case .notUTF8: ProximityStrings.reasonEncoding
                case .afterQuote, .strayQuote, .lineInQuotes, .openQuote: ProximityStrings.reasonQuotes
                }
            // Where fields are not to be told apart, the byte of the row says where it is.
            throw CommandFailure(
                ProximityStrings.faultByte(
                    file: file, row: String(error.line), byte: String(error.column), reason: reason
                ).text)
        }
    }
}
