import API
import Basics
import Exposure

/// What one rule was worth on one recording, or on all.
struct EvaluationLine {
    /// The recording's name, or `all`.
    let recording: String
    let rule: ExposureEvaluateCommand.Choice
    /// The coefficients, for the own rule; for `all` with one left out, those that all recordings together teach.
    let model: RiskRule.NearnessModel?
    let evaluation: RuleEvaluation
    /// The original rule on the same recordings, against whose precision and recall others are held.
    let original: RuleEvaluation

    /// The best precision that another limit on the windows gives at the original's recall.
    var precisionAtOriginalRecall: Double? {
        original.pair?.recall.flatMap { evaluation.pairPrecision(atRecall: $0) }
    }

    /// The best recall that another limit on the windows gives at the original's precision.
    var recallAtOriginalPrecision: Double? {
        original.pair?.precision.flatMap { evaluation.pairRecall(atPrecision: $0) }
    }

    /// The line as one JSON object; what is not defined is null.
    func json(fittedWithoutIt: Bool) -> JSONValue {
        let counts = evaluation.counts
        var members = [
            JSONValue.Member("recording", .string(recording)),
            JSONValue.Member("rule", .string(rule.rawValue)),
            JSONValue.Member("leaveOneOut", .boolean(fittedWithoutIt)),
            JSONValue.Member("readings", .count(counts.readings)),
            JSONValue.Member("windows", .count(counts.windows)),
            JSONValue.Member("pairs", .count(counts.pairs)),
            JSONValue.Member("nearPairs", .count(counts.nearPairs)),
            JSONValue.Member("reading", object(evaluation.reading)),
            JSONValue.Member("readingInWindow", object(evaluation.readingInWindow)),
            JSONValue.Member("window", object(evaluation.window)),
            JSONValue.Member(
                "pair",
                .object([
                    JSONValue.Member("precision", number(evaluation.pair?.precision)),
                    JSONValue.Member("recall", number(evaluation.pair?.recall)),
                    JSONValue.Member("precisionAtOriginalRecall", number(precisionAtOriginalRecall)),
                    JSONValue.Member("recallAtOriginalPrecision", number(recallAtOriginalPrecision)),
                ])),
        ]
        if let model {
            let coefficients = [model.intercept] + model.slopes
            members.append(JSONValue.Member("coefficients", .array(coefficients.map { .number($0) })))
        }
        return .object(members)
    }

    private func object(_ separation: RuleEvaluation.Separation) -> JSONValue {
        .object([
            JSONValue.Member("auc", number(separation.areaUnderCurve)),
            JSONValue.Member("averagePrecision", number(separation.averagePrecision)),
        ])
    }

    private func number(_ value: Double?) -> JSONValue {
        value.map { .number($0) } ?? .null
    }
}
