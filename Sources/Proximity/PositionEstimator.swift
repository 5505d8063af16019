import Basics
import Beacons

/// Where on the plan a phone is, from the beacons that it hears, those that it does not hear, and where it was before.
///
/// It is a Bayes filter on the floor's grid (S. Thrun, W. Burgard, D. Fox, "Probabilistic Robotics", section 8.2). What
/// people do in a second is in `WalkBelief`, how signals weaken in `FloorGrid` and `AirModel`. Each second's packets are
/// weighed by themselves, not as means over the past, which lag behind. The position that is told moves no faster than
/// people do and never through a wall; only who was lost for seconds starts anew.
public struct PositionEstimator: Sendable {
    /// The constants in use.
    public let configuration: PositioningConfiguration

    private let grid: FloorGrid
    private let reception: ReceptionTable
    private var belief: WalkBelief
    private var air = AirModel()
    private var pending: [Int: Pending] = [:]
    /// How many packets a second a near beacon gives.
    private var packetsPerSecond = 0.0
    /// The weakest strength that this receiver understands, as far as is known.
    private var sensitivity = -90.0
    private var last: (position: PlanPoint, doubt: Double, time: Timestamp)?
    /// The power of each beacon as it was stated last.
    private var powers: [Int: Double] = [:]
    /// By how many meters the position of a walker can lag behind.
    private static let lag = 3.0
    /// Since when the beacons have contradicted the position.
    private var lostSince: Timestamp?

    private struct Pending: Sendable {
        var count = 0.0
        var sum = 0.0
        var power = 0.0
    }

    /// An estimator for a floor.
    public init(grid: FloorGrid, configuration: PositioningConfiguration = .default) {
        self.grid = grid
        self.configuration = configuration
        reception = ReceptionTable(deviation: configuration.packetDeviation)
        belief = WalkBelief(anywhereOn: grid)
    }

    /// Takes in a reading; one of a beacon that is not on the floor, or without a usable strength, is ignored.
    public mutating func hear(_ reading: Reading) {
        guard reading.rssi >= -127, reading.rssi <= 20, let beacon = grid.indices[reading.identity] else { return }
        var known = pending[beacon] ?? Pending()
        // A flood of packets is worth no more than a beacon at its fastest.
        guard known.count < 64 else { return }
        known.count += 1
        known.sum += Double(reading.rssi)
        known.power = Double(min(max(reading.measuredPower, -100), 20))
        pending[beacon] = known
        powers[beacon] = known.power
    }

    /// The position at `now`, about once a second, or nil when no beacon of the floor was heard for some seconds.
    public mutating func estimate(at now: Timestamp) -> PositionEstimate? {
        let heard = pending.sorted { $0.key < $1.key }
        pending = [:]
        var elapsed = 1.0
        if let last {
            let age = now.milliseconds(since: last.time)
            if age < 0 || age > configuration.memoryMilliseconds { reset() } else { elapsed = Double(age) / 1000 }
        }
        guard !heard.isEmpty else {
            guard let last else { return nil }
            return described(last.position)
        }
        if last != nil { belief.advance(seconds: elapsed, on: grid) }
        let seconds = max(elapsed, 0.5)
        learnPackets(heard, seconds: seconds)
        var (likelihoods, misfit) = likelihoods(heard, seconds: seconds)
        let isExplained = misfit < 1.5 * Double(heard.count) + 4
        if !isExplained {
            // Where nothing near explains what is heard, the whole floor is asked.
            belief.spread(Float(configuration.lostShare))
            (likelihoods, misfit) = self.likelihoods(heard, seconds: seconds)
        }
        if !belief.weigh(likelihoods) { belief = WalkBelief(anywhereOn: grid) }
        let target = meanPoint()
        if isExplained { learnAir(heard, at: grid.cell(of: target)) }
        let position = position(towards: target, seconds: elapsed, at: now)
        let estimate = described(position)
        last = (position, estimate.doubt, now)
        return estimate
    }

