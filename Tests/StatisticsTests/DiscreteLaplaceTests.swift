import Basics
import Foundation
import Statistics
import Testing

@Suite("Discrete Laplace noise")
struct DiscreteLaplaceTests {
    /// The epsilons of the acceptance check, as fractions.
    static let budgets: [(UInt64, UInt64)] = [(1, 10), (1, 2), (1, 1), (2, 1)]

    static func noise(_ budget: (UInt64, UInt64), sensitivity: UInt64 = 1) throws -> DiscreteLaplace {
        try DiscreteLaplace(PrivacyBudget(budget.0, over: budget.1), sensitivity: sensitivity)
    }

    /// C3, in a size of seconds; a million draws with CERCA_LONG=1.
    @Test("drawn numbers fit the distribution by chi-square", arguments: budgets)
    func fits(_ budget: (UInt64, UInt64)) throws {
        let noise = try Self.noise(budget)
        let draws = ProcessInfo.processInfo.environment["CERCA_LONG"] == "1" ? 1_000_000 : 100_000
        var generator = SplitMix64(seed: 14 + budget.0 * 100 + budget.1)
        var counts: [Int: Int] = [:]
        for _ in 0..<draws { counts[noise.draw(using: &generator), default: 0] += 1 }

        // Each number of which at least ten are expected is a class of its own; each tail is one.
        var reach = 0
        while noise.probability(of: reach + 1) * Double(draws) >= 10 { reach += 1 }
        var statistic = 0.0
        var within = 0.0
        for value in -reach...reach {
            let expected = noise.probability(of: value) * Double(draws)
            let off = Double(counts[value, default: 0]) - expected
            statistic += off * off / expected
            within += noise.probability(of: value)
        }
        let tail = (1 - within) / 2 * Double(draws)
        for beyond in [counts.filter { $0.key > reach }, counts.filter { $0.key < -reach }] {
            let off = Double(beyond.values.reduce(0, +)) - tail
            statistic += off * off / tail
        }
        let chance = try ChiSquare.upperTail(statistic, degrees: 2 * reach + 2)
        #expect(chance > 0.001, "chi-square \(statistic) with \(2 * reach + 2) degrees")
    }

    @Test("no floating point is in the path of a draw")
    func wholeNumbersOnly() throws {
        let source = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../Sources/Statistics/DiscreteLaplace.swift")
        let code = try String(contentsOf: source, encoding: .utf8).split(separator: "\n")
            .filter { !$0.trimmingPrefix(while: \.isWhitespace).hasPrefix("//") }.joined(separator: "\n")
        #expect(!code.isEmpty)
        for word in ["Double", "Float", "exp(", "log(", "pow(", "Glibc", "Foundation", "rounded"] {
            #expect(!code.contains(word), "\(word)")
        }
    }

    @Test("the bounds are those of the reference", arguments: zip(budgets, [(30, 46), (6, 9), (3, 4), (1, 2)]))
    func bounds(_ budget: (UInt64, UInt64), _ expected: (Int, Int)) throws {
        let noise = try Self.noise(budget)
        #expect(noise.bound(.ninetyFive) == expected.0)
        #expect(noise.bound(.ninetyNine) == expected.1)
        #expect(noise.bound(.ninetyFive, ofSum: 1) == expected.0)
        #expect(noise.bound(.ninetyFive, ofSum: 0) == 0)
    }

    @Test("the spread is the one that is stated, drawn and summed over the chances", arguments: budgets)
    func spread(_ budget: (UInt64, UInt64)) throws {
        let noise = try Self.noise(budget)
        let summed = (-1000...1000).map { Double($0 * $0) * noise.probability(of: $0) }.reduce(0, +)
        #expect(abs(noise.variance - summed) < 1e-6 * summed)
        #expect(abs(noise.standardDeviation * noise.standardDeviation - noise.variance) < 1e-9 * summed)
        var generator = SplitMix64(seed: 2)
        let draws = (0..<20_000).map { _ in Double(noise.draw(using: &generator)) }
        let mean = draws.reduce(0, +) / 20_000
        #expect(abs(mean) < 5 * noise.standardDeviation / 20_000.0.squareRoot())
        let drawn = draws.map { $0 * $0 }.reduce(0, +) / 20_000
        #expect(abs(drawn / noise.variance - 1) < 0.08)
    }

