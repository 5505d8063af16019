import Beacons

extension BeaconIdentity {
    /// Whether this identity is the smaller number; it settles ties in the same way in every run.
    func precedes(_ other: BeaconIdentity) -> Bool {
        (uuid.high, uuid.low, major, minor) < (other.uuid.high, other.uuid.low, other.major, other.minor)
    }
}
