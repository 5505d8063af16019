extension Connection {
    /// Whether the database has had all migrations up to `number`; those of a newer program, beyond it, do no harm.
    ///
    /// A database that was set back to an older state has not.
    public func hasMigrations(through number: Int) throws(StorageError) -> Bool {
        let row = try first(
            "SELECT COUNT(*) AS number FROM cerca_migrations WHERE number BETWEEN 1 AND ?1", [.integer(Int64(number))])
        return try row?.integer("number") == Int64(number)
    }
}
