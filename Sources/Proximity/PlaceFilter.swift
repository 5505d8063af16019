import Basics
import Beacons

/// At which place of a radio map a phone is, from what it hears and where it was before.
///
/// It is the forward filter of a hidden Markov model (L. R. Rabiner, "A tutorial on hidden Markov models", 1989): what
/// a scan has, and what it lacks, is weighed for every place by the map; a phone stays at a place for a while and then
/// steps to a neighbour. Only the past is used. Its figures were chosen by leaving one day out of six of a public
/// recording (see Docs/performance.md).
///
/// The filter takes the strengths of a scan for independent of each other and the map for exact, which serves the place
/// and not its circle. The circle is drawn by a second, more cautious belief (see Docs/positions.md).
public struct PlaceFilter: Sendable {
    /// The map in use.
    public let map: RadioMap

    /// What stands behind a scan that the map cannot explain: the share of such strengths, over all that there are.
    private static let unexplained = 0.005 * 0.05 / 40
    /// Steps to a straight neighbour in a second; to all of them about one in half a minute.
    private static let stepsPerSecond = 0.005
    /// The chance that a phone is anywhere at all, whatever the walk says.
    private static let lost = 0.005
    /// After this silence, in seconds, the past says nothing.
    private static let memorySeconds = 120.0
    /// How many strengths must differ by a decibel until half of that is taken for the receiver's.
    private static let offsetWorth = 100.0
    /// The chance of being heard from which on a strength says how strong the beacon is.
    private static let oftenHeard = 0.7
    /// Errors of more spacings than this are as bad as one of so many.
    private static let worstError = 2.0
    /// By how much two strengths of a scan err together: bodies, hands and days shift many of them alike.
    private static let correlation = 0.25
    /// How many strengths that fit the map must be heard until half of what they show is believed.
    private static let misfitWorth = 50.0
    /// A squared deviation beyond this shows no more of the map than a foreign beacon does.
    private static let worstMisfit = 9.0

    /// The sum of the weights of the steps away from the place that has the greatest.
    private let mostSteps: Double
    private var belief: [Double] = []
    /// The same belief, in which a scan counts for as much as one strength that errs as the walk so far has shown.
    private var caution: [Double] = []
    private var misfitSum = 0.0
    private var misfitCount = 0.0
    /// The radius that holds 68 % of the belief behind the last estimate, in the plan's unit; 0 before there is one.
    ///
    /// It is smaller than the estimate's doubt where many beacons are heard or the map does not fit.
    public private(set) var beliefRadius = 0.0
    /// The beacon that is left out of account; nil for none.
    private var leftOut: Int?
    private var lastTime: Timestamp?
    private var strengthExcess = 0.0
    private var strengthCount = 0.0

    /// A filter that has heard nothing yet.
    public init(map: RadioMap) {
        self.map = map
        mostSteps = map.steps.reduce(0) { max($0, $1.reduce(0) { $0 + $1.weight }) }
    }

    /// By how many decibels this receiver hears stronger than the survey's, as learned so far.
    public var receiverOffset: Double { strengthExcess / (strengthCount + Self.offsetWorth) }

    /// Forgets where the phone was; what was learned of its receiver stays.
    public mutating func reset() {
        lastTime = nil
    }

    /// Takes in a scan of a second or two that ended at `now`, by the strength of each beacon in dBm.
    ///
    /// The estimate is nil when the scan has no beacon of the map. A clock that was set back, or that is minutes later,
    /// begins anew.
    public mutating func update(_ strengths: [BeaconIdentity: Double], at now: Timestamp) -> PositionEstimate? {
        var heard: [(beacon: Int, strength: Double)] = []
        for (beacon, strength) in strengths where strength >= -127 && strength <= 20 {
            if let index = map.indices[beacon], index != leftOut { heard.append((index, strength)) }
        }
        guard !heard.isEmpty else { return nil }
        heard.sort { $0.beacon < $1.beacon }
        predict(at: now)
        let logarithms = weigh(heard)
        learnOffset(heard)
        guard let place = bestPlace() else { return nil }
        learnMisfit(heard, at: place)
        beCautious(logarithms, heard: heard.count)
        beliefRadius = radius(around: place, by: belief)
        return PositionEstimate(point: map.places[place], doubt: radius(around: place, by: caution))
    }

