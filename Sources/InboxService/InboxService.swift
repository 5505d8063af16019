import API
import AccountService
import Accounts
import Basics
import HTTPKit
import ServiceKit
import Storage

/// What accounts are told: kept until they delete it, and pushed to whoever is looking.
package struct InboxService: Sendable {
    /// How many notifications an account keeps; the oldest ones go first.
    package static let notificationsKept = 200
    /// For how long a deletion can be undone.
    package static let undoSeconds: Int64 = 86_400

    let database: any Database
    let clock: ServerClock
    let random: ServerRandom
    let events: UserEvents
    private let push: PushService?

    /// The notifications in `database`; `events` pushes them to the streams of their account, `push` to its devices.
    package init(
        database: any Database, clock: ServerClock, events: UserEvents, random: ServerRandom = .system,
        push: PushService? = nil
    ) {
        self.database = database
        self.clock = clock
        self.events = events
        self.random = random
        self.push = push
    }

    /// Delivers something to an account, within the transaction in which it happens; ``publish(_:to:)`` follows the commit.
    ///
    /// - Parameters:
    ///   - at: When it happened.
    ///   - source: What it tells of, when that must not be told twice.
    /// - Returns: The notification; nil when its source was told of before.
    package func deliver(
        _ account: [UInt8], _ content: InboxContent, at: Timestamp, now: Timestamp, source: String? = nil,
        in connection: any Connection
    ) throws -> InboxNotification? {
        let notification = InboxNotification(
            id: random.identifier(ordered: now.milliseconds).hexadecimal, content: content, at: at, isRead: false)
        let isNew = try InboxStore(connection).insert(
            notification, of: account, source: source, atMost: Self.notificationsKept)
        guard isNew else { return nil }
        try push?.push(content.notice, to: account, at: now, in: connection)
        try events.note(to: account, at: now, in: connection) {
            try ServerSentEvent("notification", NotificationBody(notification))
        }
        return notification
    }

    /// Pushes a notification to whoever is looking.
    package func publish(_ notification: InboxNotification, to account: [UInt8]) {
        events.publishNoted(to: account) { try ServerSentEvent("notification", NotificationBody(notification)) }
    }

    /// The notifications of an account, the newest first.
    package func notifications(of account: [UInt8]) async throws(ServiceError) -> [InboxNotification] {
        try await database.reading { try InboxStore($0).list(of: account, limit: Self.notificationsKept) }
    }

    /// Marks a notification as read; throws `InboxError.unknown`.
    package func markRead(_ id: String, of account: [UInt8]) async throws(ServiceError) {
        let isKnown = try await database.writing { try InboxStore($0).setRead(id, of: account) }
        guard isKnown else { throw .inbox(.unknown) }
    }

    /// Marks every notification as read.
    package func markAllRead(of account: [UInt8]) async throws(ServiceError) {
        try await database.writing { try InboxStore($0).setAllRead(of: account) }
    }

    /// Deletes a notification, which can be undone for a day; throws `InboxError.unknown`.
    package func delete(_ id: String, of account: [UInt8]) async throws(ServiceError) {
        let now = clock.now()
        let isKnown = try await database.writing { try InboxStore($0).setDeleted(id, of: account, at: now) }
        guard isKnown else { throw .inbox(.unknown) }
    }

    /// Undoes a deletion; throws `InboxError.unknown` once the day is over.
    package func restore(_ id: String, of account: [UInt8]) async throws(ServiceError) -> InboxNotification {
        try await database.writing { connection in
            let store = InboxStore(connection)
            guard try store.setDeleted(id, of: account, at: nil), let restored = try store.find(id, of: account)
            else { throw ServiceError.inbox(.unknown) }
            return restored
        }
    }

    /// Removes the notifications whose deletion can be undone no longer, in small transactions.
    package func prune(at now: Timestamp) async throws(ServiceError) {
        let batch = 500
        let limit = now.advanced(bySeconds: -Self.undoSeconds)
        var deleted = batch
        while deleted == batch {
            deleted = try await database.writing { try InboxStore($0).deleteDeleted(by: limit, limit: batch) }
        }
    }
}
