import Basics
import Beacons

/// One advertisement that a controller heard.
public struct HeardAdvertisement: Sendable, Equatable {
    /// When the host was told.
    public let time: Timestamp
    /// The address that it was sent from.
    public let address: DeviceAddress
    /// The signal strength in dBm, or nil when the controller does not know it.
    public let rssi: Int8?
    /// The AD structures as sent.
    public let data: [UInt8]

    /// An advertisement that was heard.
    public init(time: Timestamp, address: DeviceAddress, rssi: Int8?, data: [UInt8]) {
        self.time = time
        self.address = address
        self.rssi = rssi
        self.data = data
    }

    /// The whole frames in it, in the order in which they were sent; they are parsed each time that they are gone through.
    public var frames: Frames { Frames(advertisement: data) }
}
