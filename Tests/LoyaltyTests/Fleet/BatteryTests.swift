import Basics
import Testing

@testable import Loyalty

/// What the line through a battery's days says.
struct BatteryTests {
    /// A CR2032 under a load of microamperes: the share of its charge that is gone, and its voltage.
    private static let curve: [(gone: Double, millivolts: Double)] = [
        (0, 3000), (0.05, 2950), (0.5, 2900), (0.8, 2830), (0.9, 2730), (0.95, 2610), (1, 2400), (1.1, 1700),
    ]

    /// The voltage of a cell that is empty on day `life`.
    private static func voltage(day: Int64, life: Int64) -> Double {
        let gone = Double(day) / Double(life)
        for (before, after) in zip(curve, curve.dropFirst()) where gone <= after.gone {
            let share = (gone - before.gone) / (after.gone - before.gone)
            return before.millivolts + share * (after.millivolts - before.millivolts)
        }
        return 1700
    }

    /// The days of a cell until `today`, each the median of reports that scatter by 15 mV, in rooms of 10 to 24 degrees.
    private static func days(
        until today: Int64, life: Int64, using random: inout SplitMix64
    ) -> [BatteryDay] {
        (max(0, today - 60)...today).map { day in
            let celsius = 17 + 7 * Double.random(in: -1...1, using: &random)
            let cold = min(0, celsius - 20) * 5
            let reports = (0..<5).map { _ in
                Int(voltage(day: day, life: life) + cold + Double.random(in: -26...26, using: &random))
            }
            return BatteryDay(day: day, millivolts: reports.median ?? 0, celsius: celsius)
        }
    }

    @Test("the line predicts the day of simulated cells within 15 of 100 of their age (C20)")
    func predicts() {
        var random = SplitMix64(seed: 20)
        var worst = 0.0
        for life: Int64 in [300, 450, 510, 870] {
            for _ in 0..<40 {
                // As soon as it is known to last fewer than 60 days, and each day from then on.
                var warned = false
                for today in stride(from: life / 2, to: life, by: 3) {
                    guard
                        let outlook = BatteryOutlook(
                            Self.days(until: today, life: life, using: &random), today: today)
                    else { continue }
                    guard outlook.state != .ok, outlook.state != .low, let end = outlook.end else { continue }
                    warned = true
                    worst = max(worst, abs(Double(end.day - life)) / Double(life))
                }
                #expect(warned)
            }
        }
        #expect(worst < 0.15, "worst \(worst)")
    }

    @Test("a cell that falls evenly ends within its stated interval, and the states follow each other")
    func interval() {
        var random = SplitMix64(seed: 4)
        var (inside, trials) = (0, 0)
        for _ in 0..<400 {
            let days = (0..<30).map { day in
                BatteryDay(
                    day: Int64(day), millivolts: 2900 - 5 * day + Int.random(in: -20...20, using: &random), celsius: 21)
            }
            guard let end = BatteryOutlook(days, today: 29)?.end else {
                Issue.record("no line")
                continue
            }
            trials += 1
            if end.earliest <= 100, 100 <= end.latest ?? .max { inside += 1 }
        }
        #expect(Double(inside) / Double(trials) > 0.9)

        func state(falling step: Int, from start: Int) -> BatteryOutlook.State? {
            BatteryOutlook(
                (0..<30).map { BatteryDay(day: $0, millivolts: start - Int($0) * step, celsius: 21) }, today: 29)?.state
        }
        #expect(state(falling: 0, from: 2900) == .ok)
        #expect(state(falling: 5, from: 3000) == .ok)
        #expect(state(falling: 5, from: 2800) == .weeks)
        #expect(state(falling: 10, from: 2790) == .days)
        #expect(state(falling: 10, from: 2680) == .low)
    }

    @Test("cold is no empty battery, and days without any report are no battery")
    func cold() {
        let days = (0..<30).map { day in
            BatteryDay(day: Int64(day), millivolts: 2900 - 5 * day, celsius: 20 - Double(day))
        }
        #expect(BatteryOutlook(days, today: 29)?.state == .ok)
        #expect(BatteryOutlook(days, today: 29)?.end == nil)
        #expect(BatteryOutlook(days, today: 200) == nil)
        #expect(BatteryOutlook([], today: 0) == nil)
    }

    @Test("life and chance are those of the reference's tables")
    func energy() {
        let table: [(Int, Int, Double, Double)] = [
            (100, 1000, 112, 70), (500, 1000, 32, 241), (1000, 2000, 17.3, 450), (1000, 4000, 14.8, 526),
            (2000, 6000, 9.0, 869),
        ]
        for (position, security, current, days) in table {
            let energy = BeaconEnergy(
                positionMilliseconds: position, securityMilliseconds: security, telemetryMilliseconds: nil,
                periodSeconds: 60)
            #expect(abs(energy.microamperes / current - 1) < 0.015)
            #expect(abs(energy.days / days - 1) < 0.015)
        }
        let energy = BeaconEnergy.usual
        #expect(abs(energy.chance(afterSeconds: 10, listening: 0.25) - 0.43) < 0.005)
        #expect(abs(energy.chance(afterSeconds: 30, listening: 0.25) - 0.81) < 0.005)
        #expect(abs(energy.chance(afterSeconds: 60, listening: 0.25) - 0.96) < 0.006)
        #expect(abs(energy.chance(afterSeconds: 10, listening: 1) - 0.98) < 0.005)
    }
}
