import Basics
import Beacons

/// Gathers what is heard into scans of two seconds: what surveys count, and what a radio map is asked with.
///
/// How often a scan has a beacon depends on how long a scan is, so surveys and phones use the same length.
public struct ScanWindow: Sendable {
    /// How long a scan lasts, in milliseconds.
    public static let length: Int64 = 2000

    private var start: Timestamp?
    private var heard: [BeaconIdentity: (count: Int, sum: Double)] = [:]

    /// A window that has heard nothing.
    public init() {}

    /// Takes in a strength in dBm; one that no receiver gives is ignored, as are more beacons than a map has.
    public mutating func hear(_ beacon: BeaconIdentity, strength: Int8) {
        guard strength >= -127, strength <= 20 else { return }
        guard let known = heard[beacon] else {
            if heard.count < RadioMap.limits.beacons { heard[beacon] = (1, Double(strength)) }
            return
        }
        heard[beacon] = (known.count + 1, known.sum + Double(strength))
    }

    /// The scan that is over at `now`, by the mean strength of each beacon to the whole decibel; nil while it lasts.
    ///
    /// Who asks is to ask about once a second or more often. A clock that was set, or a pause, begins a new scan and
    /// forgets the one before.
    public mutating func scan(at now: Timestamp) -> [BeaconIdentity: Double]? {
        let age = start.map { now.milliseconds(since: $0) }
        guard let age, age >= 0, age <= 2 * Self.length else {
            self = ScanWindow()
            start = now
            return nil
        }
        guard age >= Self.length else { return nil }
        let scan = heard.mapValues { Double(Int($0.sum / Double($0.count) + 127.5) - 127) }
        heard = [:]
        start = now
        return scan
    }
}
