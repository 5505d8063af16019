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

    /// The number in a header.
    var code: UInt8 {
        switch self {
        case .place: 1
        case .presence: 2
        case .password: 3
        case .recovery: 4
        case .tang: 5
        }
    }

    /// The kind of that number, or nil.
    init?(code: UInt8) {
        guard let kind = Self.allCases.first(where: { $0.code == code }) else { return nil }
        self = kind
    }
}
