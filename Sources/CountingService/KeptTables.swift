import ServiceKit

extension CountingService {
    /// What this service keeps of accounts: that they have a month's credential; events name pseudonyms.
    package static let keptTables = [
        KeptTable("report_credentials", of: .account("account_id"), showing: ["period": .plain])
    ]
}
