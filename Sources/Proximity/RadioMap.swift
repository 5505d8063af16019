import Beacons

/// How each beacon is heard at each place of a survey: how often, how strongly, and how evenly.
///
/// A place has few scans of its own, so they are joined with those around it, the nearer the more: what is known of
/// a place is half of one scan of its surroundings, and every scan of its own. Places between surveyed ones that nobody
/// stood at are filled in from their surroundings alone.
public struct RadioMap: Sendable {
    /// The most places and beacons of a map, so that a hostile survey cannot fill the memory.
    public static let limits = (places: 2048, beacons: 512)

    /// What a scan at one place has of one beacon.
    struct Expectation: Sendable {
        /// The logarithm of the chance that a scan does not have it.
        var logSilence: Double
        /// The chance that it has it, by the height of the Gaussian's top: what a strength exactly at the mean is worth.
        var height: Double
        /// The mean strength in dBm.
        var mean: Double
        /// One by the standard deviation in dB.
        var sharpness: Double
    }

    /// The places, by row and then by column.
    public let places: [PlanPoint]
    /// The distance between neighbouring places, in the plan's unit.
    public let spacing: Double
    /// The beacons that the survey heard, by number.
    public let beacons: [BeaconIdentity]

    /// For each place all beacons, in the order of `beacons`.
    let expectations: [Expectation]
    /// For each place where one can step from it, and how readily against a straight step of one spacing.
    let steps: [[Step]]
    let indices: [BeaconIdentity: Int]

    struct Step: Sendable {
        let place: Int
        let weight: Double
    }

    /// The map that these scans teach, or nil when they teach nothing: no scan, or no finite place.
    ///
    /// Scans at more places, or of more beacons, than `limits` are left out. One does not step through `walls`.
    public init?(learnedFrom survey: [SurveyReading], walls: [PlanWall] = []) {
        let surveyed = Survey(survey)
        guard !surveyed.places.isEmpty else { return nil }
        spacing = surveyed.spacing
        beacons = surveyed.beacons
        indices = surveyed.indices
        places = Self.filledIn(surveyed.places, spacing: surveyed.spacing)
        expectations = Self.expectations(at: places, surveyed)
        steps = Self.steps(between: places, spacing: surveyed.spacing, walls: walls)
    }

    // MARK: Learning

    /// How far the surroundings reach, as the standard deviation of a Gaussian in spacings.
    private static let reach = 1.2
    /// How many scans of its own the surroundings of a place are worth.
    private static let surroundingsWorth = 0.5
    /// Nothing is impossible: the least chance that a beacon is heard, and that it is not.
    private static let leastChance = 0.003
    /// The standard deviation of strengths before there are any, in dB, and how many strengths it is worth.
    private static let usualDeviation = (decibels: 3.0, worth: 4.0)

    private static func expectations(at places: [PlanPoint], _ survey: Survey) -> [Expectation] {
        var result: [Expectation] = []
        result.reserveCapacity(places.count * survey.beacons.count)
        for place in places {
            let weights = survey.places.map { other -> Double in
                let spacings = other.distance(to: place) / survey.spacing
                return NaturalExponential.power(-spacings * spacings / (2 * reach * reach))
            }
            let own = survey.places.firstIndex(of: place)
            for beacon in survey.beacons.indices {
                result.append(expectation(of: beacon, weights: weights, own: own, survey))
            }
        }
        return result
    }

    private static func expectation(of beacon: Int, weights: [Double], own: Int?, _ survey: Survey) -> Expectation {
        let everywhere = survey.total(of: beacon)
        // Before anything is known a beacon is heard a third as often as it is anywhere, and about as strongly.
        let share = 0.3 * everywhere.count / survey.scanCount
        let usual = (everywhere.sum - 3 * 80) / (everywhere.count + 3)
        var scans = 1.0
        var heard = share
        var strength = usual
        var sum = usual
        for (index, weight) in weights.enumerated() where weight > 1e-9 {
            let tally = survey.tallies[index * survey.beacons.count + beacon]
            scans += weight * survey.scans[index]
            heard += weight * tally.count
            sum += weight * tally.sum
        }
        strength = sum / (heard - share + 1)
        var tally = Survey.Tally()
        var ownScans = 0.0
        if let own {
            tally = survey.tallies[own * survey.beacons.count + beacon]
            ownScans = survey.scans[own]
        }
        let worth = surroundingsWorth
        let chance = (tally.count + worth * heard / scans) / (ownScans + worth)
        let mean = (tally.sum + worth * strength) / (tally.count + worth)
        let spread = tally.squares - 2 * mean * tally.sum + tally.count * mean * mean
        let (usualDecibels, usualWorth) = usualDeviation
        let variance =
            (max(spread, 0) + usualWorth * usualDecibels * usualDecibels) / (tally.count + usualWorth)
        let bounded = min(max(chance, leastChance), 1 - leastChance)
        let sharpness = 1 / max(variance, 0.01).squareRoot()
        return Expectation(
            logSilence: NaturalExponential.logarithm(1 - bounded),
            height: bounded * sharpness * 0.398_942_280_401_432_7, mean: mean, sharpness: sharpness)
    }

    // MARK: Places

