/// A place where rows are kept, whatever the engine.
///
/// Closures run on threads of the database, never on Swift's cooperative pool, and see one consistent state from their
/// first statement to their last. They must depend on nothing but their captured values and the connection, and must
/// have no effect but through the connection, because an engine may run a closure more than once (PostgreSQL does,
/// when concurrent transactions collide).
///
/// A statement that fails dooms its closure on every engine: later statements of the same closure fail in the same way,
/// nothing of it is kept, and `write` throws that failure even when the closure swallowed it. What may legitimately
/// collide is written with `ON CONFLICT`.
///
/// A task cancelled before its closure began gets a `CancellationError` at once and the closure never runs; once begun, a
/// closure is finished and its true outcome is answered.
public protocol Database: Sendable {
    /// Runs a closure that only reads, on a consistent snapshot that holds every write answered before.
    ///
    /// Throws what `body` throws, ``StorageError/readOnly`` when it tries to write, ``StorageError/overloaded`` when
    /// too many reads wait already, and ``StorageError/closed`` after ``close()``.
    func read<Value: Sendable>(_ body: @escaping @Sendable (any Connection) throws -> Value) async throws -> Value

    /// The same, for a closure without any effect: a task that is cancelled is answered at once with a
    /// `CancellationError`, though the closure has begun.
    ///
    /// So nobody waits for an engine that does not answer.
    func readUnlessCancelled<Value: Sendable>(
        _ body: @escaping @Sendable (any Connection) throws -> Value
    ) async throws -> Value

    /// Runs a closure that only reads and may take long, on connections of its own: however many of these wait, no other
    /// read waits for them.
    ///
    /// It is like ``read(_:)`` otherwise; fewer may wait before they are refused.
    func readHistory<Value: Sendable>(
        _ body: @escaping @Sendable (any Connection) throws -> Value
    ) async throws -> Value

    /// Runs a closure that may write, as one transaction equivalent to running all of them one after another.
    ///
    /// Returns only after a durable commit. When `body` throws, nothing that it wrote remains, and its error is thrown;
    /// ``StorageError/overloaded`` says that too many writes wait already, ``StorageError/closed`` that ``close()``
    /// came before. After ``StorageError/connectionLost`` the outcome is unknown: it may have been committed.
    @discardableResult
    func write<Value: Sendable>(_ body: @escaping @Sendable (any Connection) throws -> Value) async throws -> Value

    /// Runs a closure that may write, like ``write(_:)``, and that itself makes sure of what it has read: of each row whose
    /// value it depends on, it writes that row as well, or a unique key would be in its way.
    ///
    /// PostgreSQL runs it again when somebody else has written a row that it writes, and no longer because somebody read
    /// or wrote near by: what ``write(_:)`` is refused for among many rows at a time.
    ///
    /// - Parameter turn: How it is kept apart from others of its kind that write the same rows; nil for not at all.
    @discardableResult
    func writeOwnRows<Value: Sendable>(
        taking turn: WriteTurn?, _ body: @escaping @Sendable (any Connection) throws -> Value
    ) async throws -> Value

    /// Inserts a row into a table of keys unless it is there, and says whether it was not; the answer is durable.
    ///
    /// Rows that come at about the same time may be written by one transaction, and share what becomes of it. It throws
    /// what ``write(_:)`` throws.
    func insertOnce(_ row: [SQLValue], into table: KeyTable) async throws -> Bool

    /// Lets go of what the engine still keeps of rows that were changed or deleted in `tables`, after every write that was
    /// answered before.
    ///
    /// A row that is gone lives on beside the tables, and there in the order in which it was written: on SQLite in the
    /// write-ahead log, which is copied back and cut to nothing; on PostgreSQL in the tables' own pages, which are
    /// vacuumed (its write-ahead log is the operator's to bound). Throws ``StorageError/busy`` when somebody is still
    /// reading an older state; a later call will do.
    func tidy(_ tables: [String]) async throws

    /// Writes `tables` anew, so that nothing of what was changed or deleted in them before is left in the engine's files.
    ///
    /// On PostgreSQL each of the tables is locked meanwhile. It throws what ``tidy(_:)`` throws.
    func rewrite(_ tables: [String]) async throws

    /// How it is doing; asking waits for nothing.
    var figures: DatabaseFigures { get }

    /// Refuses new work, finishes the work that waits, and then lets go of files and connections.
    ///
    /// It may be called more than once; each call returns when everything is closed.
    func close() async
}

extension Database {
    /// Nothing is known.
    public var figures: DatabaseFigures { DatabaseFigures() }

    /// The same as ``read(_:)``, for a database that always answers.
    public func readUnlessCancelled<Value: Sendable>(
        _ body: @escaping @Sendable (any Connection) throws -> Value
    ) async throws -> Value {
        try await read(body)
    }

    /// The same as ``read(_:)``, for a database whose reads never take long.
    public func readHistory<Value: Sendable>(
        _ body: @escaping @Sendable (any Connection) throws -> Value
    ) async throws -> Value {
        try await read(body)
    }

    /// The same as ``write(_:)``, for an engine that writes one after another.
    public func writeOwnRows<Value: Sendable>(
        taking turn: WriteTurn?, _ body: @escaping @Sendable (any Connection) throws -> Value
    ) async throws -> Value {
        try await write(body)
    }

    /// The same by a write of its own, for an engine that commits many writes together by itself.
    public func insertOnce(_ row: [SQLValue], into table: KeyTable) async throws -> Bool {
        try await write { try $0.execute(table.one, row) == 1 }
    }

    /// The same as ``tidy(_:)``, for an engine that overwrites what is deleted.
    public func rewrite(_ tables: [String]) async throws {
        try await tidy(tables)
    }
}

/// What a closure speaks to the database with; it is valid only inside that closure.
///
/// SQL is the subset that both engines understand: `SELECT`, `INSERT`, `UPDATE`, `DELETE`, `WITH` and `VALUES`, one
/// statement at a time, with numbered placeholders `?1`, `?2`. Column types are `BIGINT`, `TEXT`, `BYTEA` and
/// `DOUBLE PRECISION`. PostgreSQL works a placeholder's type out from its surroundings; where there are none, as in
/// `SELECT ?1`, say it: `CAST(?1 AS BIGINT)`.
public protocol Connection: AnyObject {
    /// The keys with which secrets in rows are sealed and opened.
    var keyring: Keyring { get }

    /// Runs a statement and returns how many rows it inserted, changed or deleted; 0 for a query.
    @discardableResult
    func execute(_ sql: String, _ arguments: [SQLValue]) throws(StorageError) -> Int

    /// Runs a statement and returns its rows, those of a `RETURNING` clause as well.
    func query(_ sql: String, _ arguments: [SQLValue]) throws(StorageError) -> [Row]
}

extension Connection {
    /// Runs a statement without arguments and returns how many rows it inserted, changed or deleted.
    @discardableResult
    public func execute(_ sql: String) throws(StorageError) -> Int {
        try execute(sql, [])
    }

    /// Runs a statement without arguments and returns its rows.
    public func query(_ sql: String) throws(StorageError) -> [Row] {
        try query(sql, [])
    }

    /// Runs a statement and returns its first row, or nil when there is none.
    public func first(_ sql: String, _ arguments: [SQLValue] = []) throws(StorageError) -> Row? {
        try query(sql, arguments).first
    }
}
