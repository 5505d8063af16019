import Beacons
import Proximity

/// How long an estimate of a position takes on one core: by a plan, by a radio map, and, to compare with, by the nearest
/// neighbours of a scan among those of the same survey.
struct PositionBenchmark {
    /// What was measured.
    struct Result {
        /// Each method's times, its packets taken in included.
        var plan = LatencyHistogram()
        var radioMap = LatencyHistogram()
        var neighbours = LatencyHistogram()
        /// The places of the radio map, and the scans that the neighbours are sought among.
        var places = 0
        var scans = 0
        /// The sum of what was told, which proves that it was reckoned.
        var checksum = 0.0
    }

    let workload: PositionWorkload

    /// Walks all walks of the workload with each method; the first estimates of each, which know nothing, count as well.
    func run() -> Result {
        var result = Result()
        let grid = FloorGrid(
            beacons: workload.beacons, width: workload.width, height: workload.height, walls: workload.walls)
        let neighbours = NeighbourSearch(workload.survey)
        let map = RadioMap(learnedFrom: workload.survey, walls: workload.walls)
        result.places = map?.places.count ?? 0
        result.scans = workload.survey.count
        for walk in workload.walks {
            var estimator = PositionEstimator(grid: grid)
            for readings in walk {
                guard let now = readings.last?.time else { continue }
                result.plan.record(
                    nanoseconds: Self.time {
                        for reading in readings { estimator.hear(reading) }
                        result.checksum += estimator.estimate(at: now)?.point.x ?? 0
                    })
            }
            var filter = map.map { PlaceFilter(map: $0) }
            for (now, strengths) in PositionWorkload.scans(walk) {
                result.radioMap.record(
                    nanoseconds: Self.time {
                        result.checksum += filter?.update(strengths, at: now)?.point.x ?? 0
                    })
                result.neighbours.record(
                    nanoseconds: Self.time {
                        result.checksum += neighbours.place(of: strengths).x
                    })
            }
        }
        return result
    }

    private static func time(_ work: () -> Void) -> UInt64 {
        let (seconds, attoseconds) = ContinuousClock().measure(work).components
        return UInt64(max(seconds, 0)) * 1_000_000_000 + UInt64(max(attoseconds, 0) / 1_000_000_000)
    }
}

/// The plainest way to tell a place by a survey: the mean of the places of the five scans that are most like this one.
private struct NeighbourSearch {
    private static let unheard: Float = -100
    private let indices: [BeaconIdentity: Int]
    /// The strengths of each scan, one after the other.
    private let strengths: [Float]
    private let places: [PlanPoint]

    init(_ survey: [SurveyReading]) {
        let beacons = Set(survey.flatMap { $0.strengths.keys }).sorted {
            ($0.major, $0.minor) < ($1.major, $1.minor)
        }
        let indices = Dictionary(uniqueKeysWithValues: beacons.enumerated().map { ($1, $0) })
        self.indices = indices
        places = survey.map(\.place)
        strengths = survey.flatMap { Self.vector($0.strengths, indices) }
    }

    private static func vector(_ scan: [BeaconIdentity: Double], _ indices: [BeaconIdentity: Int]) -> [Float] {
        var vector = [Float](repeating: unheard, count: indices.count)
        for (beacon, strength) in scan { if let index = indices[beacon] { vector[index] = Float(strength) } }
        return vector
    }

    func place(of scan: [BeaconIdentity: Double]) -> PlanPoint {
        let wanted = Self.vector(scan, indices)
        var nearest: [(distance: Float, place: PlanPoint)] = []
        for (number, place) in places.enumerated() {
            var distance: Float = 0
            for (index, strength) in wanted.enumerated() {
                let difference = strength - strengths[number * wanted.count + index]
                distance += difference * difference
            }
            guard nearest.count < 5 || distance < nearest[4].distance else { continue }
            nearest.insert((distance, place), at: nearest.firstIndex { distance < $0.distance } ?? nearest.count)
            if nearest.count > 5 { nearest.removeLast() }
        }
        let count = Double(max(nearest.count, 1))
        return PlanPoint(
            x: nearest.reduce(0) { $0 + $1.place.x } / count, y: nearest.reduce(0) { $0 + $1.place.y } / count)
    }
}
