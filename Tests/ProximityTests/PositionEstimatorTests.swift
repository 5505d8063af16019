import Basics
import Beacons
import Proximity
import Testing

@Suite("Position on the plan")
struct PositionEstimatorTests {
    private static let start = Timestamp(milliseconds: 1_795_253_400_000)
    /// A wall across the hall with a gap of 3 m, and one along it.
    private static let walls = [
        PlanWall(from: PlanPoint(x: 40, y: 0), to: PlanPoint(x: 40, y: 20)),
        PlanWall(from: PlanPoint(x: 40, y: 23), to: PlanPoint(x: 40, y: 45)),
        PlanWall(from: PlanPoint(x: 10, y: 22.5), to: PlanPoint(x: 30, y: 22.5)),
    ]

    /// What a stroll came to.
    private struct Stroll {
        var errors: [Double] = []
        var within = 0
        var points: [PlanPoint] = []

        var mean: Double { errors.reduce(0, +) / Double(errors.count) }
        var ninetieth: Double { errors.sorted()[errors.count * 9 / 10] }
    }

    /// A stroll of some minutes, judged after the first ten seconds; `also` is what else is heard in a second.
    private func stroll(
        seed: UInt64, seconds: Int = 150, walls: [PlanWall] = [], configuration: PositioningConfiguration = .default,
        configure: (inout WalkingPhone) -> Void = { _ in }, also: (WalkingPhone) -> [Reading] = { _ in [] }
    ) -> Stroll {
        var phone = WalkingPhone(seed: seed)
        // Where the beacons hang by the plan; `configure` may hang them elsewhere.
        let grid = FloorGrid(
            beacons: phone.beacons, width: WalkingPhone.width, height: WalkingPhone.height, walls: walls)
        configure(&phone)
        var estimator = PositionEstimator(grid: grid, configuration: configuration)
        var stroll = Stroll()
        for second in 0..<seconds {
            for reading in phone.step() + also(phone) { estimator.hear(reading) }
            guard let estimate = estimator.estimate(at: phone.now) else { continue }
            stroll.points.append(estimate.point)
            guard second >= 10 else { continue }
            let error = estimate.point.distance(to: phone.position)
            stroll.errors.append(error)
            if error <= estimate.doubt { stroll.within += 1 }
        }
        return stroll
    }

    private func strolls(
        _ count: UInt64 = 3, configure: (inout WalkingPhone) -> Void = { _ in },
        also: (WalkingPhone) -> [Reading] = { _ in [] }
    ) -> Stroll {
        var all = Stroll()
        for seed in 0..<count {
            let one = stroll(seed: seed, configure: configure, also: also)
            all.errors += one.errors
            all.within += one.within
        }
        return all
    }

    @Test("with beacons every 7 m, two packets a second and 8 dB the mean error of walkers stays under 3 m")
    func accuracy() {
        let all = strolls(6)
        #expect(all.errors.count == 840)
        #expect(all.mean < 3, "\(all.mean)")
        #expect(all.ninetieth < 5, "\(all.ninetieth)")
        // The doubt holds about what it says.
        let share = Double(all.within) / Double(all.errors.count)
        #expect(share > 0.5 && share < 0.85, "\(share)")
    }

    @Test("an air of another exponent is learned", arguments: [1.8, 2.6])
    func exponent(exponent: Double) {
        let all = strolls() { $0.exponent = exponent }
        #expect(all.mean < 3.5, "\(all.mean)")
    }

    @Test("a cloned beacon beside the phone costs less than a metre")
    func clone() {
        let cloned = strolls() { _ in
        } also: { phone in
            // The beacon of the far corner, as if it hung two metres from the phone, all the time.
            (0..<3).map { _ in
                Reading(identity: .grid(5, 10), rssi: -66, measuredPower: -59, time: phone.now)
            }
        }
        let plain = strolls()
        #expect(cloned.mean < plain.mean + 1, "\(cloned.mean) instead of \(plain.mean)")
    }

    @Test("a beacon that was hung elsewhere costs less than a metre")
    func moved() {
        let moved = strolls() { $0.move(.grid(2, 5), to: PlanPoint(x: 75, y: 40)) }
        let plain = strolls()
        #expect(moved.mean < plain.mean + 1, "\(moved.mean) instead of \(plain.mean)")
    }

