import Basics
import Exposure
import Testing

@Suite("The day's order of identifiers")
struct DayScheduleTests {
    private func makeSchedule(seed: UInt64) -> DaySchedule {
        var random = SplitMix64(seed: seed)
        return DaySchedule(key: .example(), day: .example, using: &random)
    }

    @Test("all 96 identifiers are sent, in another order each time", arguments: 0..<16 as Range<UInt64>)
    func shuffled(seed: UInt64) {
        let schedule = makeSchedule(seed: seed)
        let derived = DayKey.example().identifiers
        #expect(Set(schedule.identifiers) == Set(derived))
        #expect(schedule.identifiers.count == 96)
        #expect(schedule.identifiers != derived)
        #expect(schedule.identifiers != makeSchedule(seed: seed + 100).identifiers)
    }

    @Test("every identifier can stand at every place")
    func unbiased() {
        // 960 shuffles: each place expects ten of each identifier; none in 960 trials has a chance of one in 20,000.
        let derived = DayKey.example().identifiers
        var counts = [Int](repeating: 0, count: 96)
        for seed in 0..<960 as Range<UInt64> {
            let place = makeSchedule(seed: seed).identifiers.firstIndex(of: derived[95]) ?? 0
            counts[place] += 1
        }
        #expect(counts.allSatisfy { (1...30).contains($0) })
    }

    @Test("an identifier is kept for one quarter of an hour")
    func epochs() {
        let schedule = makeSchedule(seed: 1)
        for epoch in 0..<96 {
            let begin = UTCDay.example.at(0).advanced(bySeconds: Int64(epoch) * 900)
            #expect(schedule.identifier(at: begin) == schedule.identifiers[epoch])
            #expect(schedule.identifier(at: begin.advanced(byMilliseconds: 899_999)) == schedule.identifiers[epoch])
        }
    }

    @Test("yesterday's and tomorrow's identifiers are not given")
    func otherDays() {
        let schedule = makeSchedule(seed: 1)
        #expect(schedule.identifier(at: UTCDay.example.begin.advanced(byMilliseconds: -1)) == nil)
        #expect(schedule.identifier(at: UTCDay.example.advanced(by: 1).begin) == nil)
        #expect(schedule.identifier(at: Timestamp(milliseconds: .min)) == nil)
        #expect(schedule.identifier(at: Timestamp(milliseconds: .max)) == nil)
    }

    @Test("a kept order is the same order")
    func restored() {
        let schedule = makeSchedule(seed: 1)
        #expect(DaySchedule(restoring: .example, identifiers: schedule.identifiers) == schedule)
        #expect(DaySchedule(restoring: .example, identifiers: schedule.identifiers.dropLast()) == nil)
        #expect(DaySchedule(restoring: .example, identifiers: []) == nil)
    }
}
