/// A table of comma-separated values (RFC 4180), with a semicolon or a tab where the first line has no comma.
struct CSVTable {
    /// The most columns that a table has.
    static let columnLimit = 1000

    /// The first line.
    private(set) var header: [String] = []
    /// The other lines, each with as many values as the header, and with the number of the line where it begins.
    private(set) var rows: [(line: Int, values: [String])] = []

    /// Reads a table; a mark of byte order, empty lines, and any kind of line break are understood.
    init(_ bytes: [UInt8]) throws(ImportFault) {
        let bytes = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...]
        guard !bytes.contains(0) else { throw .malformed("it is not UTF-8") }
        var scanner = CSVScanner(bytes, separator: Self.separator(bytes))
        while let row = try scanner.row() {
            guard !header.isEmpty else {
                header = row.values
                continue
            }
            guard row.values.count <= header.count else {
                throw .malformed("line \(row.line): more values than there are columns")
            }
            guard rows.count < ImportLimits.items else { throw .tooMany("items", limit: ImportLimits.items) }
            let missing = repeatElement("", count: header.count - row.values.count)
            rows.append((row.line, row.values + missing))
        }
    }

    /// What stands between the values: a comma, unless the first line has none outside quotes.
    private static func separator(_ bytes: ArraySlice<UInt8>) -> UInt8 {
        var isQuoted = false
        var counts: [UInt8: Int] = [:]
        for byte in bytes {
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
            if isQuoted { continue }
            if byte == 0x0A || byte == 0x0D { break }
            counts[byte, default: 0] += 1
        }
        let candidates = [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t")]
        return candidates.first { counts[$0, default: 0] > 0 } ?? UInt8(ascii: ",")
    }
}

/// Reads the rows of a table from left to right.
private struct CSVScanner {
    private let bytes: ArraySlice<UInt8>
    private let separator: UInt8
    private var position: Int
    private var line = 1

    init(_ bytes: ArraySlice<UInt8>, separator: UInt8) {
        self.bytes = bytes
        self.separator = separator
        position = bytes.startIndex
    }

    /// The next row that is not empty; nil at the end.
    mutating func row() throws(ImportFault) -> (line: Int, values: [String])? {
        while skipLineBreak() {}
        guard position < bytes.endIndex else { return nil }
        let begin = line
        var values: [String] = []
        while true {
            guard values.count < CSVTable.columnLimit else {
                throw .tooMany("columns", limit: CSVTable.columnLimit)
            }
            values.append(try value())
            guard position < bytes.endIndex, bytes[position] == separator else { break }
            position += 1
        }
        guard position == bytes.endIndex || skipLineBreak() else {
            throw .malformed("line \(line): something follows a quoted value")
        }
        return (begin, values)
    }

    private mutating func value() throws(ImportFault) -> String {
        guard position < bytes.endIndex, bytes[position] == UInt8(ascii: "\"") else { return try bareValue() }
        let begin = line
        position += 1
        var value: [UInt8] = []
        while position < bytes.endIndex {
            let byte = bytes[position]
            position += 1
            if byte == UInt8(ascii: "\"") {
                guard position < bytes.endIndex, bytes[position] == UInt8(ascii: "\"") else {
                    return try text(value[...])
                }
                position += 1
            } else if byte == 0x0A {
                line += 1
            }
            value.append(byte)
        }
        throw .malformed("line \(begin): a quoted value does not end")
    }

    private mutating func bareValue() throws(ImportFault) -> String {
        let begin = position
        while position < bytes.endIndex {
            let byte = bytes[position]
            if byte == separator || byte == 0x0A || byte == 0x0D { break }
            guard byte != UInt8(ascii: "\"") else {
                throw .malformed("line \(line): a quotation mark within a value that is not quoted")
            }
            position += 1
        }
        return try text(bytes[begin..<position])
    }

    private func text(_ bytes: ArraySlice<UInt8>) throws(ImportFault) -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw .malformed("line \(line): a value is not UTF-8")
        }
        return text
    }

    private mutating func skipLineBreak() -> Bool {
        guard position < bytes.endIndex else { return false }
        if bytes[position] == 0x0D {
            position += 1
            if position < bytes.endIndex, bytes[position] == 0x0A { position += 1 }
        } else if bytes[position] == 0x0A {
            position += 1
        } else {
            return false
        }
        line += 1
        return true
    }
}
