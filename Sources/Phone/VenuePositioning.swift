import Basics
import Proximity

/// Where a phone is in one venue: by the venue's radio map where somebody surveyed, by its plan elsewhere.
///
/// The plan's estimate goes on beneath the map's, and says whether the phone is where the survey was made: a map knows no
/// other places than its own.
struct VenuePositioning: Sendable {
    private var estimator: PositionEstimator
    private var filter: PlaceFilter?
    private var window = ScanWindow()
    /// What the map says since the last whole scan.
    private var byMap: PositionEstimate?
    /// What is watched to refine the map; nil where no server has numbered it.
    private var watch: BeaconWatch?
    /// What the last second says of a beacon that is heard otherwise than by the map, where the map says where the phone is.
    private(set) var residuals: [MapResidual] = []

    /// A phone in `venue` that has heard nothing yet.
    init(_ venue: PhoneVenue) {
        estimator = PositionEstimator(grid: venue.floor)
        filter = venue.radioMap.map { PlaceFilter(map: $0) }
        watch = venue.radioMapNumber > 0 ? BeaconWatch(number: venue.radioMapNumber) : nil
    }

    /// Takes in a reading of one of the venue's beacons.
    mutating func hear(_ reading: Reading) {
        estimator.hear(reading)
        if filter != nil { window.hear(reading.identity, strength: reading.rssi) }
    }

    /// Whether a beacon is far too loud for where all of the venue's beacons together put the phone.
    func contradicts(_ beacon: RangedBeacon) -> Bool { estimator.contradicts(beacon) }

    /// The position at `now`, about once a second, or nil when no beacon was heard for some seconds.
    mutating func estimate(at now: Timestamp) -> PositionEstimate? {
        let byPlan = estimator.estimate(at: now)
        residuals = []
        var watched: [MapResidual] = []
        if let scan = window.scan(at: now) {
            byMap = filter?.update(scan, at: now)
            if let filter { watched = watch?.take(scan, filter, at: now) ?? [] }
        }
        guard let byPlan, let byMap, let map = filter?.map, map.covers(byPlan.point, within: byPlan.doubt) else {
            return byPlan
        }
        residuals = watched
        return byMap
    }
}
