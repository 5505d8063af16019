import Beacons

/// A survey counted: for each place how many scans were made there, and for each beacon how many of them had it, with the
/// sum of its strengths and of their squares.
///
/// That is all that a radio map needs, and all that is kept: no scan by itself, no instant, no order. Surveys add up.
public struct RadioSurvey: Sendable {
    /// What the scans of one place have of one beacon.
    public struct Tally: Hashable, Sendable {
        /// How many scans have it.
        public private(set) var scans: Int
        /// The sum of its strengths in dBm.
        public private(set) var sum: Double
        /// The sum of the squares of its strengths.
        public private(set) var squares: Double

        /// A tally of so many scans.
        public init(scans: Int = 0, sum: Double = 0, squares: Double = 0) {
            self.scans = scans
            self.sum = sum
            self.squares = squares
        }

        /// Whether strengths from −127 to 20 dBm can come to this.
        public var isPlausible: Bool {
            guard scans > 0, sum.isFinite, squares.isFinite else { return false }
            let count = Double(scans)
            let mean = sum / count
            guard mean >= -127, mean <= 20 else { return false }
            // The variance is at least nothing, and at most that of the two extremes (Bhatia and Davis, 2000); a
            // millionth is for rounding.
            let variance = squares / count - mean * mean
            return variance >= -0.01 && variance <= (20 - mean) * (mean + 127) + 0.01
        }

        fileprivate mutating func add(_ strength: Double) {
            scans += 1
            sum += strength
            squares += strength * strength
        }

        fileprivate mutating func add(_ other: Tally) {
            scans += other.scans
            sum += other.sum
            squares += other.squares
        }
    }

    /// A place and what was heard there.
    public struct Place: Equatable, Sendable {
        /// Where it is, in the plan's unit.
        public let point: PlanPoint
        /// How many scans were made there.
        public fileprivate(set) var scans: Int
        /// The tally of each beacon that one of them has.
        public fileprivate(set) var heard: [BeaconIdentity: Tally]

        /// A place with its tallies.
        public init(point: PlanPoint, scans: Int = 0, heard: [BeaconIdentity: Tally] = [:]) {
            self.point = point
            self.scans = scans
            self.heard = heard
        }
    }

    /// The most scans of a place, beyond which more teach nothing.
    public static let mostScans = 1_000_000
    /// Whoever stands this near to a place, in the plan's unit, stands at it.
    public static let nearness = 0.5

    /// The places, in the order in which they came.
    public private(set) var places: [Place] = []
    private var indices: [PlanPoint: Int] = [:]
    private var known: Set<BeaconIdentity> = []

    /// A survey of nothing.
    public init() {}

    /// The beacons that were heard, by number.
    public var beacons: [BeaconIdentity] { known.sorted() }

    /// How many scans were made at all places.
    public var scanCount: Int { places.reduce(0) { $0 + $1.scans } }

    /// Takes in a scan.
    ///
    /// A place that is not finite is ignored; more places, beacons and scans than there may be are left out.
    public mutating func add(_ reading: SurveyReading) {
        guard reading.place.x.isFinite, reading.place.y.isFinite, let index = index(of: reading.place),
            places[index].scans < Self.mostScans
        else { return }
        places[index].scans += 1
        for (beacon, strength) in reading.strengths.sorted(by: { $0.key < $1.key })
        where strength >= -127 && strength <= 20 && isKnown(beacon) {
            places[index].heard[beacon, default: Tally()].add(strength)
        }
    }

    /// Adds up another survey, whose places join those of this one that are near; when that were more than there may be,
    /// nothing changes and the answer is false.
    public mutating func add(_ other: RadioSurvey) -> Bool {
        var sum = self
        for place in other.places {
            let point = sum.place(near: place.point)
            guard point.x.isFinite, point.y.isFinite, let index = sum.index(of: point),
                sum.places[index].scans + place.scans <= Self.mostScans
            else { return false }
            sum.places[index].scans += place.scans
            for (beacon, tally) in place.heard.sorted(by: { $0.key < $1.key }) {
                guard sum.isKnown(beacon) else { return false }
                sum.places[index].heard[beacon, default: Tally()].add(tally)
            }
        }
        self = sum
        return true
    }

    /// Adds a place as it is counted already; false, and nothing changes, when it is there or when there are too many.
    public mutating func add(_ place: Place) -> Bool {
        let both = known.union(place.heard.keys)
        guard place.point.x.isFinite, place.point.y.isFinite, indices[place.point] == nil,
            places.count < RadioMap.limits.places, both.count <= RadioMap.limits.beacons
        else { return false }
        known = both
        indices[place.point] = places.count
        places.append(place)
        return true
    }

    /// The surveyed place that is near to a point, or else the point.
    public func place(near point: PlanPoint) -> PlanPoint {
        var nearest: (point: PlanPoint, distance: Double)?
        for place in places {
            let distance = place.point.distance(to: point)
            if distance <= Self.nearness, distance < nearest?.distance ?? .infinity {
                nearest = (place.point, distance)
            }
        }
        return nearest?.point ?? point
    }

    /// The same survey of these beacons alone.
    public func hearing(only wanted: Set<BeaconIdentity>) -> RadioSurvey {
        var rest = self
        rest.known.formIntersection(wanted)
        for index in rest.places.indices {
            rest.places[index].heard = rest.places[index].heard.filter { wanted.contains($0.key) }
        }
        return rest
    }

    private mutating func index(of point: PlanPoint) -> Int? {
        if let index = indices[point] { return index }
        guard places.count < RadioMap.limits.places else { return nil }
        indices[point] = places.count
        places.append(Place(point: point))
        return places.count - 1
    }

    private mutating func isKnown(_ beacon: BeaconIdentity) -> Bool {
        if known.contains(beacon) { return true }
        guard known.count < RadioMap.limits.beacons else { return false }
        known.insert(beacon)
        return true
    }
}
