#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// How the strength of a signal falls with distance, and how much it varies.
///
/// The mean follows the log-distance law, `referencePower − 10 · exponent · log10(distance)`, less the walls between;
/// each packet varies about it as a normal deviate. Measured rooms spread by about 8 dB at a fixed spot (the UCI
/// iBeacon data set, doi 10.24432/C54G80, has 7.9 dB).
public struct PropagationModel: Equatable, Sendable {
    /// The mean at one metre, in dBm, of a device whose own power was not set.
    public var referencePower: Double

    /// The loss exponent: 2 in free space, a little more indoors.
    public var exponent: Double

    /// The standard deviation of one packet's strength, in decibels.
    public var shadowing: Double

    /// The weakest packet that a receiver understands, in dBm.
    public var sensitivity: Double

    /// By how many decibels a packet has to be stronger than another at the same time to be understood all the same.
    public var captureMargin: Double

    /// A model of these parameters.
    public init(
        referencePower: Double, exponent: Double, shadowing: Double, sensitivity: Double, captureMargin: Double
    ) {
        self.referencePower = referencePower
        self.exponent = exponent
        self.shadowing = shadowing
        self.sensitivity = sensitivity
        self.captureMargin = captureMargin
    }

    /// A shop or a corridor: −59 dBm at one metre, exponent 2.2, 8 dB of shadowing, −95 dBm sensitivity.
    public static let indoor = PropagationModel(
        referencePower: -59, exponent: 2.2, shadowing: 8, sensitivity: -95, captureMargin: 10)

    /// Nearer than this, in metres, the law no longer holds and the strength stays.
    static let nearest = 0.1

    /// The mean loss against the strength at one metre, in decibels, without walls; negative when nearer.
    public func loss(atDistance metres: Double) -> Double {
        10 * exponent * log10(max(metres, Self.nearest))
    }

    /// The longest distance, in metres, from which even a lucky packet is heard without walls.
    func range(ofPower power: Double) -> Double {
        let margin = power + shadowing * Deviate.greatest - sensitivity
        return pow(10, margin / (10 * exponent))
    }
}

/// Normal deviates from 64 random bits each, with neither loop nor table.
///
/// The sum of eight bytes is near enough to normal for signal strengths: it has no tails beyond 4.9 standard
/// deviations, and an excess kurtosis of −0.15.
enum Deviate {
    /// The standard deviation of a sum of eight bytes: √(8 · (256² − 1) / 12).
    private static let spread = 209.021_530
    private static let middle = 1020.0

    /// No deviate is greater.
    static let greatest = 4.88

    /// A deviate of mean 0 and standard deviation 1.
    @inline(__always)
    static func normal(_ bits: UInt64) -> Double {
        let low = bits & 0x00FF_00FF_00FF_00FF
        let high = (bits >> 8) & 0x00FF_00FF_00FF_00FF
        // The four sums of 16 bits are added into the highest by one multiplication.
        let sum = ((low &+ high) &* 0x0001_0001_0001_0001) >> 48
        return (Double(sum) - middle) / spread
    }
}
