import Basics
import Storage

/// The SQL of notifications, within one transaction.
struct InboxStore {
    private let connection: any Connection

    init(_ connection: any Connection) {
        self.connection = connection
    }

    /// Adds a notification and removes the oldest ones beyond `limit`; false when its source was told of before.
    func insert(
        _ notification: InboxNotification, of account: [UInt8], source: String?, atMost limit: Int
    ) throws -> Bool {
        let isNew =
            try connection.execute(
                """
                INSERT INTO notifications (id, account_id, details, at, is_read, deleted_at, source)
                VALUES (?1, ?2, ?3, ?4, 0, NULL, ?5) ON CONFLICT (source) DO NOTHING
                """,
                [
                    .text(notification.id), .blob(account), .text(notification.content.stored),
                    .integer(notification.at.milliseconds), SQLValue(source),
                ]) == 1
        guard isNew else { return false }
        _ = try connection.execute(
            """
            DELETE FROM notifications WHERE account_id = ?1 AND id NOT IN
            (SELECT id FROM notifications WHERE account_id = ?1 ORDER BY id DESC LIMIT ?2)
            """,
            [.blob(account), .integer(Int64(limit))])
        return true
    }

    /// Whether a notification has this source.
    func hasTold(of source: String) throws -> Bool {
        try connection.first("SELECT 1 FROM notifications WHERE source = ?1", [.text(source)]) != nil
    }

    /// The notifications of an account that are not deleted, the newest first.
    func list(of account: [UInt8], limit: Int) throws -> [InboxNotification] {
        try connection.query(
            """
            SELECT id, details, at, is_read FROM notifications
            WHERE account_id = ?1 AND deleted_at IS NULL ORDER BY id DESC LIMIT ?2
            """,
            [.blob(account), .integer(Int64(limit))]
        ).map(Self.notification)
    }

    /// One notification of an account that is not deleted, or nil.
    func find(_ id: String, of account: [UInt8]) throws -> InboxNotification? {
        try connection.first(
            """
            SELECT id, details, at, is_read FROM notifications
            WHERE id = ?1 AND account_id = ?2 AND deleted_at IS NULL
            """,
            [.text(id), .blob(account)]
        ).map(Self.notification)
    }

    /// Marks a notification of an account as read; false when there is none.
    func setRead(_ id: String, of account: [UInt8]) throws -> Bool {
        try connection.execute(
            "UPDATE notifications SET is_read = 1 WHERE id = ?1 AND account_id = ?2 AND deleted_at IS NULL",
            [.text(id), .blob(account)]) == 1
    }

    /// Marks every notification of an account as read.
    func setAllRead(of account: [UInt8]) throws {
        _ = try connection.execute(
            "UPDATE notifications SET is_read = 1 WHERE account_id = ?1 AND is_read = 0", [.blob(account)])
    }

    /// Marks a notification of an account as deleted, or not deleted when `instant` is nil; false when there is none.
    func setDeleted(_ id: String, of account: [UInt8], at instant: Timestamp?) throws -> Bool {
        try connection.execute(
            "UPDATE notifications SET deleted_at = ?3 WHERE id = ?1 AND account_id = ?2",
            [.text(id), .blob(account), SQLValue(instant?.milliseconds)]) == 1
    }

    /// Removes at most `limit` notifications that were deleted by `instant`, and says how many.
    func deleteDeleted(by instant: Timestamp, limit: Int) throws -> Int {
        try connection.execute(
            """
            DELETE FROM notifications WHERE id IN
            (SELECT id FROM notifications WHERE deleted_at <= ?1 ORDER BY deleted_at LIMIT ?2)
            """,
            [.integer(instant.milliseconds), .integer(Int64(limit))])
    }

    private static func notification(_ row: Row) throws -> InboxNotification {
        guard let content = InboxContent(stored: try row.text("details")) else { throw StorageError.corrupt }
        return InboxNotification(
            id: try row.text("id"), content: content, at: Timestamp(milliseconds: try row.integer("at")),
            isRead: try row.integer("is_read") != 0)
    }
}
