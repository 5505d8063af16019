import ServiceKit

extension ShopService {
    /// What this service keeps of accounts: who changed an offer.
    ///
    /// The offer stays with its shop.
    package static let personalDataTables = [
        PersonalDataTable(
            "shop_offers", of: .account("account_id"),
            showing: ["changed_at": .instant, "venue": .bytes, "major": .plain, "id": .plain, "version": .plain],
            end: .changed("account_id = NULL")),
        PersonalDataTable(
            "offer_versions", of: .account("account_id"),
            showing: [
                "at": .instant, "venue": .bytes, "major": .plain, "offer": .plain, "version": .plain, "change": .plain,
            ],
            end: .changed("account_id = NULL")),
    ]
}
