import Basics

/// The records of a file of cases, with the place of each field.
///
/// Either end of line, quotes, spaces around fields and `;` instead of `,` are understood.
struct CaseRecords {
    /// The longest field in bytes; nothing that a file of cases holds is longer.
    static let longestField = 200
    /// The most fields of a record: the days and what stands before them.
    static let mostFields = ZoneFileLimits.days + 8

    private var text: DelimitedText

    /// The line of the record that was read last, from 1.
    var line: Int { text.line }

    init(_ bytes: [UInt8]) {
        var rules = DelimitedText.Rules(mostFields: Self.mostFields)
        rules.separators = [",", ";"]
        rules.longestField = Self.longestField
        rules.trimsSpaces = true
        rules.hasLinesInQuotes = false
        rules.hasStrayQuotes = true
        // Names may be in an old encoding; they are not used, and codes, days and numbers are ASCII.
        rules.repairsText = true
        text = DelimitedText(bytes, rules)
    }

    /// The next record that is not empty, or nil at the end.
    mutating func record() throws(ZoneFileFault) -> [DelimitedText.Field]? {
        do throws(DelimitedText.Fault) {
            return try text.record()
        } catch {
            throw ZoneFileFault(line: error.line, column: error.column, Self.message(error.kind))
        }
    }

    private static func message(_ kind: DelimitedText.Fault.Kind) -> String {
        switch kind {
        case .tooManyFields: "more than \(mostFields) fields"
        case .fieldTooLong: "the field is too long"
        case .afterQuote: "something follows the closing quote"
        case .strayQuote: "a quotation mark stands in a field"
        case .lineInQuotes: "the line ends within quotes"
        case .openQuote: "the file ends within quotes"
        case .notUTF8: "the field is not UTF-8"
        }
    }
}
