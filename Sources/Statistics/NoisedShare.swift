/// A share of two counts that both carry noise, such as visitors among all who came near.
///
/// Where the noise alone lets the share of those counted lie, after E. C. Fieller, "Some problems in interval estimation", JRSS B
/// 16 (1954): the shares r for which part − r · (part + rest) is no further from 0 than the noise explains. Unlike the usual
/// approximation it does not pretend to know anything when the counts are as small as their noise.
package enum NoisedShare {
    /// Where `part` / (`part` + `rest`) lies, before noise of these variances was added to either; 0 to 1 when anything fits.
    package static func interval(
        part: Double, variance partVariance: Double, rest: Double, variance restVariance: Double,
        _ confidence: Confidence = .ninetyFive
    ) -> Interval {
        let everything = Interval(low: 0, high: 1)
        let z2 = confidence.deviations * confidence.deviations
        // (part (1 − r) − rest r)² ≤ z² (partVariance (1 − r)² + restVariance r²), as a r² + b r + c ≤ 0.
        let whole = part + rest
        let a = whole * whole - z2 * (partVariance + restVariance)
        let b = -2 * (part * whole - z2 * partVariance)
        let c = part * part - z2 * partVariance
        guard a > 0, whole > 0 else { return everything }
        let inside = b * b - 4 * a * c
        guard inside >= 0 else { return everything }
        let root = inside.squareRoot()
        let low = min(max((-b - root) / (2 * a), 0), 1)
        let high = min(max((-b + root) / (2 * a), 0), 1)
        return Interval(low: low, high: high)
    }
}
