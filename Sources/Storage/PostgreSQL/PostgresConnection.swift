import CLibPQ

/// One connection to a PostgreSQL server through libpq, which blocks; it belongs to one thread.
final class PostgresConnection {
    private final class Prepared {
        let name: String
        let parameterCount: Int
        /// The names of its columns, once it has run: the server refuses a statement whose columns have changed.
        var columns: ColumnNames?

        init(name: String, parameterCount: Int) {
            self.name = name
            self.parameterCount = parameterCount
        }
    }

    /// Beyond this many prepared statements, which no fixed set of statements reaches, all are forgotten.
    private static let limit = 512

    private let libpq: LibPQ
    private let handle: LibPQ.Connection
    private var prepared: [String: Prepared] = [:]
    private var preparedEver = 0

    /// Connects; throws ``StorageError/unavailable`` when nobody answers or the server declines, and
    /// ``StorageError/missingClient`` when this machine has no libpq.
    init(uri: String, options: DatabaseOptions) throws(StorageError) {
        guard let libpq = LibPQ.shared else { throw .missingClient }
        self.libpq = libpq
        // What the URI says comes after our defaults and so prevails. A server that vanished is noticed in seconds, and of
        // several hosts the next is tried after two.
        let parameters = [
            ("connect_timeout", "2"), ("tcp_user_timeout", "5000"), ("keepalives_idle", "15"),
            ("fallback_application_name", "cerca"), ("client_encoding", "UTF8"), ("dbname", uri),
        ]
        let keys = CStrings(parameters.map(\.0))
        let values = CStrings(parameters.map(\.1))
        guard let handle = libpq.connect(keys.pointers, values.pointers, 1) else { throw .unavailable }
        self.handle = handle
        guard libpq.status(handle) == CONNECTION_OK else { throw .unavailable }
        // libpq would print notices to standard error.
        _ = libpq.setNoticeProcessor(handle, { _, _ in }, nil)
        let durability =
            switch options.durability {
            case .full: "on"
            case .none: "off"
            }
        try run(
            """
            SET client_min_messages = warning; SET synchronous_commit = \(durability);
            SET statement_timeout = \(options.statementTimeoutMilliseconds);
            SET idle_in_transaction_session_timeout = 60000; SET standard_conforming_strings = on
            """)
    }

    deinit {
        libpq.finish(handle)
    }

    /// Whether the connection is of no use any more.
    var isBroken: Bool { libpq.status(handle) != CONNECTION_OK }

    /// Whether a transaction is open, be it failed or not.
    var isInTransaction: Bool {
        switch libpq.transactionStatus(handle) {
        case PQTRANS_INTRANS, PQTRANS_INERROR, PQTRANS_ACTIVE: true
        default: false
        }
    }

    /// Runs statements without arguments, such as `COMMIT` or a migration's.
    func run(_ sql: String) throws(StorageError) {
        _ = try checked(libpq.execute(handle, sql))
    }

    /// Runs one statement about rows; returns its rows, and how many it inserted, changed or deleted.
    func run(_ sql: String, _ arguments: [SQLValue]) throws(StorageError) -> (rows: [Row], changes: Int) {
        let statement = try prepare(sql)
        guard arguments.count == statement.parameterCount else {
            let reason = "\(statement.parameterCount) arguments are needed, \(arguments.count) are given"
            throw .invalidStatement(reason: reason)
        }
        let result = try checked(
            try PostgresParameters(arguments).withPointers { count, values, lengths, formats in
                libpq.executePrepared(handle, statement.name, count, values, lengths, formats, 1)
            })
        let columns = statement.columns ?? result.columnNames()
        statement.columns = columns
        return (try result.rows(columns), result.changes)
    }

    /// Forgets every prepared statement, as is needed when a table's shape has changed under them.
    func forgetStatements() throws(StorageError) {
        prepared.removeAll()
        try run("DEALLOCATE ALL")
    }

