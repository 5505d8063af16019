/// Why a position was refused; none of these is a failed attempt.
public enum PlaceFault: Error, Equatable, Sendable {
    /// There was no measurement.
    case noFix
    /// The measurement is worse than the cell; both in metres.
    case tooCoarse(accuracy: Double, limit: Double)
    /// The measurements of an enrolment lie too far apart to be one place; in metres from their middle.
    case scattered(distance: Double, limit: Double)

    /// Stable text for programs.
    public var code: String {
        switch self {
        case .noFix: "vault.no_fix"
        case .tooCoarse: "vault.position_too_coarse"
        case .scattered: "vault.positions_scattered"
        }
    }
}

extension PlaceFault: CustomStringConvertible {
    /// One line for people, without the position.
    public var description: String {
        switch self {
        case .noFix: "there is no position"
        case .tooCoarse(let accuracy, let limit):
            "the position is known to \(Self.metres(accuracy)) only, and the cell asks for \(Self.metres(limit))"
        case .scattered(let distance, let limit):
            "the positions lie \(Self.metres(distance)) apart, and one place is at most \(Self.metres(limit))"
        }
    }

    private static func metres(_ value: Double) -> String {
        "\((value * 10).rounded() / 10) m"
    }
}
