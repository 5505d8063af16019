/// A statement's SQL, checked to be of the subset that every engine speaks.
struct StatementText {
    /// The highest number that a placeholder may have; both engines take more.
    static let mostParameters = 4000

    /// The same statement with PostgreSQL's placeholders: `$1` for `?1`.
    let dollarPlaceholders: String
    /// The highest number of a placeholder, and so how many arguments the statement takes.
    let parameterCount: Int

    /// Checks `sql`.
    ///
    /// Only statements about rows are allowed: a closure that could say `COMMIT` or `PRAGMA` would reach beyond its
    /// own transaction. Throws ``StorageError/invalidStatement(reason:)``.
    init(_ sql: String) throws(StorageError) {
        var scanner = StatementScanner(sql)
        try scanner.scan()
        guard Self.allowed.contains(scanner.firstWord) else {
            throw .invalidStatement(reason: "\(scanner.firstWord.prefix(16)) is not allowed here")
        }
        dollarPlaceholders = scanner.output
        parameterCount = scanner.highestPlaceholder
    }

    private static let allowed: Set<String> = ["SELECT", "INSERT", "UPDATE", "DELETE", "WITH", "VALUES"]
}

/// Walks over SQL, knows what is text, name or comment, and rewrites the placeholders elsewhere.
private struct StatementScanner {
    private let bytes: [UInt8]
    private var position = 0
    private var written: [UInt8] = []
    private var wordEnded = false
    private var hasEnded = false
    /// The first word outside comments, in upper case.
    private(set) var firstWord = ""
    /// The highest placeholder number seen.
    private(set) var highestPlaceholder = 0
    /// What PostgreSQL is to be given.
    var output: String { String(decoding: written, as: UTF8.self) }

    init(_ sql: String) {
        bytes = Array(sql.utf8)
        written.reserveCapacity(bytes.count)
    }

    mutating func scan() throws(StorageError) {
        while position < bytes.count {
            let byte = bytes[position]
            switch byte {
            case UInt8(ascii: "'"), UInt8(ascii: "\""):
                // A doubled quote inside ends one piece and begins the next, which comes to the same.
                copy(through: byte, from: position + 1)
                wordEnded = true
            case UInt8(ascii: "-") where peek(1) == UInt8(ascii: "-"):
                copy(through: UInt8(ascii: "\n"), from: position)
            case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "*"):
                copyBlockComment()
            case UInt8(ascii: "?"):
                try placeholder()
                wordEnded = true
            case UInt8(ascii: ";"):
                hasEnded = true
                position += 1
            default:
                try noteWord(byte)
                written.append(byte)
                position += 1
            }
        }
    }

    private func peek(_ distance: Int) -> UInt8? {
        position + distance < bytes.count ? bytes[position + distance] : nil
    }

    /// Copies up to and with the next `end` at or after `start`, or to the end of the text.
    private mutating func copy(through end: UInt8, from start: Int) {
        let last = bytes[start...].firstIndex(of: end) ?? bytes.count - 1
        written += bytes[position...last]
        position = last + 1
    }

    /// Copies to the comment's end; nested comments, which the engines read differently, end at the first mark.
    private mutating func copyBlockComment() {
        var end = position + 3
        while end < bytes.count, bytes[end] != UInt8(ascii: "/") || bytes[end - 1] != UInt8(ascii: "*") {
            end += 1
        }
        let next = min(end + 1, bytes.count)
        written += bytes[position..<next]
        position = next
    }

    private mutating func placeholder() throws(StorageError) {
        position += 1
        var number = 0
        while let byte = peek(0), (0x30...0x39).contains(byte), number < 10_000 {
            number = number * 10 + Int(byte - 0x30)
            position += 1
        }
        guard (1...StatementText.mostParameters).contains(number) else {
            throw .invalidStatement(reason: "placeholders are ?1 to ?\(StatementText.mostParameters)")
        }
        highestPlaceholder = max(highestPlaceholder, number)
        written += "$\(number)".utf8
    }

    private mutating func noteWord(_ byte: UInt8) throws(StorageError) {
        if hasEnded, byte > 0x20 { throw .invalidStatement(reason: "only one statement is allowed") }
        guard !wordEnded else { return }
        if (0x61...0x7A).contains(byte | 0x20), byte < 0x80 {
            firstWord.unicodeScalars.append(Unicode.Scalar(byte & 0xDF))
        } else if !firstWord.isEmpty || byte > 0x20 {
            wordEnded = true
        }
    }
}
