import Basics

/// The proximity class of one beacon, which noise does not make flap.
///
/// A class is left only when the distance is past its limit by a factor, and stays past for a while. From unknown the
/// first class is taken at once.
struct ProximityTracker: Sendable {
    private(set) var current = ProximityClass.unknown
    /// What the class is about to become, and since when.
    private var pending: (proximity: ProximityClass, since: Timestamp)?

    mutating func forget() {
        current = .unknown
        pending = nil
    }

    mutating func update(distance: Double, at now: Timestamp, _ configuration: RangingConfiguration) {
        guard current != .unknown else {
            current = ProximityClass(
                metres: distance, immediateLimit: configuration.immediateLimit, nearLimit: configuration.nearLimit)
            return
        }
        // Each limit is moved away from the side on which the beacon is now.
        let ratio = max(configuration.hysteresisRatio, 1)
        let next = ProximityClass(
            metres: distance,
            immediateLimit: current == .immediate
                ? configuration.immediateLimit * ratio : configuration.immediateLimit / ratio,
            nearLimit: current == .far ? configuration.nearLimit / ratio : configuration.nearLimit * ratio)
        guard next != current else {
            pending = nil
            return
        }
        guard let candidate = pending, candidate.proximity == next, candidate.since <= now else {
            pending = (next, now)
            return
        }
        if now.milliseconds(since: candidate.since) >= configuration.dwellMilliseconds {
            current = next
            pending = nil
        }
    }
}
