/// Where one more beacon would help most, ranked by what each second's packets would tell of the place.
///
/// What a beacon tells of a cell is the information of R. A. Fisher in its strength and in its silence, along the line to
/// it; errors shrink with the root of all information there. It is a guide to a few places, which are then tried.
struct BeaconRanking {
    /// Information along two axes, in one by square metres.
    private struct Information {
        var (xx, xy, yy) = (0.0, 0.0, 0.0)

        mutating func add(_ amount: Double, from point: PlanPoint, to other: PlanPoint) {
            let metres = max(point.distance(to: other), 0.5)
            let (x, y) = ((other.x - point.x) / metres, (other.y - point.y) / metres)
            xx += amount * x * x
            xy += amount * x * y
            yy += amount * y * y
        }

        /// The mean square error that is left, in square metres.
        var variance: Double { (xx + yy) / (xx * yy - xy * xy) }
    }

    /// What is known without any beacon: that one is on the floor, within some 20 m.
    private static let prior = 1.0 / 400
    /// Candidates stand so far apart, in metres, so that one bad luck is not proposed thrice.
    private static let apart = 4.0
    /// A cell whose error shrinks by less than this share is not changed.
    private static let leastShare = 0.01

    private let trial: PlanTrial
    private let accuracy: ExpectedAccuracy
    private let power: Double
    private let reception: ReceptionTable
    private let configuration = PositioningConfiguration.default
    /// What is known at each cell of the trial.
    private var known: [Information] = []

    init(trial: PlanTrial, accuracy: ExpectedAccuracy) {
        self.trial = trial
        self.accuracy = accuracy
        power = trial.usualPower
        reception = ReceptionTable(deviation: configuration.packetDeviation)
        let floor = trial.floor
        for cell in trial.cells {
            var sum = Information(xx: Self.prior, xy: 0, yy: Self.prior)
            for beacon in floor.points.indices {
                let index = beacon * floor.count + cell
                let amount = information(
                    power: trial.powers[beacon], loss: floor.losses[index], walls: floor.crossings[index])
                sum.add(amount, from: floor.centre(cell), to: floor.points[beacon])
            }
            known.append(sum)
        }
    }

    /// The best points for one more beacon, the best first, with the numbers of the cells that it changes.
    func best(_ most: Int) -> [(point: PlanPoint, changed: [Int])] {
        var ranked: [(point: PlanPoint, gain: Double)] = []
        for cell in candidates {
            let point = trial.floor.centre(cell)
            let gain = gains(at: point).reduce(0) { $0 + $1.share * accuracy.places[$1.number].metres }
            if gain > 0 { ranked.append((point, gain)) }
        }
        ranked.sort { ($1.gain, $0.point.y, $0.point.x) < ($0.gain, $1.point.y, $1.point.x) }
        var best: [(point: PlanPoint, changed: [Int])] = []
        for candidate in ranked where best.count < most {
            if best.contains(where: { $0.point.distance(to: candidate.point) < Self.apart }) { continue }
            best.append((candidate.point, gains(at: candidate.point).map { $0.number }))
        }
        return best
    }

    /// By what share a beacon at a point would lessen the errors of cells; those that it hardly changes are left out.
    private func gains(at point: PlanPoint) -> [(number: Int, share: Double)] {
        let floor = trial.floor
        var gains: [(number: Int, share: Double)] = []
        for (number, cell) in trial.cells.enumerated() {
            let centre = floor.centre(cell)
            let loss = Float(PathLoss.decibels(metres: max(centre.distance(to: point), 1), exponent: 1))
            // Walls are counted only where something could be gained without any.
            guard share(of: number, at: centre, from: point, loss: loss, walls: 0) > Self.leastShare else { continue }
            let walls = floor.wallsBetween(point, centre)
            let share = share(of: number, at: centre, from: point, loss: loss, walls: walls)
            if share > Self.leastShare { gains.append((number, share)) }
        }
        return gains
    }

    private func share(of number: Int, at centre: PlanPoint, from point: PlanPoint, loss: Float, walls: UInt8) -> Double
    {
        var sum = known[number]
        sum.add(information(power: power, loss: loss, walls: walls), from: centre, to: point)
        return 1 - (sum.variance / known[number].variance).squareRoot()
    }

    /// Every other cell of every other row, or every cell of a small floor.
    private var candidates: [Int] {
        let floor = trial.floor
        guard trial.cells.count > 400 else { return trial.cells }
        return trial.cells.filter { $0 % floor.columns % 2 == 0 && $0 / floor.columns % 2 == 0 }
    }

    /// What a second tells of the distance to a beacon, in one by square metres.
    private func information(power: Double, loss: Float, walls: UInt8) -> Double {
        let air = trial.air
        let level =
            Float(power - air.sensitivity) - Float(air.exponent) * loss - Float(AirModel.wallDecibels) * Float(walls)
        let metres = PathLoss.distance(decibels: Double(loss), exponent: 1)
        // By how many dB the mean falls with a metre.
        let slope = air.exponent * 4.342_944_819 / metres
        let (below, here, above) = (reception[level - 1], reception[level], reception[level + 1])
        let packets = air.packetsPerSecond * Double(here.chance)
        guard packets > 1e-6 else { return 0 }
        // Of a beacon at the edge the mean of what is understood hardly falls.
        let visible = 1 + Double(above.luck - below.luck) / 2
        let isHeard = 1 - NaturalExponential.power(-packets)
        let variance =
            configuration.packetDeviation * configuration.packetDeviation / max(packets, 1)
            + configuration.placeDeviation * configuration.placeDeviation
        let strength = isHeard * visible * visible / variance
        let change = Double(above.chance - below.chance) / 2 * air.packetsPerSecond
        let silence = configuration.silenceWorth * change * change / packets
        return (strength + silence) * slope * slope
    }
}
