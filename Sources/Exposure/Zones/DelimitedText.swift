/// Reads a table of text (RFC 4180) record by record, with the place of each field.
///
/// A byte order mark, either end of line, quotes, spaces around fields and `;` instead of `,` are understood.
struct DelimitedText {
    /// One field of a record.
    struct Field {
        let text: String
        /// The byte of the line at which it begins, from 1.
        let column: Int
    }

    /// The longest field in bytes; nothing that a file of cases holds is longer.
    static let longestField = 200
    /// The most fields of a record: the days and what stands before them.
    static let mostFields = ZoneFileLimits.days + 8

    private let bytes: [UInt8]
    private let separator: UInt8
    private var position: Int
    private var lineStart: Int
    /// The line of the record that was read last, from 1.
    private(set) var line = 0
    private var nextLine = 1

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        position = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        lineStart = position
        let firstLine = bytes[position...].prefix { $0 != 0x0A && $0 != 0x0D }
        separator = firstLine.contains(0x2C) || !firstLine.contains(0x3B) ? 0x2C : 0x3B
    }

    /// The next record that is not empty, or nil at the end.
    mutating func record() throws(ZoneFileFault) -> [Field]? {
        while position < bytes.count {
            line = nextLine
            lineStart = position
            let fields = try fields()
            endLine()
            if fields.count > 1 || fields.first?.text.isEmpty == false { return fields }
        }
        return nil
    }

    private func fault(_ message: String, at offset: Int) -> ZoneFileFault {
        ZoneFileFault(line: line, column: offset - lineStart + 1, message)
    }

    private mutating func fields() throws(ZoneFileFault) -> [Field] {
        var fields: [Field] = []
        while true {
            guard fields.count < Self.mostFields else {
                throw fault("more than \(Self.mostFields) fields", at: position)
            }
            fields.append(try field())
            guard position < bytes.count, bytes[position] == separator else { return fields }
            position += 1
        }
    }

    private mutating func endLine() {
        guard position < bytes.count else { return }
        if bytes[position] == 0x0D, position + 1 < bytes.count, bytes[position + 1] == 0x0A { position += 1 }
        position += 1
        nextLine += 1
    }

    private mutating func field() throws(ZoneFileFault) -> Field {
        skipSpaces()
        let start = position
        if position < bytes.count, bytes[position] == 0x22 { return try quotedField() }
        while position < bytes.count, bytes[position] != separator, bytes[position] != 0x0A, bytes[position] != 0x0D {
            position += 1
        }
        var content = bytes[start..<position]
        while let last = content.last, Self.isSpace(last) { content.removeLast() }
        return try made(content, at: start)
    }

    private mutating func quotedField() throws(ZoneFileFault) -> Field {
        let start = position
        var content: [UInt8] = []
        position += 1
        while position < bytes.count, content.count <= Self.longestField {
            let byte = bytes[position]
            position += 1
            if byte == 0x22 {
                guard position < bytes.count, bytes[position] == 0x22 else {
                    skipSpaces()
                    let isEnd = position == bytes.count || [separator, 0x0A, 0x0D].contains(bytes[position])
                    guard isEnd else { throw fault("something follows the closing quote", at: position) }
                    while let first = content.first, Self.isSpace(first) { content.removeFirst() }
                    while let last = content.last, Self.isSpace(last) { content.removeLast() }
                    return try made(content[...], at: start)
                }
                position += 1
            } else if byte == 0x0A || byte == 0x0D {
                throw fault("the line ends within quotes", at: start)
            }
            content.append(byte)
        }
        throw fault(position >= bytes.count ? "the file ends within quotes" : "the field is too long", at: start)
    }

    private func made(_ content: ArraySlice<UInt8>, at offset: Int) throws(ZoneFileFault) -> Field {
        guard content.count <= Self.longestField else { throw fault("the field is too long", at: offset) }
        // Names may be in an old encoding; they are not used, and codes, days and numbers are ASCII.
        return Field(text: String(decoding: content, as: UTF8.self), column: offset - lineStart + 1)
    }

    private mutating func skipSpaces() {
        while position < bytes.count, Self.isSpace(bytes[position]), bytes[position] != separator { position += 1 }
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}
