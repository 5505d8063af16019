import ServiceKit

extension PhotoService {
    /// What is kept here about accounts; the pictures are theirs to see in the page, and not bytes of a document.
    package static let personalDataTables = [
        PersonalDataTable("photos", of: .account("account_id"), showing: ["digest": .bytes])
    ]
}
