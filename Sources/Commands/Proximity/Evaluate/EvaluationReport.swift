import Basics
import Strings

/// An evaluation for people and for programs.
struct EvaluationReport {
    let evaluation: PositionEvaluation
    /// Rows of other files that taught; nil when each day was judged by the others.
    let trainingRows: Int?
    /// What could not be used of the files.
    var leftOut = LeftOut()

    /// One object: the rows and days, and for each method its figures with the same rows and days.
    var json: JSONValue {
        var members = [
            JSONValue.Member("rows", .count(evaluation.rows)), JSONValue.Member("days", .count(evaluation.days.count)),
            JSONValue.Member("trainingRows", trainingRows.map { .count($0) } ?? .null),
            JSONValue.Member("leaveOneDayOut", .boolean(trainingRows == nil)),
        ]
        for (method, result) in methods { members.append(JSONValue.Member(method.rawValue, object(result))) }
        members.append(JSONValue.Member("leftOut", leftOut.json))
        return .object(members)
    }

    private var methods: [(PositionEvaluation.Method, MethodResult)] {
        PositionEvaluation.Method.allCases.compactMap { method in evaluation.results[method].map { (method, $0) } }
    }

    private func object(_ result: MethodResult) -> JSONValue {
        var members = [
            JSONValue.Member("exactCell", .number(result.exactShare)),
            JSONValue.Member("meanCells", .number(result.mean)),
            JSONValue.Member("p90Cells", .number(result.ninetieth)),
            JSONValue.Member("rows", .count(evaluation.rows)), JSONValue.Member("days", .count(evaluation.days.count)),
        ]
        if let share = result.shareWithinDoubt {
            members.append(JSONValue.Member("withinDoubt", .number(share)))
            members.append(JSONValue.Member("thinSurvey", result.isTooSure.map { .boolean($0) } ?? .null))
        }
        return .object(members)
    }

    /// A line for each method, under one that says how they were judged.
    var lines: [Phrase] {
        let rows = ProximityStrings.reportRows(count: evaluation.rows)
        let days = ProximityStrings.reportDays(count: evaluation.days.count)
        var lines = [
            trainingRows.map {
                ProximityStrings.reportTrained(rows: rows, days: days, training: ProximityStrings.reportRows(count: $0))
            } ?? ProximityStrings.reportLeaveOneOut(rows: rows, days: days)
        ]
        for (method, result) in methods {
            lines.append(
                ProximityStrings.reportMethod(
                    method: name(of: method), exact: DecimalNumber(tenths: result.exactShare * 100),
                    mean: DecimalNumber(hundredths: result.mean), ninetieth: DecimalNumber(hundredths: result.ninetieth)
                ))
            if let share = result.shareWithinDoubt {
                lines.append(ProximityStrings.reportDoubt(share: DecimalNumber(tenths: share * 100)))
                if result.isTooSure == true { lines.append(ProximityStrings.reportThinSurvey) }
            }
        }
        return lines + leftOut.lines
    }

    private func name(of method: PositionEvaluation.Method) -> Phrase {
        switch method {
        case .nearest1: ProximityStrings.methodNearestOne
        case .nearest3: ProximityStrings.methodNearestThree
        case .nearest5: ProximityStrings.methodNearestFive
        case .pathLoss: ProximityStrings.methodPathLoss
        case .estimator: ProximityStrings.methodEstimator
        }
    }
}
