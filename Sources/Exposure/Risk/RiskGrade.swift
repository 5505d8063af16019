/// How grave a day of exposure is, by the rule's probability and minutes.
public enum RiskGrade: String, CaseIterable, Comparable, Sendable {
    /// Short, or perhaps not within two metres, or on a day on which few infect.
    case low
    /// Likely and for a while.
    case medium
    /// Very likely, or for long.
    case high

    private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }

    /// Whether `left` is less grave than `right`.
    public static func < (left: RiskGrade, right: RiskGrade) -> Bool {
        left.rank < right.rank
    }
}
