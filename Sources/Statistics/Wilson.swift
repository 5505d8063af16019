/// Wilson's score interval of a share, which stays within 0 and 1 and holds for small counts.
///
/// E. B. Wilson, "Probable inference, the law of succession, and statistical inference", JASA 22 (1927).
package enum Wilson {
    /// Where the share lies of which `part` of `whole` is a sample.
    package static func interval(
        _ part: Int, of whole: Int, _ confidence: Confidence = .ninetyFive
    ) throws(StatisticsError) -> Interval {
        try interval(Double(part), of: Double(whole), confidence)
    }

    /// The same for counts that carry noise, which are no longer whole after it has been allowed for.
    static func interval(
        _ part: Double, of whole: Double, _ confidence: Confidence
    ) throws(StatisticsError) -> Interval {
        guard part >= 0, part <= whole else { throw .impossibleCounts }
        guard whole > 0 else { throw .nothingCounted }
        let z2 = confidence.deviations * confidence.deviations
        let centre = part + z2 / 2
        let spread = confidence.deviations * (part * (whole - part) / whole + z2 / 4).squareRoot()
        return Interval(low: max(0, (centre - spread) / (whole + z2)), high: min(1, (centre + spread) / (whole + z2)))
    }
}