    /// Whether a beacon is heard far louder than it can be at the last position, even where the position is off by its doubt
    /// or by the meters that it lags behind.
    ///
    /// One beacon counts for no more than `outlierDeviations` in the position; this is the same bound for what else is made
    /// of a single beacon. False without a position, and for a beacon that is not on the floor.
    public func contradicts(_ beacon: RangedBeacon) -> Bool {
        guard let last, let index = grid.indices[beacon.identity], let power = powers[index] else { return false }
        let away = grid.points[index].distance(to: last.position) - max(last.doubt, Self.lag)
        guard away > 1 else { return false }
        let expected = air.strength(power: power, loss: 10 * NaturalExponential.decimalLogarithm(away))
        let deviation = variance(Double(max(beacon.readingCount, 1))).squareRoot()
        return beacon.rssi - expected > configuration.outlierDeviations * deviation
    }

    /// Forgets where the phone was, for when scanning stops; what was learned of the air stays.
    public mutating func reset() {
        belief = WalkBelief(anywhereOn: grid)
        last = nil
        lostSince = nil
    }

    // MARK: What is heard, and what is not

    private mutating func learnPackets(_ heard: [(key: Int, value: Pending)], seconds: Double) {
        let counts = heard.map { $0.value.count }.sorted(by: >).prefix(4)
        let rate = counts.reduce(0, +) / Double(counts.count) / seconds
        packetsPerSecond = packetsPerSecond == 0 ? rate : packetsPerSecond + 0.1 * (rate - packetsPerSecond)
        for (_, packets) in heard { sensitivity = max(min(sensitivity, packets.sum / packets.count), -100) }
    }

    /// How well each of the active cells explains the second, against the best one, and the misfit of that.
    private func likelihoods(
        _ heard: [(key: Int, value: Pending)], seconds: Double
    ) -> (likelihoods: [Float], misfit: Double) {
        let active = belief.active
        var misfits = [Float](repeating: 0, count: active.count)
        var next = 0
        let usualPower = heard.reduce(0) { $0 + $1.value.power } / Double(heard.count)
        let expected = Float(packetsPerSecond * seconds)
        let (exponent, wall) = (Float(air.exponent), Float(AirModel.wallDecibels))
        let limit = Float(configuration.outlierDeviations * configuration.outlierDeviations)
        let (countWorth, countLimit) = (Float(configuration.silenceWorth), Float(configuration.silenceLimit))
        for beacon in grid.beacons.indices {
            let packets = next < heard.count && heard[next].key == beacon ? heard[next].value : nil
            if packets != nil { next += 1 }
            let top = Float(air.strength(power: packets?.power ?? usualPower, loss: 0) - sensitivity)
            let start = beacon * grid.count
            let count = Float(packets?.count ?? 0)
            let strength = Float((packets.map { $0.sum / $0.count } ?? 0) - sensitivity)
            let sharpness = Float(packets.map { 1 / variance($0.count) } ?? 0)
            // What the best explanation of this count costs, against which the others are held.
            let usual = count > 0 ? count - count * Float(NaturalExponential.logarithm(Double(count / expected))) : 0
            for index in active.indices {
                let cell = active[index]
                let mean = top - exponent * grid.losses[start + cell] - wall * Float(grid.crossings[start + cell])
                let entry = reception[mean]
                let missing = expected * entry.chance - count * entry.logChance - usual
                var misfit = min(2 * countWorth * missing, countLimit)
                if count > 0 {
                    let difference = strength - mean - entry.luck
                    misfit += min(difference * difference * sharpness, limit)
                }
                misfits[index] += misfit
            }
        }
        var least = Float.infinity
        for misfit in misfits { least = min(least, misfit) }
        let likelihoods = misfits.map { Float(NaturalExponential.power(Double(least - $0) / 2)) }
        return (likelihoods, Double(least))
    }

    /// The variance of a mean of packets, in dB².
    private func variance(_ count: Double) -> Double {
        configuration.packetDeviation * configuration.packetDeviation / count
            + configuration.placeDeviation * configuration.placeDeviation
    }

