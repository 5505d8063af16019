import GRDB
import GRDBSQLite

/// A statement that SQLite has compiled, and the calls that run it.
///
/// GRDB compiles it and keeps it alive; values go in and out through SQLite's C interface, which spares an object for
/// each argument list and each row.
final class SQLiteStatement {
    private let statement: GRDB.Statement
    private let handle: OpaquePointer
    private let database: OpaquePointer
    private let parameterCount: Int
    /// The names of its columns, and how often SQLite had compiled it anew when they were asked for.
    private var names: (compilation: CInt, columns: ColumnNames)?

    /// Whether it makes no change to the file.
    var isReadOnly: Bool { sqlite3_stmt_readonly(handle) != 0 }

    /// Compiles `sql`, which must be one statement.
    init(_ sql: String, in database: GRDB.Database) throws(StorageError) {
        do {
            statement = try database.makeStatement(sql: sql)
        } catch {
            throw StorageError(error)
        }
        guard let connection = database.sqliteConnection else { throw .closed }
        handle = statement.sqliteStatement
        self.database = connection
        parameterCount = Int(sqlite3_bind_parameter_count(handle))
    }

    /// Runs the statement to its end, and gives each row to `row` if that is wanted.
    func run(_ arguments: [SQLValue], row: ((Row) -> Void)?) throws(StorageError) {
        guard arguments.count == parameterCount else {
            throw .invalidStatement(reason: "\(parameterCount) arguments are needed, \(arguments.count) are given")
        }
        // SQLite would copy each text into memory of its own; together they take one piece, which lasts until the end.
        var room = 0
        for argument in arguments {
            if case .text(let text) = argument { room += text.utf8.count }
        }
        let outcome = withUnsafeTemporaryAllocation(of: CChar.self, capacity: max(1, room)) { texts in
            Result { () throws(StorageError) in
                guard var free = texts.baseAddress else { return }
                // SQLite must not hold on to where the texts were.
                defer { sqlite3_clear_bindings(handle) }
                for index in arguments.indices { try bind(arguments[index], at: CInt(index + 1), &free) }
                try step(row)
            }
        }
        try outcome.get()
    }

    private func step(_ row: ((Row) -> Void)?) throws(StorageError) {
        defer { sqlite3_reset(handle) }
        while true {
            switch sqlite3_step(handle) {
            case SQLITE_ROW: row?(currentRow(names: columnNames()))
            case SQLITE_DONE: return
            case let code: throw failure(code)
            }
        }
    }

    /// How many rows the statement that ran last inserted, changed or deleted.
    var changes: Int { Int(sqlite3_changes(database)) }

    private func failure(_ code: CInt) -> StorageError {
        StorageError(sqliteCode: code, message: String(cString: sqlite3_errmsg(database)))
    }

    /// Binds a value; a text is put at `free`, where there is room for it, and then `free` is behind it.
    private func bind(
        _ value: SQLValue, at index: CInt, _ free: inout UnsafeMutablePointer<CChar>
    ) throws(StorageError) {
        guard value.isRepresentable else { throw .unrepresentable }
        let code =
            switch value {
            case .integer(let number): sqlite3_bind_int64(handle, index, number)
            case .real(let number): sqlite3_bind_double(handle, index, number)
            case .text(let text): bind(text, at: index, &free)
            case .blob(let bytes): bind(bytes, at: index)
            case .null: sqlite3_bind_null(handle, index)
            }
        guard code == SQLITE_OK else { throw failure(code) }
    }

    private func bind(_ text: String, at index: CInt, _ free: inout UnsafeMutablePointer<CChar>) -> CInt {
        var text = text
        let start = free
        text.withUTF8 { utf8 in
            utf8.withMemoryRebound(to: CChar.self) { characters in
                if let first = characters.baseAddress { start.update(from: first, count: characters.count) }
                free += characters.count
            }
        }
        // No destructor: SQLite need not copy, for the memory outlasts the run.
        return sqlite3_bind_text64(
            handle, index, start, sqlite3_uint64(start.distance(to: free)), nil, UInt8(SQLITE_UTF8))
    }

    private func bind(_ bytes: [UInt8], at index: CInt) -> CInt {
        guard !bytes.isEmpty else { return sqlite3_bind_zeroblob(handle, index, 0) }
        return bytes.withUnsafeBytes {
            sqlite3_bind_blob64(handle, index, $0.baseAddress, sqlite3_uint64($0.count), Self.copied)
        }
    }

