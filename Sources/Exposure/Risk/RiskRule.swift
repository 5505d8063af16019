import Basics

/// How the signals of one identifier become a risk: which five-minute windows were spent near, and how many make a day
/// of exposure.
///
/// There are two: `original`, the published system's threshold on the attenuation, and `cerca`, fitted to recorded
/// encounters. `Docs/risk-rule.md` says how and what each is worth.
public struct RiskRule: Sendable {
    private let judgement: Judgement

    /// The rule's name on the command line and in reports.
    public let name: String
    /// The closeness from which a window counts as one spent near.
    public let countsFrom: Double
    /// How many windows that count make a day of exposure.
    public let dayThreshold: Double

    /// What makes a day grave, and what a day weighs.
    let grading: RiskParameters

    /// How many minutes a window has.
    static let windowMinutes = 5.0

    /// How long a window is, in milliseconds.
    public static let windowMilliseconds: Int64 = 300_000

    /// How long an identifier is heard at most, in milliseconds: one epoch, three windows.
    public static let epochMilliseconds: Int64 = 900_000

    /// The published system's rule: a window counts when the mean of transmit power − RSSI is below 73 dB; three windows
    /// in a day are an exposure.
    public static let original = RiskRule(
        judgement: .meanAttenuation(below: 73), name: "original", countsFrom: 1, dayThreshold: 3)

    /// The rule of this system: a window counts when the probability that it was spent within two metres is at least
    /// 0.3; three windows in a day are an exposure.
    public static let cerca = RiskRule(parameters: .compiledIn)

    /// The rule of this system with other coefficients, for an evaluation that must not have seen its recordings.
    public init(model: NearnessModel) {
        self.init(parameters: RiskParameters.compiledIn.with(model))
    }

    /// The rule of this system with the numbers that an authority gave.
    public init(parameters: RiskParameters) {
        self.init(
            judgement: .probability(parameters.model, from: parameters.nearFrom), name: "own", countsFrom: 1,
            dayThreshold: Double(parameters.minutes) / Self.windowMinutes, grading: parameters)
    }

    private init(
        judgement: Judgement, name: String, countsFrom: Double, dayThreshold: Double,
        grading: RiskParameters = .compiledIn
    ) {
        self.judgement = judgement
        self.name = name
        self.countsFrom = countsFrom
        self.dayThreshold = dayThreshold
        self.grading = grading
    }

    /// How close one five-minute window of one identifier's readings was: 1 when it counts, 0 when it does not.
    ///
    /// A probability below the limit is no part of a window: otherwise a day in a large office, far from everybody,
    /// would add up to an exposure. `epoch` is all that was heard of the identifier in its 15 minutes, the window
    /// included; the order of readings does not matter, and none at all is 0.
    public func closeness(of window: [Reading], epoch: [Reading], surroundings: Surroundings) -> Double {
        guard let score = score(of: window, epoch: epoch, surroundings: surroundings) else { return 0 }
        return switch judgement {
        case .meanAttenuation(let limit): -score < limit ? 1 : 0
        case .probability(_, let limit): NearnessModel.probability(logOdds: score) >= limit ? 1 : 0
        }
    }

    /// How close a window was when nothing else was heard.
    public func closeness(of window: [Reading]) -> Double {
        closeness(of: window, epoch: window, surroundings: .unknown)
    }

    /// How likely a window was spent within two metres, from 0 to 1; the original knows only yes and no.
    public func nearProbability(of window: [Reading], epoch: [Reading], surroundings: Surroundings) -> Double {
        switch judgement {
        case .meanAttenuation: closeness(of: window, epoch: epoch, surroundings: surroundings)
        case .probability:
            score(of: window, epoch: epoch, surroundings: surroundings).map(NearnessModel.probability(logOdds:)) ?? 0
        }
    }

    /// How likely one reading alone was received within two metres, from 0 to 1; the original knows only yes and no.
    public func nearProbability(of reading: Reading) -> Double {
        nearProbability(of: [reading], epoch: [reading], surroundings: .unknown)
    }

    /// What the rule compares with its limit, greater for nearer, or nil when the window's strengths are not known.
    ///
    /// The log-odds, or for the original the mean attenuation in decibels with its sign turned. Only the order of two
    /// scores of one rule means anything.
    public func score(of window: [Reading], epoch: [Reading], surroundings: Surroundings) -> Double? {
        switch judgement {
        case .meanAttenuation:
            let attenuations = window.compactMap(\.attenuation)
            return attenuations.isEmpty ? nil : -Double(attenuations.reduce(0, +)) / Double(attenuations.count)
        case .probability(let model, _):
            return NearnessFeatures(window: window, epoch: epoch, surroundings: surroundings).map(model.logOdds)
        }
    }

    /// How a rule reads signals.
    private enum Judgement: Sendable {
        /// Near when the mean attenuation of the window is below so many decibels.
        case meanAttenuation(below: Double)
        /// Near when the model's probability is at least so great.
        case probability(NearnessModel, from: Double)
    }
}
