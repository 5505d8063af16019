import Basics
import Foundation
import Testing

@testable import Loyalty

/// Whether a beacon is silent, or nobody came.
struct SilenceTests {
    /// Shops open from 10 to 20, on Sundays from 11 to 15 with a third of the people.
    private static func rate(_ hour: Int64, perHour: Double) -> Double {
        let (day, time) = ((hour / 24 + 3) % 7, hour % 24)
        if day == 6 { return (11..<15).contains(time) ? perHour / 3 : 0 }
        return (10..<20).contains(time) ? perHour : 0
    }

    private static func poisson(_ mean: Double, using random: inout SplitMix64) -> Int {
        var (count, product) = (0, Double.random(in: 0..<1, using: &random))
        let limit = exp(-mean)
        while product > limit {
            count += 1
            product *= Double.random(in: 0..<1, using: &random)
        }
        return count
    }

    /// Four weeks of hours, and then as many more cells of a quarter of an hour as asked for.
    private struct Beacon {
        var usual: UsualTraffic
        var quarters: [Int] = []

        init(perHour: Double, hours: Int64, factor: Double = 1, using random: inout SplitMix64) {
            let weeks: Int64 = 4 * 168
            var counts: [Int64: Int] = [:]
            for hour in 0..<weeks {
                counts[hour] = poisson(rate(hour, perHour: perHour), using: &random)
            }
            usual = UsualTraffic(counts, weeks: 4)
            for quarter in 0..<hours * 4 {
                let mean = factor * rate(weeks + quarter / 4, perHour: perHour) / 4
                quarters.append(poisson(mean, using: &random))
            }
        }

        /// What is thought at the end of each quarter, the first of which begins the week.
        func verdicts(near others: [Beacon]) -> [Silence] {
            let start = Timestamp(seconds: 4 * 7 * 86_400)
            var last = 0
            return quarters.indices.map { quarter in
                if quarters[quarter] > 0 { last = quarter + 1 }
                let (from, now) = (
                    start.advanced(bySeconds: Int64(last) * 900), start.advanced(bySeconds: Int64(quarter + 1) * 900)
                )
                let proofs = others.reduce(0) { $0 + $1.quarters[last...max(last, quarter)].reduce(0, +) }
                let expected = others.reduce(0) { $0 + $1.usual.expected(from: from, until: now) }
                return Silence.judge(last: from, now: now, usual: usual, nearby: (proofs, expected))
            }
        }
    }

    @Test("a beacon of 20 proofs an hour that dies is found within two hours (C20)", arguments: 0..<60)
    func found(_ seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let others = (0..<4).map { _ in Beacon(perHour: 20, hours: 5 * 24, using: &random) }
        var beacon = Beacon(perHour: 20, hours: 5 * 24, using: &random)
        // At a random time of a weekday on which shops are open for two hours more.
        let dies = Int.random(in: 0..<3, using: &random) * 96 + Int.random(in: 42...72, using: &random)
        for quarter in dies..<beacon.quarters.count { beacon.quarters[quarter] = 0 }
        let verdicts = beacon.verdicts(near: others)
        guard case .silent = verdicts[dies + 7] else {
            Issue.record("not found: \(verdicts[dies...(dies + 8)])")
            return
        }
    }

    @Test("neither a week as usual nor a quiet one nor a Sunday is an alarm (C20)", arguments: [1, 0.5, 0.2, 0])
    func quiet(_ factor: Double) {
        var random = SplitMix64(seed: 7)
        var alarms = 0
        for _ in 0..<20 {
            let others = (0..<4).map { _ in Beacon(perHour: 20, hours: 168, factor: factor, using: &random) }
            for rate in [2.0, 20, 60] {
                let beacon = Beacon(perHour: rate, hours: 168, factor: factor, using: &random)
                alarms += beacon.verdicts(near: others).count {
                    if case .silent = $0 { true } else { false }
                }
            }
        }
        #expect(alarms == 0)
    }

    @Test("where few come, somebody is asked to go and look after nine days")
    func walk() {
        let usual = UsualTraffic([:], weeks: 4)
        let start = Timestamp(seconds: 0)
        func judge(_ days: Int64) -> Silence {
            Silence.judge(last: start, now: start.advanced(bySeconds: days * 86_400), usual: usual, nearby: (100, 90))
        }
        #expect(judge(9) == .none)
        #expect(judge(10) == .askForWalk(days: 10))
    }

    @Test("what is usual is summed over hours, days and weeks")
    func expected() {
        let usual = UsualTraffic([10: 40, 178: 40, 11: 4], weeks: 2)
        let begin = Timestamp(seconds: 0)
        #expect(usual.weekly == 42)
        #expect(usual.expected(from: begin, until: begin.advanced(bySeconds: 168 * 3600 * 10)) == 420)
        let (from, until) = (Timestamp(seconds: 10 * 3600 + 1800), Timestamp(seconds: 11 * 3600 + 900))
        #expect(usual.expected(from: from, until: until) == 20.5)
        #expect(usual.expected(from: until, until: from) == 0)
    }
}