    /// The same receiver, which does not know where it is, and leaves a beacon out of account from now on.
    ///
    /// What it then says of that beacon is none of the beacon's own doing: a filter that goes by a beacon is pulled to where
    /// the beacon fits the map, and finds whatever the map says of it confirmed.
    public func leavingOut(_ beacon: BeaconIdentity) -> PlaceFilter {
        var other = self
        other.leftOut = map.indices[beacon]
        other.reset()
        return other
    }

    /// By how many decibels a strength of a beacon is louder than the map *without its corrections* expects where the phone
    /// is, less this receiver's own offset; nil where the survey has the beacon in too few scans: of such a beacon one hears
    /// the loud packets and misses the faint ones.
    ///
    /// What the map expects is weighed by the belief in each place. Only differences between beacons show: what all of them
    /// have in common is taken for the receiver's. It is to be asked of a filter that leaves the beacon out.
    public func residual(of beacon: BeaconIdentity, strength: Double) -> Double? {
        guard belief.count == map.places.count, let index = map.indices[beacon], strength >= -127, strength <= 20 else {
            return nil
        }
        var (share, chance, mean) = (0.0, 0.0, 0.0)
        for place in belief.indices where belief[place] > 1e-4 {
            let expected = map.expectations[place * map.beacons.count + index]
            share += belief[place]
            chance += belief[place] * expected.surveyedChance
            mean += belief[place] * expected.mean
        }
        guard chance >= Self.oftenHeard else { return nil }
        return strength - mean / share + map.corrections[index] - receiverOffset
    }

    // MARK: Where it may be by now

    private mutating func predict(at now: Timestamp) {
        let uniform = 1 / Double(map.places.count)
        defer { lastTime = now }
        guard let last = lastTime, now >= last, now.seconds(since: last) <= Self.memorySeconds,
            belief.count == map.places.count
        else {
            belief = [Double](repeating: uniform, count: map.places.count)
            caution = belief
            return
        }
        let seconds = max(now.seconds(since: last), 1)
        belief = walked(belief, seconds: seconds).map { (1 - Self.lost) * $0 + Self.lost * uniform }
        caution = walked(caution, seconds: seconds).map { (1 - Self.lost) * $0 + Self.lost * uniform }
    }

    /// Carries a belief on by a random walk in continuous time.
    ///
    /// It is worked out by uniformization (A. Jensen, 1953).
    private func walked(_ belief: [Double], seconds: Double) -> [Double] {
        guard mostSteps > 0 else { return belief }
        let events = Self.stepsPerSecond * mostSteps * seconds
        var chance = NaturalExponential.power(-events)
        var moved = belief
        var sum = moved.map { $0 * chance }
        var left = 1 - chance
        var event = 0.0
        while left > 1e-6, event < 100 {
            event += 1
            var next = moved
            for (place, steps) in map.steps.enumerated() where moved[place] > 0 {
                let flow = moved[place] / mostSteps
                for step in steps {
                    next[step.place] += flow * step.weight
                    next[place] -= flow * step.weight
                }
            }
            moved = next
            chance *= events / event
            left -= chance
            for place in sum.indices { sum[place] += moved[place] * chance }
        }
        return sum
    }

    // MARK: What is heard, and what is not

    /// Weighs the belief, and gives the logarithm of what the scan is worth at each place.
    private mutating func weigh(_ heard: [(beacon: Int, strength: Double)]) -> [Double] {
        let offset = receiverOffset
        let count = map.beacons.count
        var best = -Double.infinity
        var logarithms = [Double](repeating: 0, count: belief.count)
        var worths = logarithms
        for place in belief.indices {
            let before = NaturalExponential.logarithm(belief[place])
            var sum = before
            var next = 0
            for beacon in 0..<count where beacon != leftOut {
                let expected = map.expectations[place * count + beacon]
                if next < heard.count, heard[next].beacon == beacon {
                    let deviations = (heard[next].strength - offset - expected.mean) * expected.sharpness
                    let density = expected.height * NaturalExponential.power(-deviations * deviations / 2)
                    sum += NaturalExponential.logarithm(density + Self.unexplained)
                    next += 1
                } else {
                    sum += expected.logSilence
                }
            }
            logarithms[place] = sum
            worths[place] = sum - before
            best = max(best, sum)
        }
        belief = Self.normalized(logarithms, best: best)
        return worths
    }

