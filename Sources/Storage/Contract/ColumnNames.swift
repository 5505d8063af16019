/// The names of a statement's columns, made once for all of its rows.
///
/// A join that gives two columns one name says of neither which is meant: that name is no column's until `AS` tells them
/// apart. An expression has a name that every engine knows only when `AS` gives it one.
struct ColumnNames: Equatable, Sendable {
    /// The names in the order of their columns, those that are given twice as well.
    let all: [String]
    private let names: [String?]

    /// Names in the order of their columns.
    init(_ names: [String]) {
        var counts: [String: Int] = [:]
        for name in names { counts[name, default: 0] += 1 }
        all = names
        self.names = names.map { counts[$0] == 1 ? $0 : nil }
    }

    /// No names, for rows that come from no statement.
    static let none = ColumnNames([])

    /// The place of the column `name`, from 0; nil when there is none, or more than one.
    ///
    /// Rows are narrow and names short: a search is a loop over a few words of memory.
    func place(of name: String) -> Int? {
        names.firstIndex(of: name)
    }
}
