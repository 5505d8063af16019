import Basics
import Strings

/// One finding about a database.
struct CheckFinding: Equatable {
    /// What it is about.
    enum Subject: String {
        /// The structure of the file, indexes and references.
        case file
        /// The changes that the tables have had.
        case schema
        /// The key of the secrets.
        case key
        /// The key that signs batches.
        case exposureKey = "exposure-key"
        /// The ledger.
        case ledger
        /// How many rows there are.
        case counts
    }

    let subject: Subject
    let isFault: Bool
    private let text: String
    private var counts: [JSONValue.Member] = []

    /// Something that is as it should be.
    init(_ subject: Subject, _ phrase: Phrase) {
        (self.subject, isFault, text) = (subject, false, phrase.text)
    }

    /// Something that is wrong.
    init(_ subject: Subject, fault: String) {
        (self.subject, isFault, text) = (subject, true, fault)
    }

    /// How many rows tables have.
    init(counts: [(table: String, rows: Int64)]) {
        (subject, isFault) = (.counts, false)
        text = counts.map { "\($0.table) \($0.rows)" }.joined(separator: ", ")
        self.counts = counts.map { JSONValue.Member($0.table, .integer($0.rows)) }
    }

    /// The finding as a line for people.
    var line: String {
        let mark = isFault ? AdminStrings.checkWrong.text : AdminStrings.checkRight.text
        return "\(mark)  \(subject.rawValue): \(TerminalText.harmless(text))"
    }

    /// The finding as an object.
    var json: JSONValue {
        var members = [
            JSONValue.Member("finding", .string(subject.rawValue)), JSONValue.Member("isFault", .boolean(isFault)),
        ]
        members.append(counts.isEmpty ? .init("text", .string(text)) : .init("counts", .object(counts)))
        return .object(members)
    }
}