    /// The places and those between them: whatever has at least two surveyed places around it and lies among them.
    private static func filledIn(_ surveyed: [PlanPoint], spacing: Double) -> [PlanPoint] {
        var places = surveyed
        guard var (left, right) = surveyed.first.map({ ($0.x, $0.x) }),
            var (top, bottom) = surveyed.first.map({ ($0.y, $0.y) })
        else { return [] }
        for place in surveyed {
            (left, right) = (min(left, place.x), max(right, place.x))
            (top, bottom) = (min(top, place.y), max(bottom, place.y))
        }
        for place in surveyed {
            for (column, row) in directions where places.count < limits.places {
                let between = PlanPoint(x: place.x + column * spacing, y: place.y + row * spacing)
                guard between.x >= left, between.x <= right, between.y >= top, between.y <= bottom,
                    !places.contains(where: { $0.distance(to: between) < spacing / 2 }),
                    surveyed.lazy.filter({ $0.distance(to: between) < spacing * 1.5 }).prefix(2).count == 2
                else { continue }
                places.append(between)
            }
        }
        places.sort { ($0.y, $0.x) < ($1.y, $1.x) }
        return places
    }

    private static let directions: [(Double, Double)] = [
        (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1),
    ]

    /// The ways between neighbouring places; who has no neighbour is reached from the nearest place.
    private static func steps(between places: [PlanPoint], spacing: Double, walls: [PlanWall]) -> [[Step]] {
        var steps = [[Step]](repeating: [], count: places.count)
        for one in places.indices {
            for other in places.indices where other > one {
                let distance = places[one].distance(to: places[other])
                guard distance < spacing * 1.5, !walls.contains(where: { $0.separates(places[one], places[other]) })
                else { continue }
                join(one, other, distance, spacing, &steps)
            }
        }
        for one in places.indices where steps[one].isEmpty {
            var nearest: (place: Int, distance: Double)?
            for other in places.indices where other != one {
                let distance = places[one].distance(to: places[other])
                if distance < nearest?.distance ?? .infinity { nearest = (other, distance) }
            }
            if let nearest { join(one, nearest.place, nearest.distance, spacing, &steps) }
        }
        return steps
    }

    private static func join(
        _ one: Int, _ other: Int, _ distance: Double, _ spacing: Double, _ steps: inout [[Step]]
    ) {
        let weight = spacing / max(distance, spacing / 2)
        steps[one].append(Step(place: other, weight: weight))
        steps[other].append(Step(place: one, weight: weight))
    }
}

/// A survey counted: for each place and beacon how many scans have it, and their strengths' sums.
private struct Survey {
    struct Tally {
        var count = 0.0
        var sum = 0.0
        var squares = 0.0
    }

    private(set) var places: [PlanPoint] = []
    private(set) var beacons: [BeaconIdentity] = []
    private(set) var indices: [BeaconIdentity: Int] = [:]
    /// Scans at each place.
    private(set) var scans: [Double] = []
    private(set) var scanCount = 0.0
    private(set) var tallies: [Tally] = []
    /// The distance from a place to the nearest other one, for half of the places; 1 when there is one place.
    private(set) var spacing = 1.0
    private var totals: [Tally] = []

    init(_ readings: [SurveyReading]) {
        var found: [PlanPoint: Int] = [:]
        var names: Set<BeaconIdentity> = []
        for reading in readings where reading.place.x.isFinite && reading.place.y.isFinite {
            if found[reading.place] == nil, found.count < RadioMap.limits.places {
                found[reading.place] = places.count
                places.append(reading.place)
            }
            for (beacon, strength) in reading.strengths
            where Self.isUsable(strength) && names.count < RadioMap.limits.beacons { names.insert(beacon) }
        }
        beacons = names.sorted { $0.precedes($1) }
        for (index, beacon) in beacons.enumerated() { indices[beacon] = index }
        scans = [Double](repeating: 0, count: places.count)
        tallies = [Tally](repeating: Tally(), count: places.count * beacons.count)
        totals = [Tally](repeating: Tally(), count: beacons.count)
        for reading in readings {
            guard let place = found[reading.place] else { continue }
            scans[place] += 1
            scanCount += 1
            for (beacon, strength) in reading.strengths where Self.isUsable(strength) {
                guard let index = indices[beacon] else { continue }
                tallies[place * beacons.count + index].add(strength)
                totals[index].add(strength)
            }
        }
        spacing = Self.spacing(of: places)
    }

    func total(of beacon: Int) -> Tally { totals[beacon] }

    private static func isUsable(_ strength: Double) -> Bool { strength >= -127 && strength <= 20 }

    private static func spacing(of places: [PlanPoint]) -> Double {
        var nearest: [Double] = []
        for (index, place) in places.enumerated() {
            var least = Double.infinity
            for (other, point) in places.enumerated() where other != index {
                least = min(least, point.distance(to: place))
            }
            if least.isFinite { nearest.append(least) }
        }
        nearest.sort()
        return nearest.isEmpty ? 1 : nearest[nearest.count / 2]
    }
}

extension Survey.Tally {
    mutating func add(_ strength: Double) {
        count += 1
        sum += strength
        squares += strength * strength
    }
}
