import ServiceKit

extension PushService {
    /// What is kept here about accounts, in the order in which it ends.
    package static let personalDataTables = [
        PersonalDataTable(
            "deliveries",
            of: .identified(
                """
                recipient IN (SELECT id FROM push_devices WHERE account_id = ?1)
                OR (lane = 'mail' AND recipient = (SELECT email FROM accounts WHERE id = ?1))
                """),
            showing: [
                "due_at": .instant, "expires_at": .instant, "lane": .plain, "attempts": .plain,
            ]),
        PersonalDataTable(
            "push_devices", of: .account("account_id"),
            showing: [
                "registered_at": .instant, "heartbeat_at": .instant, "lane": .plain, "address": .plain,
                "language": .plain, "muted": .plain,
            ]),
        PersonalDataTable(
            "push_rules", of: .account("account_id"),
            showing: [
                "is_silent": .plain, "quiet_from": .plain, "quiet_until": .plain, "time_zone": .plain,
            ]),
        PersonalDataTable("push_muted_shops", of: .account("account_id"), showing: ["venue": .bytes, "major": .plain]),
        PersonalDataTable(
            "pushed_offers", of: .account("account_id"), showing: ["day": .day, "venue": .bytes, "major": .plain]),
    ]
}
