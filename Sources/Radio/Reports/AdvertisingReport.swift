/// One report of an advertising event, in place in the controller's bytes.
///
/// `data` points into the event: it is valid only inside the closure that was given the report.
public struct AdvertisingReport {
    /// What a report says of the rest of its advertisement.
    public enum DataStatus: Sendable {
        /// Nothing is missing.
        case complete
        /// Another report has the next piece.
        case more
        /// The rest was lost and will not come.
        case truncated
    }

    /// The event type as sent: 0 to 4 in a legacy report, bits in an extended one (Core 5.4, Vol 4, Part E, 7.7.65.2
    /// and 7.7.65.13).
    public let eventType: UInt16
    /// Whether it came in an extended report, which a controller may send for legacy advertisements as well.
    public let isExtended: Bool
    /// The kind of address as sent; 2 and 3 are public and random addresses that the controller resolved.
    public let addressType: UInt8
    /// The address that it was sent from.
    public let address: DeviceAddress
    /// The number of the sender's advertising set, 0 to 15, or 255 when it has none, as in legacy advertisements.
    public let advertisingSet: UInt8
    /// The signal strength as sent; 127 means that the controller does not know it.
    public let rssiOrUnknown: Int8
    /// The AD structures, in the event's own bytes.
    public let data: UnsafeRawBufferPointer

    @inlinable
    init(
        eventType: UInt16, isExtended: Bool, addressType: UInt8, address: DeviceAddress, advertisingSet: UInt8,
        rssiOrUnknown: Int8, data: UnsafeRawBufferPointer
    ) {
        self.eventType = eventType
        self.isExtended = isExtended
        self.addressType = addressType
        self.address = address
        self.advertisingSet = advertisingSet
        self.rssiOrUnknown = rssiOrUnknown
        self.data = data
    }

    /// The signal strength in dBm, or nil when the controller does not know it.
    @inlinable
    public var rssi: Int8? { rssiOrUnknown == 127 ? nil : rssiOrUnknown }

    /// Whether this answers a scan request: another device scans actively, or the controller invents answers.
    @inlinable
    public var isScanResponse: Bool { isExtended ? eventType & 0x08 != 0 : eventType == 4 }

    /// Whether it is about a legacy advertisement, which an extended report may be as well.
    @inlinable
    public var isLegacy: Bool { !isExtended || eventType & 0x10 != 0 }

    /// Whether `data` are all that was sent; long extended advertisements come in pieces or are cut off.
    @inlinable
    public var dataStatus: DataStatus {
        if isLegacy { return .complete }
        switch eventType >> 5 & 3 {
        case 0: return .complete
        case 1: return .more
        default: return .truncated
        }
    }
}
