import Vault

extension UnlockedVault {
    /// Keeps settings; when nothing changes, nothing is written.
    public func setSettings(_ settings: VaultSettings) throws(VaultFault) {
        try transaction { edit throws(VaultFault) in edit.root.settings = settings }
    }

    /// Chooses the side of the cells of places made from now on.
    public func setCell(_ side: CellSide) throws(VaultFault) {
        try transaction { edit throws(VaultFault) in edit.header.cell = side }
    }

    /// Chooses the cost of key derivation of slots made from now on.
    public func setCost(_ cost: KeyDerivationCost) throws(VaultFault) {
        try transaction { edit throws(VaultFault) in edit.header.cost = cost }
    }

    /// Chooses how long failures lock.
    public func setRule(_ rule: LockoutRule) throws(VaultFault) {
        try transaction { edit throws(VaultFault) in edit.header.lockoutRule = rule }
    }
}