    /// `SQLITE_TRANSIENT`, a cast that Swift does not import: SQLite copies the bytes before the call returns.
    private static var copied: sqlite3_destructor_type { unsafeBitCast(-1, to: sqlite3_destructor_type.self) }

    /// The names of the columns; after a change of a table SQLite compiles a statement anew, and they may be others.
    private func columnNames() -> ColumnNames {
        let compilation = sqlite3_stmt_status(handle, SQLITE_STMTSTATUS_REPREPARE, 0)
        if let names, names.compilation == compilation { return names.columns }
        let columns = ColumnNames(
            (0..<sqlite3_column_count(handle)).map { column in
                sqlite3_column_name(handle, column).map { String(cString: $0) } ?? ""
            })
        names = (compilation, columns)
        return columns
    }

    private func currentRow(names: ColumnNames) -> Row {
        let count = Int(sqlite3_data_count(handle))
        return Row(
            [SQLValue](unsafeUninitializedCapacity: count) { buffer, initialized in
                for column in 0..<count { buffer.initializeElement(at: column, to: value(CInt(column))) }
                initialized = count
            }, names: names)
    }

    private func value(_ column: CInt) -> SQLValue {
        switch sqlite3_column_type(handle, column) {
        case SQLITE_INTEGER: .integer(sqlite3_column_int64(handle, column))
        case SQLITE_FLOAT: .real(sqlite3_column_double(handle, column))
        case SQLITE_TEXT: .text(String(decoding: bytes(sqlite3_column_text(handle, column), column), as: UTF8.self))
        case SQLITE_BLOB: .blob(Array(bytes(sqlite3_column_blob(handle, column), column)))
        default: .null
        }
    }

    private func bytes(_ start: UnsafeRawPointer?, _ column: CInt) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column)))
    }

    private func bytes(_ start: UnsafePointer<UInt8>?, _ column: CInt) -> UnsafeRawBufferPointer {
        bytes(UnsafeRawPointer(start), column)
    }
}

/// The compiled statements of one SQLite connection; it belongs to one thread.
final class SQLiteStatements {
    /// Beyond this many, which no fixed set of statements reaches, everything is forgotten.
    private static let limit = 512

    private let database: GRDB.Database
    private let connection: OpaquePointer
    private var compiled: [String: SQLiteStatement] = [:]
    /// The one that was asked for last, because the same comes many times in a row, and to see that it is the same
    /// string takes far less than to hash it.
    private var last: (sql: String, statement: SQLiteStatement)?

    init(in database: GRDB.Database) throws(StorageError) {
        guard let connection = database.sqliteConnection else { throw .closed }
        self.database = database
        self.connection = connection
    }

    /// The compiled form of a statement about rows; anything else is refused.
    func statement(_ sql: String) throws(StorageError) -> SQLiteStatement {
        if let last, last.sql == sql { return last.statement }
        let statement: SQLiteStatement
        if let known = compiled[sql] {
            statement = known
        } else {
            _ = try StatementText(sql)
            statement = try compile(sql)
        }
        last = (sql, statement)
        return statement
    }

    /// Runs a statement of the engine's own, such as `COMMIT`.
    func control(_ sql: String) throws(StorageError) {
        let statement = if let known = compiled[sql] { known } else { try compile(sql) }
        try statement.run([], row: nil)
    }

    /// Copies the write-ahead log into the file and cuts it to nothing; false when a reader still needs it.
    func checkpointsCompletely() throws(StorageError) -> Bool {
        var isBusy = true
        try compile("PRAGMA wal_checkpoint(TRUNCATE)").run([]) { row in isBusy = row[0] != .integer(0) }
        return !isBusy
    }

    /// Whether a transaction is open; some failures of SQLite end it.
    var isInTransaction: Bool { sqlite3_get_autocommit(connection) == 0 }

    /// Whether a deferred foreign key is violated, which would make `COMMIT` fail.
    var hasForeignKeyViolation: Bool {
        var current: CInt = 0
        var highest: CInt = 0
        sqlite3_db_status(connection, SQLITE_DBSTATUS_DEFERRED_FKS, &current, &highest, 0)
        return current != 0
    }

    private func compile(_ sql: String) throws(StorageError) -> SQLiteStatement {
        if compiled.count >= Self.limit { compiled.removeAll(keepingCapacity: true) }
        let statement = try SQLiteStatement(sql, in: database)
        compiled[sql] = statement
        return statement
    }
}
