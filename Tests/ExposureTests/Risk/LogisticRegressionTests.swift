import Basics
import Exposure
import Testing

@Suite("Logistic regression")
struct LogisticRegressionTests {
    /// `count` examples with one feature of value `x`, `share` of them true.
    private func examples(_ x: Double, true truths: Int, false falsehoods: Int) -> [LogisticRegression.Example] {
        (0..<truths + falsehoods).map { ([x], $0 < truths, 1) }
    }

    @Test("Two groups without a ridge give the logarithm of their odds ratio")
    func twoGroups() throws {
        // Odds 3 : 1 at x = 0 and 1 : 4 at x = 2.
        let fit = try #require(
            LogisticRegression.fit(
                examples(0, true: 30, false: 10) + examples(2, true: 10, false: 40), ridge: 0))
        // ln 3, and half of ln(1/4) − ln 3.
        #expect(abs(fit.intercept - 1.098_612_288_668) < 1e-9)
        #expect(abs(fit.slopes[0] + 1.242_453_324_894) < 1e-9)
    }

    @Test("A weight of two is an example given twice")
    func weights() throws {
        let base = examples(0, true: 3, false: 5) + examples(1, true: 6, false: 2) + examples(3, true: 1, false: 4)
        let twice = try #require(LogisticRegression.fit(base + base.filter(\.isTrue), ridge: 1))
        let weighted = try #require(
            LogisticRegression.fit(base.map { ($0.features, $0.isTrue, $0.isTrue ? 2 : 1) }, ridge: 1))
        #expect(abs(twice.intercept - weighted.intercept) < 1e-9)
        #expect(abs(twice.slopes[0] - weighted.slopes[0]) < 1e-9)
    }

    @Test("A ridge keeps separable examples finite and holds slopes back")
    func ridge() throws {
        let separable = examples(0, true: 0, false: 20) + examples(1, true: 20, false: 0)
        let weak = try #require(LogisticRegression.fit(separable, ridge: 1))
        let strong = try #require(LogisticRegression.fit(separable, ridge: 100))
        #expect(weak.slopes[0] > strong.slopes[0] && strong.slopes[0] > 0)
        #expect(weak.slopes[0].isFinite)
    }

    @Test("A feature that never varies gets the slope 0")
    func constantFeature() throws {
        let fit = try #require(
            LogisticRegression.fit(
                (examples(0, true: 1, false: 3) + examples(1, true: 3, false: 1)).map {
                    ($0.features + [7], $0.isTrue, 1)
                }, ridge: 1))
        #expect(fit.slopes[1] == 0 && fit.slopes[0] > 0)
    }

    @Test("Without both kinds of example nothing is fitted")
    func nothingToLearn() {
        #expect(LogisticRegression.fit([], ridge: 1) == nil)
        #expect(LogisticRegression.fit(examples(0, true: 4, false: 0), ridge: 1) == nil)
        #expect(LogisticRegression.fit(examples(0, true: 0, false: 4), ridge: 1) == nil)
        #expect(LogisticRegression.fit([([0], true, 1), ([0, 1], false, 1)], ridge: 1) == nil)
    }

    @Test("Coefficients that made the examples are found again", arguments: 0..<4 as Range<UInt64>)
    func recovers(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let examples: [LogisticRegression.Example] = (0..<4000).map { _ in
            let features = [random.uniform() * 4 - 2, random.uniform() * 20 + 50]
            // Nearly normal noise of deviation 1.7 is close to the logistic noise of the model, hence the wide
            // tolerance.
            let noise = (0..<12).reduce(-6.0) { sum, _ in sum + random.uniform() } * 1.7
            return (features, 1.5 * features[0] - 0.2 * (features[1] - 60) + noise > 0, 1)
        }
        let fit = try #require(LogisticRegression.fit(examples, ridge: 1))
        #expect(abs(fit.slopes[0] - 1.5) < 0.25)
        #expect(abs(fit.slopes[1] + 0.2) < 0.04)
        #expect(abs(fit.intercept - 12) < 2.4)
    }
}