    /// Beliefs that add up to 1, from their logarithms, of which `best` is the greatest.
    private static func normalized(_ logarithms: [Double], best: Double) -> [Double] {
        var total = 0.0
        var beliefs = logarithms
        for place in logarithms.indices {
            beliefs[place] = NaturalExponential.power(logarithms[place] - best)
            total += beliefs[place]
        }
        for place in beliefs.indices { beliefs[place] /= total }
        return beliefs
    }

    /// Weighs the cautious belief by the same scan.
    ///
    /// So many strengths that err together by the correlation are worth one over the design effect of a cluster (L. Kish,
    /// "Survey Sampling", 1965); strengths that err more than the map says, as much less as their variance is greater.
    private mutating func beCautious(_ worths: [Double], heard: Int) {
        let misfit = (misfitSum + Self.misfitWorth) / (misfitCount + Self.misfitWorth)
        let effect = (1 + Double(heard - 1) * Self.correlation) * max(misfit, 1)
        var best = -Double.infinity
        var logarithms = worths
        for place in caution.indices {
            logarithms[place] = NaturalExponential.logarithm(caution[place]) + worths[place] / effect
            best = max(best, logarithms[place])
        }
        caution = Self.normalized(logarithms, best: best)
    }

    /// Learns by how much strengths differ from the map at the place that is told, in squared standard deviations.
    private mutating func learnMisfit(_ heard: [(beacon: Int, strength: Double)], at place: Int) {
        let offset = receiverOffset
        for (beacon, strength) in heard {
            let expected = map.expectations[place * map.beacons.count + beacon]
            let deviations = (strength - offset - expected.mean) * expected.sharpness
            misfitSum += min(deviations * deviations, Self.worstMisfit)
            misfitCount += 1
        }
    }

    /// Learns by how much this receiver differs, from strengths that the map can explain.
    private mutating func learnOffset(_ heard: [(beacon: Int, strength: Double)]) {
        let offset = receiverOffset
        for place in belief.indices where belief[place] > 1e-4 {
            for (beacon, strength) in heard {
                let expected = map.expectations[place * map.beacons.count + beacon]
                let excess = strength - expected.mean
                guard abs(excess - offset) * expected.sharpness < 3 else { continue }
                strengthExcess += belief[place] * excess
                strengthCount += belief[place]
            }
        }
    }

    // MARK: What is said of it

    /// The place whose error is least on average.
    private func bestPlace() -> Int? {
        let likely = belief.indices.filter { belief[$0] > 1e-4 }.sorted { belief[$0] > belief[$1] }.prefix(256)
        let bound = Self.worstError * map.spacing
        var best: (place: Int, error: Double)?
        // What is hardly likely itself cannot be the place with the least error by much.
        for candidate in likely.prefix(64) {
            let place = map.places[candidate]
            let error = likely.reduce(0) { $0 + belief[$1] * min(map.places[$1].distance(to: place), bound) }
            if error < best?.error ?? .infinity { best = (candidate, error) }
        }
        return best?.place
    }

    /// The radius of the circle around a place that holds 68 % of a belief, at least half of the places' spacing.
    private func radius(around place: Int, by belief: [Double]) -> Double {
        let point = map.places[place]
        var around: [(distance: Double, belief: Double)] = []
        for other in belief.indices where belief[other] > 1e-4 {
            around.append((map.places[other].distance(to: point), belief[other]))
        }
        around.sort { $0.distance < $1.distance }
        var held = 0.0
        var radius = map.spacing / 2
        for ring in around where held < 0.68 {
            held += ring.belief
            radius = max(radius, ring.distance)
        }
        return radius
    }
}