    /// Learns the air from what was heard, without the luck of packets at the edge of the range.
    private mutating func learnAir(_ heard: [(key: Int, value: Pending)], at cell: Int) {
        for (beacon, packets) in heard {
            let loss = Double(grid.losses[beacon * grid.count + cell])
            let walls = AirModel.wallDecibels * Double(grid.crossings[beacon * grid.count + cell])
            let usual = packets.power - AirModel.usualExponent * loss - walls
            let expected = air.strength(power: packets.power, loss: loss) - walls
            guard expected > sensitivity else { continue }
            let strength = packets.sum / packets.count - Double(reception[Float(expected - sensitivity)].luck)
            let variance = variance(packets.count)
            guard abs(strength - expected) < 2.5 * variance.squareRoot() else { continue }
            air.learn(excess: strength - usual, loss: loss, variance: variance * 4)
        }
    }

    // MARK: What is said of it

    /// The mean of the belief.
    private func meanPoint() -> PlanPoint {
        var (x, y, total) = (0.0, 0.0, 0.0)
        for cell in belief.active {
            let (centre, weight) = (grid.centre(cell), Double(belief.likelihood(of: cell)))
            x += centre.x * weight
            y += centre.y * weight
            total += weight
        }
        return total > 0 ? PlanPoint(x: x / total, y: y / total) : grid.centre(0)
    }

    /// The point to tell: as near to the target as one can walk since the last one.
    private mutating func position(towards target: PlanPoint, seconds: Double, at now: Timestamp) -> PlanPoint {
        guard let last else { return target }
        let reach = configuration.speedLimit * seconds
        let next = walked(from: last.position, towards: target, metres: reach)
        // Who is far off, or stands where no way leads on, is lost when that lasts.
        let isAstray =
            next.distance(to: target) > configuration.lostDistance
            || (next.distance(to: last.position) < 0.05 && next.distance(to: target) > 1)
        guard isAstray else {
            lostSince = nil
            return next
        }
        guard let since = lostSince, since <= now else {
            lostSince = now
            return next
        }
        guard now.milliseconds(since: since) >= configuration.lostMilliseconds else { return next }
        lostSince = nil
        return target
    }

    /// The point as near to the target as one can come in a straight line of some metres, on the way around the walls.
    private func walked(from start: PlanPoint, towards target: PlanPoint, metres: Double) -> PlanPoint {
        let straight = start.moved(towards: target, atMost: metres)
        guard grid.separates(start, straight) else { return straight }
        var best = start
        // The way leads through the middles of cells, and one's own is the first of them.
        for point in [grid.centre(grid.cell(of: start))] + grid.way(from: start, to: target) {
            guard start.distance(to: point) <= metres, !grid.separates(start, point) else { continue }
            best = point
        }
        return best
    }

    /// The position with the radius that holds 68 % of the belief.
    private func described(_ position: PlanPoint) -> PositionEstimate {
        // Rings of a quarter of a metre; what is farther than the last is in the last.
        var rings = [Float](repeating: 0, count: 400)
        var total: Float = 0
        for cell in belief.active {
            let ring = Int(min(grid.centre(cell).distance(to: position) * 4, 399))
            let likelihood = belief.likelihood(of: cell)
            rings[ring] += likelihood
            total += likelihood
        }
        var (held, ring): (Float, Int) = (0, 0)
        while ring < 399, held + rings[ring] < 0.68 * total {
            held += rings[ring]
            ring += 1
        }
        let doubt = max(Double(ring + 1) / 4, grid.side / 2) * configuration.doubtFactor
        return PositionEstimate(point: position, doubt: doubt)
    }
}

extension PlanPoint {
    /// The point on the way to `other`, or `other` itself when it is no more than `metres` away.
    fileprivate func moved(towards other: PlanPoint, atMost metres: Double) -> PlanPoint {
        let whole = distance(to: other)
        guard whole > metres else { return other }
        let share = metres / whole
        return PlanPoint(x: x + (other.x - x) * share, y: y + (other.y - y) * share)
    }
}
