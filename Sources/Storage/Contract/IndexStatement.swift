/// A statement `CREATE [UNIQUE] INDEX NAME ON …`, in its parts.
struct IndexStatement: Equatable, Sendable {
    /// What stands before the name: `CREATE INDEX` or `CREATE UNIQUE INDEX`.
    let beginning: String
    /// The index.
    let name: String
    /// What stands behind the name, from `ON`.
    let rest: String

    /// The parts of `statement`; nil when it does anything else.
    init?(_ statement: String) {
        let words = statement.split(whereSeparator: \.isWhitespace)
        guard words.first == "CREATE", let word = words.prefix(3).firstIndex(of: "INDEX"),
            word == 1 || words[1] == "UNIQUE", words.count > word + 2, words[word + 2] == "ON"
        else { return nil }
        beginning = words[...word].joined(separator: " ")
        name = String(words[word + 1])
        rest = words[(word + 2)...].joined(separator: " ")
    }
}
