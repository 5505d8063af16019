import Vault

extension UnlockedVault {
    /// Changes the settings as they are within the transaction; when nothing changes, nothing is written.
    package func changeSettings(_ body: (inout VaultSettings) -> Void) throws(VaultFault) {
        try transaction { edit throws(VaultFault) in body(&edit.root.settings) }
    }

    /// Chooses the side of the cells of places made from now on.
    package func setCell(_ side: CellSide) throws(VaultFault) {
        try transaction { edit throws(VaultFault) in edit.header.cell = side }
    }

    /// Chooses the cost of key derivation of slots made from now on.
    package func setCost(_ cost: KeyDerivationCost) throws(VaultFault) {
        try transaction { edit throws(VaultFault) in edit.header.cost = cost }
    }

    /// Chooses how long failures lock.
    package func setRule(_ rule: LockoutRule) throws(VaultFault) {
        try transaction { edit throws(VaultFault) in edit.header.lockoutRule = rule }
    }
}
