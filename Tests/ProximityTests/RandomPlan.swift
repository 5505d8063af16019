import Basics
import Beacons

@testable import Proximity

/// A floor of rooms with doors, and beacons anywhere in them, made from a seed.
struct RandomPlan {
    let width: Double
    let height: Double
    let walls: [PlanWall]
    let beacons: [BeaconIdentity: PlanPoint]
    let grid: FloorGrid

    /// A floor with a beacon for each so many square metres.
    init(seed: UInt64, squareMetresPerBeacon: Double = 45) {
        var random = SplitMix64(seed: seed).split(99)
        width = (30 + 30 * random.uniform()).rounded()
        height = (20 + 20 * random.uniform()).rounded()
        var walls: [PlanWall] = []
        // Walls from side to side, each with two doors of 2 m.
        var x = 0.0
        while true {
            x += 8 + 8 * random.uniform()
            guard x < width - 5 else { break }
            walls += Self.wall(length: height, using: &random) { PlanPoint(x: x, y: $0) }
        }
        let y = height * (0.35 + 0.3 * random.uniform())
        walls += Self.wall(length: width, using: &random) { PlanPoint(x: $0, y: y) }
        self.walls = walls
        var beacons: [BeaconIdentity: PlanPoint] = [:]
        for number in 0..<Int(width * height / squareMetresPerBeacon) {
            beacons[.grid(number, 0)] = PlanPoint(x: width * random.uniform(), y: height * random.uniform())
        }
        self.beacons = beacons
        grid = FloorGrid(beacons: beacons, width: width, height: height, walls: walls)
    }

    private static func wall(
        length: Double, using random: inout SplitMix64, at point: (Double) -> PlanPoint
    ) -> [PlanWall] {
        let first = 1 + (length / 2 - 4) * random.uniform()
        let second = length / 2 + (length / 2 - 4) * random.uniform()
        return [(0, first), (first + 2, second), (second + 2, length)].map {
            PlanWall(from: point($0), to: point($1))
        }
    }
}

/// Somebody who walks through the doors of a plan and stops here and there, and what the phone hears.
struct PlanWalker {
    let plan: RandomPlan
    /// The air, of which an estimator is told nothing.
    let exponent: Double
    let wallDecibels: Double
    let offset: Double
    /// Where beacons really hang; a test moves them.
    var hung: [BeaconIdentity: PlanPoint]
    /// Where clones of beacons hang.
    var clones: [BeaconIdentity: PlanPoint] = [:]
    private(set) var position: PlanPoint
    private(set) var now = Timestamp(milliseconds: 1_795_253_400_000)
    private var random: SplitMix64
    private var way: [PlanPoint] = []
    private var pause = 0.0

    init(plan: RandomPlan, seed: UInt64) {
        self.plan = plan
        random = SplitMix64(seed: seed).split(7)
        exponent = 1.8 + random.uniform()
        wallDecibels = 3 + 5 * random.uniform()
        offset = random.gaussian(deviation: 3)
        hung = plan.beacons
        position = plan.grid.centre(0)
        position = somewhere()
    }

    /// A second passes; what the phone heard in it, twice a second from each beacon.
    mutating func step() -> [Reading] {
        walk(seconds: 1)
        now = now.advanced(bySeconds: 1)
        var readings: [Reading] = []
        for beacons in [hung, clones] {
            for (identity, point) in beacons.sorted(by: { $0.key < $1.key }) {
                var mean = -59 + offset - 10 * exponent * decimalLogarithm(max(point.distance(to: position), 0.3))
                for wall in plan.walls where wall.separates(point, position) { mean -= wallDecibels }
                for _ in 0..<4 where random.uniform() < 0.5 {
                    let strength = mean + random.gaussian(deviation: 8)
                    guard strength >= -95 else { continue }
                    readings.append(
                        Reading(
                            identity: identity, rssi: Int8(min(strength.rounded(), 20)), measuredPower: -59, time: now))
                }
            }
        }
        return readings
    }

    private func decimalLogarithm(_ value: Double) -> Double { NaturalExponential.decimalLogarithm(value) }

    private mutating func walk(seconds: Double) {
        var left = seconds
        while left > 0.001 {
            if pause > 0 {
                let time = min(pause, left)
                (pause, left) = (pause - time, left - time)
            } else if let next = way.first {
                let metres = position.distance(to: next)
                let step = min(1.3 * left, metres)
                if metres > 1e-9 {
                    position.x += (next.x - position.x) * step / metres
                    position.y += (next.y - position.y) * step / metres
                }
                left -= step / 1.3
                if step >= metres { way.removeFirst() }
                if way.isEmpty { pause = 20 * random.uniform() }
            } else {
                way = plan.grid.way(from: position, to: somewhere())
                if way.isEmpty { pause = 1 }
            }
        }
    }

    private mutating func somewhere() -> PlanPoint {
        plan.grid.centre(Int(random.next() % UInt64(plan.grid.count)))
    }
}
