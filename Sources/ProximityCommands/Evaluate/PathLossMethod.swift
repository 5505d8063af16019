import Beacons
import Foundation
import Proximity
import Time

/// The method without a survey: the beacons' places and how signals weaken with distance.
///
/// Its one figure, the power at one metre, is fitted to the training scans.
struct PathLossMethod {
    private static let exponent = 2.2

    private let cellSide: Double
    private let power: Double
    private let middle: Cell
    private var estimator: PositionEstimator

    /// The method for a plan, with what `training` says of the power.
    init(plan: BeaconPlan, training: [RecordedScan], cellSide: Double) {
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
        let (width, height) = ((cells.map(\.x).max() ?? 0) + 0.5, (cells.map(\.y).max() ?? 0) + 0.5)
        middle = Cell(nearestTo: PlanPoint(x: width / 2, y: height / 2))
        estimator = PositionEstimator(
            grid: FloorGrid(
                beacons: plan.beacons.mapValues { PlanPoint(x: $0.x * cellSide, y: $0.y * cellSide) },
                width: width * cellSide, height: height * cellSide))
    }

    /// The cell after one more scan; the middle of the plan while no beacon of it was ever heard.
    mutating func cell(of scan: RecordedScan) -> Cell {
        let measuredPower = Int8(min(max(power.rounded(), -100), 20))
        for (beacon, strength) in scan.strengths {
            let rssi = Int8(min(max(strength.rounded(), -127), 20))
            estimator.hear(Reading(identity: beacon, rssi: rssi, measuredPower: measuredPower, time: scan.time))
        }
        guard let point = estimator.estimate(at: scan.time)?.point else { return middle }
        return Cell(nearestTo: PlanPoint(x: point.x / cellSide, y: point.y / cellSide))
    }

    private static func loss(metres: Double) -> Double { 10 * exponent * log10(max(metres, 1)) }
}
