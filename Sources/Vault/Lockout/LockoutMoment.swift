/// What the clock of a device says at one instant.
public struct LockoutMoment: Equatable, Sendable {
    /// Which clock it is: that of one start of the system, as one time namespace sees it; of it 64 bytes count.
    ///
    /// It is empty where the system does not say; then no time is credited.
    public let clock: [UInt8]
    /// Milliseconds since that start, time asleep included; within one namespace that clock cannot be set.
    public let sinceBootMilliseconds: Int64

    /// The most bytes of a clock's name that count.
    public static let clockLimit = 64

    /// An instant; a time before the start counts as the start.
    public init(clock: [UInt8], sinceBootMilliseconds: Int64) {
        self.clock = Array(clock.prefix(Self.clockLimit))
        self.sinceBootMilliseconds = max(0, sinceBootMilliseconds)
    }
}
