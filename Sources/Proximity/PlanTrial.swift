import Basics
import Beacons

/// A plan of beacons, tried before any of them is bought: a phone stands at each cell, hears what the air brings there,
/// and is told a position by `PositionEstimator`, which knows neither the luck of packets nor what the place does.
///
/// Each cell is tried by itself with chance that the seed names, so that cells can be tried at the same time on several
/// cores, and the same seed gives the same errors.
public struct PlanTrial: Sendable {
    /// What a phone at one cell came to.
    public struct Sample: Sendable {
        /// Metres between the phone and what it was told, for each second that was judged; fewer where nothing was heard.
        let errors: [Float]
        /// How many beacons it heard in a second, on average.
        let heard: Float
    }

    /// For how long a phone stands before it is judged, and for how long it is judged, in seconds.
    private static let (settling, judged) = (10, 10)
    /// What a beacon has at one metre of which nothing is known, in dBm.
    private static let usualPower = -59.0
    /// Farther than so many standard deviations below the limit no packet is heard.
    private static let luck = 4.0

    let floor: FloorGrid
    let air: ExpectedAir
    /// What each beacon has at one metre, in dBm, in the order of the floor's.
    let powers: [Double]
    /// The cells of the floor on which one walks, in order.
    let cells: [Int]
    private let seed: UInt64

    /// A trial of the beacons of `floor` in this air.
    ///
    /// - Parameters:
    ///   - floor: the plan with its walls and beacons.
    ///   - outline: corners of walls and rooms, in whose hull the floor lies; all of the plan where there are none.
    ///   - powers: what beacons have at one metre, in dBm; −59 where nothing is said.
    ///   - air: the air.
    ///   - seed: names the chance.
    public init(
        floor: FloorGrid, outline: [PlanPoint] = [], powers: [BeaconIdentity: Double] = [:], air: ExpectedAir,
        seed: UInt64 = 1
    ) {
        self.floor = floor
        self.air = air
        self.powers = floor.beacons.map { beacon in
            let power = powers[beacon] ?? Self.usualPower
            return power.isFinite ? min(max(power, -100), 20) : Self.usualPower
        }
        cells = floor.walkable(within: outline)
        self.seed = seed
    }

    /// The same trial with one more beacon; nil when the floor has as many as it may have.
    init?(_ trial: PlanTrial, adding point: PlanPoint) {
        guard trial.floor.beacons.count < FloorGrid.limits.beacons else { return nil }
        // No beacon of a venue is called so: its UUID would be all ones.
        let new = BeaconIdentity(uuid: UUID128(high: .max, low: .max), major: .max, minor: .max)
        floor = FloorGrid(trial.floor, adding: new, at: point)
        air = trial.air
        powers = trial.powers + [trial.usualPower]
        cells = trial.cells
        seed = trial.seed
    }

    /// How many cells there are to try.
    public var count: Int { cells.count }

    /// The power that half of the beacons have at most.
    var usualPower: Double {
        let sorted = powers.sorted()
        return sorted.isEmpty ? Self.usualPower : sorted[sorted.count / 2]
    }

    /// Tries some of the cells, by their numbers from 0 to `count`.
    public func samples(of numbers: some Sequence<Int>) -> [Sample] {
        numbers.map { sample(at: cells[$0]) }
    }

    /// The mean strength of a beacon at a cell, in dBm, at so many metres from it.
    func strength(of beacon: Int, at cell: Int, metres: Double) -> Double {
        powers[beacon] - PathLoss.decibels(metres: max(metres, 0.1), exponent: air.exponent)
            - AirModel.wallDecibels * Double(floor.crossings[beacon * floor.count + cell])
    }

    private func sample(at cell: Int) -> Sample {
        var place = PlanNoise(seed: seed, cell: cell, beacon: -1)
        let point = standing(in: cell, &place)
        // What may be heard at all: the beacon, its mean strength here, and its chance.
        var around: [(beacon: Int, strength: Double, phase: Double, noise: PlanNoise)] = []
        for beacon in floor.beacons.indices {
            var noise = PlanNoise(seed: seed, cell: cell, beacon: beacon)
            let mean = strength(of: beacon, at: cell, metres: floor.points[beacon].distance(to: point))
            let strength = mean + air.placeDeviation * noise.gaussian()
            guard strength + Self.luck * air.packetDeviation >= air.sensitivity else { continue }
            let phase = noise.uniform()
            around.append((beacon, strength, phase, noise))
        }
        var estimator = PositionEstimator(grid: floor)
        var now = Timestamp(milliseconds: 0)
        var errors: [Float] = []
        var heard = 0
        for second in 0..<Self.settling + Self.judged {
            now = now.advanced(bySeconds: 1)
            for index in around.indices {
                // A beacon sends at even intervals, which nobody's seconds keep to.
                let sent = around[index].phase + air.packetsPerSecond * Double(second)
                let packets = Int(sent + air.packetsPerSecond) - Int(sent)
                let understood = hear(
                    packets, of: around[index].beacon, around[index].strength, at: now, &around[index].noise, &estimator
                )
                if second >= Self.settling, understood > 0 { heard += 1 }
            }
            guard let estimate = estimator.estimate(at: now), second >= Self.settling else { continue }
            errors.append(Float(estimate.point.distance(to: point)))
        }
        return Sample(errors: errors, heard: Float(heard) / Float(Self.judged))
    }

    /// Some packets of one beacon; how many of them were understood.
    private func hear(
        _ packets: Int, of beacon: Int, _ strength: Double, at now: Timestamp, _ noise: inout PlanNoise,
        _ estimator: inout PositionEstimator
    ) -> Int {
        var understood = 0
        for _ in 0..<packets {
            let packet = strength + air.packetDeviation * noise.gaussian()
            guard packet >= air.sensitivity else { continue }
            understood += 1
            estimator.hear(
                Reading(
                    identity: floor.beacons[beacon], rssi: Int8(min(max(packet.rounded(), -127), 20)),
                    measuredPower: Int8(powers[beacon].rounded()), time: now))
        }
        return understood
    }

    /// Some point of a cell, on the same side of each wall as its middle.
    private func standing(in cell: Int, _ noise: inout PlanNoise) -> PlanPoint {
        let middle = floor.centre(cell)
        let point = PlanPoint(
            x: min(max(middle.x + (noise.uniform() - 0.5) * floor.side, 0), floor.width),
            y: min(max(middle.y + (noise.uniform() - 0.5) * floor.side, 0), floor.height))
        return floor.separates(middle, point) ? middle : point
    }
}
