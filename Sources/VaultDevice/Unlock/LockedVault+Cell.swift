import Vault

extension LockedVault {
    /// The cell of a slot's lattice in which a position lies, which a proof of presence is bound to; nil for a slot
    /// without a place, and on a device that has no keys of the vault.
    ///
    /// Throws ``VaultFault/place(_:)`` for a position that is worse than the cell.
    package func cell(of slot: Slot, at fix: Fix) throws(VaultFault) -> Cell? {
        guard let keys = try deviceSecrets() else { return nil }
        for case .place(let place) in slot.factors { return try place.cell(at: fix, device: keys) }
        return nil
    }
}
