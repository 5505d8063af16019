/// Why the database could not do what it was asked.
///
/// No case holds a stored value, so that an error can be logged.
public enum StorageError: Error, Equatable, Sendable {
    /// A row with the same key exists already.
    case uniqueViolation
    /// A row refers to one that does not exist, or is referred to and cannot go.
    case foreignKey
    /// A column that must have a value has none.
    case notNull
    /// A `CHECK` constraint does not hold.
    case check
    /// Others kept what this needs for too long; trying again later may succeed.
    case busy
    /// Too much work waits already; trying again later may succeed.
    case overloaded
    /// A statement took longer than it may.
    case timedOut
    /// A reading closure tried to write.
    case readOnly
    /// There is no room left to write.
    case full
    /// What is stored cannot be understood any more.
    case corrupt
    /// The database cannot be reached or opened.
    case unavailable
    /// This machine has no client library of the engine; for PostgreSQL it is libpq.
    case missingClient
    /// The address leads to a pooler that lends connections for a transaction each, which this program cannot work with.
    case pooledByTransaction
    /// The address leads to a server that does not follow the database, or holds another one.
    case notReplica
    /// The connection broke on the way; whether the write was committed is unknown.
    case connectionLost
    /// The database was closed.
    case closed
    /// Secrets are sealed under a key that is not here, by its name in hexadecimal digits; empty when there is none.
    case unknownKey(id: String)
    /// A secret does not open: it was altered, never sealed, or belongs to another row.
    case alteredSecret
    /// A connection was used after its closure had ended.
    case closureEnded
    /// An argument that not every engine can keep: not-a-number, text with U+0000, or something too large.
    case unrepresentable
    /// A column, counted from 0, that does not exist or holds a value of another type.
    case unexpectedValue(column: Int)
    /// A column that the statement does not have, or has more than once under this name.
    case unknownColumn(String)
    /// The statement itself is wrong or not allowed here; the reason names identifiers of the schema, never values.
    case invalidStatement(reason: String)
    /// The database's address cannot be understood.
    case invalidURL(reason: String)
    /// The schema in the database does not fit this program.
    case migration(MigrationFault)
    /// Anything else, by the engine's own code.
    ///
    /// It is `sqlite.…` with the extended result code, or `postgres.…` with the SQLSTATE.
    case other(code: String)

    /// A stable name of the case for logs and metrics, as `storage.busy`.
    public var code: String {
        switch self {
        case .uniqueViolation: "storage.unique_violation"
        case .foreignKey: "storage.foreign_key"
        case .notNull: "storage.not_null"
        case .check: "storage.check"
        case .busy: "storage.busy"
        case .overloaded: "storage.overloaded"
        case .timedOut: "storage.timed_out"
        case .readOnly: "storage.read_only"
        case .full: "storage.full"
        case .corrupt: "storage.corrupt"
        case .unavailable: "storage.unavailable"
        case .missingClient: "storage.missing_client"
        case .pooledByTransaction: "storage.pooled_by_transaction"
        case .notReplica: "storage.not_replica"
        case .connectionLost: "storage.connection_lost"
        case .closed: "storage.closed"
        case .unknownKey: "storage.unknown_key"
        case .alteredSecret: "storage.altered_secret"
        case .closureEnded: "storage.closure_ended"
        case .unrepresentable: "storage.unrepresentable"
        case .unexpectedValue: "storage.unexpected_value"
        case .unknownColumn: "storage.unknown_column"
        case .invalidStatement: "storage.invalid_statement"
        case .invalidURL: "storage.invalid_url"
        case .migration: "storage.migration"
        case .other(let code): "storage.\(code)"
        }
    }
}

extension StorageError: CustomStringConvertible {
    /// The code, and what else is known, in one line.
    public var description: String {
        switch self {
        case .unexpectedValue(let column): "\(code): column \(column)"
        case .unknownColumn(let name): "\(code): column \(name)"
        case .invalidStatement(let reason), .invalidURL(let reason): "\(code): \(reason)"
        case .migration(let fault): "\(code): \(fault)"
        case .unknownKey(let id): "\(code): its secrets are sealed under the key \(id), which is not here"
        case .missingClient: "\(code): PostgreSQL needs libpq (Debian: apt-get install libpq5)"
        case .pooledByTransaction:
            "\(code): the address leads to a pooler that lends connections by transaction; use pool_mode=session, or PostgreSQL's own address"
        case .notReplica: "\(code): the server of the replica does not follow that of the database"
        default: code
        }
    }
}
