import Crypto

/// What is at hand to open a vault with; what the network gives has been asked for already.
public struct UnlockSecrets: Sendable {
    /// Where this device is.
    public var fix: Fix?
    /// The password as it was typed.
    public var password: Password?
    /// The recovery code as it was typed.
    public var recovery: RecoveryCode?
    /// What Tang servers gave, by slot.
    public var tang: [SlotID: SymmetricKey]
    /// What the presence server gave, by slot.
    public var presence: [SlotID: SymmetricKey]
    /// What the authenticators of passkeys evaluated, by slot.
    public var passkey: [SlotID: PasskeyEvaluation]

    /// What is at hand; nothing unless said.
    public init(
        fix: Fix? = nil, password: Password? = nil, recovery: RecoveryCode? = nil, tang: [SlotID: SymmetricKey] = [:],
        presence: [SlotID: SymmetricKey] = [:], passkey: [SlotID: PasskeyEvaluation] = [:]
    ) {
        self.fix = fix
        self.password = password
        self.recovery = recovery
        self.tang = tang
        self.presence = presence
        self.passkey = passkey
    }
}

/// The keys that a slot gave.
public struct OpenedKeys: Equatable, Sendable {
    /// The key of the records.
    public let data: DataKey
    /// The key of what travels, if the slot holds it.
    public let travel: TravelKey?
    /// Which slot it was.
    public let slot: SlotID

    /// Keys that a slot gave, or that were handed over by the process that opened it.
    public init(data: DataKey, travel: TravelKey?, slot: SlotID) {
        self.data = data
        self.travel = travel
        self.slot = slot
    }
}

/// What a new factor is made from.
public enum NewFactor: Sendable {
    /// Measurements at the place, of which the mean is enrolled.
    case place([Fix])
    /// A password to be asked for.
    case password(Password)
    /// The recovery code, which opens a copy anywhere.
    case recovery(RecoveryCode)
    /// A Tang server and what it gave.
    case tang(TangFactor, SymmetricKey)
    /// A presence slot and what its server gave.
    case presence(PresenceFactor, SymmetricKey)
    /// A passkey, with what its authenticator evaluated for the salt.
    case passkey(PasskeyFactor, PasskeyEvaluation)

    /// What it will ask for.
    public var kind: FactorKind {
        switch self {
        case .place: .place
        case .password: .password
        case .recovery: .recovery
        case .tang: .tang
        case .presence: .presence
        case .passkey: .passkey
        }
    }
}
