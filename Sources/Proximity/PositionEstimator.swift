import Beacons
import Time

/// Where on the plan a phone is, from the beacons that it hears and where it was before.
///
/// It is a small Bayes filter (S. Thrun, W. Burgard, D. Fox, "Probabilistic Robotics", section 8.2): for the points of
/// a grid among the strongest beacons it asks how well the path-loss model explains what is heard, and how well the
/// last position does; the answer is the mean of the points by that likelihood. Strengths are compared in decibels,
/// in which noise is alike near and far. The mean of a few metres of points is steadier than the best single one,
/// which jumps between the circles around two beacons. Strengths are means over the last seconds, so the walk is carried
/// on by as much; and the position moves no faster than people do.
public struct PositionEstimator: Sendable {
    /// The constants in use.
    public let configuration: PositioningConfiguration

    private let beacons: [BeaconIdentity: PlanPoint]
    private let width: Double
    private let height: Double
    private let losses: LossTable
    private var track: Track?
    /// Since when the beacons have contradicted the track.
    private var lostSince: Timestamp?

    /// An estimator for a plan of `width` by `height` metres with these beacons.
    public init(
        beacons: [BeaconIdentity: PlanPoint], width: Double, height: Double,
        configuration: PositioningConfiguration = .default
    ) {
        self.beacons = beacons.filter { $0.value.x.isFinite && $0.value.y.isFinite }
        self.width = max(width, 0)
        self.height = max(height, 0)
        self.configuration = configuration
        self.losses = LossTable(exponent: configuration.pathLossExponent)
    }

    /// The position at `now`, or nil when no beacon of the plan is heard.
    ///
    /// To be called with each list that a `Ranger` gives, about once a second.
    public mutating func estimate(_ ranged: [RangedBeacon], at now: Timestamp) -> PlanPoint? {
        let witnesses = witnesses(among: ranged)
        guard !witnesses.isEmpty else { return nil }
        guard let last = track, let elapsed = usableAge(of: last.time, at: now) else {
            return begin(at: mean(witnesses, prior: nil), now)
        }
        // The prior is the last fix, not the position: that is carried on, and would carry the next fix along with it.
        let deviation = configuration.trackDeviation + configuration.walkingDeviation * elapsed
        let fix = mean(witnesses, prior: Prior(position: last.fix, deviation: deviation))
        if isLost(last.position, fix: fix, at: now) { return begin(at: fix, now) }
        let velocity = velocity(from: last, to: fix, seconds: elapsed)
        let ahead = PlanPoint(
            x: fix.x + velocity.x * configuration.leadSeconds, y: fix.y + velocity.y * configuration.leadSeconds)
        let position = last.position.moved(towards: inside(ahead), atMost: configuration.speedLimit * elapsed)
        track = Track(position: position, fix: fix, velocity: velocity, time: now)
        return position
    }

    /// Forgets the last position, for when scanning stops.
    public mutating func reset() {
        track = nil
        lostSince = nil
    }

    private struct Track: Sendable {
        var position: PlanPoint
        var fix: PlanPoint
        /// Metres a second, in the plan's directions.
        var velocity: PlanPoint
        var time: Timestamp
    }

    private struct Witness {
        let point: PlanPoint
        /// The distance in metres that the strength suggests.
        let distance: Double
        /// The loss on the way from the beacon, in dB.
        let loss: Double
        /// The standard deviation of that loss, in dB.
        let deviation: Double
    }

    private struct Prior {
        let position: PlanPoint
        let deviation: Double
    }

