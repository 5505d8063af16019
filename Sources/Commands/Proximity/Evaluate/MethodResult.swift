import Proximity

/// How far a method was from the truth.
struct MethodResult {
    /// Errors in cells, one for each row.
    private(set) var errors: [Double] = []
    /// Rows whose cell was told exactly.
    private(set) var exact = 0
    /// Rows whose truth lay within the method's own doubt; nil for a method without doubt.
    private(set) var withinDoubt: Int?

    /// Adds what the method said of a row.
    mutating func add(_ told: PlanCell, truth: PlanCell, doubt: Double? = nil) {
        let error = told.point.distance(to: truth.point)
        errors.append(error)
        if told == truth { exact += 1 }
        if let doubt { withinDoubt = (withinDoubt ?? 0) + (error <= doubt + 1e-9 ? 1 : 0) }
    }

    /// The share of rows whose cell was told exactly, 0 to 1.
    var exactShare: Double { Double(exact) / Double(max(errors.count, 1)) }
    /// The mean error in cells.
    var mean: Double { errors.reduce(0, +) / Double(max(errors.count, 1)) }
    /// The share of rows within the method's own doubt, 0 to 1.
    var shareWithinDoubt: Double? { withinDoubt.map { Double($0) / Double(max(errors.count, 1)) } }

    /// Whether the doubt holds clearly less than the 68 of 100 rows that it promises; nil for a method without doubt, and of
    /// fewer rows than tell it from chance.
    var isTooSure: Bool? {
        guard let share = shareWithinDoubt, errors.count >= Self.leastRows else { return nil }
        return share < Self.leastShare
    }

    private static let leastShare = 0.6
    /// With so many rows a circle that holds 68 % holds less than 60 % once in fifty recordings.
    private static let leastRows = 150

    /// The error in cells that nine of ten rows do not exceed.
    var ninetieth: Double {
        guard !errors.isEmpty else { return 0 }
        return errors.sorted()[(errors.count * 9 + 9) / 10 - 1]
    }
}
