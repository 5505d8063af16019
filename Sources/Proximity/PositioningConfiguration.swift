/// The constants of positioning; the standard ones suit rooms with beacons every six to eight metres.
public struct PositioningConfiguration: Sendable, Equatable {
    /// The path-loss exponent by which the distances were estimated.
    public var pathLossExponent = 2.2
    /// The standard deviation of one packet's strength, in dB.
    public var packetDeviation = 8.0
    /// The standard deviation that no number of packets averages out, from walls, bodies and antennas, in dB.
    public var placeDeviation = 3.0
    /// What is added to that, in dB, for a beacon of whose packets all are missed, and in proportion for fewer.
    ///
    /// Of a beacon at the edge of its range only the luckily strong packets are heard, so it seems nearer than it is.
    public var missedDeviation = 10.0
    /// From how many standard deviations on a witness is no farther off, whatever it says.
    ///
    /// A wall or a cloned beacon thus cannot outweigh all others.
    public var outlierDeviations = 3.0
    /// How many beacons count, the strongest and surest; the others say little.
    public var beaconLimit = 8
    /// How far around the best of the first guesses is searched, in metres.
    public var searchRadius = 8.0
    /// The distance between searched points, in metres.
    public var searchStep = 2.0
    /// How far the last position is trusted after no time at all, as a standard deviation in metres.
    public var trackDeviation = 3.0
    /// By how much that trust widens in a second, in metres.
    public var walkingDeviation = 1.5
    /// How far the estimated walk is carried on, in seconds: strengths are means over a few seconds past.
    public var leadSeconds = 2.0
    /// How much of each new movement goes into the estimated velocity, 0 to 1.
    public var velocityGain = 0.15
    /// The fastest that the position moves, in metres a second.
    public var speedLimit = 2.0
    /// How far off the position may be from what the beacons say without being thought lost, in metres.
    public var lostDistance = 10.0
    /// For how long it must be off until it starts anew, in milliseconds.
    public var lostMilliseconds: Int64 = 4000
    /// A position older than this is no help for the next, in milliseconds.
    public var memoryMilliseconds: Int64 = 15_000

    /// The constants as they are documented here.
    public static let `default` = PositioningConfiguration()

    /// The standard constants, to be changed one by one.
    public init() {}
}
