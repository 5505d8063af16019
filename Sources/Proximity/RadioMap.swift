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
        /// The chance that a scan of the survey has it: what a correction leaves as it is.
        var surveyedChance: Double

        /// The chance that a scan has it.
        var chance: Double {
            get { height / (sharpness * RadioMap.gaussianTop) }
            set {
                let bounded = min(max(newValue, RadioMap.leastChance), 1 - RadioMap.leastChance)
                logSilence = NaturalExponential.logarithm(1 - bounded)
                height = bounded * sharpness * RadioMap.gaussianTop
            }
        }
    }

    /// The places, by row and then by column.
    public let places: [PlanPoint]
    /// The distance between neighbouring places, in the plan's unit.
    public let spacing: Double
    /// The beacons that the survey heard, by number.
    public let beacons: [BeaconIdentity]

    /// The places where somebody scanned.
    let surveyed: [PlanPoint]
    /// For each place all beacons, in the order of `beacons`.
    var expectations: [Expectation]
    /// By how many decibels each beacon, in the order of `beacons`, is taken for louder than the survey heard it.
    var corrections: [Double]
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
    public init?(learnedFrom readings: [SurveyReading], walls: [PlanWall] = []) {
        var survey = RadioSurvey()
        for reading in readings { survey.add(reading) }
        self.init(survey, walls: walls)
    }

    /// The map that a survey teaches, or nil when it has no scan.
    ///
    /// One does not step through `walls`.
    public init?(_ survey: RadioSurvey, walls: [PlanWall] = []) {
        guard survey.scanCount > 0 else { return nil }
        let table = SurveyTable(survey)
        surveyed = table.places
        spacing = table.spacing
        beacons = table.beacons
        indices = table.indices
        places = Self.filledIn(table.places, spacing: table.spacing)
        expectations = Self.expectations(at: places, table)
        corrections = [Double](repeating: 0, count: table.beacons.count)
        steps = Self.steps(between: places, spacing: table.spacing, walls: walls)
    }

    /// Whether the survey says anything of a point, give or take so much: somebody scanned within one and a half spacings
    /// of it.
    public func covers(_ point: PlanPoint, within tolerance: Double = 0) -> Bool {
        surveyed.contains { $0.distance(to: point) <= 1.5 * spacing + tolerance }
    }

    // MARK: Learning

    /// How far the surroundings reach, as the standard deviation of a Gaussian in spacings.
    private static let reach = 1.2
    /// How many scans of its own the surroundings of a place are worth.
    private static let surroundingsWorth = 0.5
    /// Nothing is impossible: the least chance that a beacon is heard, and that it is not.
    private static let leastChance = 0.003
    /// The height of a Gaussian whose standard deviation is 1.
    private static let gaussianTop = 0.398_942_280_401_432_7
    /// The standard deviation of strengths before there are any, in dB, and how many strengths it is worth.
    private static let usualDeviation = (decibels: 3.0, worth: 4.0)

    private static func expectations(at places: [PlanPoint], _ survey: SurveyTable) -> [Expectation] {
        var result: [Expectation] = []
        result.reserveCapacity(places.count * survey.beacons.count)
        var own: [PlanPoint: Int] = [:]
        for (index, place) in survey.places.enumerated() { own[place] = index }
        for place in places {
            var around: [(place: Int, weight: Double)] = []
            for (index, other) in survey.places.enumerated() {
                let spacings = other.distance(to: place) / survey.spacing
                let weight = NaturalExponential.power(-spacings * spacings / (2 * reach * reach))
                if weight > 1e-9 { around.append((index, weight)) }
            }
            for beacon in survey.beacons.indices {
                result.append(expectation(of: beacon, around: around, own: own[place], survey))
            }
        }
        return result
    }

    private static func expectation(
        of beacon: Int, around: [(place: Int, weight: Double)], own: Int?, _ survey: SurveyTable
    ) -> Expectation {
        let everywhere = survey.totals[beacon]
        // Before anything is known a beacon is heard a third as often as it is anywhere, and about as strongly.
        let share = 0.3 * everywhere.count / survey.scanCount
        let usual = (everywhere.sum - 3 * 80) / (everywhere.count + 3)
        var scans = 1.0
        var heard = share
        var strength = usual
        var sum = usual
        for (place, weight) in around {
            let tally = survey.tallies[place * survey.beacons.count + beacon]
            scans += weight * survey.scans[place]
            heard += weight * tally.count
            sum += weight * tally.sum
        }
        strength = sum / (heard - share + 1)
        var tally = SurveyTable.Tally()
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
        let sharpness = 1 / max(variance, 0.01).squareRoot()
        var expectation = Expectation(
            logSilence: 0, height: 0, mean: mean, sharpness: sharpness, surveyedChance: chance)
        expectation.chance = chance
        return expectation
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
