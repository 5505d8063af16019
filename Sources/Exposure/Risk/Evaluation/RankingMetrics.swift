/// How well scores separate what is true from what is not.
public enum RankingMetrics {
    /// The area under the receiver operating characteristic: how often a true case scores above a false one, from 0 to 1.
    ///
    /// Equal scores count half (the Mann-Whitney statistic). It is nil when all cases are true or all are false.
    public static func areaUnderCurve(_ cases: [(score: Double, isTrue: Bool)]) -> Double? {
        var trueBelow = 0.0
        var falseSoFar = 0.0
        var truths = 0.0
        for group in groupsByScore(cases, by: <) {
            trueBelow += group.truths * (falseSoFar + group.falsehoods / 2)
            falseSoFar += group.falsehoods
            truths += group.truths
        }
        return truths > 0 && falseSoFar > 0 ? trueBelow / (truths * falseSoFar) : nil
    }

    /// The average precision: the mean over all true cases of the precision at the threshold that just includes them.
    ///
    /// Equal scores are included together, so their order does not matter. It is nil when no case is true.
    public static func averagePrecision(_ cases: [(score: Double, isTrue: Bool)]) -> Double? {
        var sum = 0.0
        var truths = 0.0
        var included = 0.0
        for group in groupsByScore(cases, by: >) {
            truths += group.truths
            included += group.truths + group.falsehoods
            sum += group.truths * truths / included
        }
        return truths > 0 ? sum / truths : nil
    }

    /// The greatest precision of a threshold on the score that reaches `recall`; nil when none does.
    public static func precision(atRecall recall: Double, _ cases: [(score: Double, isTrue: Bool)]) -> Double? {
        thresholds(cases).filter { $0.recall >= recall }.map(\.precision).max()
    }

    /// The greatest recall of a threshold on the score that reaches `precision`; nil when none does.
    public static func recall(atPrecision precision: Double, _ cases: [(score: Double, isTrue: Bool)]) -> Double? {
        thresholds(cases).filter { $0.precision >= precision }.map(\.recall).max()
    }

    /// Precision and recall of each threshold, from the strictest on; empty when no case is true.
    private static func thresholds(
        _ cases: [(score: Double, isTrue: Bool)]
    ) -> [(precision: Double, recall: Double)] {
        let all = cases.count { $0.isTrue }
        guard all > 0 else { return [] }
        var truths = 0.0
        var included = 0.0
        return groupsByScore(cases, by: >).map { group in
            truths += group.truths
            included += group.truths + group.falsehoods
            return (truths / included, truths / Double(all))
        }
    }

    /// How many cases of each score are true and false, in the order of the scores.
    private static func groupsByScore(
        _ cases: [(score: Double, isTrue: Bool)], by comesFirst: (Double, Double) -> Bool
    ) -> [(truths: Double, falsehoods: Double)] {
        var groups: [(truths: Double, falsehoods: Double)] = []
        var last: Double?
        for (score, isTrue) in cases.sorted(by: { comesFirst($0.score, $1.score) }) {
            if score != last { groups.append((0, 0)) }
            last = score
            if isTrue {
                groups[groups.count - 1].truths += 1
            } else {
                groups[groups.count - 1].falsehoods += 1
            }
        }
        return groups
    }
}

/// What a rule said of cases against what was true of them.
public struct Verdicts: Hashable, Sendable {
    /// Cases that were true and that the rule named.
    public private(set) var hits = 0
    /// Cases that were not true and that the rule named.
    public private(set) var falseAlarms = 0
    /// Cases that were true and that the rule did not name.
    public private(set) var misses = 0

    /// No cases yet.
    public init() {}

    /// Adds a case.
    public mutating func add(named: Bool, isTrue: Bool) {
        switch (named, isTrue) {
        case (true, true): hits += 1
        case (true, false): falseAlarms += 1
        case (false, true): misses += 1
        case (false, false): break
        }
    }

    /// The share of named cases that were true, or nil when none was named.
    public var precision: Double? {
        hits + falseAlarms > 0 ? Double(hits) / Double(hits + falseAlarms) : nil
    }

    /// The share of true cases that were named, or nil when none was true.
    public var recall: Double? {
        hits + misses > 0 ? Double(hits) / Double(hits + misses) : nil
    }
}
