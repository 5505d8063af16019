import Time

/// What a device sends, and how often.
public struct AdvertisingPlan: Sendable {
    /// The intervals that every controller accepts for undirected advertising, in milliseconds.
    ///
    /// Source: Bluetooth Core 5.4, Volume 4, Part E, section 7.8.5.
    public static let intervals = 20...10_240

    /// Milliseconds from one advertisement to the next, within `intervals`.
    public var intervalMilliseconds: Int

    /// The address under which it sends; nil = a random static address that the controller's own generator gives.
    public var address: DeviceAddress?

    /// What to send at an instant: each is the whole of an advertisement, 31 bytes at most, and they take turns.
    ///
    /// It is asked at every interval, so that a payload may change with the time. When it gives nothing, nothing is
    /// sent until it gives something again.
    public var payloads: @Sendable (Timestamp) -> [[UInt8]]

    /// A plan; an interval outside `intervals` becomes the nearest end.
    public init(
        intervalMilliseconds: Int,
        address: DeviceAddress? = nil,
        payloads: @escaping @Sendable (Timestamp) -> [[UInt8]]
    ) {
        self.intervalMilliseconds = min(
            max(intervalMilliseconds, Self.intervals.lowerBound), Self.intervals.upperBound)
        self.address = address
        self.payloads = payloads
    }
}

/// When a scanning radio listens: a window at the beginning of each interval, on the next channel each time.
public struct ScanTiming: Equatable, Sendable {
    /// Milliseconds from the beginning of one window to the next, 3…10240.
    public var intervalMilliseconds: Int

    /// Milliseconds of listening in each interval, 3…`intervalMilliseconds`.
    public var windowMilliseconds: Int

    /// Listens all the time.
    public static let continuous = ScanTiming(intervalMilliseconds: 60, windowMilliseconds: 60)

    /// A timing; values out of range become the nearest that is in range.
    public init(intervalMilliseconds: Int, windowMilliseconds: Int) {
        self.intervalMilliseconds = min(max(intervalMilliseconds, 3), 10_240)
        self.windowMilliseconds = min(max(windowMilliseconds, 3), self.intervalMilliseconds)
    }
}
