/// The major and minor that name a beacon within its venue.
package struct BeaconRef: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The iBeacon major: the shop, or the venue's own places.
    package let major: UInt16
    /// The iBeacon minor: the spot.
    package let minor: UInt16

    /// The beacon `major`, `minor`.
    package init(major: UInt16, minor: UInt16) {
        self.major = major
        self.minor = minor
    }

    /// `MAJOR.MINOR`, as in the file of keys.
    package var description: String { "\(major).\(minor)" }

    /// The reference that a text `MAJOR.MINOR` names, or nil.
    package init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard
            parts.count == 2, let major = UInt16(parts[0]), let minor = UInt16(parts[1]),
            "\(major).\(minor)" == text
        else { return nil }
        self.init(major: major, minor: minor)
    }

    /// Whether `left` comes before `right` by major, then minor.
    package static func < (left: BeaconRef, right: BeaconRef) -> Bool {
        (left.major, left.minor) < (right.major, right.minor)
    }
}

/// What kind of spot a beacon marks.
package enum Zone: String, Sendable, CaseIterable {
    /// A way into the venue.
    case entrance
    /// A shop window.
    case window
    /// The door of a shop.
    case door
    /// Where people pay.
    case till
    /// Where clothes are tried on.
    case fittingRoom = "fitting-room"
    /// A way between shops or shelves.
    case aisle

    /// Whether the zone may belong to the venue itself, that is to a major without a shop.
    package var isCommon: Bool {
        switch self {
        case .entrance, .aisle: true
        case .window, .door, .till, .fittingRoom: false
        }
    }

    /// Whether somebody who is near is inside of the shop: who only passes by hears a window or an entrance as well.
    package var isInside: Bool {
        switch self {
        case .door, .till, .fittingRoom, .aisle: true
        case .entrance, .window: false
        }
    }
}

/// A beacon of a venue and where it hangs.
package struct VenueBeacon: Equatable, Sendable {
    /// The shop's major, or one without a shop for the venue's own entrances and aisles.
    package let major: UInt16
    /// The number of the spot; unique together with the major.
    package let minor: UInt16
    /// Where on the plan.
    package let position: PlanPosition
    /// What kind of spot.
    package let zone: Zone
    /// What is heard one metre away, −100 to 0 dBm.
    package let measuredPower: Int8
    /// How long one security code lasts, in seconds, within `VenueLimits.period`.
    package internal(set) var periodSeconds: Int64
    /// How many people its place holds in one period: that many accounts may use a code before it is disputed, 1 to
    /// 10,000; nil for the server's own number.
    package let accountsPerWindow: Int?
    /// The neighbours that the file states; empty when they are to be worked out.
    package let statedNeighbours: [BeaconRef]
    /// The beacons that can be met next from here: symmetric, never the beacon itself.
    ///
    /// Stated ones come first in their order, then the others, nearest first.
    package internal(set) var neighbours: [BeaconRef]

    init(
        major: UInt16, minor: UInt16, position: PlanPosition, zone: Zone, measuredPower: Int8, periodSeconds: Int64,
        accountsPerWindow: Int? = nil, statedNeighbours: [BeaconRef]
    ) {
        self.major = major
        self.minor = minor
        self.position = position
        self.zone = zone
        self.measuredPower = measuredPower
        self.periodSeconds = periodSeconds
        self.accountsPerWindow = accountsPerWindow
        self.statedNeighbours = statedNeighbours
        self.neighbours = statedNeighbours
    }

    /// The major and minor together.
    package var reference: BeaconRef { BeaconRef(major: major, minor: minor) }
}
