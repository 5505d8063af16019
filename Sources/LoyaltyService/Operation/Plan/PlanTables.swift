import ServiceKit
import Storage

/// The tables of plans.
package enum PlanTables {
    /// Every change of these tables, in order.
    ///
    /// The package manager names a file's bytes after the file, with `_` for a leading digit.
    package static let migrations = [
        Migration(
            number: 43, name: "plans", sql: String(decoding: PackageResources._043_plans_sql, as: UTF8.self))
    ]

    /// What is kept here about accounts: a plan outlives whoever drew it, without their name.
    package static let kept = [
        PersonalDataTable(
            "plan_versions", of: .account("account_id"),
            showing: ["at": .instant, "venue": .bytes, "number": .plain, "note": .plain],
            end: .changed("account_id = NULL")),
        PersonalDataTable(
            "plan_drafts", of: .account("account_id"), showing: ["at": .instant, "venue": .bytes],
            end: .changed("account_id = NULL")),
    ]
}
