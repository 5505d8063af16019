/// What one factor of a slot needs to be asked for; parameters alone, no secret.
public enum Factor: Equatable, Sendable {
    /// A position in the cell of the enrolment.
    case place(PlaceFactor)
    /// A proved presence at a beacon.
    case presence(PresenceFactor)
    /// A password.
    case password(PasswordFactor)
    /// The recovery code, which opens anywhere.
    case recovery(RecoveryFactor)
    /// A Tang server within reach.
    case tang(TangFactor)
    /// The authenticator of a passkey.
    case passkey(PasskeyFactor)

    /// What it asks for.
    public var kind: FactorKind {
        switch self {
        case .place: .place
        case .presence: .presence
        case .password: .password
        case .recovery: .recovery
        case .tang: .tang
        case .passkey: .passkey
        }
    }
}

/// The parameters of a place: its cell's side, the cost of a guess, and the sealed helper.
public struct PlaceFactor: Equatable, Sendable {
    /// The side of the lattice that the place was enrolled in.
    public let side: CellSide
    /// What one guess costs.
    public let cost: KeyDerivationCost
    /// The salt of the derivation, 16 random bytes.
    public let salt: [UInt8]
    /// The helper, sealed under the device's keys.
    public let sealedHelper: [UInt8]
}

/// The parameters of a password.
public struct PasswordFactor: Equatable, Sendable {
    /// What one guess costs.
    public let cost: KeyDerivationCost
    /// The salt of the derivation, 16 random bytes.
    public let salt: [UInt8]
}

/// The parameters of a recovery code.
public struct RecoveryFactor: Equatable, Sendable {
    /// The salt of the derivation, 16 random bytes.
    public let salt: [UInt8]
}
