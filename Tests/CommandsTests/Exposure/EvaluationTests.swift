import Basics
import Exposure
import Testing

@testable import Commands

@Suite("What a risk rule was worth")
struct EvaluationTests {
    /// Two phones that were near for twenty minutes, and two that were far, heard every second.
    private var recording: RecordedEncounters {
        var readings: [RecordedReading] = []
        for second in 0..<1200 {
            for (receiver, transmitter, rssi, distance) in [(Int64(1), Int64(2), Int8(-55), 1.0), (3, 4, -90, 8.0)] {
                readings.append(
                    RecordedReading(
                        receiver: receiver, transmitter: transmitter, transmitterModel: "x",
                        reading: RiskRule.Reading(
                            transmitPower: -7, rssi: rssi, time: Timestamp(seconds: 1_600_000_200 + Int64(second))),
                        distance: distance))
            }
        }
        return RecordedEncounters(name: "two pairs", readings: readings)
    }

    private func line(_ rule: ExposureEvaluateCommand.Choice, _ evaluated: EvaluatedRule) -> EvaluationLine {
        var (own, original) = (RuleEvaluation(), RuleEvaluation())
        own.add(recording, by: evaluated)
        original.add(recording, by: .rule(.original))
        return EvaluationLine(
            recording: "two pairs", rule: rule, model: rule == .own ? .shipped : nil, evaluation: own,
            original: original)
    }

    @Test("an object has what was counted, and null for what is not defined")
    func json() {
        let own = line(.own, .rule(RiskRule(model: .shipped))).json(fittedWithoutIt: false)
        #expect(own["recording"] == "two pairs" && own["rule"] == "own" && own["leaveOneOut"] == false)
        #expect(own["readings"] == 2400 && own["pairs"] == 2 && own["nearPairs"] == 1)
        #expect(own["pair"]?["recall"] == .number(1) || own["pair"]?["recall"] == 1)
        #expect(own["window"]?["auc"] == .number(1) || own["window"]?["auc"] == 1)
        guard case .array(let coefficients)? = own["coefficients"] else {
            Issue.record("no coefficients")
            return
        }
        #expect(coefficients.count == 3)
        let published = line(.published, .published).json(fittedWithoutIt: true)
        #expect(published["coefficients"] == nil && published["leaveOneOut"] == true)
        #expect(published["pair"]?["recall"] == .null)
    }

    @Test("a table has a line for each rule below its recording, figures with three places, and what they mean")
    func table() throws {
        var table = EvaluationTable()
        table.add(line(.published, .published))
        table.add(line(.own, .rule(RiskRule(model: .shipped))))
        let lines = table.text(fittedWithoutIt: false).split(separator: "\n").map(String.init)
        let heading = try #require(lines.first { $0.hasPrefix("two pairs: 2400 readings, ") })
        #expect(heading.hasSuffix("2 pairs, 1 of them near for 15 minutes"))
        let own = try #require(lines.first { $0.hasPrefix("  own") })
        #expect(own.contains("1.000"))
        let published = try #require(lines.first { $0.hasPrefix("  published") })
        #expect(published.contains("–"))
        #expect(lines.allSatisfy { !$0.hasSuffix(" ") })
        #expect(lines.last?.contains("--leave-one-out") == true)
        #expect(!table.text(fittedWithoutIt: true).contains("--leave-one-out"))
    }
}
