import Basics

/// Which beacon: the venue's UUID, the shop's major and the beacon's own minor number.
public struct BeaconIdentity: Hashable, Sendable {
    /// The UUID that all beacons of a venue share.
    public let uuid: UUID128
    /// The group within the venue, one for each shop.
    public let major: UInt16
    /// The beacon within the group.
    public let minor: UInt16

    /// The identity made of its three parts.
    @inlinable
    public init(uuid: UUID128, major: UInt16, minor: UInt16) {
        self.uuid = uuid
        self.major = major
        self.minor = minor
    }
}
