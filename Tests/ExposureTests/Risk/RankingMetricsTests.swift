import Basics
import Exposure
import Testing

@Suite("Ranking metrics")
struct RankingMetricsTests {
    @Test("The area counts pairs of a true and a false case in the right order, and ties half")
    func areaByHand() {
        // True 3, 2; false 2, 1: 3>2, 3>1, 2>1 and one tie: 3.5 of 4.
        #expect(RankingMetrics.areaUnderCurve([(3, true), (2, false), (2, true), (1, false)]) == 0.875)
        #expect(RankingMetrics.areaUnderCurve([(1, true), (1, false), (1, false)]) == 0.5)
        #expect(RankingMetrics.areaUnderCurve([(2, false), (1, true)]) == 0)
        #expect(RankingMetrics.areaUnderCurve([(-.infinity, false), (-.infinity, true), (0, true)]) == 0.75)
    }

    @Test("Without both kinds of case there is no area, without a true one no average precision")
    func undefined() {
        #expect(RankingMetrics.areaUnderCurve([]) == nil)
        #expect(RankingMetrics.areaUnderCurve([(1, true)]) == nil)
        #expect(RankingMetrics.areaUnderCurve([(1, false)]) == nil)
        #expect(RankingMetrics.averagePrecision([(1, false)]) == nil)
        #expect(RankingMetrics.precision(atRecall: 0.5, [(1, false)]) == nil)
        #expect(RankingMetrics.recall(atPrecision: 0.5, [(1, false)]) == nil)
    }

    @Test("Average precision is the mean precision at the true cases, ties taken together")
    func averagePrecisionByHand() throws {
        // Precisions at the two true cases: 1/1 and 2/3.
        let distinct = try #require(RankingMetrics.averagePrecision([(4, true), (3, false), (2, true), (1, false)]))
        #expect(abs(distinct - (1 + 2.0 / 3) / 2) < 1e-15)
        // The threshold 3 takes one true and one false together: 1/2; the last true one: 2/3.
        let tied = try #require(RankingMetrics.averagePrecision([(3, true), (3, false), (2, true), (1, false)]))
        #expect(abs(tied - (0.5 + 2.0 / 3) / 2) < 1e-15)
    }

    @Test("Precision at a recall and recall at a precision are the best of all thresholds")
    func operatingPoints() {
        let cases = [(5.0, true), (4.0, false), (3.0, true), (2.0, true), (1.0, false)].map {
            (score: $0.0, isTrue: $0.1)
        }
        #expect(RankingMetrics.precision(atRecall: 1, cases) == 0.75)
        #expect(RankingMetrics.precision(atRecall: 0.5, cases) == 0.75)
        #expect(RankingMetrics.precision(atRecall: 0.3, cases) == 1)
        #expect(RankingMetrics.recall(atPrecision: 1, cases) == 1.0 / 3)
        #expect(RankingMetrics.recall(atPrecision: 0.7, cases) == 1)
        #expect(RankingMetrics.recall(atPrecision: 1.1, cases) == nil)
    }

    @Test(
        "The area is what counting every pair gives, and its rest when scores change sign",
        arguments: 0..<32 as Range<UInt64>)
    func areaOfRandomCases(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let cases = (0..<60).map { _ in
            (score: Double(Int.random(in: 0..<12, using: &random)), isTrue: Bool.random(using: &random))
        }
        var right = 0.0
        var pairs = 0.0
        for truth in cases where truth.isTrue {
            for other in cases where !other.isTrue {
                right += truth.score > other.score ? 1 : truth.score == other.score ? 0.5 : 0
                pairs += 1
            }
        }
        let area = try #require(RankingMetrics.areaUnderCurve(cases))
        let turned = try #require(RankingMetrics.areaUnderCurve(cases.map { (-$0.score, $0.isTrue) }))
        #expect(abs(area - right / pairs) < 1e-12)
        #expect(abs(area + turned - 1) < 1e-12)
        let shuffled = RankingMetrics.averagePrecision(cases.shuffled(using: &random))
        #expect(shuffled == RankingMetrics.averagePrecision(cases))
    }

    @Test("Verdicts count hits, false alarms and misses")
    func verdicts() {
        var verdicts = Verdicts()
        #expect(verdicts.precision == nil && verdicts.recall == nil)
        for (named, isTrue) in [(true, true), (true, false), (true, true), (false, true), (false, false)] {
            verdicts.add(named: named, isTrue: isTrue)
        }
        #expect(verdicts.precision == 2.0 / 3 && verdicts.recall == 2.0 / 3)
        #expect((verdicts.hits, verdicts.falseAlarms, verdicts.misses) == (2, 1, 1))
    }
}
