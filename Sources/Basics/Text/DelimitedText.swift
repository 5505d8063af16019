/// Reads a table of text (RFC 4180) record by record, with the place of each field.
///
/// A byte order mark, any kind of line break and empty lines are understood; what else is follows from the rules.
package struct DelimitedText {
    /// What a kind of file may hold.
    package struct Rules: Sendable {
        /// What may stand between fields: the first of these that the first line has outside quotes, else the first.
        package var separators: [Unicode.Scalar] = [","]
        /// The most fields of a record.
        package var mostFields: Int
        /// The most bytes of a field; nil when only the file is bounded.
        package var longestField: Int?
        /// Whether spaces and tabs around a field are no part of it.
        package var trimsSpaces = false
        /// Whether a field in quotes may go on in the next line.
        package var hasLinesInQuotes = true
        /// Whether a quotation mark may stand in a field that is not in quotes.
        package var hasStrayQuotes = false
        /// Whether a backslash in a field in quotes makes the quotation mark or backslash after it part of the field.
        package var hasBackslashEscapes = false
        /// Whether bytes that are no UTF-8 are replaced and not refused.
        package var repairsText = false

        /// The rules of RFC 4180, with records of at most `mostFields` fields.
        package init(mostFields: Int) {
            self.mostFields = mostFields
        }
    }

    /// One field of a record.
    package struct Field: Sendable {
        /// What it says, without the quotes.
        package let text: String
        /// The byte of the record at which it begins, from 1.
        package let column: Int
        fileprivate let isQuoted: Bool
    }

    /// What breaks the rules, and where.
    package struct Fault: Error, Equatable, Sendable {
        /// What breaks them.
        package enum Kind: Sendable {
            case tooManyFields
            case fieldTooLong
            /// Something between a closing quote and the next separator.
            case afterQuote
            /// A quotation mark in a field that is not in quotes.
            case strayQuote
            /// The line ends within quotes where it must not.
            case lineInQuotes
            /// The text ends within quotes.
            case openQuote
            case notUTF8
        }

        /// What it is.
        package let kind: Kind
        /// The line, from 1.
        package let line: Int
        /// The byte of the record, from 1.
        package let column: Int
    }

    private let bytes: [UInt8]
    /// The rules of the next record: those of the others may follow from the first.
    package var rules: Rules
    private let separator: UInt8
    private var position: Int
    private var recordStart: Int
    private var nextLine = 1
    /// The line in which the record that was read last begins, from 1.
    package private(set) var line = 0

    /// The table that `bytes` are.
    package init(_ bytes: [UInt8], _ rules: Rules) {
        self.bytes = bytes
        self.rules = rules
        position = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        recordStart = position
        separator = Self.separator(bytes[position...], rules.separators)
    }

    private static func separator(_ bytes: ArraySlice<UInt8>, _ candidates: [Unicode.Scalar]) -> UInt8 {
        var isQuoted = false
        var seen: Set<UInt8> = []
        for byte in bytes {
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
            if isQuoted { continue }
            if isLineBreak(byte) { break }
            seen.insert(byte)
        }
        let separators = candidates.map { UInt8(ascii: $0) }
        return separators.first(where: seen.contains) ?? separators.first ?? UInt8(ascii: ",")
    }

    /// The next record that is not empty, or nil at the end.
    package mutating func record() throws(Fault) -> [Field]? {
        while position < bytes.count {
            line = nextLine
            recordStart = position
            let fields = try fields()
            skipLineBreak()
            guard fields.count == 1, let only = fields.first, only.text.isEmpty else { return fields }
            if only.isQuoted, !rules.trimsSpaces { return fields }
        }
        return nil
    }

    /// Continues behind the first line of the record that was refused last, so that one record does not cost the others.
    package mutating func skipRefusedLine() {
        position = recordStart
        nextLine = line
        while position < bytes.count, !Self.isLineBreak(bytes[position]) { position += 1 }
        skipLineBreak()
    }

    private func fault(_ kind: Fault.Kind, at offset: Int, line: Int) -> Fault {
        Fault(kind: kind, line: line, column: offset - recordStart + 1)
    }

    private mutating func fields() throws(Fault) -> [Field] {
        var fields: [Field] = []
        while true {
            guard fields.count < rules.mostFields else {
                throw fault(.tooManyFields, at: position, line: nextLine)
            }
            if rules.trimsSpaces { skipSpaces() }
            let isQuoted = position < bytes.count && bytes[position] == UInt8(ascii: "\"")
            fields.append(isQuoted ? try quotedField() : try bareField())
            guard position < bytes.count, bytes[position] == separator else { return fields }
            position += 1
        }
    }

    private mutating func bareField() throws(Fault) -> Field {
        let start = position
        while position < bytes.count, bytes[position] != separator, !Self.isLineBreak(bytes[position]) {
            guard rules.hasStrayQuotes || bytes[position] != UInt8(ascii: "\"") else {
                throw fault(.strayQuote, at: position, line: nextLine)
            }
            position += 1
        }
        return try field(bytes[start..<position], at: start, line: nextLine, isQuoted: false)
    }

    private mutating func quotedField() throws(Fault) -> Field {
        let (start, firstLine) = (position, nextLine)
        var content: [UInt8] = []
        position += 1
        while position < bytes.count {
            var byte = bytes[position]
            if rules.hasBackslashEscapes, byte == UInt8(ascii: "\\"), position + 1 < bytes.count,
                [UInt8(ascii: "\""), UInt8(ascii: "\\")].contains(bytes[position + 1])
            {
                position += 1
                byte = bytes[position]
            } else if byte == UInt8(ascii: "\"") {
                position += 1
                guard position < bytes.count, bytes[position] == byte else {
                    if rules.trimsSpaces { skipSpaces() }
                    guard position == bytes.count || bytes[position] == separator || Self.isLineBreak(bytes[position])
                    else { throw fault(.afterQuote, at: position, line: nextLine) }
                    return try field(content[...], at: start, line: firstLine, isQuoted: true)
                }
            } else if Self.isLineBreak(byte) {
                guard rules.hasLinesInQuotes else { throw fault(.lineInQuotes, at: start, line: firstLine) }
                // A break of two bytes is one line.
                if byte == 0x0A || position + 1 == bytes.count || bytes[position + 1] != 0x0A { nextLine += 1 }
            }
            content.append(byte)
            position += 1
            if let longest = rules.longestField, content.count > longest {
                throw fault(.fieldTooLong, at: start, line: firstLine)
            }
        }
        throw fault(.openQuote, at: start, line: firstLine)
    }

    private func field(
        _ content: ArraySlice<UInt8>, at offset: Int, line: Int, isQuoted: Bool
    ) throws(Fault) -> Field {
        var content = content
        if rules.trimsSpaces {
            while let first = content.first, isSpace(first) { content.removeFirst() }
            while let last = content.last, isSpace(last) { content.removeLast() }
        }
        if let longest = rules.longestField, content.count > longest {
            throw fault(.fieldTooLong, at: offset, line: line)
        }
        let valid = String(validating: content, as: UTF8.self)
        guard let text = valid ?? (rules.repairsText ? String(decoding: content, as: UTF8.self) : nil) else {
            throw fault(.notUTF8, at: offset, line: line)
        }
        return Field(text: text, column: offset - recordStart + 1, isQuoted: isQuoted)
    }

    private mutating func skipSpaces() {
        while position < bytes.count, isSpace(bytes[position]) { position += 1 }
    }

    private mutating func skipLineBreak() {
        guard position < bytes.count else { return }
        if bytes[position] == 0x0D, position + 1 < bytes.count, bytes[position + 1] == 0x0A { position += 1 }
        position += 1
        nextLine += 1
    }

    private func isSpace(_ byte: UInt8) -> Bool { (byte == 0x20 || byte == 0x09) && byte != separator }

    private static func isLineBreak(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }
}
