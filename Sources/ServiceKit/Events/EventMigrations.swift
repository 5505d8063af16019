import Storage

/// The table of what happens to people, for the streams of several servers.
package enum EventMigrations {
    /// Every change of it, in order.
    package static let all = [
        Migration(
            number: 47, name: "user_events",
            sql: String(decoding: PackageResources._047_user_events_sql, as: UTF8.self))
    ]
}
