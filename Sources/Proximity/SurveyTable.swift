import Beacons

/// A survey laid out for a radio map: a row for each place, a column for each beacon.
struct SurveyTable {
    struct Tally {
        var count = 0.0
        var sum = 0.0
        var squares = 0.0
    }

    let places: [PlanPoint]
    let beacons: [BeaconIdentity]
    private(set) var indices: [BeaconIdentity: Int] = [:]
    /// Scans at each place.
    let scans: [Double]
    let scanCount: Double
    private(set) var tallies: [Tally]
    /// The tally of each beacon over all places.
    private(set) var totals: [Tally]
    /// The distance from a place to the nearest other one, for half of the places; 1 when there is one place, and never so
    /// little that places cannot be told apart.
    let spacing: Double

    init(_ survey: RadioSurvey) {
        places = survey.places.map { $0.point }
        beacons = survey.beacons
        scans = survey.places.map { Double($0.scans) }
        scanCount = Double(survey.scanCount)
        tallies = [Tally](repeating: Tally(), count: places.count * beacons.count)
        totals = [Tally](repeating: Tally(), count: beacons.count)
        spacing = Self.spacing(of: places)
        for (index, beacon) in beacons.enumerated() { indices[beacon] = index }
        for (row, place) in survey.places.enumerated() {
            for (beacon, tally) in place.heard {
                guard let column = indices[beacon] else { continue }
                let counted = Tally(count: Double(tally.scans), sum: tally.sum, squares: tally.squares)
                tallies[row * beacons.count + column] = counted
                totals[column].count += counted.count
                totals[column].sum += counted.sum
            }
        }
    }

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
        return nearest.isEmpty ? 1 : max(nearest[nearest.count / 2], 0.1)
    }
}
