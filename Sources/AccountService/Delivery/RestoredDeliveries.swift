import Storage

/// What of deliveries must not go on after a database was restored from a backup.
package enum RestoredDeliveries {
    /// Takes mails and notices out of the queue, for most of them were handed over since the backup, and returns how many
    /// that were.
    ///
    /// What merchants' programs are told of their invoices stays: a second time does no harm there, and none does.
    package static func settle(_ connection: any Connection) throws(StorageError) -> Int {
        try connection.execute("DELETE FROM deliveries WHERE lane <> ?1", [.text(DeliveryLane.callback.rawValue)])
    }
}
