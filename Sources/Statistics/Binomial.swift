import Glibc

/// How likely few successes are.
package enum Binomial {
    /// The probability of at most `successes` of `trials` that each succeed with probability `share`.
    ///
    /// The terms are added up by their logarithms, so that no number of trials is too large for them.
    package static func atMost(_ successes: Int, of trials: Int, share: Double) -> Double {
        guard successes >= 0 else { return 0 }
        guard successes < trials, share > 0 else { return 1 }
        guard share < 1 else { return 0 }
        // At the mean and above there is no need to be exact: that is never rare.
        guard Double(successes) < Double(trials) * share else { return 1 }
        let odds = log(share) - log1p(-share)
        var term = Double(trials) * log1p(-share)
        var sum = exp(term)
        for number in 0..<successes {
            term += log(Double(trials - number)) - log(Double(number + 1)) + odds
            sum += exp(term)
        }
        return min(sum, 1)
    }
}
