import Basics
import Beacons
import Proximity

/// Watches one beacon of a radio map after another, for a minute and a half each, from a position that the watched beacon has
/// no part in: what a phone says of a beacon would otherwise be what the map says of it.
struct BeaconWatch: Sendable {
    /// For so many scans one beacon is watched.
    private static let scans = 45
    /// So many scans the position needs until it is good.
    private static let warming = 5

    private let number: Int64
    private var watched: (beacon: BeaconIdentity, filter: PlaceFilter)?
    private var count = 0

    /// A watch by the map that has this number at its server.
    init(number: Int64) {
        self.number = number
    }

    /// Takes in a scan that `filter`, whose receiver it is, was given as well, and gives what it says of the watched beacon
    /// where the position is no less sure than a step between two places of the map.
    mutating func take(_ scan: [BeaconIdentity: Double], _ filter: PlaceFilter, at now: Timestamp) -> [MapResidual] {
        if watched == nil || count >= Self.scans { turn(to: scan, filter, at: now) }
        guard let (beacon, _) = watched else { return [] }
        count += 1
        let estimate = watched?.filter.update(scan, at: now)
        guard count > Self.warming, estimate != nil, let other = watched?.filter,
            other.beliefRadius <= filter.map.spacing, let strength = scan[beacon],
            let decibels = other.residual(of: beacon, strength: strength)
        else { return [] }
        return [MapResidual(beacon: beacon, number: number, decibels: decibels)]
    }

    /// Goes on to one of the beacons that are heard; the second decides which, so that no beacon is watched before others.
    private mutating func turn(to scan: [BeaconIdentity: Double], _ filter: PlaceFilter, at now: Timestamp) {
        let heard = scan.keys.sorted()
        count = 0
        watched = nil
        guard !heard.isEmpty else { return }
        let beacon = heard[Int(now.seconds.magnitude % UInt64(heard.count))]
        watched = (beacon, filter.leavingOut(beacon))
    }
}
