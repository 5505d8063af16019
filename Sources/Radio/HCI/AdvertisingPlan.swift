import Basics

/// What a device sends, and how often.
public struct AdvertisingPlan: Sendable {
    /// The intervals that every controller accepts for undirected advertising, in milliseconds.
    ///
    /// Source: Bluetooth Core 5.4, Volume 4, Part E, section 7.8.5.
    public static let intervals = 20...10_240

    /// Milliseconds from one advertisement to the next, within `intervals`.
    public var intervalMilliseconds: Int

    /// The address under which it sends; nil = a random static address that the controller's own generator gives.
    ///
    /// A moment's own address goes before it.
    public var address: DeviceAddress?

    /// The power to ask the controller for, in dBm; nil = its own choice.
    ///
    /// A controller sends with the next lower power that it has, and says with which. The legacy commands cannot ask: there
    /// it is what the owner knows better than the controller, and is stated instead.
    public let requestedPower: Int8?

    /// Whether payloads state the power, so that a controller has to be asked for it.
    let statesPower: Bool

    /// What to send at an instant, with the power in dBm to state; nil when it is not known.
    ///
    /// It is asked at every interval, so that payload and address may change with the time, always together: while one
    /// of them changes, nothing is sent. When it gives no payload, nothing is sent until it gives one again.
    public var moment: @Sendable (Timestamp, Int8?) -> AdvertisingMoment

    /// A plan of payloads that all go under one address; an interval outside `intervals` becomes the nearest end.
    ///
    /// Each payload is the whole of an advertisement, 31 bytes at most, and they take turns.
    public init(
        intervalMilliseconds: Int,
        address: DeviceAddress? = nil,
        payloads: @escaping @Sendable (Timestamp) -> [[UInt8]]
    ) {
        self.init(intervalMilliseconds: intervalMilliseconds) { AdvertisingMoment(payloads: payloads($0)) }
        self.address = address
    }

    /// A plan in which the address may change with the payload; an interval outside `intervals` becomes the nearest end.
    public init(intervalMilliseconds: Int, moment: @escaping @Sendable (Timestamp) -> AdvertisingMoment) {
        self.init(intervalMilliseconds, nil, statesPower: false) { now, _ in moment(now) }
    }

    /// A plan whose payloads state the power that the controller sends with; `power` is asked for, from −127 to 20 dBm.
    ///
    /// An interval outside `intervals` becomes the nearest end, a power outside its range as well.
    public init(
        intervalMilliseconds: Int, requesting power: Int8?,
        moment: @escaping @Sendable (Timestamp, Int8?) -> AdvertisingMoment
    ) {
        self.init(intervalMilliseconds, power, statesPower: true, moment: moment)
    }

    private init(
        _ intervalMilliseconds: Int, _ power: Int8?, statesPower: Bool,
        moment: @escaping @Sendable (Timestamp, Int8?) -> AdvertisingMoment
    ) {
        self.intervalMilliseconds = min(
            max(intervalMilliseconds, Self.intervals.lowerBound), Self.intervals.upperBound)
        requestedPower = power.map { min(max($0, -127), 20) }
        self.statesPower = statesPower
        self.moment = moment
    }
}

/// What a device sends at one moment, and under which address.
public struct AdvertisingMoment: Equatable, Sendable {
    /// Each is the whole of an advertisement, 31 bytes at most; they take turns, and none at all is silence.
    public var payloads: [[UInt8]]

    /// The random address to send them from; nil = the plan's, or the one that was sent from before.
    public var address: DeviceAddress?

    /// These payloads, from `address`; an address that is not random is left out.
    public init(payloads: [[UInt8]], address: DeviceAddress? = nil) {
        self.payloads = payloads
        self.address = address?.kind == .random ? address : nil
    }

    /// Nothing is sent.
    public static let silence = AdvertisingMoment(payloads: [])
}

/// When a scanning radio listens: a window at the beginning of each interval, on the next channel each time.
public struct ScanTiming: Equatable, Sendable {
    /// Milliseconds from the beginning of one window to the next, 3…10240.
    public var intervalMilliseconds: Int

    /// Milliseconds of listening in each interval, 3…`intervalMilliseconds`.
    public var windowMilliseconds: Int

    /// Listens all the time.
    public static let continuous = ScanTiming(intervalMilliseconds: 60, windowMilliseconds: 60)

    /// Listens a third of the time, as the DP-3T SDK does with 20 of 60 seconds; a controller repeats at most every 10.24 s
    /// by itself, and shorter rounds spread the readings more evenly over a five-minute window.
    public static let third = ScanTiming(intervalMilliseconds: 9000, windowMilliseconds: 3000)

    /// A timing; values out of range become the nearest that is in range.
    public init(intervalMilliseconds: Int, windowMilliseconds: Int) {
        self.intervalMilliseconds = min(max(intervalMilliseconds, 3), 10_240)
        self.windowMilliseconds = min(max(windowMilliseconds, 3), self.intervalMilliseconds)
    }
}
