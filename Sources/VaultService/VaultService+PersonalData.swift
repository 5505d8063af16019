import ServiceKit

extension VaultService {
    /// What this service keeps of accounts.
    ///
    /// Of sealed records their owner is shown that they are there: what is in them only the owner's devices can read,
    /// and have.
    package static let personalDataTables = [
        PersonalDataTable(
            "vault_slots", of: .account("account_id"),
            showing: [
                "id": .bytes, "venue": .bytes, "major": .plain, "minor": .plain, "failures": .plain,
                "waits_until": .instant,
            ]),
        PersonalDataTable(
            "vault_records", of: .account("account_id"),
            showing: [
                "vault": .bytes, "number": .plain, "id": .bytes, "version": .plain, "size": .plain,
            ]),
        PersonalDataTable(
            "vaults", of: .account("account_id"),
            showing: [
                "id": .bytes, "record_count": .plain, "byte_count": .plain, "changed_day": .day,
            ]),
    ]
}
