extension StorageError {
    /// What an SQLSTATE means (PostgreSQL 15 documentation, appendix A).
    ///
    /// `message` is the server's primary message; it is kept only for class 42, errors in the statement, where it names
    /// identifiers and no values.
    init(sqlState: String, message: String) {
        switch sqlState {
        case "23505": self = .uniqueViolation
        case "23503": self = .foreignKey
        case "23502": self = .notNull
        case "23514": self = .check
        case "40001", "40P01", "55P03": self = .busy  // serialization failure, deadlock, lock not available
        case "57014": self = .timedOut
        case "25006": self = .readOnly
        case "53100": self = .full
        case "53300": self = .unavailable  // too many connections
        case "22021", "22P05", "22003", "54000": self = .unrepresentable
        case "XX001", "XX002": self = .corrupt
        case "57P01", "57P02", "57P03", "57P05": self = .connectionLost  // shut down, crashed, starting, idle too long
        case _ where sqlState.hasPrefix("08"): self = .connectionLost
        case _ where sqlState.hasPrefix("42"): self = .invalidStatement(reason: message)
        default: self = .other(code: "postgres.\(sqlState)")
        }
    }
}
