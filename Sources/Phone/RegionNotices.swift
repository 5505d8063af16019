import Beacons
import Proximity

/// Which of what happens at regions is told to the phone's owner, as apps of iBeacons let one choose.
///
/// What happens is not touched by it: visits are proved and counted as before.
public struct RegionNotices: Sendable {
    /// Whether coming into a region is told (`notifyOnEntry`).
    public let onEntry: Bool
    /// Whether leaving a region is told (`notifyOnExit`).
    public let onExit: Bool
    /// Whether both are told only while the screen is on, and the state of the regions anew when it wakes
    /// (`notifyEntryStateOnDisplay`).
    public let whileScreenIsOn: Bool
    /// Whether the screen is on, as it is until somebody says otherwise.
    public private(set) var isScreenOn = true

    private var inside: Set<BeaconIdentity> = []
    /// The regions that the owner takes to be inside, by what was told last.
    private var believed: Set<BeaconIdentity> = []

    /// Notices as they are chosen.
    public init(onEntry: Bool = true, onExit: Bool = true, whileScreenIsOn: Bool = false) {
        self.onEntry = onEntry
        self.onExit = onExit
        self.whileScreenIsOn = whileScreenIsOn
    }

    /// Takes in what happened, and gives what of it is told, in the same order.
    public mutating func select(_ events: [PhoneEvent]) -> [PhoneEvent] {
        events.filter { event in
            switch event {
            case .regionEntered(let region): enter(region)
            case .regionExited(let region): exit(region)
            default: true
            }
        }
    }

    /// Takes it that the screen went on or off, and gives the state of the regions when that is to be told anew.
    ///
    /// First come those that were left in the dark, then those that the phone is inside.
    public mutating func setScreen(isOn: Bool) -> [PhoneEvent] {
        defer { isScreenOn = isOn }
        guard whileScreenIsOn, isOn, !isScreenOn else { return [] }
        let left = believed.subtracting(inside)
        believed = inside
        return (onExit ? left.sorted().map { .regionState($0, isInside: false) } : [])
            + inside.sorted().map { .regionState($0, isInside: true) }
    }

    private var isTelling: Bool { isScreenOn || !whileScreenIsOn }

    private mutating func enter(_ region: BeaconIdentity) -> Bool {
        inside.insert(region)
        guard onEntry, isTelling else { return false }
        believed.insert(region)
        return true
    }

    private mutating func exit(_ region: BeaconIdentity) -> Bool {
        inside.remove(region)
        // What was left in the dark is told when the screen wakes.
        guard isTelling else { return false }
        believed.remove(region)
        return onExit
    }

}
