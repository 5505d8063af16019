import Basics
import Beacons
import Testing

@testable import Proximity

@Suite("The accuracy to expect of a plan")
struct ExpectedAccuracyTests {
    private static let air = ExpectedAir(packetsPerSecond: 2, placeDeviation: 0)

    /// A hall of 36 by 24 m with a beacon in each square of so many metres.
    private static func hall(spacing: Double, without gap: PlanPoint? = nil, walls: [PlanWall] = []) -> FloorGrid {
        var beacons: [BeaconIdentity: PlanPoint] = [:]
        for row in 0..<Int(24 / spacing) {
            for column in 0..<Int(36 / spacing) {
                let point = PlanPoint(x: (Double(column) + 0.5) * spacing, y: (Double(row) + 0.5) * spacing)
                if let gap, gap.distance(to: point) < 9 { continue }
                beacons[.grid(row, column)] = point
            }
        }
        return FloorGrid(beacons: beacons, width: 36, height: 24, walls: walls)
    }

    private static func accuracy(_ trial: PlanTrial) -> ExpectedAccuracy {
        ExpectedAccuracy(trial.samples(of: 0..<trial.count), of: trial)
    }

    /// What phones that stand somewhere really get, by an air and a chance of the test's own.
    private static func real(_ grid: FloorGrid, phones: Int = 60) -> Double {
        var random = SplitMix64(seed: 4711)
        var errors: [Double] = []
        for _ in 0..<phones {
            let place = PlanPoint(x: grid.width * random.uniform(), y: grid.height * random.uniform())
            var estimator = PositionEstimator(grid: grid)
            for second in 0..<20 as Range<Int64> {
                let now = Timestamp(milliseconds: 1_795_253_400_000).advanced(bySeconds: second)
                for (beacon, point) in zip(grid.beacons, grid.points) {
                    let loss = 22 * NaturalExponential.decimalLogarithm(max(point.distance(to: place), 0.1))
                    let walls = grid.walls.count { $0.separates(point, place) }
                    // Two packets at even instants, unlike the trial's, which come as they like.
                    for _ in 0..<2 {
                        let strength = -59 - loss - 5 * Double(walls) + random.gaussian(deviation: 8)
                        guard strength >= -95 else { continue }
                        estimator.hear(
                            Reading(identity: beacon, rssi: Int8(strength.rounded()), measuredPower: -59, time: now))
                    }
                }
                guard let estimate = estimator.estimate(at: now), second >= 10 else { continue }
                errors.append(estimate.point.distance(to: place))
            }
        }
        return errors.reduce(0, +) / Double(errors.count)
    }

    @Test("what is predicted is within a quarter of what phones really get, and plans are in the right order")
    func agreement() {
        var predicted: [Double] = []
        var real: [Double] = []
        for spacing in [4.0, 6, 12] {
            let grid = Self.hall(spacing: spacing)
            predicted.append(Self.accuracy(PlanTrial(floor: grid, air: Self.air)).mean)
            real.append(Self.real(grid))
        }
        for (predicted, real) in zip(predicted, real) {
            #expect(abs(predicted - real) < real / 4, "\(predicted) for \(real)")
        }
        #expect(predicted == predicted.sorted() && real == real.sorted(), "\(predicted) for \(real)")
    }

    @Test("one more beacon is proposed where there is a gap, and there it helps phones more than elsewhere")
    func proposal() throws {
        let gap = PlanPoint(x: 27, y: 12)
        let grid = Self.hall(spacing: 6, without: gap)
        let trial = PlanTrial(floor: grid, air: Self.air)
        let before = Self.accuracy(trial)
        let proposals = trial.proposals(3, for: before)
        let first = try #require(proposals.first)
        #expect(first.point.distance(to: gap) < 7, "\(first.point)")
        #expect(!first.changed.isEmpty && first.changed.count <= trial.count)
        let new = BeaconIdentity.grid(50, 50)
        let helped = Self.real(FloorGrid(grid, adding: new, at: first.point))
        let elsewhere = Self.real(FloorGrid(grid, adding: new, at: PlanPoint(x: 3, y: 3)))
        #expect(helped < elsewhere && helped < Self.real(grid))
        #expect(Self.accuracy(first.trial).mean < before.mean)
    }

    @Test("the same seed gives the same errors whatever is tried at a time, another seed others")
    func repeatable() {
        let grid = Self.hall(spacing: 6)
        let trial = PlanTrial(floor: grid, air: Self.air)
        let whole = Self.accuracy(trial)
        let half = trial.count / 2
        let parts = trial.samples(of: half..<trial.count)
        let joined = ExpectedAccuracy(trial.samples(of: 0..<half) + parts, of: trial)
        #expect(whole.places == joined.places && whole.mean == joined.mean && whole.ninetieth == joined.ninetieth)
        #expect(Self.accuracy(PlanTrial(floor: grid, air: Self.air, seed: 2)).mean != whole.mean)
    }