    @Test(
        "it never moves faster than 2 m/s, leaves the plan or goes through a wall in a second, except when it was lost",
        arguments: 0..<6 as Range<UInt64>)
    func walks(seed: UInt64) {
        var configuration = PositioningConfiguration.default
        configuration.lostMilliseconds = .max
        let points = stroll(seed: seed, walls: Self.walls, configuration: configuration).points
        #expect(points.count == 150)
        for (before, after) in zip(points, points.dropFirst()) {
            #expect(after.distance(to: before) <= 2 + 1e-9)
            #expect(after.x >= 0 && after.x <= 80 && after.y >= 0 && after.y <= 45)
            for wall in Self.walls where before != after { #expect(!wall.separates(before, after)) }
        }
    }

    @Test("when it was wrong by far it starts anew after some seconds")
    func lost() throws {
        var phone = WalkingPhone(seed: 0)
        var estimator = PositionEstimator(
            grid: FloorGrid(beacons: phone.beacons, width: WalkingPhone.width, height: WalkingPhone.height))
        func error() throws -> Double {
            for reading in phone.step() { estimator.hear(reading) }
            let found = estimator.estimate(at: phone.now)
            let estimate = try #require(found)
            return estimate.point.distance(to: phone.position)
        }
        for _ in 0..<20 { _ = try error() }
        // Carried off in a second, as no walker is.
        phone.carry(to: PlanPoint(x: 70, y: 40))
        #expect(try error() > 30)
        var last = 0.0
        for _ in 0..<30 { last = try error() }
        #expect(last < 5)
    }

    @Test("nothing heard, or nothing of the plan, is no position")
    func nothing() {
        let phone = WalkingPhone(seed: 0)
        var estimator = PositionEstimator(grid: FloorGrid(beacons: phone.beacons, width: 80, height: 45))
        #expect(estimator.estimate(at: Self.start) == nil)
        estimator.hear(Reading(identity: .grid(99, 99), rssi: -60, measuredPower: -59, time: Self.start))
        estimator.hear(Reading(identity: .grid(0, 0), rssi: 127, measuredPower: -59, time: Self.start))
        #expect(estimator.estimate(at: Self.start) == nil)
    }

    @Test("one beacon alone places the phone near it, inside the plan")
    func alone() throws {
        let grid = FloorGrid(beacons: [.grid(0, 0): PlanPoint(x: 1, y: 1)], width: 80, height: 45)
        var estimator = PositionEstimator(grid: grid)
        var found: PositionEstimate?
        for second in 0..<20 as Range<Int64> {
            let now = Self.start.advanced(bySeconds: second)
            for _ in 0..<5 {
                estimator.hear(Reading(identity: .grid(0, 0), rssi: -62, measuredPower: -59, time: now))
            }
            found = estimator.estimate(at: now)
        }
        let estimate = try #require(found)
        #expect(estimate.point.distance(to: PlanPoint(x: 1, y: 1)) < 12)
        #expect(estimate.point.x >= 0 && estimate.point.y >= 0 && estimate.doubt > 0)
    }

    @Test("hostile plans and clocks give a finite position or none")
    func hostile() {
        let values: [Double] = [.nan, .infinity, -.infinity, -1, 0, 1e-300, 3]
        for value in values {
            for point in [PlanPoint(x: value, y: value), PlanPoint(x: 5, y: 5)] {
                let wall = PlanWall(from: PlanPoint(x: value, y: 0), to: PlanPoint(x: 3, y: value))
                let grid = FloorGrid(beacons: [.grid(0, 0): point], width: value, height: 45, walls: [wall])
                var estimator = PositionEstimator(grid: grid)
                for time in [0, .min, .max, 5] as [Int64] {
                    let time = Timestamp(milliseconds: time)
                    estimator.hear(Reading(identity: .grid(0, 0), rssi: -128, measuredPower: 127, time: time))
                    estimator.hear(Reading(identity: .grid(0, 0), rssi: -60, measuredPower: 127, time: time))
                    guard let estimate = estimator.estimate(at: time) else { continue }
                    #expect(estimate.point.x.isFinite && estimate.point.y.isFinite && estimate.doubt.isFinite)
                }
            }
        }
    }

    @Test("the same readings give the same positions to the last bit")
    func deterministic() {
        #expect(stroll(seed: 4, seconds: 60).points == stroll(seed: 4, seconds: 60).points)
    }
}
