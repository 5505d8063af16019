import Storage
import Time

/// The SQL by which an order that changes what was paid for an invoice is carried out once, within its transaction.
enum InvoiceConversion {
    /// Whether the payment of an invoice has still to be changed.
    static func isToBeChanged(_ id: Int64, _ connection: any Connection) throws -> Bool {
        try connection.first("SELECT 1 FROM payment_orders WHERE id = ?1 AND status = 2", [.integer(id)]) != nil
    }

    /// Keeps that the payment of an invoice was changed, in the transaction in which it is.
    static func setChanged(_ id: Int64, at now: Timestamp, _ connection: any Connection) throws {
        try connection.execute(
            "UPDATE payment_orders SET status = 3, updated_at = ?2 WHERE id = ?1 AND status = 2",
            [.integer(id), .integer(now.milliseconds)])
    }
}
