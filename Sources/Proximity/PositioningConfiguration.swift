/// The constants of positioning; the standard ones suit rooms with beacons every six to eight metres.
public struct PositioningConfiguration: Sendable, Equatable {
    /// The standard deviation of one packet's strength, in dB.
    public var packetDeviation = 8.0
    /// The standard deviation that no number of packets averages out, from bodies and antennas, in dB.
    public var placeDeviation = 3.0
    /// From how many standard deviations on a beacon is no farther off in a second, whatever it says.
    ///
    /// A beacon that was moved or cloned thus cannot outweigh all others.
    public var outlierDeviations = 3.0
    /// How much a packet that should have come and did not counts, 0 to 1.
    public var silenceWorth = 0.1
    /// The most that a beacon's silence counts in a second, in squared standard deviations: its battery may be empty.
    public var silenceLimit = 1.0
    /// The share of the belief that goes anywhere when nothing near explains what is heard.
    public var lostShare = 1e-3
    /// The fastest that the position moves, in metres a second.
    public var speedLimit = 2.0
    /// How far off the position may be from what the beacons say without being thought lost, in metres.
    public var lostDistance = 10.0
    /// For how long it must be off until it starts anew, in milliseconds.
    public var lostMilliseconds: Int64 = 4000
    /// A position older than this is no help for the next, in milliseconds.
    public var memoryMilliseconds: Int64 = 15_000
    /// By what the radius that holds 68 % of the belief is multiplied, because the belief is a little too sure.
    public var doubtFactor = 1.1

    /// The constants as they are documented here.
    public static let `default` = PositioningConfiguration()

    /// The standard constants, to be changed one by one.
    public init() {}
}
