import Basics
import Beacons

/// The moving window of monitored regions.
///
/// A telephone's system lets an app monitor 20 regions at most, and a centre has more beacons. So the window holds the
/// nearest beacon, its neighbours, their neighbours and so on until it is full, and moves on when another beacon
/// becomes the nearest. A walker is thus always inside it; a phone that switches Bluetooth on in the middle of a
/// centre is not, and needs `locate`.
public struct RegionWindow: Sendable {
    /// How many regions Core Location monitors for an app.
    public static let systemLimit = 20

    /// The regions to monitor, at most the limit: the nearest beacon first, then outwards.
    public private(set) var regions: [BeaconIdentity]

    /// How many regions there are at most.
    public let limit: Int

    private let neighbours: [BeaconIdentity: [BeaconIdentity]]
    private var nearest = NearestBeacon()
    private var centre: BeaconIdentity?

    /// A window over the beacons that are keys of `neighbours`, at first on `start`: the entrances of a centre.
    ///
    /// Neighbours that are not keys too are left out. `start` may have more than `limit` beacons: the first count.
    public init(
        neighbours: [BeaconIdentity: [BeaconIdentity]], start: [BeaconIdentity], limit: Int = RegionWindow.systemLimit
    ) {
        self.neighbours = neighbours
        self.limit = max(limit, 1)
        var seen: Set<BeaconIdentity> = []
        let known = start.filter { neighbours[$0] != nil && seen.insert($0).inserted }
        self.regions = Array(known.prefix(self.limit))
    }

    /// Follows the nearest of the monitored beacons, and says whether the regions have changed.
    ///
    /// Beacons outside the window do not count, because a system that monitors 20 regions does not report them.
    public mutating func follow(_ ranged: [RangedBeacon], at now: Timestamp) -> Bool {
        let monitored = Set(regions)
        let candidates = ranged.filter { monitored.contains($0.identity) }
        guard let identity = nearest.update(candidates, at: now) else { return false }
        return move(to: identity)
    }

    /// "Locate me now": looks at all beacons of the venue, monitored or not, and moves the window to the nearest.
    ///
    /// - Returns: The nearest beacon, or nil when none of the venue's is heard; the window then stays.
    public mutating func locate(from ranged: [RangedBeacon]) -> BeaconIdentity? {
        let heard = ranged.filter { $0.proximity != .unknown && neighbours[$0.identity] != nil }
        guard let best = heard.min(by: RangedBeacon.isNearer) else { return nil }
        nearest = NearestBeacon()
        _ = nearest.update([best], at: best.lastHeard)
        _ = move(to: best.identity)
        return best.identity
    }

    private mutating func move(to identity: BeaconIdentity) -> Bool {
        guard identity != centre else { return false }
        centre = identity
        let moved = surroundings(of: identity)
        guard moved != regions else { return false }
        regions = moved
        return true
    }

    /// The beacon, its neighbours, theirs and so on, breadth first, until the window is full.
    private func surroundings(of identity: BeaconIdentity) -> [BeaconIdentity] {
        var found = [identity]
        var seen: Set = [identity]
        var next = 0
        while next < found.count, found.count < limit {
            for neighbour in neighbours[found[next]] ?? [] where neighbours[neighbour] != nil {
                guard found.count < limit else { break }
                if seen.insert(neighbour).inserted { found.append(neighbour) }
            }
            next += 1
        }
        return found
    }
}
