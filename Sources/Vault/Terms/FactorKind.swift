/// What a slot can ask for.
public enum FactorKind: String, CaseIterable, Sendable {
    /// Being where it was enrolled, by position (PLK-1).
    case place
    /// Having just proved presence at a beacon to the server (VP-1).
    case presence
    /// Knowing the password.
    case password
    /// Having the printed recovery code.
    case recovery
    /// Reaching a Tang server on the network.
    case tang
    /// Having the authenticator of a passkey, which evaluates a function of its own for the slot (WebAuthn's PRF).
    case passkey

    /// The number in a header.
    var code: UInt8 {
        switch self {
        case .place: 1
        case .presence: 2
        case .password: 3
        case .recovery: 4
        case .tang: 5
        case .passkey: 6
        }
    }

    /// The first format of headers that knows it: a program that does not is told so, and touches nothing.
    var firstFormat: Int { self == .passkey ? 2 : 1 }

    /// The kind of that number, or nil.
    init?(code: UInt8) {
        guard let kind = Self.allCases.first(where: { $0.code == code }) else { return nil }
        self = kind
    }
}
