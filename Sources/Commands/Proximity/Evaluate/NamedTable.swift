import Basics
import Strings

/// A table of text with a name for each column.
///
/// A row that cannot be read is left out with its reason. The table understands what spreadsheets and programs write: commas, semicolons, tabs or bars between fields (also named by a
/// first line `sep=;`), a byte order mark, UTF-16, any line break, quoted fields, and separators at the end of a row.
struct NamedTable {
    /// More rows than any recording has.
    private static let mostRows = 1_000_000
    private static let mostColumns = 600
    private static let longestField = 2000
    private static let separators: [Unicode.Scalar] = [";", "\t", "|", ","]

    /// The file's name, for messages.
    let file: String
    /// The columns' names without spaces around them, as they stand in the first row.
    let names: [String]
    /// What parts the fields.
    let separator: Unicode.Scalar
    private var text: DelimitedText
    private var count = 0

    /// The table that the bytes of a file are; its first row names the columns.
    init(_ bytes: [UInt8], file: String) throws(CommandFailure) {
        let (bytes, separator) = Self.prepared(bytes)
        var rules = DelimitedText.Rules(mostFields: Self.mostColumns)
        rules.separators = [separator]
        rules.longestField = Self.longestField
        rules.trimsSpaces = true
        self.file = file
        self.separator = separator
        text = DelimitedText(bytes, rules)
        do throws(DelimitedText.Fault) {
            names = try text.record()?.map(\.text) ?? []
        } catch {
            throw CommandFailure(
                ProximityStrings.faultByte(
                    file: file, row: String(error.line), byte: String(error.column), reason: Self.reason(error.kind)
                ).text)
        }
        guard !names.isEmpty else { throw CommandFailure(ProximityStrings.fileEmpty(file: file).text) }
        for (index, name) in names.enumerated() where !name.isEmpty {
            guard !names[..<index].contains(where: { $0.lowercased() == name.lowercased() }) else {
                throw fault(ProximityStrings.reasonTwice, row: 1, column: index)
            }
        }
    }

    /// The next row, with its number from 1 for the first line of the file, or nil at the end.
    ///
    /// Rows that cannot be read are passed over and noted in `leftOut`.
    mutating func row(_ leftOut: inout LeftOut) throws(CommandFailure) -> (number: Int, fields: [String])? {
        while true {
            switch record() {
            case .success(nil): return nil
            case .success(let record?):
                try counted()
                if let fields = fitted(record.map(\.text)) { return (text.line, fields) }
                leftOut.row(
                    text.line, column: nil,
                    ProximityStrings.reasonFields(
                        found: GroupedNumber(record.count), expected: GroupedNumber(names.count)), of: self)
            case .failure(let fault):
                try counted()
                leftOut.row(fault.line, byte: fault.column, Self.reason(fault.kind), of: self)
                text.skipRefusedLine()
            }
        }
    }

    private mutating func record() -> Result<[DelimitedText.Field]?, DelimitedText.Fault> {
        do throws(DelimitedText.Fault) { return .success(try text.record()) } catch { return .failure(error) }
    }

    private mutating func counted() throws(CommandFailure) {
        count += 1
        guard count <= Self.mostRows else {
            throw CommandFailure(
                ProximityStrings.fileTooManyRows(file: file, limit: GroupedNumber(Self.mostRows)).text)
        }
    }

    /// The fields without empty ones beyond the last name; nil when there are more or fewer than names.
    private func fitted(_ fields: [String]) -> [String]? {
        if fields.count == names.count { return fields }
        guard fields.count > names.count, fields[names.count...].allSatisfy(\.isEmpty) else { return nil }
        return Array(fields.prefix(names.count))
    }

    /// The column with one of these names, the first name first; the case of letters says nothing.
    func column(_ wanted: String...) -> Int? {
        for name in wanted {
            if let index = names.firstIndex(where: { $0.lowercased() == name }) { return index }
        }
        return nil
    }

    /// What is wrong with a field; `column` counts from 0.
    func fault(_ reason: Phrase, row: Int, column: Int) -> CommandFailure {
        CommandFailure(
            ProximityStrings.faultAt(file: file, row: String(row), column: place(of: column), reason: reason).text)
    }

    /// A column's number from 1 with its name.
    func place(of column: Int) -> String {
        let name = names.indices.contains(column) ? " (\(TerminalText.harmless(names[column])))" : ""
        return "\(column + 1)\(name)"
    }

    private static func reason(_ kind: DelimitedText.Fault.Kind) -> Phrase {
        switch kind {
        case .tooManyFields: ProximityStrings.reasonColumns(limit: GroupedNumber(mostColumns))
        case .fieldTooLong: ProximityStrings.reasonLong(limit: GroupedNumber(longestField))
        case .notUTF8: ProximityStrings.reasonEncoding
        case .afterQuote, .strayQuote, .lineInQuotes, .openQuote: ProximityStrings.reasonQuotes
        }
    }

    // MARK: What a file is written with

    /// The bytes as UTF-8, with the separator of the first line that has text.
    ///
    /// A line `sep=;`, which spreadsheets write, becomes an empty one, so that rows keep their numbers.
    private static func prepared(_ bytes: [UInt8]) -> ([UInt8], Unicode.Scalar) {
        var bytes = unicode(bytes)
        var start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        while start < bytes.count, bytes[start] == 0x0A || bytes[start] == 0x0D { start += 1 }
        let line = bytes[start...].prefix { $0 != 0x0A && $0 != 0x0D }
        let word = Array("sep=".utf8)
        if line.count == 5, zip(line, word).allSatisfy({ $0 | 0x20 == $1 | 0x20 }), let last = line.last,
            let named = separators.first(where: { UInt8(ascii: $0) == last })
        {
            bytes.removeSubrange(line.indices)
            return (bytes, named)
        }
        var counts: [UInt8: Int] = [:]
        var isQuoted = false
        for byte in line {
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
            if !isQuoted { counts[byte, default: 0] += 1 }
        }
        let most = separators.max { counts[UInt8(ascii: $0), default: 0] < counts[UInt8(ascii: $1), default: 0] }
        return (bytes, most.flatMap { counts[UInt8(ascii: $0)] == nil ? nil : $0 } ?? ",")
    }

    /// UTF-16 with its byte order mark as UTF-8; other bytes as they are.
    private static func unicode(_ bytes: [UInt8]) -> [UInt8] {
        let isLittle = bytes.starts(with: [0xFF, 0xFE])
        guard isLittle || bytes.starts(with: [0xFE, 0xFF]) else { return bytes }
        let units = stride(from: 2, to: bytes.count - 1, by: 2).map { index in
            let (one, two) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
            return isLittle ? two << 8 | one : one << 8 | two
        }
        return Array(String(decoding: units, as: UTF16.self).utf8)
    }
}
