/// What a database promises about an answered write.
public enum Durability: Sendable {
    /// An answered write survives a crash of the program, of the system, and loss of power.
    case full
    /// An answered write may be lost, and the file ruined, when the system fails: for throw-away data only.
    case none
}

/// How a database is run; the defaults suit a server.
public struct DatabaseOptions: Sendable {
    /// What an answered write survives.
    public var durability = Durability.full
    /// Connections, and threads, that read (SQLite) or that read and write (PostgreSQL); nil for the engine's own: 2
    /// for SQLite, 8 for PostgreSQL.
    public var connections: Int?
    /// Connections, and threads, for reads that may take long; they are beside the others.
    public var historyConnections = 2
    /// The address of a PostgreSQL server that follows the database's; it answers reads that may take long once it has
    /// got as far as the first one is, and is asked for nothing else.
    public var replica: String?
    /// How many reads that may take long may wait before more are refused with ``StorageError/overloaded``.
    public var historyWaitingLimit = 256
    /// How many reads, and how many writes, may wait before more are refused with ``StorageError/overloaded``.
    public var waitingLimit = 4096
    /// How long to wait for a lock that another process holds, in milliseconds.
    public var busyTimeoutMilliseconds = 5000
    /// How long a change of the schema waits, in seconds, for others to let go of what it needs.
    public var migrationPatienceSeconds = 120
    /// How long one statement may take on PostgreSQL, in milliseconds.
    public var statementTimeoutMilliseconds = 10_000

    /// The default options.
    public init() {}

    /// The default options with another durability.
    public init(durability: Durability) {
        self.durability = durability
    }
}
