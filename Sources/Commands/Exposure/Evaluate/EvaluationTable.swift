import Exposure

/// Evaluations for people: recordings one below the other, the rules side by side below each.
struct EvaluationTable {
    private var lines: [EvaluationLine] = []

    /// Adds what one rule was worth on one recording.
    mutating func add(_ line: EvaluationLine) {
        lines.append(line)
    }

    /// The table, and below it what its columns mean.
    func text(fittedWithoutIt: Bool) -> String {
        var text = Self.row(
            "", ["reading", "", "in its window", "", "window", "", "pair", "", "at the original's", ""])
        text += Self.row("", ["AUC", "AP", "AUC", "AP", "AUC", "AP", "precision", "recall", "recall", "precision"])
        var names: [String] = []
        for line in lines where !names.contains(line.recording) { names.append(line.recording) }
        for name in names {
            let here = lines.filter { $0.recording == name }
            if let counts = here.first?.evaluation.counts {
                text += "\n\(name): \(counts.readings) readings, \(counts.windows) windows, \(counts.pairs) pairs, "
                text += "\(counts.nearPairs) of them near for 15 minutes\n"
            }
            for line in here { text += Self.row("  \(line.rule.rawValue)", cells(line)) }
        }
        text += """

            reading: each judged by itself; in its window: each judged as its five-minute window is. pair: the rule's
            verdict on 15 minutes or more; then the precision that another limit on the windows gives at the original
            rule's recall, and the recall at its precision.

            """
        text +=
            fittedWithoutIt
            ? "own: fitted for each recording to the others, which is a fair test.\n"
            : "own: the shipped coefficients; on the recordings they were fitted to, only --leave-one-out is fair.\n"
        return String(text.dropLast())
    }

    private func cells(_ line: EvaluationLine) -> [String] {
        let separations = [line.evaluation.reading, line.evaluation.readingInWindow, line.evaluation.window]
        let figures =
            separations.flatMap { [$0.areaUnderCurve, $0.averagePrecision] }
            + [
                line.evaluation.pair?.precision, line.evaluation.pair?.recall, line.precisionAtOriginalRecall,
                line.recallAtOriginalPrecision,
            ]
        return figures.map { $0.map(Self.threeDigits) ?? "–" }
    }

    /// A line of a name and cells in groups of two; a group's title may reach over both its columns.
    private static func row(_ name: String, _ cells: [String]) -> String {
        var line = padded(name, to: 12)
        for group in stride(from: 0, to: cells.count, by: 2) {
            let pair = cells[group..<min(group + 2, cells.count)]
            line += "  " + padded(pair.last == "" ? cells[group] : pair.map { padded($0, to: 10) }.joined(), to: 20)
        }
        while line.last == " " { line.removeLast() }
        return line + "\n"
    }

    private static func padded(_ text: String, to width: Int) -> String {
        text + String(repeating: " ", count: max(width - text.count, 0))
    }

    /// A figure between 0 and 1 as people write it: 0.498.
    private static func threeDigits(_ value: Double) -> String {
        let thousandths = String(Int((value * 1000).rounded()))
        let digits = String(repeating: "0", count: max(4 - thousandths.count, 0)) + thousandths
        return "\(digits.dropLast(3)).\(digits.suffix(3))"
    }
}
