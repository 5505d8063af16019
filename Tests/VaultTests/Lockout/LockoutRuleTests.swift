import Testing
import Vault

@Suite("Lock-out rule")
struct LockoutRuleTests {
    @Test("the first waits are those of the two formulas")
    func waits() {
        #expect((0...6).map { LockoutRule.standard.seconds(afterFailures: $0) } == [0, 0, 0, 300, 600, 900, 1200])
        #expect((0...6).map { LockoutRule.strict.seconds(afterFailures: $0) } == [0, 0, 0, 900, 1200, 1500, 1800])
        #expect(LockoutRule.standard.seconds(afterFailures: 100) == 29_400)
        #expect(LockoutRule.strict.seconds(afterFailures: 100) == 30_000)
    }

    @Test("no number of failures overflows", arguments: LockoutRule.allCases)
    func extremes(rule: LockoutRule) {
        #expect(rule.seconds(afterFailures: .min) == 0)
        #expect(rule.seconds(afterFailures: .max) > 0)
    }

    @Test(
        "whoever guesses as often as it is allowed has the documented budget",
        arguments: [
            (LockoutRule.standard, 1, 26), (.standard, 30, 133), (.standard, 365, 461),
            (.strict, 1, 24), (.strict, 30, 131), (.strict, 365, 459),
        ])
    func budget(rule: LockoutRule, days: Int64, guesses: Int) {
        // Without the stop at 100, which ends it sooner.
        var (made, clock) = (0, 0 as Int64)
        while clock <= days * 86_400 {
            made += 1
            clock += rule.seconds(afterFailures: made)
        }
        #expect(made == guesses)
    }
}
