/// The connection as one run of a closure sees it.
final class PostgresTransaction: Connection {
    let keyring: Keyring
    private let connection: PostgresConnection
    private var hasEnded = false
    /// Why a statement of the closure failed; no other statement runs after it.
    private(set) var failure: StorageError?

    init(_ connection: PostgresConnection, keyring: Keyring) {
        self.keyring = keyring
        self.connection = connection
    }

    func execute(_ sql: String, _ arguments: [SQLValue]) throws(StorageError) -> Int {
        try run(sql, arguments).changes
    }

    func query(_ sql: String, _ arguments: [SQLValue]) throws(StorageError) -> [Row] {
        try run(sql, arguments).rows
    }

    /// Makes the connection useless to a closure that has kept it.
    func end() {
        hasEnded = true
    }

    private func run(_ sql: String, _ arguments: [SQLValue]) throws(StorageError) -> (rows: [Row], changes: Int) {
        guard !hasEnded else { throw .closureEnded }
        if let failure { throw failure }
        do throws(StorageError) {
            return try connection.run(sql, arguments)
        } catch {
            failure = error
            throw error
        }
    }
}
