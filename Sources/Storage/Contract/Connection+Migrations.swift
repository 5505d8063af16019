extension Connection {
    /// Whether the database has had all of `migrations`; those of a newer program, beyond them, do no harm.
    ///
    /// A database that was set back to an older state has not.
    public func hasMigrations(_ migrations: [Migration]) throws(StorageError) -> Bool {
        guard let first = migrations.first?.number, let last = migrations.last?.number else { return true }
        let row = try self.first(
            "SELECT COUNT(*) AS number FROM cerca_migrations WHERE number BETWEEN ?1 AND ?2",
            [.integer(Int64(first)), .integer(Int64(last))])
        return try row?.integer("number") == Int64(migrations.count)
    }
}
