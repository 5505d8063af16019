import Basics
import Exposure
import Testing

@Suite("Evaluation of risk rules")
struct RuleEvaluationTests {
    /// One reading a minute from `start` seconds on.
    private func readings(
        from receiver: Int64 = 1, of transmitter: Int64 = 2, model: String = "A", start: Int64 = 0, rssi: [Int8],
        metres: [Double]
    ) -> [RecordedReading] {
        zip(rssi, metres).enumerated().map { minute, values in
            RecordedReading(
                receiver: receiver, transmitter: transmitter, transmitterModel: model,
                reading: RiskRule.Reading(
                    transmitPower: -21, rssi: values.0, time: Timestamp(seconds: start + Int64(minute) * 60)),
                distance: values.1)
        }
    }

    private func constant(
        _ rssi: Int8, _ metres: Double, minutes: Int, from receiver: Int64 = 1, of transmitter: Int64 = 2,
        model: String = "A", start: Int64 = 0
    ) -> [RecordedReading] {
        readings(
            from: receiver, of: transmitter, model: model, start: start,
            rssi: Array(repeating: rssi, count: minutes), metres: Array(repeating: metres, count: minutes))
    }

    @Test("Windows lie on the grid of Unix time, and a pair has a direction")
    func cutting() {
        let recording = RecordedEncounters(
            name: "r",
            readings: constant(-70, 1, minutes: 10, start: 240)
                + constant(-70, 1, minutes: 5, from: 2, of: 1) + constant(-70, 3, minutes: 1, of: 3))
        #expect(recording.pairs == [0..<3, 3..<4, 4..<5])
        #expect(recording.windows.map(\.readings.count) == [1, 5, 4, 1, 5])
        #expect(recording.windows.map(\.epoch.count) == [10, 10, 10, 1, 5])
        #expect(recording.windows.map(\.isNear) == [true, true, true, false, true])
        #expect(recording.windows[0].surroundings == RiskRule.Surroundings(receptions: [10, 1]))
        #expect(recording.windows[4].surroundings == RiskRule.Surroundings(receptions: [5]))
    }

    @Test("An epoch ends every quarter of an hour")
    func epochs() {
        let recording = RecordedEncounters(name: "r", readings: constant(-70, 1, minutes: 4, start: 780))
        #expect(recording.windows.map(\.epoch.count) == [2, 2])
        #expect(recording.pairs == [0..<2])
    }

    @Test("The truth of a window is its median distance, of a pair three near windows")
    func truth() {
        let recording = RecordedEncounters(
            name: "r",
            readings: readings(rssi: [-70, -70, -70], metres: [9, 1, 2])
                + readings(start: 300, rssi: [-70, -70], metres: [1, 3])
                + readings(start: 600, rssi: [-70, -70], metres: [1, 3.1]) + constant(-70, 2, minutes: 1, start: 1200))
        #expect(recording.windows.map(\.isNear) == [true, true, false, true])
        #expect(recording.isNear(pair: 0..<4))
        #expect(!recording.isNear(pair: 0..<3))
    }

    @Test("Nothing but readings makes no window")
    func empty() {
        let recording = RecordedEncounters(name: "r", readings: [])
        #expect(recording.windows.isEmpty && recording.pairs.isEmpty)
        var evaluation = RuleEvaluation()
        evaluation.add(recording, by: .rule(.original))
        #expect(evaluation.reading.areaUnderCurve == nil && evaluation.pair == nil)
        #expect(RiskRule.NearnessModel.fitted(to: [recording]) == nil)
    }

    @Test("The order in which a recording was written means nothing", arguments: 0..<8 as Range<UInt64>)
    func order(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let all =
            constant(-70, 1, minutes: 30) + constant(-90, 4, minutes: 30, of: 3)
            + constant(-80, 2, minutes: 20, from: 2, of: 1)
        let sorted = RecordedEncounters(name: "r", readings: all)
        let shuffled = RecordedEncounters(name: "r", readings: all.shuffled(using: &random))
        #expect(sorted.pairs == shuffled.pairs)
        #expect(sorted.windows.map(\.isNear) == shuffled.windows.map(\.isNear))
        #expect(sorted.windows.map(\.readings.count) == shuffled.windows.map(\.readings.count))
    }

    @Test("Figures by hand: three pairs, of which the original names two and one is true")
    func figures() throws {
        let recording = RecordedEncounters(
            name: "r",
            readings: constant(-80, 1, minutes: 15) + constant(-85, 5, minutes: 15, of: 3)
                + constant(-99, 4, minutes: 15, of: 4))
        var evaluation = RuleEvaluation()
        evaluation.add(recording, by: .rule(.original))
        #expect(evaluation.counts == (readings: 45, windows: 9, pairs: 3, nearPairs: 1))
        #expect(evaluation.pair?.precision == 0.5 && evaluation.pair?.recall == 1)
        #expect(evaluation.reading.areaUnderCurve == 1 && evaluation.window.averagePrecision == 1)
        // Another limit would name the true pair alone.
        #expect(evaluation.pairPrecision(atRecall: 1) == 1 && evaluation.pairRecall(atPrecision: 1) == 1)

        var published = RuleEvaluation()
        published.add(recording, by: .published)
        #expect(published.pair == nil && published.window.areaUnderCurve == 1)
    }

    @Test("Two windows are no quarter of an hour")
    func twoWindows() {
        var evaluation = RuleEvaluation()
        evaluation.add(
            RecordedEncounters(name: "r", readings: constant(-50, 1, minutes: 10)), by: .rule(.cerca))
        #expect(evaluation.pair?.hits == 0 && evaluation.pair?.falseAlarms == 0)
    }

    @Test("A reading judged by its window takes what the others say")
    func context() {
        // One weak reading among strong ones near, one strong among weak ones far: alone they mislead.
        let recording = RecordedEncounters(
            name: "r",
            readings: readings(rssi: [-60, -60, -95, -60, -60], metres: [1, 1, 1, 1, 1])
                + readings(of: 3, rssi: [-94, -94, -70, -94, -94], metres: [5, 5, 5, 5, 5]))
        var evaluation = RuleEvaluation()
        evaluation.add(recording, by: .rule(.cerca))
        #expect(evaluation.reading.areaUnderCurve.map { $0 < 1 } == true)
        #expect(evaluation.readingInWindow.areaUnderCurve == 1)
    }

    @Test("The fit finds that strong means near, and a recording given twice teaches the same")
    func fit() throws {
        var random = SplitMix64(seed: 5)
        var all: [RecordedReading] = []
        for transmitter in Int64(2)..<42 {
            let metres = random.uniform() * 5 + 0.3
            let strength = -65 - Int(metres * 6)
            all += readings(
                of: transmitter, model: transmitter % 3 == 0 ? "A" : "B",
                rssi: (0..<30).map { _ in Int8(strength - Int.random(in: 0...12, using: &random)) },
                metres: Array(repeating: metres, count: 30))
        }
        let recording = RecordedEncounters(name: "r", readings: all)
        let model = try #require(RiskRule.NearnessModel.fitted(to: [recording]))
        #expect(model.slopes.count == 2 && model.slopes[0] > 0.02)
        // All were heard equally often.
        #expect(abs(model.slopes[1]) < 1e-9)
        var evaluation = RuleEvaluation()
        evaluation.add(recording, by: .rule(RiskRule(model: model)))
        #expect(evaluation.window.areaUnderCurve.map { $0 > 0.95 } == true)
    }
}
