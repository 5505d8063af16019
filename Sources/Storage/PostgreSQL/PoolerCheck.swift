/// Whether an address leads to a pooler that lends its connections by transaction, as pgbouncer's `pool_mode=transaction`.
///
/// There a connection's settings, prepared statements and locks belong to nobody, so that a server would fail now and then
/// and in places that tell nothing of the cause. Two connections are asked which process serves them: by transaction it is
/// the same one that serves both in turn, or another one each time.
enum PoolerCheck {
    /// Throws ``StorageError/pooledByTransaction`` when it is so.
    static func refuse(
        _ connection: PostgresConnection, uri: String, options: DatabaseOptions
    ) throws(StorageError) {
        let other = try PostgresConnection(uri: uri, options: options)
        do throws(StorageError) {
            let first = try process(connection)
            let second = try process(other)
            guard first != second, try process(connection) == first else { throw .pooledByTransaction }
        } catch {
            switch error {
            // The statement that was prepared is with another process, or one of this name is there already.
            case .invalidStatement, .other(code: "postgres.26000"): throw .pooledByTransaction
            default: throw error
            }
        }
    }

    private static func process(_ connection: PostgresConnection) throws(StorageError) -> Int64? {
        try connection.run("SELECT pg_backend_pid()::bigint AS process", []).rows.first?.integer(0)
    }
}
