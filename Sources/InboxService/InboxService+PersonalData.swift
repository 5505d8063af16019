import ServiceKit

extension InboxService {
    /// What this service keeps of accounts.
    package static let personalDataTables = [
        PersonalDataTable(
            "notifications", of: .account("account_id"),
            showing: [
                "at": .instant, "details": .plain, "is_read": .plain, "deleted_at": .instant,
            ]),
        PersonalDataTable(
            "alerts", of: .account("account_id"),
            showing: [
                "market": .plain, "direction": .plain, "ticks": .plain,
            ]),
    ]
}
