/// Why an advertisement gives no frame.
public enum FrameError: Error, Equatable, Sendable {
    /// An advertising structure says that it is longer than what is left of the advertisement.
    case truncatedStructure
    /// The advertisement is longer than Bluetooth can send: 1650 bytes (Core 5.4, Vol 4, Part E, 7.8.54).
    case overlongAdvertisement
    /// The frame ends before its format does.
    case truncated(FrameKind)
    /// The frame goes on after its format has ended.
    case overlong(FrameKind)
    /// Well-formed, but no structure in it is of a beacon format that we know.
    case notABeacon
    /// A frame of a known type in a version that we do not know.
    case undefinedVersion(FrameKind, version: UInt8)
    /// A byte of a compressed web address that the Eddystone-URL format reserves, or an unknown scheme.
    case reservedURLByte(UInt8)

    /// The stable text of this error for programs.
    public var code: String {
        switch self {
        case .truncatedStructure: "frame.truncated_structure"
        case .overlongAdvertisement: "frame.overlong_advertisement"
        case .truncated: "frame.truncated"
        case .overlong: "frame.overlong"
        case .notABeacon: "frame.not_a_beacon"
        case .undefinedVersion: "frame.undefined_version"
        case .reservedURLByte: "frame.reserved_url_byte"
        }
    }
}
