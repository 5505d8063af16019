import Basics

/// By UUID, major and minor: collections without an order of their own are gone through in the same way in every run.
extension BeaconIdentity: Comparable {
    /// Whether `left` is the smaller number.
    @inlinable
    public static func < (left: BeaconIdentity, right: BeaconIdentity) -> Bool {
        (left.uuid.high, left.uuid.low, left.major, left.minor)
            < (right.uuid.high, right.uuid.low, right.major, right.minor)
    }
}
