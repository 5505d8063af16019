import Storage

/// The tables of venues' staff.
package enum VenueStaffMigrations {
    /// Every change of these tables, in order.
    ///
    /// The package manager names a file's bytes after the file, with `_` for a leading digit.
    package static let all = [
        Migration(
            number: 31, name: "venue_journal",
            sql: String(decoding: PackageResources._031_venue_journal_sql, as: UTF8.self)),
        Migration(
            number: 32, name: "venue_staff",
            sql: String(decoding: PackageResources._032_venue_staff_sql, as: UTF8.self)),
        Migration(
            number: 38, name: "venue_invitations",
            sql: String(decoding: PackageResources._038_venue_invitations_sql, as: UTF8.self)),
    ]
}
