import ServiceKit
import Storage

/// The tables of plans.
package enum PlanTables {
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
