/// How near a beacon is, as far as a radio can tell.
///
/// The classes and their names are Core Location's (`CLProximity`), which everybody who works with beacons knows.
public enum ProximityClass: String, Hashable, Sendable, CaseIterable {
    /// Nearer than 0.5 m: the phone is held to the beacon.
    case immediate
    /// From 0.5 to 5 m: in front of it.
    case near
    /// Beyond 5 m.
    case far
    /// Not heard lately, or no distance can be worked out from its power, so there is nothing to say.
    case unknown

    /// The class of a distance between limits.
    init(metres: Double, immediateLimit: Double, nearLimit: Double) {
        self = metres < immediateLimit ? .immediate : metres <= nearLimit ? .near : .far
    }
}
