import Basics
import Statistics
import Testing

/// `value` to `digits` after the point, as the reference states it.
func rounded(_ value: Double, _ digits: Int = 3) -> Double {
    let scale = (0..<digits).reduce(1.0) { scale, _ in scale * 10 }
    return (value * scale).rounded() / scale
}

@Suite("Shares and effects")
struct EffectTests {
    @Test("Wilson's intervals are the reference's", arguments: [(9, 60, 0.081, 0.261), (0, 20, 0, 0.161)])
    func wilson(_ part: Int, _ whole: Int, _ low: Double, _ high: Double) throws {
        let interval = try Wilson.interval(part, of: whole)
        #expect(rounded(interval.low) == low)
        #expect(rounded(interval.high) == high)
    }

    @Test(
        "Newcombe's intervals are the reference's",
        arguments: [
            (120, 1000, 100, 1000, 0.020, -0.007, 0.048), (56, 70, 48, 80, 0.200, 0.052, 0.334),
        ])
    func newcombe(_ x: Int, _ n: Int, _ y: Int, _ m: Int, _ d: Double, _ low: Double, _ high: Double) throws {
        let effect = try Effect(
            treated: Effect.Arm(people: n, successes: x), heldOut: Effect.Arm(people: m, successes: y))
        #expect(rounded(effect.difference) == d)
        // The reference states tenths of a point.
        #expect(abs(effect.interval.low - low) < 0.0006)
        #expect(abs(effect.interval.high - high) < 0.0006)
        #expect(effect.isFound == (low > 0))
    }

    @Test("noise widens the interval and moves nothing else")
    func noise() throws {
        let treated = try Effect.Arm(successes: 120, variance: 50, others: 880, variance: 50)
        let heldOut = try Effect.Arm(successes: 100, variance: 50, others: 900, variance: 50)
        let noised = try Effect(treated: treated, heldOut: heldOut)
        let exact = try Effect(
            treated: Effect.Arm(people: 1000, successes: 120), heldOut: Effect.Arm(people: 1000, successes: 100))
        #expect(noised.difference == exact.difference)
        #expect(noised.interval.low < exact.interval.low)
        #expect(noised.interval.high > exact.interval.high)
        // Never wider than the reference's round figure of 2 (sd / n)² for each arm.
        let ceiling = try Effect.Arm(successes: 120, variance: 100, others: 880, variance: 100).shareVariance
        #expect(treated.shareVariance <= 2 * 50 / 1_000_000)
        #expect(treated.shareVariance < ceiling)
        #expect(treated.share == 0.12)
    }

    @Test("a relative uplift is stated only when the hold-out's share is surely not nothing")
    func relative() throws {
        let treated = try Effect.Arm(people: 200, successes: 30)
        #expect(try Effect(treated: treated, heldOut: Effect.Arm(people: 200, successes: 0)).relative == nil)
        let unsure = try Effect.Arm(successes: 5, variance: 200, others: 195, variance: 200)
        #expect(try Effect(treated: treated, heldOut: unsure).relative == nil)
        let relative = try Effect(treated: treated, heldOut: Effect.Arm(people: 200, successes: 20)).relative
        #expect(rounded(relative ?? 0) == 0.5)
    }

