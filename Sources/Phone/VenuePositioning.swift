import Proximity
import Time

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
    /// The number of the map at its server; 0 where it has none.
    private let mapNumber: Int64
    /// What the last second says of how beacons are heard otherwise than by the map: something where a scan was whole, the
    /// position is the map's and no less sure than a step between two of its places, and the map is a server's.
    private(set) var residuals: [MapResidual] = []

    /// A phone in `venue` that has heard nothing yet.
    init(_ venue: PhoneVenue) {
        estimator = PositionEstimator(grid: venue.floor)
        filter = venue.radioMap.map { PlaceFilter(map: $0) }
        mapNumber = venue.radioMapNumber
    }

    /// Takes in a reading of one of the venue's beacons.
    mutating func hear(_ reading: Reading) {
        estimator.hear(reading)
        if filter != nil { window.hear(reading.identity, strength: reading.rssi) }
    }

    /// The position at `now`, about once a second, or nil when no beacon was heard for some seconds.
    mutating func estimate(at now: Timestamp) -> PositionEstimate? {
        let byPlan = estimator.estimate(at: now)
        residuals = []
        let scan = window.scan(at: now)
        if let scan { byMap = filter?.update(scan, at: now) }
        guard let byPlan, let byMap, let map = filter?.map, map.covers(byPlan.point, within: byPlan.doubt) else {
            return byPlan
        }
        if mapNumber > 0, let scan, let filter, byMap.doubt <= map.spacing {
            residuals = filter.residuals(of: scan).map {
                MapResidual(beacon: $0.key, number: mapNumber, decibels: $0.value)
            }
        }
        return byMap
    }
}
