import Foundation

/// How long a beacon's battery lasts, and how soon a phone hears it, by how often it sends.
///
/// A frame of 47 bytes takes 376 µs on the air, on three channels; a radio of the nRF52 kind takes about 10 µC for it, all
/// in all, at 0 dBm.
package struct BeaconEnergy: Hashable, Sendable {
    /// How often a beacon of ours sends, unless its installer sets it otherwise.
    package static let usual = BeaconEnergy(
        positionMilliseconds: 1000, securityMilliseconds: 4000, telemetryMilliseconds: 10_000, periodSeconds: 60)

    /// How often it says who it is, in milliseconds.
    package let positionMilliseconds: Int
    /// How often it sends its code, in milliseconds.
    package let securityMilliseconds: Int
    /// How often it tells of its battery, in milliseconds; nil when it does not.
    package let telemetryMilliseconds: Int?
    /// For how long one code lasts, in seconds.
    package let periodSeconds: Int64

    /// Charge of one frame, in microcoulombs.
    private static let frameCharge = 10.0
    /// Sleep, and what a cell loses by itself, in microamperes.
    private static let idleCurrent = 2.3
    /// Charge of one code, in microcoulombs.
    private static let codeCharge = 1.2
    /// What of its nominal charge a CR2032 gives, in microampere-hours.
    private static let cellCharge = 0.85 * 220_000

    /// A beacon that sends so often; all of them positive.
    package init(
        positionMilliseconds: Int, securityMilliseconds: Int, telemetryMilliseconds: Int?, periodSeconds: Int64
    ) {
        self.positionMilliseconds = positionMilliseconds
        self.securityMilliseconds = securityMilliseconds
        self.telemetryMilliseconds = telemetryMilliseconds
        self.periodSeconds = periodSeconds
    }

    /// How many frames it sends a second.
    package var framesPerSecond: Double {
        [positionMilliseconds, securityMilliseconds, telemetryMilliseconds].reduce(0) { sum, interval in
            sum + (interval.map { 1000 / Double($0) } ?? 0)
        }
    }

    /// The mean current, in microamperes.
    package var microamperes: Double {
        Self.idleCurrent + framesPerSecond * Self.frameCharge + Self.codeCharge / Double(periodSeconds)
    }

    /// How long a new CR2032 lasts at room temperature, in days.
    ///
    /// Cold, pulses and age take up to a third of it.
    package var days: Double { Self.cellCharge / microamperes / 24 }

    /// The chance that a phone has heard a code after so many seconds.
    ///
    /// - Parameters:
    ///   - listening: The share of the time in which the phone listens: a quarter in a pocket, all of it on the screen.
    ///   - reception: The chance that a frame arrives while it listens.
    package func chance(afterSeconds seconds: Double, listening: Double, reception: Double = 0.8) -> Double {
        1 - pow(1 - reception * listening, seconds * 1000 / Double(securityMilliseconds))
    }
}