    @Test(
        "a sum of draws stays within its bound nineteen times of twenty, and not much more often",
        arguments: [2, 3, 8, 30])
    func sums(_ count: Int) throws {
        let noise = try DiscreteLaplace(.twoTenths)
        let bound = noise.bound(.ninetyFive, ofSum: count)
        var generator = SplitMix64(seed: 5)
        let within = (0..<10_000).count { _ in
            abs((0..<count).reduce(0) { sum, _ in sum + noise.draw(using: &generator) }) <= bound
        }
        #expect((9430...9640).contains(within), "\(within) of 10,000 within \(bound)")
    }

    @Test("twice the sensitivity is half the epsilon")
    func sensitivity() throws {
        let twice = try Self.noise((1, 1), sensitivity: 2)
        let half = try Self.noise((1, 2))
        #expect(twice.bound(.ninetyFive) == half.bound(.ninetyFive))
        #expect(twice.variance == half.variance)
        var (first, second) = (SplitMix64(seed: 1), SplitMix64(seed: 1))
        let draws = (0..<100).map { _ in (twice.draw(using: &first), half.draw(using: &second)) }
        #expect(draws.allSatisfy { $0.0 == $0.1 })
    }

    /// C2 for one cell: with and without one person, no released count is more than e^epsilon times as likely.
    @Test("one person more or less changes no count's chance by more than epsilon allows", arguments: budgets)
    func hides(_ budget: (UInt64, UInt64)) throws {
        let noise = try Self.noise(budget)
        for value in -200...200 {
            let ratio = Foundation.log(noise.probability(of: value) / noise.probability(of: value - 1))
            #expect(abs(ratio) <= noise.budget.epsilon + 1e-9)
        }
        // The same, drawn: the true count is 4 or 5.
        var (with, without): ([Int: Int], [Int: Int]) = ([:], [:])
        var generator = SplitMix64(seed: 77)
        for _ in 0..<10_000 {
            with[5 + noise.draw(using: &generator), default: 0] += 1
            without[4 + noise.draw(using: &generator), default: 0] += 1
        }
        for (value, seen) in with where seen >= 50 && without[value, default: 0] >= 50 {
            let (first, second) = (Double(seen), Double(without[value, default: 0]))
            let error = (1 / first + 1 / second).squareRoot()
            #expect(abs(Foundation.log(first / second)) <= noise.budget.epsilon + 4 * error)
        }
    }

    @Test("impossible budgets and sensitivities are refused")
    func refused() throws {
        #expect(throws: StatisticsError.impossibleBudget) { try PrivacyBudget(0, over: 1) }
        #expect(throws: StatisticsError.impossibleBudget) { try PrivacyBudget(1, over: 0) }
        #expect(throws: StatisticsError.impossibleBudget) { try PrivacyBudget(1, over: 1_000_001) }
        #expect(throws: StatisticsError.impossibleSensitivity) { try DiscreteLaplace(.twoTenths, sensitivity: 0) }
        #expect(throws: StatisticsError.impossibleSensitivity) { try DiscreteLaplace(.threeTenths, sensitivity: 1001) }
    }

    @Test("the largest scale and the smallest are drawn without overflow")
    func extremes() throws {
        var generator = SplitMix64(seed: 8)
        let wide = try Self.noise((1, 1_000_000), sensitivity: 1000)
        let narrow = try Self.noise((1_000_000, 1))
        #expect((0..<200).map { _ in wide.draw(using: &generator) }.contains { abs($0) > 1_000_000 })
        #expect((0..<200).allSatisfy { _ in narrow.draw(using: &generator) == 0 })
    }

    @Test("the threshold of open sets is the reference's")
    func threshold() throws {
        let noise = try Self.noise((1, 1))
        #expect(abs(try ShownThreshold.exact(noise, delta: 1e-6) - 14.122) < 0.001)
        #expect(try ShownThreshold.count(noise, delta: 1e-6) == 15)
        #expect(try ShownThreshold.count(noise, delta: 1e-3) == 8)
        #expect(throws: StatisticsError.impossibleShare) { try ShownThreshold.count(noise, delta: 0) }
    }
}
