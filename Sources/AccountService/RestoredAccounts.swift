import Storage

/// What of accounts must not go on after a database was restored from a backup.
package enum RestoredAccounts {
    /// What is taken once and soon, and may have been taken since the backup: it is asked for anew.
    private static let shortLived = [
        "pending_factors", "reset_requests", "password_resets", "address_challenges", "device_challenges",
        "passkey_challenges", "identity_requests", "identity_arrivals", "identity_sessions",
    ]

    /// Ends every session, one that somebody has ended since as well, and returns how many that were.
    ///
    /// Whatever was pushed to a device belongs to its session and goes with it, as at a sign-out.
    package static func settle(_ connection: any Connection) throws(StorageError) -> Int {
        for table in shortLived { try connection.execute("DELETE FROM \(table)") }
        return try connection.execute("DELETE FROM sessions")
    }
}
