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
            throw ZoneFileFault(line: error.line, column: error.column, Self.problem(error.kind))
        }
    }

    private static func problem(_ kind: DelimitedText.Fault.Kind) -> ZoneFileProblem {
        switch kind {
        case .tooManyFields: .tooManyFields(limit: mostFields)
        case .fieldTooLong: .fieldTooLong
        case .afterQuote: .afterQuote
        case .strayQuote: .strayQuote
        case .lineInQuotes: .lineInQuotes
        case .openQuote: .openQuote
        case .notUTF8: .fieldNotUTF8
        }
    }
}
