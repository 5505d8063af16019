import Crypto

/// What stands in clear at the front of a vault: which cipher, which parameters, which ways in.
///
/// Nothing in it is believed until its code has been checked under the data key that a slot gave; until then it says
/// what to try, within bounds.
public struct VaultHeader: Equatable, Sendable {
    /// The latest format that this program knows.
    public static let currentFormat = 2
    /// The most slots that a vault may have.
    public static let slotLimit = 32
    /// The most bytes that an encoded header may have.
    public static let byteLimit = 65_536

    /// Which vault it is.
    public let vault: RecordID
    /// What the records are sealed with.
    public var cipher: CipherSuite
    /// How often all records were sealed anew.
    public var generation: UInt32
    /// The side of the cells of places that are enrolled from now on.
    public var cell: CellSide
    /// What a guess costs at slots that are made from now on.
    public var cost: KeyDerivationCost
    /// How long the vault stays locked after failures.
    public var lockoutRule: LockoutRule
    /// The ways in.
    public var slots: [Slot]

    /// The header of a new vault.
    public init(
        vault: RecordID, cipher: CipherSuite, generation: UInt32 = 1, cell: CellSide = .standard,
        cost: KeyDerivationCost = .standard, lockoutRule: LockoutRule = .standard, slots: [Slot] = []
    ) {
        self.vault = vault
        self.cipher = cipher
        self.generation = generation
        self.cell = cell
        self.cost = cost
        self.lockoutRule = lockoutRule
        self.slots = slots
    }

    /// The format of the header: the first that knows all of its slots.
    ///
    /// A vault without the kinds of slots that came later stays as older programs read it.
    public var format: Int { slots.map(\.firstFormat).max() ?? 1 }

    /// The number for the next slot: one more than the highest in use.
    public var nextSlotID: SlotID { SlotID((slots.map(\.id.rawValue).max() ?? 0) &+ 1) }
}
