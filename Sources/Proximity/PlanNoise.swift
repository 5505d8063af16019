/// Chance that is named and not drawn: the same seed, place, beacon and packet always give the same number.
///
/// A plan with one more beacon is thus tried with the same luck as the plan without it, and only the beacon differs.
struct PlanNoise {
    private var state: UInt64

    /// The chance of one beacon at one place.
    init(seed: UInt64, cell: Int, beacon: Int) {
        state = seed ^ (UInt64(cell) &* 0xA24B_AED4_963E_E407) ^ (UInt64(beacon + 1) &* 0x9FB2_1C65_1E98_DF25)
        _ = next()
    }

    /// From 0 up to 1, without 1.
    mutating func uniform() -> Double { Double(next() >> 11) * 0x1p-53 }

    /// A number of the standard Gaussian distribution, by Marsaglia's polar method.
    mutating func gaussian() -> Double {
        while true {
            let (u, v) = (2 * uniform() - 1, 2 * uniform() - 1)
            let square = u * u + v * v
            guard square > 1e-12, square < 1 else { continue }
            return u * (-2 * NaturalExponential.logarithm(square) / square).squareRoot()
        }
    }

    /// The steps of SplitMix64.
    private mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}
