import Vault

extension UnlockedVault {
    /// What the categories are called, for lists that count nothing: no page is opened for it.
    package func categoryNames() throws(VaultFault) -> [RecordID: String] {
        try read { _, state in
            Dictionary(state.root.categories.map { ($0.id, $0.name.text) }, uniquingKeysWith: { first, _ in first })
        }
    }
}
