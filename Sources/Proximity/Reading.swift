import Basics
import Beacons

/// One reception of a beacon: who, how strong, and when.
public struct Reading: Hashable, Sendable {
    /// The beacon that was heard.
    public let identity: BeaconIdentity
    /// The received signal strength in dBm; 127 means that the controller did not know it.
    public let rssi: Int8
    /// The strength at one meter, in dBm.
    ///
    /// Where an operator measured it, use the operator's value: anyone can write any power into a packet.
    public let measuredPower: Int8
    /// When it was heard.
    public let time: Timestamp

    /// A reception of `identity` at `time`.
    public init(identity: BeaconIdentity, rssi: Int8, measuredPower: Int8, time: Timestamp) {
        self.identity = identity
        self.rssi = rssi
        self.measuredPower = measuredPower
        self.time = time
    }
}
