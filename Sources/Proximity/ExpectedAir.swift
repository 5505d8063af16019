/// The air in which a plan of beacons is tried before it is hung: how often they send, and how unevenly they are heard.
public struct ExpectedAir: Hashable, Sendable {
    /// How many packets of each beacon reach a phone in a second, where nothing weakens them; 0.05 to 50.
    public var packetsPerSecond: Double
    /// The exponent of path loss, which the estimator is not told; 1.4 to 4.
    public var exponent = 2.2
    /// The standard deviation of one packet's strength, in dB; 0 to 20.
    public var packetDeviation = 8.0
    /// The standard deviation of what a place and the body that holds the phone do to each beacon, in dB; 0 to 20.
    ///
    /// No number of packets averages it out. Measured rooms have about 3.
    public var placeDeviation: Double
    /// The weakest strength that a phone understands, in dBm.
    public var sensitivity = -95.0

    /// An air with so many packets and so much unevenness; what is not finite or beyond the ranges is brought into them.
    public init(packetsPerSecond: Double, placeDeviation: Double = 3) {
        self.packetsPerSecond = packetsPerSecond.isFinite ? min(max(packetsPerSecond, 0.05), 50) : 1
        self.placeDeviation = placeDeviation.isFinite ? min(max(placeDeviation, 0), 20) : 3
    }
}
