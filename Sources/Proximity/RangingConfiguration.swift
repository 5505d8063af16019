/// The constants of ranging; the standard ones suit rooms with about 8 dB of spread from packet to packet.
public struct RangingConfiguration: Sendable, Equatable {
    /// How far back readings count, in milliseconds.
    ///
    /// A mean over four seconds lags two behind, which is 3 m for a walker; over less than that, the spread of
    /// a beacon that sends once a second is hardly reduced at all.
    public var windowMilliseconds: Int64 = 4000
    /// After this silence a beacon's proximity is unknown, in milliseconds.
    public var silenceMilliseconds: Int64 = 5000
    /// After this silence a beacon is forgotten, in milliseconds.
    public var forgetMilliseconds: Int64 = 20_000
    /// The share of readings that the mean leaves out at either end, 0 up to 0.5.
    public var trim = 0.1
    /// A reading farther than this from the window's median is an outlier and does not count, in dB.
    ///
    /// It is two and a half standard deviations of 8 dB. A fixed limit serves a handful of readings better than one
    /// from their own spread, which by chance may be nothing.
    public var outlierLimit = 20.0
    /// The path-loss exponent: 2 in free space, more where walls and people absorb.
    public var pathLossExponent = 2.2
    /// The nearest and farthest distances that are given, in metres; beyond the farthest there is none.
    public var distances: ClosedRange<Double> = 0.1...100
    /// The measured powers that a device can have, in dBm; another one gives no distance.
    ///
    /// Bluetooth's strongest class sends 20 dBm, of which free space takes 40 dB on the first metre (Core 5.4, Vol 6,
    /// Part A, section 3). Below -100 dBm receivers hear nothing, so no one can have measured it. Factory settings such as
    /// 0, -3 and 127 are outside.
    public var measuredPowers: ClosedRange<Int8> = -100 ... -20
    /// Where immediate ends and near begins, in metres.
    public var immediateLimit = 0.5
    /// Where near ends and far begins, in metres.
    public var nearLimit = 5.0
    /// By what factor a distance must pass a limit before the class may change.
    ///
    /// It is 3.2 dB. With three packets a second and 8 dB of spread, a beacon exactly at a limit changes class about once
    /// in three minutes; with 1.25 it is once a minute, without hysteresis every few seconds.
    public var hysteresisRatio = 1.4
    /// How long it must stay past the limit before the class does change, in milliseconds.
    public var dwellMilliseconds: Int64 = 3000
    /// How many readings of one beacon are kept at most; the oldest go first.
    public var readingsPerBeacon = 64
    /// How many beacons are followed at most; of those heard least, the one silent longest goes first.
    ///
    /// A radio that shouts thousands of made-up identities thus does not push out the beacons that are there.
    public var beaconLimit = 256

    /// The constants as they are documented here.
    public static let `default` = RangingConfiguration()

    /// The standard constants, to be changed one by one.
    public init() {}
}
