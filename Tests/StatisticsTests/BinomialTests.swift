import Statistics
import Testing

@Suite("Binomial tails")
struct BinomialTests {
    @Test(
        "few successes are as likely as exact fractions say",
        arguments: [
            (0, 10, 0.5, 0.000_976_562_5), (3, 10, 0.5, 0.171_875), (2, 31, 0.2, 0.037_447_686_188_382_755),
            (0, 47, 0.2, 2.787_593_149_816_327_8e-05), (900, 5000, 0.2, 0.000_185_305_475_312_370_06),
        ])
    func tails(_ successes: Int, _ trials: Int, _ share: Double, _ exact: Double) {
        let tail = Binomial.atMost(successes, of: trials, share: share)
        #expect(abs(tail / exact - 1) < 1e-9)
    }

    @Test("no number is too large, and what is at the mean or above is never rare")
    func bounds() {
        #expect(Binomial.atMost(0, of: 1_000_000, share: 0.2) < 1e-300)
        #expect(Binomial.atMost(198_000, of: 1_000_000, share: 0.2) < 1e-6)
        #expect(Binomial.atMost(20, of: 100, share: 0.2) == 1 && Binomial.atMost(100, of: 100, share: 0.2) == 1)
        #expect(Binomial.atMost(0, of: 100, share: 0) == 1 && Binomial.atMost(99, of: 100, share: 1) == 0)
        #expect(Binomial.atMost(-1, of: 100, share: 0.2) == 0 && Binomial.atMost(0, of: 0, share: 0.2) == 1)
    }
}
