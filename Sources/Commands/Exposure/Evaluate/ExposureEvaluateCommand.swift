import API
import ArgumentParser
import Basics
import Exposure

/// `cerca exposure evaluate`: how well the rules tell near from far, by recordings whose distances are known.
struct ExposureEvaluateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "evaluate",
        abstract: "Measure the risk rules on recorded encounters with known distances.",
        discussion: """
            Reads every *.sqlite of a directory (the schema of the recordings of EPFL and ETH of 2020: phones by number \
            or name, times in milliseconds or seconds since 1970) and says for each and for all: area under the curve and average precision for "within 2 m" per reading, per reading judged by its \
            window, and per five-minute window; precision and recall per pair for "15 minutes or more within 2 m". \
            Docs/risk-rule.md has the definitions.

            A stated power that is NULL or 127 is not known; 0 is not known either where a recording states nothing \
            else. The original rule leaves such readings out, and the own rule takes them for -21 dBm; --assume-power \
            gives both a number.

            The own rule has fixed coefficients, fitted to EPFL's five recordings: on those only --leave-one-out is \
            a fair test, which fits it anew for each recording to the others.
            """)

    @Argument(help: "The directory with the recordings.")
    var directory: String

    @Option(help: "Only this rule: \(Choice.allCases.map(\.rawValue).joined(separator: ", ")).")
    var rule: Choice?

    @Flag(help: "Judge each recording by coefficients fitted to the others.")
    var leaveOneOut = false

    @Option(
        parsing: .unconditional, help: "The power in dBm that a reading is taken to state where none is known.")
    var assumePower: Int8?

    @Flag(help: "Print one JSON object a line.")
    var json = false

    func validate() throws {
        guard assumePower.map({ (-127...20).contains($0) }) ?? true else {
            throw ValidationError("--assume-power must be from -127 to 20 dBm")
        }
    }

    /// What can be evaluated.
    enum Choice: String, CaseIterable, ExpressibleByArgument {
        /// The published formula for the attenuation, without a rule for pairs.
        case published
        /// The published system's rule.
        case original
        /// The rule of this system.
        case own
    }

    func run() throws {
        let recordings = try RecordingFile.recordings(in: directory, assumedPower: assumePower)
        guard !leaveOneOut || recordings.count > 1 else {
            throw CommandFailure("\(directory) holds one recording; leaving one out needs two")
        }
        let models = leaveOneOut ? try modelsWithoutOne(recordings) : recordings.map { _ in .shipped }
        let original = recordings.map { evaluation(of: [$0], by: { _ in .rule(.original) }) }
        let allOfOriginal = evaluation(of: recordings) { _ in .rule(.original) }
        var table = EvaluationTable()
        for choice in rule.map({ [$0] }) ?? Choice.allCases {
            func evaluated(_ index: Int) -> EvaluatedRule {
                switch choice {
                case .published: .published
                case .original: .rule(.original)
                case .own: .rule(RiskRule(model: models[index]))
                }
            }
            for (index, recording) in recordings.enumerated() {
                let line = EvaluationLine(
                    recording: recording.name, rule: choice, model: choice == .own ? models[index] : nil,
                    evaluation: evaluation(of: [recording]) { _ in evaluated(index) }, original: original[index])
                if json { print(line.json(fittedWithoutIt: leaveOneOut).compactText) } else { table.add(line) }
            }
            let all = EvaluationLine(
                recording: "all", rule: choice, model: choice == .own ? try modelOfAll(recordings) : nil,
                evaluation: evaluation(of: recordings, by: evaluated), original: allOfOriginal)
            if json { print(all.json(fittedWithoutIt: leaveOneOut).compactText) } else { table.add(all) }
        }
        if !json { print(table.text(fittedWithoutIt: leaveOneOut)) }
    }

    private func evaluation(
        of recordings: [RecordedEncounters], by rule: (Int) -> EvaluatedRule
    ) -> RuleEvaluation {
        var evaluation = RuleEvaluation()
        for (index, recording) in recordings.enumerated() { evaluation.add(recording, by: rule(index)) }
        return evaluation
    }

    /// For each recording the model that the others teach.
    private func modelsWithoutOne(_ recordings: [RecordedEncounters]) throws -> [RiskRule.NearnessModel] {
        try recordings.indices.map { left in
            try fitted(to: recordings.indices.filter { $0 != left }.map { recordings[$0] })
        }
    }

    /// With --leave-one-out, the model that all recordings teach, to compare with the shipped one.
    private func modelOfAll(_ recordings: [RecordedEncounters]) throws -> RiskRule.NearnessModel {
        leaveOneOut ? try fitted(to: recordings) : .shipped
    }

    private func fitted(to recordings: [RecordedEncounters]) throws -> RiskRule.NearnessModel {
        guard let model = RiskRule.NearnessModel.fitted(to: recordings) else {
            throw CommandFailure("the recordings teach nothing: they need windows within 2 m and windows beyond")
        }
        return model
    }
}
