/// One way into a vault: factors that are all needed, and the keys sealed under what they give together.
public struct Slot: Equatable, Sendable, Identifiable {
    /// How many bytes a slot's salt has.
    public static let saltCount = 16
    /// The most bytes that a label may have.
    public static let labelLimit = 400

    /// Its number, which no other slot of the vault has.
    public let id: SlotID
    /// What its owner calls it.
    public let label: String
    /// What it asks for, in the order in which it goes into the key.
    public let factors: [Factor]
    /// The salt of the slot's key, 16 random bytes.
    public let salt: [UInt8]
    /// The day on which it was made, in days since 1970-01-01.
    public let createdOn: Int32
    /// The data key, and the travel key in a slot that ``holdsTravelKey``, sealed.
    public let sealed: [UInt8]

    /// A slot whose factors go together.
    init(
        id: SlotID, label: String, factors: [Factor], salt: [UInt8], createdOn: Int32, sealed: [UInt8]
    ) throws(VaultFault) {
        try Self.check(factors.map(\.kind))
        guard label.utf8.count <= Self.labelLimit else { throw .tooLarge("slot label") }
        self.id = id
        self.label = label
        self.factors = factors
        self.salt = salt
        self.createdOn = createdOn
        self.sealed = sealed
    }

    /// What it asks for.
    public var kinds: [FactorKind] { factors.map(\.kind) }

    /// The passkey that it asks for, if it asks for one.
    public var passkey: PasskeyFactor? {
        for case .passkey(let factor) in factors { return factor }
        return nil
    }

    /// The first format of headers that knows such a slot.
    var firstFormat: Int { kinds.map(\.firstFormat).max() ?? 1 }

    /// Whether it opens a copy of the vault on any device.
    public var opensAnywhere: Bool { kinds.contains(.recovery) }

    /// Whether it gives the travel key too: a place, a proved presence and the recovery code do; a password, the
    /// network or a passkey alone do not.
    public var holdsTravelKey: Bool { Self.holdsTravelKey(kinds) }

    static func holdsTravelKey(_ kinds: [FactorKind]) -> Bool {
        kinds.contains { $0 == .place || $0 == .presence || $0 == .recovery }
    }
}
