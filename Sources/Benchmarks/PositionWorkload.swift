import Basics
import Beacons
import Foundation
import Proximity

/// Somebody who walks about a hall with beacons every seven metres, and what the phone hears in each second.
///
/// The hall grows with the beacons; a wall stands behind every third column of them, with doors.
struct PositionWorkload {
    static let spacing = 7.0
    /// The side of a place of the survey, in metres.
    static let placeSide = 3.0
    private static let scansForEachPlace = 4
    private static let packetsPerSecond = 3

    let beacons: [BeaconIdentity: PlanPoint]
    let walls: [PlanWall]
    let width: Double
    let height: Double
    /// The readings of each second, in walks of so many seconds.
    let walks: [[[Reading]]]
    /// What a survey of the hall heard, with places in metres.
    let survey: [SurveyReading]

    init(beacons count: Int, walks: Int, seconds: Int, seed: UInt64) {
        let columns = max(1, Int((Double(count) * 1.6).squareRoot().rounded()))
        let rows = (count + columns - 1) / columns
        let (width, height) = (Double(columns) * Self.spacing, Double(rows) * Self.spacing)
        (self.width, self.height) = (width, height)
        var places: [(BeaconIdentity, PlanPoint)] = []
        for number in 0..<count {
            let identity = BeaconIdentity(
                uuid: UUID128(high: 1, low: 2), major: UInt16(number / columns), minor: UInt16(number % columns))
            let (column, row) = (Double(number % columns), Double(number / columns))
            places.append((identity, PlanPoint(x: (column + 0.5) * Self.spacing, y: (row + 0.5) * Self.spacing)))
        }
        beacons = Dictionary(uniqueKeysWithValues: places)
        let standing = stride(from: 3 * Self.spacing, to: width, by: 3 * Self.spacing).map { x in
            PlanWall(from: PlanPoint(x: x, y: 2), to: PlanPoint(x: x, y: height - 2))
        }
        walls = standing
        var random = SplitMix64(seed: seed)
        func heard(at point: PlanPoint, of place: PlanPoint) -> Double? {
            let metres = max(point.distance(to: place), 0.3)
            let walls = standing.count { $0.separates(place, point) }
            let strength = -59 - 22 * log10(metres) - 5 * Double(walls) + random.gaussian(deviation: 8)
            return strength >= -95 ? strength.rounded() : nil
        }
        var now = Timestamp(seconds: 1_795_253_400)
        self.walks = (0..<walks).map { _ in
            var (point, goal) = (PlanPoint(x: width / 2, y: height / 2), PlanPoint(x: width / 2, y: height / 2))
            now = now.advanced(bySeconds: 3600)
            return (0..<seconds).map { _ in
                now = now.advanced(bySeconds: 1)
                let metres = point.distance(to: goal)
                if metres < 1.3 { goal = PlanPoint(x: width * random.uniform(), y: height * random.uniform()) }
                let share = min(1.3 / max(point.distance(to: goal), 0.1), 1)
                point = PlanPoint(x: point.x + (goal.x - point.x) * share, y: point.y + (goal.y - point.y) * share)
                return places.flatMap { identity, place in
                    (0..<Self.packetsPerSecond).compactMap { _ -> Reading? in
                        guard let strength = heard(at: point, of: place) else { return nil }
                        return Reading(
                            identity: identity, rssi: Int8(min(strength, 20)), measuredPower: -59, time: now)
                    }
                }
            }
        }
        // As many places as a map may have, at most: farther apart where the hall is larger.
        let side = max(Self.placeSide, (width * height / Double(RadioMap.limits.places / 2)).squareRoot())
        survey = stride(from: side / 2, to: height, by: side).flatMap { y in
            stride(from: side / 2, to: width, by: side).flatMap { x in
                (0..<Self.scansForEachPlace).map { _ in
                    let point = PlanPoint(x: x, y: y)
                    let strengths = places.compactMap { identity, place in
                        heard(at: point, of: place).map { (identity, $0) }
                    }
                    return SurveyReading(place: point, strengths: Dictionary(uniqueKeysWithValues: strengths))
                }
            }
        }
    }

    /// The scans of a walk: what each second has of each beacon, on average.
    static func scans(_ walk: [[Reading]]) -> [(time: Timestamp, strengths: [BeaconIdentity: Double])] {
        walk.compactMap { readings in
            guard let time = readings.last?.time else { return nil }
            let groups = Dictionary(grouping: readings, by: \.identity)
            return (time, groups.mapValues { $0.reduce(0) { $0 + Double($1.rssi) } / Double($0.count) })
        }
    }
}

extension SplitMix64 {
    /// A number of the Gaussian distribution around zero, by the method of Box and Muller.
    fileprivate mutating func gaussian(deviation: Double) -> Double {
        deviation * (-2 * log(1 - uniform())).squareRoot() * cos(2 * .pi * uniform())
    }
}
