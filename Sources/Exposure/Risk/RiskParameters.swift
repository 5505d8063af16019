/// The numbers of the rule of this system that a health authority can set, all within their bounds.
///
/// Phones have those of `compiledIn` until a server gives others (`Docs/risk-rule.md`).
public struct RiskParameters: Hashable, Sendable {
    /// Tells two sets of numbers apart, for people; from 1 to 1,000,000.
    public let version: Int
    /// How a window's strength and count become the probability that it was spent within two metres.
    public let model: RiskRule.NearnessModel
    /// The probability from which a window counts, from 0.05 to 0.95.
    public let nearFrom: Double
    /// How many minutes of windows that count make a day to warn of: whole windows of five, from 5 to 120.
    public let minutes: Int
    /// From how many weighted minutes on a day is of medium gravity; 1 to 1,440.
    public let mediumFrom: Int
    /// From how many weighted minutes on a day is grave; `mediumFrom` to 1,440.
    public let highFrom: Int
    /// What a minute weighs in percent, 0 to 100, by days since the day of the published key.
    ///
    /// There are 1 to 22, and the last is that of all later days.
    public let dayWeights: [Int]

    /// Parameters within their bounds; throws the first that is not.
    public init(
        version: Int, model: RiskRule.NearnessModel, nearFrom: Double, minutes: Int, mediumFrom: Int, highFrom: Int,
        dayWeights: [Int]
    ) throws(RiskParametersFault) {
        guard (1...1_000_000).contains(version) else { throw RiskParametersFault(.version) }
        guard (-100.0...100).contains(model.intercept) else { throw RiskParametersFault(.intercept) }
        // Stronger and more often may never mean farther.
        guard model.slopes.count == 2, (0.0...1).contains(model.slopes[0]) else { throw RiskParametersFault(.strength) }
        guard (0.0...5).contains(model.slopes[1]) else { throw RiskParametersFault(.ratio) }
        guard (0.05...0.95).contains(nearFrom) else { throw RiskParametersFault(.nearFrom) }
        guard (5...120).contains(minutes), minutes % 5 == 0 else { throw RiskParametersFault(.minutes) }
        guard (1...1440).contains(mediumFrom) else { throw RiskParametersFault(.mediumFrom) }
        guard (mediumFrom...1440).contains(highFrom) else { throw RiskParametersFault(.highFrom) }
        guard (1...22).contains(dayWeights.count), dayWeights.allSatisfy((0...100).contains) else {
            throw RiskParametersFault(.dayWeights)
        }
        self.init(
            unchecked: version, model: model, nearFrom: nearFrom, minutes: minutes, mediumFrom: mediumFrom,
            highFrom: highFrom, dayWeights: dayWeights)
    }

    private init(
        unchecked version: Int, model: RiskRule.NearnessModel, nearFrom: Double, minutes: Int, mediumFrom: Int,
        highFrom: Int, dayWeights: [Int]
    ) {
        self.version = version
        self.model = model
        self.nearFrom = nearFrom
        self.minutes = minutes
        self.mediumFrom = mediumFrom
        self.highFrom = highFrom
        self.dayWeights = dayWeights
    }

    /// What every phone goes by that was given nothing else; `Docs/risk-rule.md` says where each number is from.
    public static let compiledIn = RiskParameters(
        unchecked: 1, model: .shipped, nearFrom: 0.3, minutes: 15, mediumFrom: 10, highFrom: 30,
        dayWeights: [80, 100, 100, 100, 90, 80, 65, 50])

    /// The same with another model, for an evaluation.
    func with(_ model: RiskRule.NearnessModel) -> RiskParameters {
        RiskParameters(
            unchecked: version, model: model, nearFrom: nearFrom, minutes: minutes, mediumFrom: mediumFrom,
            highFrom: highFrom, dayWeights: dayWeights)
    }

    /// What a minute weighs in percent, so many days after the day of the published key.
    ///
    /// nil = the key says nothing of an onset, and every minute counts whole.
    func weight(daysSinceKey: Int?) -> Int {
        guard let daysSinceKey else { return 100 }
        return dayWeights[min(max(daysSinceKey, 0), dayWeights.count - 1)]
    }

    /// The grade of so many weighted minutes.
    func grade(weightedMinutes: Double) -> RiskGrade {
        if weightedMinutes >= Double(highFrom) { return .high }
        return weightedMinutes >= Double(mediumFrom) ? .medium : .low
    }
}

/// Why numbers are none that a phone goes by.
public struct RiskParametersFault: Error, Equatable, Sendable {
    /// The parameters by the names that they have in JSON.
    public enum Field: String, CaseIterable, Sendable {
        /// The version, or the whole of it when it is not a JSON object.
        case version
        /// The log-odds of a window of 0 dBm that is heard as often as others.
        case intercept
        /// What one decibel more adds to the log-odds.
        case strength
        /// What one more natural logarithm of the relative count adds to the log-odds.
        case ratio
        /// The probability from which a window counts.
        case nearFrom
        /// The minutes that make a day to warn of.
        case minutes
        /// The weighted minutes of a medium day.
        case mediumFrom
        /// The weighted minutes of a grave day.
        case highFrom
        /// The weights by day.
        case dayWeights
    }

    /// The first parameter that is missing, of another type, or out of its bounds.
    public let field: Field

    /// A fault of this parameter.
    public init(_ field: Field) {
        self.field = field
    }

    /// What each has to be, in words for its author.
    public var requirement: String {
        switch field {
        case .version: "a whole number from 1 to 1000000"
        case .intercept: "a number from -100 to 100"
        case .strength: "a number from 0 to 1"
        case .ratio: "a number from 0 to 5"
        case .nearFrom: "a number from 0.05 to 0.95"
        case .minutes: "a multiple of 5 from 5 to 120"
        case .mediumFrom: "a whole number from 1 to 1440"
        case .highFrom: "a whole number from mediumFrom to 1440"
        case .dayWeights: "1 to 22 whole numbers from 0 to 100"
        }
    }
}
