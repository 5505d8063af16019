import Storage

/// A table whose rows are about accounts: what of them their owner is shown, and what becomes of them with the account.
///
/// Each service lists its own. The download shows every one of them, and the end of an account goes through them in
/// their order.
package struct PersonalDataTable: Sendable {
    /// How rows are found that are about an account.
    package enum Owner: Sendable {
        /// By a column with the account's identifier.
        case account(String)
        /// By a condition on the account's identifier, which is `?1` in it.
        case identified(String)
        /// By a condition on the account's number in the ledger, which is `?1` in it.
        case trader(String)
        /// By a condition on the account's e-mail address, which is `?1` in it.
        case email(String)
    }

    /// What becomes of the rows when the account ends.
    package enum End: Sendable, Equatable {
        /// They are deleted.
        case deleted
        /// They stay with these columns changed, which are all that named anybody.
        case changed(String)
        /// They stay: they name no account but by a number of the ledger that is nobody's any more.
        case kept
    }

    /// What a column's values are, for whoever reads them.
    package enum Form: Sendable {
        /// A text or a number, as it is.
        case plain
        /// Days since 1970-01-01.
        case day
        /// Milliseconds since 1970-01-01.
        case instant
        /// Bytes, in hexadecimal digits.
        case bytes
    }

    /// The table's name.
    package let name: String
    /// How rows are found that are about an account.
    package let owner: Owner
    /// The columns that their owner is shown; what is a secret or a digest is not among them.
    package let columns: [(name: String, form: Form)]
    /// What becomes of the rows.
    package let end: End

    /// A table of these parts.
    package init(
        _ name: String, of owner: Owner, showing columns: KeyValuePairs<String, Form> = [:], end: End = .deleted
    ) {
        self.name = name
        self.owner = owner
        self.columns = columns.map { ($0.key, $0.value) }
        self.end = end
    }

    /// Who an account is in the tables.
    package struct Person: Sendable {
        /// The account's identifier.
        package let account: [UInt8]
        /// The account's number in the ledger; nil when it has none.
        package let number: Int64?
        /// The account's e-mail address.
        package let email: String

        /// A person of these parts.
        package init(account: [UInt8], number: Int64?, email: String) {
            self.account = account
            self.number = number
            self.email = email
        }
    }

    /// Deletes or changes what is about somebody whose account ends.
    package func end(of person: Person, in connection: any Connection) throws {
        guard let (condition, argument) = condition(person) else { return }
        switch end {
        case .deleted: try connection.execute("DELETE FROM \(name) WHERE \(condition)", [argument])
        case .changed(let change): try connection.execute("UPDATE \(name) SET \(change) WHERE \(condition)", [argument])
        case .kept: break
        }
    }

    /// The rows about somebody, at most `limit`, in the order of their columns.
    package func rows(of person: Person, limit: Int, in connection: any Connection) throws -> [[SQLValue]] {
        guard !columns.isEmpty, let (condition, argument) = condition(person) else { return [] }
        let names = columns.map(\.name)
        return try connection.query(
            """
            SELECT \(names.joined(separator: ", ")) FROM \(name) WHERE \(condition)
            ORDER BY \(names.joined(separator: ", ")) LIMIT ?2
            """, [argument, .integer(Int64(limit))]
        ).map { row in (0..<row.count).map { row[$0] } }
    }

    private func condition(_ person: Person) -> (String, SQLValue)? {
        switch owner {
        case .account(let column): ("\(column) = ?1", .blob(person.account))
        case .identified(let condition): (condition, .blob(person.account))
        case .trader(let condition): person.number.map { (condition, .integer($0)) }
        case .email(let condition): (condition, .text(person.email))
        }
    }
}
