import Time

/// What the clocks of a device say at one instant.
public struct LockoutMoment: Equatable, Sendable {
    /// Which start of the system this is: the kernel's boot id, of which the first 36 bytes count.
    public let bootID: [UInt8]
    /// Milliseconds since that start, time asleep included; nobody can set that clock.
    public let sinceBootMilliseconds: Int64
    /// The wall clock, which anybody can set.
    public let wall: Timestamp

    /// The most bytes of a boot id that count: a UUID as text.
    public static let bootIDLimit = 36

    /// An instant; a time before the start counts as the start.
    public init(bootID: [UInt8], sinceBootMilliseconds: Int64, wall: Timestamp) {
        self.bootID = Array(bootID.prefix(Self.bootIDLimit))
        self.sinceBootMilliseconds = max(0, sinceBootMilliseconds)
        self.wall = wall
    }
}