    @Test("impossible counts are refused, and counts below zero are what noise does")
    func refused() throws {
        #expect(throws: StatisticsError.impossibleCounts) { try Effect.Arm(people: 3, successes: 4) }
        #expect(throws: StatisticsError.impossibleCounts) { try Effect.Arm(people: 3, successes: -1) }
        #expect(throws: StatisticsError.nothingCounted) { try Effect.Arm(people: 0, successes: 0) }
        #expect(throws: StatisticsError.nothingCounted) {
            try Effect.Arm(successes: -2, variance: 1, others: 0, variance: 1)
        }
        #expect(throws: StatisticsError.impossibleCounts) { try Wilson.interval(3, of: 2) }
        #expect(throws: StatisticsError.nothingCounted) { try Wilson.interval(0, of: 0) }
        #expect(try Effect.Arm(successes: -2, variance: 1, others: 9, variance: 1).share == 0)
    }

    @Test(
        "the size needed is the reference's",
        arguments: [
            (0.05, 0.06, 8158), (0.05, 0.07, 2213), (0.10, 0.12, 3841), (0.10, 0.15, 686), (0.02, 0.03, 3826),
        ])
    func size(_ baseline: Double, _ expected: Double, _ people: Int) throws {
        #expect(try SampleSize.perArm(baseline: baseline, expected: expected) == people)
        let halves = try SampleSize.total(baseline: baseline, expected: expected, holdOut: 0.5)
        #expect(abs(halves - 2 * people) <= 1)
        #expect(try SampleSize.total(baseline: baseline, expected: expected, holdOut: 0.1) > halves * 2)
    }

    @Test("weeks grow with noise and a small hold-out, and nobody coming is told as never")
    func weeks() throws {
        func weeks(_ weekly: Double, holdOut: Double, variance: Double) throws -> Int? {
            try SampleSize.weeks(
                baseline: 0.10, expected: 0.15, holdOut: holdOut, weekly: weekly, successVariance: variance,
                otherVariance: variance)
        }
        let exact = try #require(try weeks(250, holdOut: 0.5, variance: 0))
        #expect(exact == 6)
        #expect(try #require(try weeks(250, holdOut: 0.1, variance: 0)) > exact)
        #expect(try #require(try weeks(250, holdOut: 0.5, variance: 50)) > exact)
        #expect(try weeks(0, holdOut: 0.5, variance: 0) == nil)
        #expect(try weeks(1, holdOut: 0.1, variance: 50) == nil)
        #expect(throws: StatisticsError.nothingToFind) {
            try SampleSize.perArm(baseline: 0.1, expected: 0.1)
        }
        #expect(throws: StatisticsError.impossibleShare) { try SampleSize.perArm(baseline: 0, expected: 0.1) }
        #expect(throws: StatisticsError.impossibleShare) {
            try SampleSize.total(baseline: 0.1, expected: 0.2, holdOut: 1)
        }
    }

    @Test("a split of ninety to ten passes, and one that lost a fifth of an arm does not")
    func sampleRatio() throws {
        let sound = try SampleRatio(heldOut: 105, treated: 895, holdOut: 0.1)
        #expect(!sound.isBroken)
        #expect(rounded(sound.chance) == 0.598)
        #expect(try SampleRatio(heldOut: 400, treated: 2880, holdOut: 0.1).isBroken)
        // Noise may explain what chance alone could not.
        let noised = try SampleRatio(
            heldOut: 400, treated: 2880, holdOut: 0.1, heldOutVariance: 3000, treatedVariance: 3000)
        #expect(!noised.isBroken)
        #expect(throws: StatisticsError.nothingCounted) { try SampleRatio(heldOut: 0, treated: 0, holdOut: 0.1) }
        #expect(throws: StatisticsError.impossibleShare) { try SampleRatio(heldOut: 1, treated: 1, holdOut: 0) }
    }

    @Test(
        "a share of noised counts holds the truth nineteen times of twenty",
        arguments: [(50, 150), (10, 30), (300, 20)])
    func noisedShare(_ part: Int, _ rest: Int) throws {
        let noise = try DiscreteLaplace(.twoTenths)
        var generator = SplitMix64(seed: 31)
        let truth = Double(part) / Double(part + rest)
        let held = (0..<4000).count { _ in
            NoisedShare.interval(
                part: Double(part + noise.draw(using: &generator)), variance: noise.variance,
                rest: Double(rest + noise.draw(using: &generator)), variance: noise.variance
            ).contains(truth)
        }
        #expect(Double(held) / 4000 >= 0.93)
        #expect(NoisedShare.interval(part: 2, variance: 50, rest: 1, variance: 50) == Interval(low: 0, high: 1))
        #expect(NoisedShare.interval(part: -4, variance: 50, rest: -6, variance: 50) == Interval(low: 0, high: 1))
    }
}
