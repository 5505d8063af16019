import ServiceKit
import Storage

extension LoyaltyService {
    /// What this service keeps of accounts; visits are not among it, because they name none.
    package static let personalDataTables = [
        PersonalDataTable(
            "choices", of: .account("account_id"), showing: ["venue": .bytes, "major": .plain, "term": .plain]),
        PersonalDataTable(
            "sightings", of: .account("account_id"),
            showing: [
                "at": .instant, "venue": .bytes, "major": .plain, "minor": .plain,
            ]),
        PersonalDataTable(
            "recent_places", of: .account("account_id"),
            showing: [
                "at": .instant, "venue": .bytes, "major": .plain, "minor": .plain,
            ]),
        PersonalDataTable("last_places", of: .account("account_id"), showing: ["quarter": .instant, "venue": .bytes]),
        PersonalDataTable(
            "fresh_coupons", of: .account("account_id"),
            showing: [
                "received_at": .instant, "id": .plain, "venue": .bytes, "offer_id": .plain, "points": .plain,
                "deleted_at": .instant,
            ]),
        PersonalDataTable(
            "coupons", of: .account("account_id"),
            showing: [
                "received_at": .instant, "id": .plain, "venue": .bytes, "offer_id": .plain, "deleted_at": .instant,
            ]),
    ]

    /// How many coupons an account has that it did not delete.
    @Sendable
    package static func countCoupons(of account: [UInt8], in connection: any Connection) throws -> Int {
        let row = try connection.first(
            """
            SELECT (SELECT COUNT(*) FROM coupons WHERE account_id = ?1 AND deleted_at IS NULL)
                + (SELECT COUNT(*) FROM fresh_coupons WHERE account_id = ?1 AND deleted_at IS NULL) AS total
            """, [.blob(account)])
        return Int(try row?.integer("total") ?? 0)
    }
}
