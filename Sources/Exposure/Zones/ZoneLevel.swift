/// How large the areas of a map are.
public enum ZoneLevel: String, CaseIterable, Sendable {
    /// The states or regions of a country.
    case state
    /// The municipalities of a country.
    case municipality

    /// How far a simplified border may be from the true one, in degrees: 0.01 for states and 0.02 for municipalities, as
    /// in the original.
    public var tolerance: Double {
        switch self {
        case .state: 0.01
        case .municipality: 0.02
        }
    }
}

/// What is counted day by day.
public enum ZoneMeasure: String, CaseIterable, Sendable {
    /// Positive tests.
    case confirmed
    /// Negative tests.
    case negative
    /// Tests without a result yet.
    case suspected
    /// Deaths.
    case deaths
}
