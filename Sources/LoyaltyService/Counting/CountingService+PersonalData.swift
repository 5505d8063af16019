import ServiceKit

extension CountingService {
    /// What this service keeps of accounts: that they have a month's credential; events name pseudonyms.
    package static let personalDataTables = [
        PersonalDataTable("report_credentials", of: .account("account_id"), showing: ["period": .plain])
    ]
}
