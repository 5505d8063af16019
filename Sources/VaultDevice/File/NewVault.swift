import Vault

/// What a new vault is made from.
package struct NewVault: Sendable {
    /// Whose vault it is; the name is unique in its folder, in whatever case and composed form it is written.
    package var user: VaultName
    /// How the objects are sealed.
    package var cipher: CipherSuite
    /// Whether a cipher that is weak by today's measure may be used.
    package var allowsWeakCipher: Bool
    /// The side of the cell of a place.
    package var cell: CellSide
    /// The cost of each key derivation.
    package var cost: KeyDerivationCost
    /// How long failures lock.
    package var lockoutRule: LockoutRule
    /// The language of the default categories, such as `es`.
    package var language: String
    /// Where the place slot is, by some fixes; with none there is no place slot.
    package var fixes: [Fix]
    /// What the password slot asks for; with none there is no password slot.
    package var password: Password?

    /// A vault with the default configuration: AES-256-GCM, cells of 50 m, 256 MiB and two passes for each derivation.
    package init(
        user: VaultName, fixes: [Fix] = [], password: Password? = nil, cipher: CipherSuite = .aes256GCM,
        allowsWeakCipher: Bool = false, cell: CellSide = .standard, cost: KeyDerivationCost = .standard,
        lockoutRule: LockoutRule = .standard, language: String = "es"
    ) {
        self.user = user
        self.cipher = cipher
        self.allowsWeakCipher = allowsWeakCipher
        self.cell = cell
        self.cost = cost
        self.lockoutRule = lockoutRule
        self.language = language
        self.fixes = fixes
        self.password = password
    }
}