    /// The strongest and surest of the plan's beacons.
    private func witnesses(among ranged: [RangedBeacon]) -> [Witness] {
        var candidates: [(beacon: RangedBeacon, point: PlanPoint)] = []
        candidates.reserveCapacity(configuration.beaconLimit * 3)
        for beacon in ranged where beacon.proximity != .unknown && beacon.distance.isFinite {
            guard let point = beacons[beacon.identity] else { continue }
            candidates.append((beacon, point))
            // The list begins with the nearest: what comes later cannot be among the chosen.
            if candidates.count >= configuration.beaconLimit * 3 { break }
        }
        let counts = candidates.map { Double(max($0.beacon.readingCount, 1)) }.sorted(by: >).prefix(4)
        let usualCount = counts.reduce(0, +) / Double(max(counts.count, 1))
        var witnesses = candidates.map { makeWitness($0.beacon, at: $0.point, usualCount: usualCount) }
        guard witnesses.count > configuration.beaconLimit else { return witnesses }
        // One lucky packet makes a far beacon look strong: what is unsure has to be stronger to be chosen.
        witnesses.sort { $0.loss + $0.deviation < $1.loss + $1.deviation }
        return Array(witnesses.prefix(max(configuration.beaconLimit, 1)))
    }

    /// What a beacon says of the place; `usualCount` readings is what a beacon near enough never to be missed gives.
    private func makeWitness(_ beacon: RangedBeacon, at point: PlanPoint, usualCount: Double) -> Witness {
        let metres = min(max(beacon.distance, 0.1), 1000)
        let count = Double(max(beacon.readingCount, 1))
        let packet = configuration.packetDeviation
        let place = configuration.placeDeviation
        let missed = configuration.missedDeviation * max(0, 1 - count / usualCount)
        return Witness(
            point: point, distance: metres,
            loss: PathLoss.decibels(metres: metres, exponent: configuration.pathLossExponent),
            deviation: max(packet * packet / count + place * place + missed * missed, 0.01).squareRoot())
    }

    /// The mean of the grid's points, each by its likelihood.
    private func mean(_ witnesses: [Witness], prior: Prior?) -> PlanPoint {
        let centre = searchCentre(witnesses, prior: prior)
        let step = max(configuration.searchStep, 0.1)
        let reach = Int(min(max(configuration.searchRadius / step, 1), 50))
        var (x, y, total) = (0.0, 0.0, 0.0)
        for row in -reach...reach {
            for column in -reach...reach {
                let point = PlanPoint(x: centre.x + Double(column) * step, y: centre.y + Double(row) * step)
                guard point.x >= 0, point.x <= width, point.y >= 0, point.y <= height else { continue }
                let likelihood = NaturalExponential.power(-misfit(of: point, witnesses, prior: prior) / 2)
                x += point.x * likelihood
                y += point.y * likelihood
                total += likelihood
            }
        }
        // Misfits beyond what `exp` can say.
        guard total > 0 else { return centre }
        return PlanPoint(x: x / total, y: y / total)
    }

    /// How badly a point explains what is heard and where the phone was: the sum of squared, bounded deviations.
    private func misfit(of point: PlanPoint, _ witnesses: [Witness], prior: Prior?) -> Double {
        let limit = configuration.outlierDeviations * configuration.outlierDeviations
        var misfit = 0.0
        for witness in witnesses {
            let deviations = (losses[point.distance(to: witness.point)] - witness.loss) / witness.deviation
            misfit += min(deviations * deviations, limit)
        }
        guard let prior else { return misfit }
        let deviations = point.distance(to: prior.position) / prior.deviation
        return misfit + min(deviations * deviations, limit)
    }

    /// Where to search: the best of some guesses.
    ///
    /// These are the beacons' centre of gravity, the last position, and points on the circles around the beacons, at
    /// the distances at which they seem to be. A single cloned beacon moves a centre of gravity out of the search, but
    /// its own circle, on which no other beacon should be heard, is no better guess than those of the true ones.
    private func searchCentre(_ witnesses: [Witness], prior: Prior?) -> PlanPoint {
        var best = inside(centreOfGravity(witnesses))
        var least = misfit(of: best, witnesses, prior: prior)
        func consider(_ candidate: PlanPoint) {
            let point = inside(candidate)
            let misfit = misfit(of: point, witnesses, prior: prior)
            if misfit < least { (best, least) = (point, misfit) }
        }
        if let prior { consider(prior.position) }
        for witness in witnesses {
            let radius = min(witness.distance, configuration.searchRadius * 1.5)
            for direction in Self.directions {
                consider(
                    PlanPoint(x: witness.point.x + radius * direction.x, y: witness.point.y + radius * direction.y))
            }
        }
        return best
    }

