/// A small, fast, seeded generator for simulations and tests; it is not for secrets.
///
/// The same seed gives the same numbers on every platform. Source: G. Steele, D. Lea, C. Flood, "Fast splittable
/// pseudorandom number generators", OOPSLA 2014; constants of the public-domain `splitmix64.c` by S. Vigna.
package struct SplitMix64: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// A generator at the beginning of the sequence that `seed` names.
    package init(seed: UInt64) {
        self.state = seed
    }

    /// The next 64 bits.
    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }

    /// A generator of its own for `stream`, independent of how many numbers this one has given.
    ///
    /// One seed thus feeds many actors, and adding an actor changes no other actor's numbers.
    package func split(_ stream: UInt64) -> SplitMix64 {
        var mixed = SplitMix64(seed: state ^ (stream &* 0xD1B5_4A32_D192_ED03))
        return SplitMix64(seed: mixed.next())
    }

    /// A number from 0 up to 1, without 1, with 53 random bits.
    package mutating func uniform() -> Double {
        Double(next() >> 11) * 0x1p-53
    }
}
