import Basics
import Beacons
import Proximity

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// A hall of 12 by 8 cells with a beacon in every fourth, in which somebody surveys and walks.
///
/// The air has an exponent that the map is not told, 5 dB of spread, and receivers that hear nothing below −90 dBm.
struct SurveyedHall {
    static let columns = 12
    static let rows = 8

    var random: SplitMix64
    /// By how much the receiver in use hears stronger.
    var offset = 0.0
    /// By how much each beacon is heard stronger than on other days: a shelf, a body, a new battery.
    var drift: [BeaconIdentity: Double] = [:]
    /// Where the beacons hang; a test moves them.
    var beacons: [BeaconIdentity: PlanPoint] = [:]

    init(seed: UInt64, beaconRows: Int = 2, beaconColumns: Int = 3) {
        random = SplitMix64(seed: seed)
        let (width, height) = (Self.columns / beaconColumns, Self.rows / beaconRows)
        for row in 0..<beaconRows {
            for column in 0..<beaconColumns {
                beacons[.grid(row, column)] = PlanPoint(
                    x: Double(column * width + width / 2), y: Double(row * height + height / 2))
            }
        }
    }

    /// One scan at a point: each beacon is missed now and then.
    mutating func scan(at point: PlanPoint) -> [BeaconIdentity: Double] {
        var strengths: [BeaconIdentity: Double] = [:]
        for (identity, beacon) in beacons.sorted(by: { ($0.key.major, $0.key.minor) < ($1.key.major, $1.key.minor) }) {
            let metres = max(3 * beacon.distance(to: point), 1)
            let strength =
                -60 - 27 * log10(metres) + random.gaussian(deviation: 5) + offset
                + (drift[identity] ?? 0)
            if strength > -90, random.uniform() < 0.8 { strengths[identity] = strength.rounded() }
        }
        return strengths
    }

    /// Some scans at each cell.
    mutating func survey(scansPerCell: Int = 8) -> [SurveyReading] {
        var readings: [SurveyReading] = []
        for row in 0..<Self.rows {
            for column in 0..<Self.columns {
                let place = PlanPoint(x: Double(column), y: Double(row))
                for _ in 0..<scansPerCell { readings.append(SurveyReading(place: place, strengths: scan(at: place))) }
            }
        }
        return readings
    }

    /// A walk that stays at each cell for some scans and then goes on to a neighbouring one.
    mutating func walk(cells: Int) -> [PlanPoint] {
        var (column, row) = (Self.columns / 2, Self.rows / 2)
        return (0..<cells).map { _ in
            column = min(max(column + Int(random.uniform() * 3) - 1, 0), Self.columns - 1)
            row = min(max(row + Int(random.uniform() * 3) - 1, 0), Self.rows - 1)
            return PlanPoint(x: Double(column), y: Double(row))
        }
    }
}
