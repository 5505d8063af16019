import Vault

/// What a new vault is made from.
public struct NewVault: Sendable {
    /// Whose vault it is; the name is unique in its folder, in whatever case and composed form it is written.
    public var user: VaultName
    /// How the objects are sealed.
    public var cipher: CipherSuite
    /// Whether a cipher that is weak by today's measure may be used.
    public var allowsWeakCipher: Bool
    /// The side of the cell of a place.
    public var cell: CellSide
    /// The cost of each key derivation.
    public var cost: KeyDerivationCost
    /// How long failures lock.
    public var lockoutRule: LockoutRule
    /// The language of the default categories, such as `es`.
    public var language: String
    /// Where the place slot is, by some fixes; with none there is no place slot.
    public var fixes: [Fix]
    /// What the password slot asks for; with none there is no password slot.
    public var password: Password?

    /// A vault with the default configuration: AES-256-GCM, cells of 50 m, 256 MiB and two passes for each derivation.
    public init(
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
