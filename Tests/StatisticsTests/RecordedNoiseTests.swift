import Basics
import Foundation
import Statistics
import Testing

/// What `Interop/test_statistics.py` holds against OpenDP: how often each number was drawn, and the bounds.
struct RecordedNoise: Codable, Equatable {
    /// The fraction of the budget.
    var numerator: UInt64
    var denominator: UInt64
    /// How many numbers were drawn, from `SplitMix64(seed: 16)`.
    var draws: Int
    /// The bounds of 95 and of 99 in a hundred.
    var bounds: [Int]
    /// How often each number came, by the number as text.
    var counts: [String: Int]
}

@Suite("Recorded noise")
struct RecordedNoiseTests {
    static let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures/noise.json")

    /// Run with CERCA_RECORD=1 to write the file anew.
    @Test("the numbers that OpenDP judges are the ones that this sampler draws")
    func recorded() throws {
        let budgets: [(UInt64, UInt64)] = [(1, 10), (1, 5), (3, 10), (1, 2), (1, 1), (2, 1)]
        let drawn = try budgets.map { budget in
            let noise = try DiscreteLaplace(PrivacyBudget(budget.0, over: budget.1))
            var generator = SplitMix64(seed: 16)
            var counts: [String: Int] = [:]
            for _ in 0..<50_000 { counts["\(noise.draw(using: &generator))", default: 0] += 1 }
            return RecordedNoise(
                numerator: budget.0, denominator: budget.1, draws: 50_000,
                bounds: [noise.bound(.ninetyFive), noise.bound(.ninetyNine)], counts: counts)
        }
        if ProcessInfo.processInfo.environment["CERCA_RECORD"] == "1" {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
            try encoder.encode(drawn).write(to: Self.file)
        }
        let recorded = try JSONDecoder().decode([RecordedNoise].self, from: Data(contentsOf: Self.file))
        #expect(recorded == drawn)
    }
}