    @Test("a beacon that is too far away to be heard changes nothing where it is not heard")
    func paired() {
        let grid = Self.hall(spacing: 6)
        let trial = PlanTrial(floor: grid, air: Self.air)
        let far = PlanTrial(
            floor: FloorGrid(grid, adding: .grid(90, 90), at: PlanPoint(x: 30_000, y: 0)),
            outline: [], air: Self.air)
        // The far beacon's silence is known to both, as of one that nobody could hear.
        let (one, other) = (trial.samples(of: 0..<5), far.samples(of: 0..<5))
        #expect(one.map(\.heard) == other.map(\.heard))
    }

    @Test("the floor is what can be walked to within the outline")
    func floor() {
        // A closed room in the corner, and a margin around the outline.
        let walls = [
            PlanWall(from: PlanPoint(x: 26, y: 2), to: PlanPoint(x: 26, y: 8)),
            PlanWall(from: PlanPoint(x: 26, y: 8), to: PlanPoint(x: 34, y: 8)),
            PlanWall(from: PlanPoint(x: 34, y: 8), to: PlanPoint(x: 34, y: 2)),
            PlanWall(from: PlanPoint(x: 34, y: 2), to: PlanPoint(x: 26, y: 2)),
        ]
        let grid = FloorGrid(
            beacons: [.grid(0, 0): PlanPoint(x: 5, y: 5)], width: 36, height: 24, walls: walls)
        let outline = [
            PlanPoint(x: 2, y: 2), PlanPoint(x: 34, y: 2), PlanPoint(x: 34, y: 22), PlanPoint(x: 2, y: 22),
        ]
        let cells = grid.walkable(within: outline)
        #expect(cells.count == 32 * 20 - 8 * 6)
        #expect(grid.walkable(within: []).count == 36 * 24 - 8 * 6)
        #expect(grid.walkable(within: [PlanPoint(x: 0, y: 0), PlanPoint(x: 5, y: 5)]).count == 36 * 24 - 8 * 6)
    }

    @Test("one beacon is tried too, and all of the floor hears fewer than three")
    func alone() {
        let grid = FloorGrid(beacons: [.grid(0, 0): PlanPoint(x: 5, y: 5)], width: 20, height: 10)
        let accuracy = Self.accuracy(PlanTrial(floor: grid, air: Self.air))
        #expect(accuracy.share(hearingFewerThan: 3) == 1 && accuracy.mean > 2 && accuracy.mean < 23)
        #expect(accuracy.share(within: 100) == 1 && accuracy.places.count == 200)
    }

    @Test("without beacons there is no floor, and where none is heard the whole plan is the error")
    func nothing() {
        let empty = PlanTrial(floor: FloorGrid(beacons: [:], width: 20, height: 10), air: Self.air)
        #expect(empty.count == 0 && Self.accuracy(empty).worst == nil && Self.accuracy(empty).mean == 0)
        #expect(empty.proposals(3, for: Self.accuracy(empty)).isEmpty)
        let beacon = BeaconIdentity.grid(0, 0)
        let weak = PlanTrial(
            floor: FloorGrid(beacons: [beacon: PlanPoint(x: 1, y: 1)], width: 30, height: 40), powers: [beacon: -100],
            air: ExpectedAir(packetsPerSecond: 0.05, placeDeviation: 0))
        #expect(Self.accuracy(weak).worst?.metres == 50)
    }

    @Test("hostile numbers are brought into their ranges")
    func hostile() {
        for value in [Double.nan, .infinity, -.infinity, -1, 1e300] {
            let air = ExpectedAir(packetsPerSecond: value, placeDeviation: value)
            #expect((0.05...50).contains(air.packetsPerSecond) && (0...20).contains(air.placeDeviation))
            let beacon = BeaconIdentity.grid(0, 0)
            let grid = FloorGrid(beacons: [beacon: PlanPoint(x: 1, y: 1)], width: 4, height: 4)
            let trial = PlanTrial(
                floor: grid, outline: [PlanPoint(x: value, y: value)], powers: [beacon: value], air: air)
            let accuracy = Self.accuracy(trial)
            #expect(accuracy.mean.isFinite && accuracy.places.count == 16)
        }
    }

    @Test("a full plan takes no further beacon")
    func full() {
        var beacons: [BeaconIdentity: PlanPoint] = [:]
        for number in 0..<FloorGrid.limits.beacons {
            beacons[.grid(number, 0)] = PlanPoint(x: Double(number % 4), y: 1)
        }
        let trial = PlanTrial(
            floor: FloorGrid(beacons: beacons, width: 4, height: 4), air: ExpectedAir(packetsPerSecond: 0.05))
        #expect(trial.proposals(3, for: Self.accuracy(trial)).isEmpty)
    }
}
