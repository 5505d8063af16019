import Storage

/// What of markets must not go on by itself after a database was restored from a backup.
package enum RestoredMarkets {
    /// Pauses the markets, whose open orders are those of the backup and whose prices have gone on, and returns the names
    /// of those that took orders.
    package static func pause(_ connection: any Connection) throws(StorageError) -> [String] {
        let names = try connection.query("SELECT name FROM markets WHERE is_active = 1 ORDER BY number")
        try connection.execute("UPDATE markets SET is_active = 0 WHERE is_active = 1")
        return try names.map { row throws(StorageError) in try row.text("name") }
    }

    /// How many withdrawals wait, of which some may have been paid since the backup.
    package static func waitingWithdrawals(_ connection: any Connection) throws(StorageError) -> Int {
        let row = try connection.first(
            "SELECT COUNT(*) FROM money_requests WHERE status = ?1 AND kind = ?2",
            [.integer(MoneyRequestStatus.waiting.rawValue), .integer(MoneyRequestKind.withdrawal.rawValue)])
        return Int(try row?.integer(0) ?? 0)
    }
}
