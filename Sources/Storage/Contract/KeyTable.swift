/// A table whose rows are nothing but keys: all of its columns together are its primary key.
public struct KeyTable: Sendable {
    /// What it is called.
    let name: String
    /// Inserts one row if it is not there.
    let one: String
    /// Inserts rows that are not there, and returns those.
    let many: RowInsertion

    /// The table `name` of these columns, in any order.
    public init(_ name: String, columns: [String]) {
        self.name = name
        let suffix = "ON CONFLICT DO NOTHING"
        one = RowInsertion(table: name, columns: columns, suffix: suffix).one
        many = RowInsertion(table: name, columns: columns, suffix: suffix, returning: true)
    }
}
