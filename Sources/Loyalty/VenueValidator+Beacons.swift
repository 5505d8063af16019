import Beacons

extension VenueValidator {
    mutating func beacons(_ value: [VenueDraft.Beacon]?) -> [VenueBeacon] {
        let path = "$.beacons"
        let list = bounded(required(value, at: path), to: VenueLimits.beacons, "beacons", at: path)
        guard let list else { return [] }
        // Neighbours may be stated before they are described, so that all references are gathered first.
        var known: Set<BeaconRef> = []
        for draft in list {
            if let major = draft.major.flatMap(UInt16.init(exactly:)),
                let minor = draft.minor.flatMap(UInt16.init(exactly:))
            {
                known.insert(BeaconRef(major: major, minor: minor))
            }
        }
        var indexOfReference: [BeaconRef: Int] = [:]
        var beacons: [VenueBeacon] = []
        for (index, draft) in list.enumerated() {
            let path = "\(path)[\(index)]"
            let major = self.major(draft.major, at: "\(path).major")
            let minor = self.major(draft.minor, at: "\(path).minor")
            var reference: BeaconRef?
            if let major, let minor { reference = BeaconRef(major: major, minor: minor) }
            if let reference {
                if let earlier = indexOfReference[reference] {
                    fault(
                        "\(path).minor",
                        "makes this beacon \(reference), which is $.beacons[\(earlier)] already")
                } else {
                    indexOfReference[reference] = index
                }
            }
            let position = self.position(of: draft, at: path)
            let zone = self.zone(draft.zone, at: "\(path).zone")
            if let major, let zone { checkOwner(of: major, zone: zone, at: "\(path).major") }
            let power = whole(
                required(draft.measuredPower, at: "\(path).measuredPower"), in: VenueLimits.measuredPower, "dBm",
                at: "\(path).measuredPower")
            let period = whole(
                draft.period ?? Int(SecurityCode.standardPeriodSeconds), in: VenueLimits.period, "seconds",
                at: "\(path).period")
            let accounts = whole(
                draft.accountsPerWindow, in: VenueLimits.accountsPerWindow, "accounts", at: "\(path).accountsPerWindow")
            let neighbours = self.neighbours(
                draft.neighbours, of: reference, among: known, at: "\(path).neighbours")
            if let reference, let position, let zone, let power, let period {
                beacons.append(
                    VenueBeacon(
                        major: reference.major, minor: reference.minor, position: position, zone: zone,
                        measuredPower: Int8(truncatingIfNeeded: power), periodSeconds: Int64(period),
                        accountsPerWindow: accounts, statedNeighbours: neighbours))
            }
        }
        return beacons
    }

    private mutating func position(of draft: VenueDraft.Beacon, at path: String) -> PlanPosition? {
        let width = floor?.width ?? VenueLimits.side
        let height = floor?.height ?? VenueLimits.side
        // What is out by rounding is at the edge; what is farther out has its fault.
        let x = number(
            draft.x.map { Self.within($0, width, margin: Polygon.tolerance) ?? $0 }, in: 0...width,
            "metres, within the plan", at: "\(path).x")
        let y = number(
            draft.y.map { Self.within($0, height, margin: Polygon.tolerance) ?? $0 }, in: 0...height,
            "metres, within the plan", at: "\(path).y")
        guard let x, let y else { return nil }
        return PlanPosition(x: x, y: y)
    }

    private mutating func zone(_ value: String?, at path: String) -> Zone? {
        guard let text = required(value, at: path) else { return nil }
        guard let zone = Zone(rawValue: text) else {
            fault(path, "is not a zone; the zones are \(Zone.allCases.map(\.rawValue).joined(separator: ", "))")
            return nil
        }
        return zone
    }

    /// A beacon belongs to a shop, or marks an entrance or an aisle of the venue itself.
    private mutating func checkOwner(of major: UInt16, zone: Zone, at path: String) {
        guard let majors, !majors.contains(major), !zone.isCommon else { return }
        fault(
            path,
            "is \(major), which no shop has; a beacon of no shop stands in zone entrance or aisle")
    }

    private mutating func neighbours(
        _ value: [[Int]?]?, of reference: BeaconRef?, among known: Set<BeaconRef>, at path: String
    ) -> [BeaconRef] {
        var stated: [BeaconRef] = []
        for (index, pair) in (bounded(value, to: VenueLimits.neighbours, "neighbours", at: path) ?? []).enumerated() {
            guard let pair else { continue }
            let path = "\(path)[\(index)]"
            guard pair.count == 2 else {
                fault(path, "has \(pair.count) numbers; a neighbour is major, minor")
                continue
            }
            guard
                let major = UInt16(exactly: pair[0]), let minor = UInt16(exactly: pair[1]),
                known.contains(BeaconRef(major: major, minor: minor))
            else {
                fault(path, "is the beacon \(pair[0]).\(pair[1]), which does not exist")
                continue
            }
            let neighbour = BeaconRef(major: major, minor: minor)
            if neighbour == reference {
                fault(path, "is the beacon itself")
            } else if stated.contains(neighbour) {
                fault(path, "is the beacon \(neighbour), which has already been given")
            } else {
                stated.append(neighbour)
            }
        }
        return stated
    }
}
