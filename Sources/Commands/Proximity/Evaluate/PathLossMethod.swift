import Basics
import Beacons
import Foundation
import Proximity

/// The method without a survey: the beacons' places and how signals weaken with distance.
///
/// Its one figure, the power at one metre, is fitted to the training scans.
struct PathLossMethod {
    private static let exponent = 2.2

    private let cellSide: Double
    private let power: Double
    private let middle: PlanCell
    private let left: Double
    private let top: Double
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
        let (left, top) = (Self.shift(cells.map(\.x)), Self.shift(cells.map(\.y)))
        let width = (cells.map(\.x).max() ?? 0) + left + 0.5
        let height = (cells.map(\.y).max() ?? 0) + top + 0.5
        (self.left, self.top) = (left, top)
        middle = PlanCell(nearestTo: PlanPoint(x: width / 2 - left, y: height / 2 - top))
        estimator = PositionEstimator(
            grid: FloorGrid(
                beacons: plan.beacons.mapValues {
                    PlanPoint(x: ($0.x + left) * cellSide, y: ($0.y + top) * cellSide)
                },
                width: width * cellSide, height: height * cellSide))
    }

    /// The cell after one more scan; the middle of the plan while no beacon of it was ever heard.
    mutating func cell(of scan: RecordedScan) -> PlanCell {
        let measuredPower = Int8(min(max(power.rounded(), -100), 20))
        for (beacon, strength) in scan.strengths {
            let rssi = Int8(min(max(strength.rounded(), -127), 20))
            estimator.hear(Reading(identity: beacon, rssi: rssi, measuredPower: measuredPower, time: scan.time))
        }
        guard let point = estimator.estimate(at: scan.time)?.point else { return middle }
        return PlanCell(nearestTo: PlanPoint(x: point.x / cellSide - left, y: point.y / cellSide - top))
    }

    /// What is added to coordinates for them to begin at 1, as cells do; nothing where they begin near it.
    private static func shift(_ coordinates: [Double]) -> Double {
        let least = (coordinates.min() ?? 1).rounded(.down)
        return (0...100).contains(least) ? 0 : 1 - least
    }

    private static func loss(metres: Double) -> Double { 10 * exponent * log10(max(metres, 1)) }
}
