/// What an evaluation asks of recordings: how near a reading or a window seems.
public enum EvaluatedRule: Sendable {
    /// The published formula with its calibration of 200813, −35 − RSSI, and no rule behind it.
    case published
    /// A rule.
    case rule(RiskRule)

    /// The score of one reading alone, greater for nearer; the least of all when its strength is not known.
    func score(_ reading: RiskRule.Reading) -> Double {
        switch self {
        case .published: reading.rssi == 127 ? -.infinity : 35 + Double(reading.rssi)
        case .rule(let rule): rule.score(of: [reading], epoch: [reading], surroundings: .unknown) ?? -.infinity
        }
    }

    /// The score of a window, greater for nearer.
    func score(_ window: RecordedEncounters.Window) -> Double {
        switch self {
        case .published:
            let strengths = window.readings.map(\.reading.rssi).filter { $0 != 127 }
            guard !strengths.isEmpty else { return -.infinity }
            return 35 + Double(strengths.reduce(0) { $0 + Int($1) }) / Double(strengths.count)
        case .rule(let rule):
            return rule.score(of: window.heard, epoch: window.epoch, surroundings: window.surroundings) ?? -.infinity
        }
    }
}

/// Scores of readings, windows and pairs against the truth, over one recording or several.
public struct RuleEvaluation: Sendable {
    fileprivate typealias Cases = [(score: Double, isTrue: Bool)]

    private var readings: Cases = []
    private var readingsInWindows: Cases = []
    private var windows: Cases = []
    private var pairs: Cases = []
    private var verdicts: Verdicts?

    /// Nothing evaluated yet.
    public init() {}

    /// Area under the curve and average precision; nil where the truth is all of one kind.
    public struct Separation: Hashable, Sendable {
        /// The area under the receiver operating characteristic.
        public let areaUnderCurve: Double?
        /// The average precision.
        public let averagePrecision: Double?

        fileprivate init(_ cases: Cases) {
            areaUnderCurve = RankingMetrics.areaUnderCurve(cases)
            averagePrecision = RankingMetrics.averagePrecision(cases)
        }
    }

    /// Adds a recording, judged by `rule`.
    public mutating func add(_ recording: RecordedEncounters, by rule: EvaluatedRule) {
        var scores: [Double] = []
        scores.reserveCapacity(recording.windows.count)
        for window in recording.windows {
            let score = rule.score(window)
            scores.append(score)
            windows.append((score, window.isNear))
            for reading in window.readings {
                let isNear = reading.distance <= RecordedEncounters.nearMetres
                readings.append((rule.score(reading.reading), isNear))
                readingsInWindows.append((score, isNear))
            }
        }
        for pair in recording.pairs {
            let isNear = recording.isNear(pair: pair)
            // A pair is named from a limit on when its third-nearest window reaches the limit.
            pairs.append((pair.count >= 3 ? scores[pair].sorted(by: >)[2] : -.infinity, isNear))
            guard case .rule(let rule) = rule else { continue }
            let closeness = recording.windows[pair].reduce(0) {
                $0 + rule.closeness(of: $1.heard, epoch: $1.epoch, surroundings: $1.surroundings)
            }
            verdicts = verdicts ?? Verdicts()
            verdicts?.add(named: closeness >= rule.dayThreshold, isTrue: isNear)
        }
    }

    /// How many readings, windows, pairs and pairs near for 15 minutes there were.
    public var counts: (readings: Int, windows: Int, pairs: Int, nearPairs: Int) {
        (readings.count, windows.count, pairs.count, pairs.count { $0.isTrue })
    }

    /// "Within two metres" for each reading, judged by itself.
    public var reading: Separation { Separation(readings) }

    /// "Within two metres" for each reading, judged by its window.
    public var readingInWindow: Separation { Separation(readingsInWindows) }

    /// "Within two metres" for each window.
    public var window: Separation { Separation(windows) }

    /// "15 minutes or more within two metres" for each pair as the rule says it; nil without a rule.
    public var pair: Verdicts? { verdicts }

    /// The best precision for pairs that another limit on the windows reaches at `recall`.
    public func pairPrecision(atRecall recall: Double) -> Double? {
        RankingMetrics.precision(atRecall: recall, pairs)
    }

    /// The best recall for pairs that another limit on the windows reaches at `precision`.
    public func pairRecall(atPrecision precision: Double) -> Double? {
        RankingMetrics.recall(atPrecision: precision, pairs)
    }
}
