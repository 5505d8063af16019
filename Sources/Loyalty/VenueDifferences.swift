/// Something that is different in another state of a venue.
package struct VenueChange: Equatable, Sendable {
    /// What of a venue changes.
    package enum Part: String, Sendable {
        case venue, shop, beacon, wall, door, picture
    }

    /// How it changes.
    package enum Kind: String, Sendable {
        case added, moved, renamed, changed, removed
    }

    /// What changes.
    package let part: Part
    /// How.
    package let kind: Kind
    /// The major of a shop or beacon.
    package var major: UInt16?
    /// The minor of a beacon.
    package var minor: UInt16?
    /// The name that it has now, or had when it is gone.
    package var name: String?
    /// The name that it had before.
    package var before: String?
    /// The keys of the venue file whose values are different.
    package var fields: [String] = []
    /// How many walls or doors.
    package var count: Int?
    /// Where it was.
    package var from: PlanPosition?
    /// Where it is.
    package var to: PlanPosition?

    init(_ part: Part, _ kind: Kind) {
        self.part = part
        self.kind = kind
    }
}

extension Venue {
    /// What is different here from an older state of the venue, offers apart; from nil, that everything is new.
    ///
    /// A shop is the same one by its major, a beacon by major and minor. What was both renamed and moved is told twice.
    /// Of walls and doors only how many came and went is told: they have no names.
    package func changes(since old: Venue?) -> [VenueChange] {
        let shops = Self.changes(from: old?.shops ?? [], to: self.shops, by: \.major, Self.changes)
        let beacons = Self.changes(from: old?.beacons ?? [], to: self.beacons, by: \.reference, Self.changes)
        return venueChanges(since: old) + shops + beacons
            + Self.changes(of: .wall, from: old?.plan.walls ?? [], to: plan.walls)
            + Self.changes(of: .door, from: old?.plan.doors ?? [], to: plan.doors) + pictureChange(since: old)
    }

    private func venueChanges(since old: Venue?) -> [VenueChange] {
        guard let old else {
            var change = VenueChange(.venue, .added)
            change.name = name
            return [change]
        }
        var changes: [VenueChange] = []
        if name != old.name {
            var change = VenueChange(.venue, .renamed)
            (change.name, change.before) = (name, old.name)
            changes.append(change)
        }
        let fields: [(String, Bool)] = [
            ("timeZone", timeZone != old.timeZone), ("location", location != old.location),
            ("width", plan.width != old.plan.width), ("height", plan.height != old.plan.height),
            ("pointsForTime", pointsForTime != old.pointsForTime),
        ]
        var change = VenueChange(.venue, .changed)
        change.name = name
        change.fields = fields.filter(\.1).map(\.0)
        return changes + (change.fields.isEmpty ? [] : [change])
    }

    private func pictureChange(since old: Venue?) -> [VenueChange] {
        let before = old?.plan
        switch (before?.image, plan.image) {
        case (nil, nil): return []
        case (nil, _?): return [VenueChange(.picture, .added)]
        case (_?, nil): return [VenueChange(.picture, .removed)]
        case (let was?, let now?):
            if was != now { return [VenueChange(.picture, .changed)] }
            return before?.imageArea == plan.imageArea ? [] : [VenueChange(.picture, .moved)]
        }
    }

    /// Everything that is gone, different and new, in the order of the older and then of the newer state.
    private static func changes<Element, Name: Hashable>(
        from old: [Element], to new: [Element], by name: (Element) -> Name,
        _ compare: (Element?, Element?) -> [VenueChange]
    ) -> [VenueChange] {
        let before = Dictionary(old.map { (name($0), $0) }, uniquingKeysWith: { first, _ in first })
        let now = Set(new.map(name))
        return old.filter { !now.contains(name($0)) }.flatMap { compare($0, nil) }
            + new.flatMap { compare(before[name($0)], $0) }
    }

    private static func changes(_ old: Shop?, _ new: Shop?) -> [VenueChange] {
        func change(_ kind: VenueChange.Kind) -> VenueChange {
            var change = VenueChange(.shop, kind)
            change.major = (new ?? old)?.major
            change.name = (new ?? old)?.name
            change.from = old.map { Polygon($0.area).middle }
            change.to = new.map { Polygon($0.area).middle }
            return change
        }
        guard let new else { return [change(.removed)] }
        guard let old else { return [change(.added)] }
        var changes: [VenueChange] = []
        if new.name != old.name {
            var renamed = change(.renamed)
            renamed.before = old.name
            changes.append(renamed)
        }
        if new.area != old.area { changes.append(change(.moved)) }
        if new.category != old.category {
            var changed = change(.changed)
            changed.fields = ["category"]
            changes.append(changed)
        }
        return changes
    }

    private static func changes(_ old: VenueBeacon?, _ new: VenueBeacon?) -> [VenueChange] {
        func change(_ kind: VenueChange.Kind) -> VenueChange {
            var change = VenueChange(.beacon, kind)
            change.major = (new ?? old)?.major
            change.minor = (new ?? old)?.minor
            change.from = old?.position
            change.to = new?.position
            return change
        }
        guard let new else { return [change(.removed)] }
        guard let old else { return [change(.added)] }
        let fields: [(String, Bool)] = [
            ("zone", new.zone != old.zone), ("measuredPower", new.measuredPower != old.measuredPower),
            ("period", new.periodSeconds != old.periodSeconds),
            ("accountsPerWindow", new.accountsPerWindow != old.accountsPerWindow),
            ("neighbours", new.statedNeighbours != old.statedNeighbours),
        ]
        var changed = change(.changed)
        changed.fields = fields.filter(\.1).map(\.0)
        return (new.position == old.position ? [] : [change(.moved)]) + (changed.fields.isEmpty ? [] : [changed])
    }

    private static func changes(
        of part: VenueChange.Part, from old: [PlanSegment], to new: [PlanSegment]
    ) -> [VenueChange] {
        var rest: [PlanSegment: Int] = [:]
        for segment in old { rest[segment, default: 0] += 1 }
        var added = 0
        for segment in new {
            if let count = rest[segment], count > 0 { rest[segment] = count - 1 } else { added += 1 }
        }
        return [(VenueChange.Kind.removed, rest.values.reduce(0, +)), (.added, added)].compactMap { kind, count in
            guard count > 0 else { return nil }
            var change = VenueChange(part, kind)
            change.count = count
            return change
        }
    }
}
