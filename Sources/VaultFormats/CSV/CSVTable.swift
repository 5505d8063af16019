import Basics

/// A table of comma-separated values (RFC 4180), with a semicolon or a tab where the first line has no comma.
struct CSVTable {
    /// The most columns that a table has.
    static let columnLimit = 1000

    /// The first line.
    private(set) var header: [String] = []
    /// The other lines, each with as many values as the header, those that stand behind its last column, and the number of
    /// the line where it begins.
    private(set) var rows: [(line: Int, values: [String], further: [String])] = []
    /// The program that writes such tables.
    private(set) var dialect = CSVDialect.other

    /// Reads a table; a mark of byte order, empty lines, and any kind of line break are understood.
    init(_ bytes: [UInt8]) throws(ImportFault) {
        guard !bytes.contains(0) else { throw .malformed(.plain(.notUTF8)) }
        var rules = DelimitedText.Rules(mostFields: Self.columnLimit)
        rules.separators = [",", ";", "\t"]
        var text = DelimitedText(bytes, rules)
        while let values = try Self.values(&text) {
            guard !header.isEmpty else {
                header = values
                dialect = CSVDialect(header)
                text.rules.hasBackslashEscapes = dialect.hasBackslashEscapes
                continue
            }
            guard rows.count < ImportLimits.items else { throw .tooMany(.items, limit: ImportLimits.items) }
            // An empty value says nothing, wherever it stands.
            let further = values.dropFirst(header.count).filter { !$0.isEmpty }
            let missing = max(0, header.count - values.count)
            rows.append((text.line, Array(values.prefix(header.count)) + repeatElement("", count: missing), further))
        }
    }

    private static func values(_ text: inout DelimitedText) throws(ImportFault) -> [String]? {
        do throws(DelimitedText.Fault) {
            return try text.record()?.map(\.text)
        } catch {
            switch error.kind {
            case .tooManyFields: throw .tooMany(.columns, limit: columnLimit)
            case .fieldTooLong: throw .malformed(.line(error.line, .plain(.valueTooLong)))
            case .afterQuote: throw .malformed(.line(error.line, .plain(.afterQuote)))
            case .strayQuote:
                throw .malformed(.line(error.line, .plain(.strayQuote)))
            case .lineInQuotes, .openQuote: throw .malformed(.line(error.line, .plain(.quoteOpen)))
            case .notUTF8: throw .malformed(.line(error.line, .plain(.textNotUTF8)))
            }
        }
    }
}
