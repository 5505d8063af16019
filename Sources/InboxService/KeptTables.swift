import ServiceKit

extension InboxService {
    /// What this service keeps of accounts.
    package static let keptTables = [
        KeptTable(
            "notifications", of: .account("account_id"),
            showing: [
                "at": .instant, "details": .plain, "is_read": .plain, "deleted_at": .instant,
            ]),
        KeptTable(
            "alerts", of: .account("account_id"),
            showing: [
                "market": .plain, "direction": .plain, "ticks": .plain,
            ]),
    ]
}