    /// Six directions, one every 60 degrees.
    private static let directions: [PlanPoint] = [
        (1, 0), (0.5, 0.866_025), (-0.5, 0.866_025), (-1, 0), (-0.5, -0.866_025), (0.5, -0.866_025),
    ].map { PlanPoint(x: $0.0, y: $0.1) }

    /// The mean of the beacons' points, each by the fourth power of its nearness; the unsure count as farther away.
    private func centreOfGravity(_ witnesses: [Witness]) -> PlanPoint {
        var (x, y, total) = (0.0, 0.0, 0.0)
        for witness in witnesses {
            let metres = PathLoss.distance(
                decibels: witness.loss + witness.deviation, exponent: configuration.pathLossExponent)
            let weight = 1 / max(metres * metres * metres * metres, 0.01)
            x += witness.point.x * weight
            y += witness.point.y * weight
            total += weight
        }
        return PlanPoint(x: x / total, y: y / total)
    }

    private mutating func begin(at position: PlanPoint, _ now: Timestamp) -> PlanPoint {
        track = Track(position: position, fix: position, velocity: PlanPoint(x: 0, y: 0), time: now)
        lostSince = nil
        return position
    }

    /// The velocity after a new fix, no faster than people walk.
    private func velocity(from last: Track, to fix: PlanPoint, seconds: Double) -> PlanPoint {
        let gain = min(configuration.velocityGain, 1)
        let seconds = max(seconds, 0.5)
        let velocity = PlanPoint(
            x: last.velocity.x + gain * ((fix.x - last.fix.x) / seconds - last.velocity.x),
            y: last.velocity.y + gain * ((fix.y - last.fix.y) / seconds - last.velocity.y))
        return PlanPoint(x: 0, y: 0).moved(towards: velocity, atMost: configuration.speedLimit)
    }

    /// Seconds since `time`, or nil when that is too long ago or still to come.
    private func usableAge(of time: Timestamp, at now: Timestamp) -> Double? {
        let age = now.milliseconds(since: time)
        return age >= 0 && age <= configuration.memoryMilliseconds ? Double(age) / 1000 : nil
    }

    /// Whether fixes have lain far off the track for so long that the track must be wrong.
    private mutating func isLost(_ position: PlanPoint, fix: PlanPoint, at now: Timestamp) -> Bool {
        guard position.distance(to: fix) > configuration.lostDistance else {
            lostSince = nil
            return false
        }
        guard let since = lostSince, since <= now else {
            lostSince = now
            return false
        }
        return now.milliseconds(since: since) >= configuration.lostMilliseconds
    }

    private func inside(_ point: PlanPoint) -> PlanPoint {
        PlanPoint(x: min(max(point.x, 0), width), y: min(max(point.y, 0), height))
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

/// The path loss by distance, worked out once: a logarithm for each point and beacon would be most of the work.
private struct LossTable: Sendable {
    private static let entriesPerMetre = 8.0
    private static let metres = 128
    private let decibels: [Double]

    init(exponent: Double) {
        decibels = (0...Self.metres * Int(Self.entriesPerMetre)).map { entry in
            // Nearer than a metre the direction says nothing, and a phone is held a metre below a beacon anyway.
            PathLoss.decibels(metres: max(Double(entry) / Self.entriesPerMetre, 1), exponent: exponent)
        }
    }

    /// The loss at `metres`, in dB; beyond the table, that at its end.
    subscript(metres: Double) -> Double {
        decibels[min(Int(min(metres, Double(Self.metres)) * Self.entriesPerMetre + 0.5), decibels.count - 1)]
    }
}
