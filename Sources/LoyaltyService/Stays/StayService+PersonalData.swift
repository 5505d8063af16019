import ServiceKit

extension StayService {
    /// What this service keeps of accounts: of ten minutes ago where they were proved, and which days were paid.
    package static let personalDataTables = [
        PersonalDataTable(
            "stay_credentials", of: .account("account_id"),
            showing: ["slot": .instant, "venue": .bytes, "major": .plain]),
        PersonalDataTable(
            "stay_payments", of: .account("account_id"), showing: ["day": .day, "venue": .bytes, "points": .plain]),
    ]
}