    private func prepare(_ sql: String) throws(StorageError) -> Prepared {
        if let known = prepared[sql] { return known }
        let text = try StatementText(sql)
        if prepared.count >= Self.limit { try forgetStatements() }
        preparedEver += 1
        let statement = Prepared(name: "s\(preparedEver)", parameterCount: text.parameterCount)
        _ = try checked(libpq.prepare(handle, statement.name, text.dollarPlaceholders, 0, nil))
        prepared[sql] = statement
        return statement
    }

    private func checked(_ pointer: OpaquePointer?) throws(StorageError) -> PostgresResult {
        guard let pointer else { throw isBroken ? .connectionLost : .other(code: "postgres.out_of_memory") }
        let result = PostgresResult(pointer, of: libpq)
        if let failure = result.failure { throw isBroken ? .connectionLost : failure }
        return result
    }
}

/// What the server answered to one statement.
private final class PostgresResult {
    private let libpq: LibPQ
    private let handle: LibPQ.Result

    init(_ handle: LibPQ.Result, of libpq: LibPQ) {
        self.libpq = libpq
        self.handle = handle
    }

    deinit {
        libpq.clear(handle)
    }

    /// Why the statement failed, or nil.
    var failure: StorageError? {
        switch libpq.resultStatus(handle) {
        case PGRES_TUPLES_OK, PGRES_COMMAND_OK, PGRES_EMPTY_QUERY:
            nil
        default:
            StorageError(sqlState: field("C") ?? "unknown", message: field("M") ?? "")
        }
    }

    /// How many rows were inserted, changed or deleted; 0 for a query.
    var changes: Int {
        guard let status = libpq.commandStatus(handle), let count = libpq.commandTuples(handle) else { return 0 }
        return String(cString: status).hasPrefix("SELECT") ? 0 : Int(String(cString: count)) ?? 0
    }

    /// The names of the columns.
    func columnNames() -> ColumnNames {
        ColumnNames(
            (0..<libpq.fieldCount(handle)).map { column in
                libpq.fieldName(handle, column).map { String(cString: $0) } ?? ""
            })
    }

    func rows(_ names: ColumnNames) throws(StorageError) -> [Row] {
        let columns = libpq.fieldCount(handle)
        let count = libpq.rowCount(handle)
        let types = (0..<columns).map { libpq.fieldType(handle, $0) }
        var rows: [Row] = []
        rows.reserveCapacity(Int(count))
        for row in 0..<count {
            var values: [SQLValue] = []
            values.reserveCapacity(Int(columns))
            for column in 0..<columns {
                if libpq.isNull(handle, row, column) != 0 {
                    values.append(.null)
                    continue
                }
                let length = Int(libpq.length(handle, row, column))
                let bytes = UnsafeRawBufferPointer(start: libpq.value(handle, row, column), count: length)
                guard let value = PostgresValue.decode(bytes, type: types[Int(column)]) else {
                    throw .invalidStatement(
                        reason: "column \(column) has type \(types[Int(column)]), not of the subset")
                }
                values.append(value)
            }
            rows.append(Row(values, names: names))
        }
        return rows
    }

    private func field(_ name: Unicode.Scalar) -> String? {
        libpq.resultErrorField(handle, CInt(name.value)).map { String(cString: $0) }
    }
}

/// Strings as an array of C strings that ends with NULL, for as long as this lives.
private final class CStrings {
    /// The array as C wants it.
    private(set) var pointers: [UnsafePointer<CChar>?]
    private let storage: [UnsafeMutableBufferPointer<CChar>]

    init(_ strings: [String]) {
        storage = strings.map { string in
            let characters = string.utf8CString
            let buffer = UnsafeMutableBufferPointer<CChar>.allocate(capacity: characters.count)
            _ = buffer.initialize(from: characters)
            return buffer
        }
        pointers = storage.map { UnsafePointer($0.baseAddress) } + [nil]
    }

    deinit {
        for buffer in storage { buffer.deallocate() }
    }
}
