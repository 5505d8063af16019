import Beacons
import Foundation
import Proximity
import Time

/// The method without a survey: the beacons' places and how signals weaken with distance.
///
/// Its one figure, the power at one metre, is fitted to the training scans.
struct PathLossMethod {
    private static let exponent = 2.2

    private let plan: BeaconPlan
    private let cellSide: Double
    private let power: Double
    private let corner: PlanPoint
    private var estimator: PositionEstimator

    /// The method for a plan, with what `training` says of the power.
    init(plan: BeaconPlan, training: [RecordedScan], cellSide: Double) {
        self.plan = plan
        self.cellSide = cellSide
        var (sum, count) = (0.0, 0.0)
        for scan in training {
            for (beacon, strength) in scan.strengths {
                guard let point = plan.beacons[beacon] else { continue }
                sum += strength + Self.loss(metres: point.distance(to: scan.cell.point) * cellSide)
                count += 1
            }
        }
        power = count > 0 ? sum / count : -59
        let cells = training.map(\.cell.point) + plan.beacons.values
        corner = PlanPoint(x: (cells.map(\.x).max() ?? 0) + 0.5, y: (cells.map(\.y).max() ?? 0) + 0.5)
        estimator = PositionEstimator(
            beacons: plan.beacons.mapValues { PlanPoint(x: $0.x * cellSide, y: $0.y * cellSide) },
            width: corner.x * cellSide, height: corner.y * cellSide)
    }

    /// The cell after one more scan; the middle of the plan when no beacon of it was ever heard.
    mutating func cell(of scan: RecordedScan) -> Cell {
        let ranged = scan.strengths.map { beacon, strength in
            let metres = min(max(Self.metres(loss: power - strength), 0.1), 100)
            return RangedBeacon(
                identity: beacon, rssi: strength, distance: metres, proximity: metres < 5 ? .near : .far,
                lastHeard: scan.time)
        }
        .sorted { ($0.distance, $0.identity.minor) < ($1.distance, $1.identity.minor) }
        guard let point = estimator.estimate(ranged, at: scan.time) else {
            return Cell(nearestTo: PlanPoint(x: corner.x / 2, y: corner.y / 2))
        }
        return Cell(nearestTo: PlanPoint(x: point.x / cellSide, y: point.y / cellSide))
    }

    private static func loss(metres: Double) -> Double { 10 * exponent * log10(max(metres, 1)) }

    private static func metres(loss: Double) -> Double { pow(10, loss / (10 * exponent)) }
}
