import Basics

/// A packet that a capture file holds, of those that may carry advertisements.
public struct CapturedPacket: Sendable, Equatable {
    /// Where a packet was captured.
    public enum Layer: Sendable {
        /// Between host and controller: an H4 packet with its indicator.
        case hci
        /// In the air: from access address to check sum.
        case linkLayer
    }

    /// Where it was captured.
    public let layer: Layer
    /// The packet itself.
    public let bytes: [UInt8]
    /// When it was captured, or nil when the file does not say.
    public let time: Timestamp?
    /// The signal strength in dBm that a sniffer noted, or nil without any.
    public let rssi: Int8?
}

/// Why a capture file, or the rest of it, can't be read.
public enum CaptureError: Error, Equatable, Sendable {
    /// The file's packets are of a link that is not one of Bluetooth Low Energy's; the number is the file format's own.
    case unsupportedLink(UInt32)
    /// A revision of the file format that is not known.
    case unsupportedVersion(UInt32)
    /// The file ends within a packet, or says impossible lengths from here on.
    case truncated

    /// The stable text of this error for programs.
    public var code: String {
        switch self {
        case .unsupportedLink: "capture.unsupported_link"
        case .unsupportedVersion: "capture.unsupported_version"
        case .truncated: "capture.truncated"
        }
    }
}

/// What surrounds a packet in a capture file.
enum CaptureLink {
    /// An HCI packet without indicator; flags say which kind it is.
    case bareHCI
    /// An H4 packet.
    case hci
    /// An H4 packet behind four bytes of direction.
    case directedHCI
    /// Linux's monitor: flags or a header of four bytes say which kind of packet it is.
    case monitor
    /// A link-layer packet.
    case linkLayer
    /// A link-layer packet behind ten bytes of what the sniffer noted.
    case notedLinkLayer

    /// The link that btsnoop numbers so ("Snoop Version 2 Packet Capture File Format", RFC 1761, with BlueZ's numbers).
    init?(btsnoop number: UInt32) {
        switch number {
        case 1001: self = .bareHCI
        case 1002: self = .hci
        case 2001: self = .monitor
        default: return nil
        }
    }

    /// The link that pcap numbers so (tcpdump.org, "Link-layer header types").
    init?(pcap number: UInt32) {
        switch number {
        case 187: self = .hci
        case 201: self = .directedHCI
        case 251: self = .linkLayer
        case 254: self = .monitor
        case 256: self = .notedLinkLayer
        default: return nil
        }
    }

    /// The packet in a record, or nil for one that can't carry advertisements.
    ///
    /// `flags` are btsnoop's: bit 0 is set for what the host received, bit 1 for commands and events; a monitor's have the
    /// kind of packet in the lower half.
    func packet(_ record: ArraySlice<UInt8>, flags: UInt32?, at time: Timestamp?) -> CapturedPacket? {
        func hci(_ bytes: ArraySlice<UInt8>) -> CapturedPacket? {
            guard bytes.first == AdvertisingReports.eventIndicator else { return nil }
            return CapturedPacket(layer: .hci, bytes: [UInt8](bytes), time: time, rssi: nil)
        }
        func event(_ bytes: ArraySlice<UInt8>) -> CapturedPacket {
            CapturedPacket(layer: .hci, bytes: [AdvertisingReports.eventIndicator] + bytes, time: time, rssi: nil)
        }
        switch self {
        case .bareHCI:
            guard let flags, flags & 3 == 3 else { return nil }
            return event(record)
        case .hci: return hci(record)
        case .directedHCI: return hci(record.dropFirst(4))
        case .monitor:
            if let flags { return flags & 0xFFFF == Self.monitorEvent ? event(record) : nil }
            guard record.count >= 4 else { return nil }
            let header = [UInt8](record.prefix(4))
            return UInt32(header[2]) << 8 | UInt32(header[3]) == Self.monitorEvent ? event(record.dropFirst(4)) : nil
        case .linkLayer:
            return CapturedPacket(layer: .linkLayer, bytes: [UInt8](record), time: time, rssi: nil)
        case .notedLinkLayer:
            // Channel, strength, noise, errors, access address (4), flags (2, little-endian).
            guard record.count >= 10 else { return nil }
            let header = [UInt8](record.prefix(10))
            let noted = UInt16(header[9]) << 8 | UInt16(header[8])
            var bytes = [UInt8](record.dropFirst(10))
            // On the coded PHY a byte that names the coding stands behind the access address.
            if noted >> 14 == 2, bytes.count > 4 { bytes.remove(at: 4) }
            return CapturedPacket(
                layer: .linkLayer, bytes: bytes, time: time,
                rssi: noted & 2 == 0 ? nil : Int8(bitPattern: header[1]))
        }
    }

    /// An event, among the kinds of packets of Linux's monitor (BlueZ, `src/shared/btsnoop.h`).
    private static let monitorEvent: UInt32 = 3
}
