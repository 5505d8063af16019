import Basics
import Beacons
import Proximity

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

extension SplitMix64 {
    /// A number of the Gaussian distribution around zero, by the method of Box and Muller.
    mutating func gaussian(deviation: Double) -> Double {
        deviation * (-2 * log(1 - uniform())).squareRoot() * cos(2 * .pi * uniform())
    }
}

/// A hall with beacons in a grid, and a phone that strolls and stops in it.
///
/// It is a plain model of our own, so that these tests need no simulated controllers: loss by distance, 8 dB of spread
/// for each packet, nothing under the sensitivity.
struct WalkingPhone {
    static let width = 80.0
    static let height = 45.0

    var random: SplitMix64
    let beacons: [BeaconIdentity: PlanPoint]
    var packetsPerSecond = 2.0
    var deviation = 8.0
    var exponent = 2.2
    private(set) var now = Timestamp(milliseconds: 1_795_253_400_000)
    private(set) var position = PlanPoint(x: 5, y: 5)
    private var destination = PlanPoint(x: 5, y: 5)
    private var pauseSeconds = 0.0
    private var ordered: [(identity: BeaconIdentity, point: PlanPoint)]

    init(seed: UInt64, spacing: Double = 7) {
        random = SplitMix64(seed: seed)
        var ordered: [(identity: BeaconIdentity, point: PlanPoint)] = []
        for (row, y) in stride(from: spacing / 2, to: Self.height, by: spacing).enumerated() {
            for (column, x) in stride(from: spacing / 2, to: Self.width, by: spacing).enumerated() {
                ordered.append((.grid(row, column), PlanPoint(x: x, y: y)))
            }
        }
        self.ordered = ordered
        beacons = Dictionary(uniqueKeysWithValues: ordered.map { ($0.identity, $0.point) })
    }

    /// Hangs a beacon elsewhere; the plan still has it where it was.
    mutating func move(_ identity: BeaconIdentity, to point: PlanPoint) {
        for index in ordered.indices where ordered[index].identity == identity { ordered[index].point = point }
    }

    /// Takes the phone to another place at once, where it stays.
    mutating func carry(to point: PlanPoint) {
        (position, destination, pauseSeconds) = (point, point, 1000)
    }

    /// A second passes; what the phone heard in it.
    mutating func step() -> [Reading] {
        var readings: [Reading] = []
        for _ in 0..<10 {
            move(seconds: 0.1)
            now = now.advanced(byMilliseconds: 100)
            for beacon in ordered where random.uniform() < packetsPerSecond / 10 {
                let metres = max(beacon.point.distance(to: position), 0.3)
                let strength = -59 - 10 * exponent * log10(metres) + random.gaussian(deviation: deviation)
                guard strength >= -95 else { continue }
                readings.append(
                    Reading(
                        identity: beacon.identity, rssi: Int8(min(strength.rounded(), 20)), measuredPower: -59,
                        time: now))
            }
        }
        return readings
    }

    private mutating func move(seconds: Double) {
        guard pauseSeconds <= 0 else {
            pauseSeconds -= seconds
            return
        }
        let distance = position.distance(to: destination)
        let stride = 1.3 * seconds
        guard distance > stride else {
            position = destination
            pauseSeconds = 20 * random.uniform()
            destination = PlanPoint(x: Self.width * random.uniform(), y: Self.height * random.uniform())
            return
        }
        position.x += (destination.x - position.x) * stride / distance
        position.y += (destination.y - position.y) * stride / distance
    }
}

extension BeaconIdentity {
    static func grid(_ row: Int, _ column: Int) -> BeaconIdentity {
        BeaconIdentity(uuid: UUID128(high: 1, low: 2), major: UInt16(row), minor: UInt16(column))
    }
}
