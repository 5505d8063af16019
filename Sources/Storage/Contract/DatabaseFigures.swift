/// How a database is doing, as its own counters tell; asking waits for nothing.
public struct DatabaseFigures: Sendable {
    /// One group of threads with connections of their own.
    public struct Pool: Sendable {
        /// What it does: `read` and `write` on SQLite, `main` on PostgreSQL, `history` on both.
        public let name: String
        /// How many connections it may have.
        public let limit: Int
        /// How many it has that work, as far as it knows.
        public let connected: Int
        /// How many do something now.
        public let working: Int
        /// How much waits for one.
        public internal(set) var waiting: Int
        /// How much was refused because too much waited.
        public internal(set) var refused: Int
    }

    /// The groups.
    public var pools: [Pool] = []
    /// How often a transaction was begun again, by the code of what it had met.
    public var retries: [String: Int] = [:]
    /// How often others had kept what it needs for so long that it was given up.
    public var givenUp = 0
    /// How many reads a replica has answered, and has not, by why; empty without one.
    public var replicaReads: [String: Int] = [:]

    /// Nothing is known.
    public init() {}
}
