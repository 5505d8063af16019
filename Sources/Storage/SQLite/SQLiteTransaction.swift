/// The connection as one closure sees it.
///
/// A writing closure shares its transaction with its neighbours, so its first change opens a savepoint, to which it can
/// be undone alone; a closure that only looks, because it will refuse, costs none. Nor does the first that changes
/// anything: there the whole transaction is undone, and begun again. While a savepoint is open SQLite copies every page
/// before its first change, which for a large batch is a fifth of its time.
final class SQLiteTransaction: Connection {
    let keyring: Keyring
    private let statements: SQLiteStatements
    private let isWriting: Bool
    /// Whether the transaction has changes of neighbours, which must survive when this closure's are undone.
    private let hasNeighbours: Bool
    private var hasSavepoint = false
    /// Whether the closure has begun to change something.
    private(set) var hasWritten = false
    private var hasEnded = false
    /// Why a statement of the closure failed; no other statement runs after it.
    private(set) var failure: StorageError?

    init(_ statements: SQLiteStatements, keyring: Keyring, isWriting: Bool, hasNeighbours: Bool = false) {
        self.keyring = keyring
        self.statements = statements
        self.isWriting = isWriting
        self.hasNeighbours = hasNeighbours
    }

    func execute(_ sql: String, _ arguments: [SQLValue]) throws(StorageError) -> Int {
        let statement = try run(sql, arguments, row: nil)
        return statement.isReadOnly ? 0 : statement.changes
    }

    func query(_ sql: String, _ arguments: [SQLValue]) throws(StorageError) -> [Row] {
        var rows: [Row] = []
        try run(sql, arguments) { rows.append($0) }
        return rows
    }

    /// Keeps what the closure wrote within the surrounding transaction, or throws what one of its statements threw.
    func keep() throws(StorageError) {
        if let failure { throw failure }
        // At COMMIT it would fail for every neighbour as well.
        if hasWritten, statements.hasForeignKeyViolation { throw .foreignKey }
        if hasSavepoint { try statements.control("RELEASE closure") }
        hasEnded = true
    }

    /// Removes what the closure wrote, as far as SQLite has not done so itself.
    func undo() throws(StorageError) {
        hasEnded = true
        guard hasWritten, statements.isInTransaction else { return }
        if hasSavepoint {
            try statements.control("ROLLBACK TO closure")
            try statements.control("RELEASE closure")
        } else {
            try statements.control("ROLLBACK")
            try statements.control("BEGIN IMMEDIATE")
        }
    }

    @discardableResult
    private func run(
        _ sql: String, _ arguments: [SQLValue], row: ((Row) -> Void)?
    ) throws(StorageError) -> SQLiteStatement {
        guard !hasEnded else { throw .closureEnded }
        if let failure { throw failure }
        do throws(StorageError) {
            let statement = try statements.statement(sql)
            if !statement.isReadOnly {
                guard isWriting else { throw StorageError.readOnly }
                if !hasWritten {
                    if hasNeighbours {
                        try statements.control("SAVEPOINT closure")
                        hasSavepoint = true
                    }
                    hasWritten = true
                }
            }
            try statement.run(arguments, row: row)
            return statement
        } catch {
            failure = error
            throw error
        }
    }
}
