import Basics
import Beacons
import Loyalty
import Presence
import Radio
import Testing

@testable import Proximity
@testable import Simulation

/// What `PlanTrial` expects of the demo's centre, against phones that stand in its simulated air, where packets collide,
/// radios change channels and walls are met by the exact line.
@Suite("The accuracy to expect of the demo's centre")
struct ExpectedAccuracyTests {
    /// One phone for each so many cells.
    private static let cellsPerPhone = 6

    /// The mean error that is expected of some of the centre's beacons and the one that phones have, at the same cells.
    private func errors(keeping isKept: (Int) -> Bool) throws -> (expected: Double, real: Double) {
        let venue = try DemoCentre.venue()
        let beacons = venue.beacons.enumerated().filter { isKept($0.offset) }.map(\.element)
        let walls = venue.plan.barriers.map { wall in
            PlanWall(
                from: PlanPoint(x: wall.from.x, y: wall.from.y), to: PlanPoint(x: wall.to.x, y: wall.to.y))
        }
        let places = beacons.map { (venue.identity(of: $0), PlanPoint(x: $0.position.x, y: $0.position.y)) }
        let floor = FloorGrid(
            beacons: Dictionary(uniqueKeysWithValues: places), width: venue.plan.width, height: venue.plan.height,
            walls: walls)
        // A beacon of the simulation sends each frame every 400 ms, and no bodies stand in its air.
        let trial = PlanTrial(
            floor: floor, outline: walls.flatMap { [$0.from, $0.to] },
            air: ExpectedAir(packetsPerSecond: 2.5, placeDeviation: 0))
        let numbers = Array(stride(from: 0, to: trial.count, by: Self.cellsPerPhone))
        let expected = trial.samples(of: numbers).flatMap(\.errors).map { Double($0) }
        // People do not stand at the middles of cells, where an estimator on a grid is at its best.
        var random = SplitMix64(seed: 3)
        let points = numbers.map { number in
            let middle = floor.centre(trial.cells[number])
            let point = PlanPoint(x: middle.x + random.uniform() - 0.5, y: middle.y + random.uniform() - 0.5)
            return floor.separates(middle, point) ? middle : point
        }
        let real = try Self.real(floor, venue, beacons, at: points)
        return (expected.reduce(0, +) / Double(expected.count), real.reduce(0, +) / Double(real.count))
    }

    /// The errors of phones that stand at these points, from the eleventh second to the twentieth.
    private static func real(
        _ floor: FloorGrid, _ venue: Venue, _ beacons: [VenueBeacon], at points: [PlanPoint]
    ) throws -> [Double] {
        var random = SplitMix64(seed: 99)
        let walls = venue.plan.barriers.map { wall in
            Wall(from: AirPosition(wall.from), to: AirPosition(wall.to), attenuation: 5)
        }
        var air = SimulatedAir(seed: 7, walls: walls)
        var now = Timestamp(seconds: 1_795_253_400)
        air.advance(to: now)
        var hung: [SimulatedBeacon] = []
        for beacon in beacons {
            let key = BeaconKey(using: &random)
            hung.append(
                SimulatedBeacon(
                    beacon, identity: venue.identity(of: beacon), key: key, in: &air, now: now, random: &random))
        }
        var phones = points.map { point in
            SimulatedRadio(
                role: HCIHost.Role(scan: true, advertise: nil), address: .random(using: &random),
                at: AirPosition(x: point.x, y: point.y), in: &air, now: now)
        }
        var estimators = points.map { _ in PositionEstimator(grid: floor) }
        var errors: [Double] = []
        for step in 1...200 {
            now = now.advanced(byMilliseconds: 100)
            air.advance(to: now)
            for index in hung.indices { hung[index].step(in: &air) }
            for index in phones.indices {
                for advertisement in phones[index].exchange(with: &air) {
                    guard let rssi = advertisement.rssi else { continue }
                    for case .iBeacon(let frame) in advertisement.frames {
                        estimators[index].hear(
                            Reading(
                                identity: frame.identity, rssi: rssi, measuredPower: frame.measuredPower,
                                time: advertisement.time))
                    }
                }
                guard step % 10 == 0, let estimate = estimators[index].estimate(at: now), step > 100 else { continue }
                errors.append(estimate.point.distance(to: points[index]))
            }
        }
        return errors
    }

    @Test("it is within a quarter of what phones have there, and plans with fewer beacons are in the right order")
    func agreement() throws {
        let plans = [1, 2, 4, 8].map { every in { (number: Int) in number % every == 0 } }
        let results = try plans.map { try errors(keeping: $0) }
        for (expected, real) in results {
            #expect(abs(expected - real) < 0.25 * real, "\(expected) for \(real)")
        }
        #expect(results.map(\.expected) == results.map(\.expected).sorted())
        #expect(results.map(\.real) == results.map(\.real).sorted())
    }
}
