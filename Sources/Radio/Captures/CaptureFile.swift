import Basics

/// The packets of a capture file that may carry advertisements, in order: btsnoop, pcap or pcapng.
///
/// It reads Android's and BlueZ's btsnoop (H1, H4, monitor) and the Bluetooth links of pcap and pcapng in either byte
/// order (HCI H4 with and without direction, monitor, LE link layer with and without header). Nothing is stored but the
/// bytes of the file, and no length in it is believed beyond its end.
public struct CaptureFile {
    private enum Format {
        case btsnoop(CaptureLink)
        case pcap(CaptureLink, ticksPerSecond: UInt64)
        case pcapng
    }

    /// One source of packets in a pcapng file.
    fileprivate struct Interface {
        /// Nil when its packets are none of Bluetooth Low Energy's.
        var link: CaptureLink?
        var ticksPerSecond: UInt64? = 1_000_000
        var offsetSeconds: Int64 = 0
    }

    /// The most interfaces that a pcapng file may describe.
    private static let interfaceLimit = 1024

    private var bytes: CaptureBytes
    private let format: Format
    private var interfaces: [Interface] = []

    /// Begins to read `bytes`; nil when they begin like none of the formats.
    ///
    /// It throws when they do, but hold another link's packets, or the header is cut.
    public init?(_ bytes: [UInt8]) throws(CaptureError) {
        var reader = CaptureBytes(bytes)
        if bytes.starts(with: Array("btsnoop\0".utf8)) {
            reader.offset = 8
            let version = try reader.word()
            guard version == 1 else { throw .unsupportedVersion(version) }
            let number = try reader.word()
            guard let link = CaptureLink(btsnoop: number) else { throw .unsupportedLink(number) }
            format = .btsnoop(link)
        } else if let magic = try? reader.word(), let order = Self.order(of: magic) {
            reader.isLittleEndian = order.isLittleEndian
            let version = UInt32(try reader.half())
            guard version == 2 else { throw .unsupportedVersion(version) }
            // Minor version, time zone, precision and snapshot length.
            try reader.skip(14)
            // The upper bits say whether and how long a check sum follows each packet.
            let number = try reader.word() & 0x0FFF_FFFF
            guard let link = CaptureLink(pcap: number) else { throw .unsupportedLink(number) }
            format = .pcap(link, ticksPerSecond: order.ticksPerSecond)
        } else if bytes.starts(with: [0x0A, 0x0D, 0x0D, 0x0A]) {
            reader.offset = 0
            format = .pcapng
        } else {
            return nil
        }
        self.bytes = reader
    }

    /// The next packet, or nil at the end.
    ///
    /// It throws when the file ends within a packet; there is nothing more to read then.
    public mutating func next() throws(CaptureError) -> CapturedPacket? {
        while !bytes.isAtEnd {
            let packet: CapturedPacket?
            do throws(CaptureError) {
                switch format {
                case .btsnoop(let link): packet = try btsnoop(link)
                case .pcap(let link, let ticks): packet = try pcap(link, ticksPerSecond: ticks)
                case .pcapng: packet = try block()
                }
            } catch {
                bytes.offset = bytes.count
                throw error
            }
            if let packet { return packet }
        }
        return nil
    }

    /// The byte order and unit of time that pcap's first four bytes, read big-endian, stand for.
    private static func order(of magic: UInt32) -> (isLittleEndian: Bool, ticksPerSecond: UInt64)? {
        switch magic {
        case 0xA1B2_C3D4: (false, 1_000_000)
        case 0xD4C3_B2A1: (true, 1_000_000)
        case 0xA1B2_3C4D: (false, 1_000_000_000)
        case 0x4D3C_B2A1: (true, 1_000_000_000)
        default: nil
        }
    }

    /// Original length, length, flags, drops (4 each), microseconds (8), packet.
    private mutating func btsnoop(_ link: CaptureLink) throws(CaptureError) -> CapturedPacket? {
        _ = try bytes.word()
        let length = try bytes.word()
        let flags = try bytes.word()
        _ = try bytes.word()
        let microseconds = Int64(bitPattern: UInt64(try bytes.word()) << 32 | UInt64(try bytes.word()))
        let record = try bytes.take(length)
        // Counted from the midnight that began the year 0.
        let (since, overflow) = microseconds.subtractingReportingOverflow(0x00DC_DDB3_0F2F_8000)
        return link.packet(record, flags: flags, at: overflow ? nil : Timestamp(milliseconds: since / 1000))
    }

    /// Seconds, fraction, length, original length (4 each), packet.
    private mutating func pcap(_ link: CaptureLink, ticksPerSecond: UInt64) throws(CaptureError) -> CapturedPacket? {
        let seconds = UInt64(try bytes.word())
        let fraction = UInt64(try bytes.word())
        let length = try bytes.word()
        _ = try bytes.word()
        let record = try bytes.take(length)
        let milliseconds = seconds * 1000 + fraction * 1000 / ticksPerSecond
        return link.packet(record, flags: nil, at: Timestamp(milliseconds: Int64(milliseconds)))
    }

    // MARK: pcapng (draft-ietf-opsawg-pcapng)

    /// Type, length (4 each), body, length again; nil for a block without a packet.
    private mutating func block() throws(CaptureError) -> CapturedPacket? {
        let start = bytes.offset
        let type = try bytes.word()
        if type == 0x0A0D_0D0A {
            try bytes.skip(4)
            let magic = try bytes.word()
            // Each section has its own byte order and interfaces.
            if magic == 0x4D3C_2B1A { bytes.isLittleEndian.toggle() } else if magic != 0x1A2B_3C4D { throw .truncated }
            interfaces = []
            bytes.offset = start + 4
        }
        let length = try bytes.word()
        guard length >= 12, length % 4 == 0 else { throw .truncated }
        bytes.offset = start
        var body = CaptureBytes([UInt8](try bytes.take(length).dropFirst(8).dropLast(4)))
        body.isLittleEndian = bytes.isLittleEndian
        switch type {
        case 1:
            guard interfaces.count < Self.interfaceLimit else { throw .truncated }
            interfaces.append(try Self.interface(&body))
            return nil
        case 3:
            let original = try body.word()
            let record = try body.take(min(original, UInt32(body.count - body.offset)))
            return interfaces.first?.link?.packet(record, flags: nil, at: nil)
        case 6:
            let number = try body.word()
            let ticks = UInt64(try body.word()) << 32 | UInt64(try body.word())
            let length = try body.word()
            _ = try body.word()
            let record = try body.take(length)
            guard number < UInt32(interfaces.count) else { throw .truncated }
            let interface = interfaces[Int(number)]
            return interface.link?.packet(record, flags: nil, at: interface.time(ticks))
        default:
            return nil
        }
    }

    /// Link (2), reserved (2), snapshot length (4), options: code, length (2 each), value padded to 4.
    private static func interface(_ body: inout CaptureBytes) throws(CaptureError) -> Interface {
        var interface = Interface(link: CaptureLink(pcap: UInt32(try body.half())))
        try body.skip(6)
        while body.count - body.offset >= 4 {
            let code = try body.half()
            let length = UInt32(try body.half())
            guard code != 0 else { break }
            var value = CaptureBytes([UInt8](try body.take(length)))
            value.isLittleEndian = body.isLittleEndian
            try body.skip(min(Int((4 - length % 4) % 4), body.count - body.offset))
            switch code {
            case 9: interface.ticksPerSecond = try ticks(value.byte())
            case 14:
                let first = UInt64(try value.word())
                let second = UInt64(try value.word())
                interface.offsetSeconds = Int64(
                    bitPattern: body.isLittleEndian ? second << 32 | first : first << 32 | second)
            default: break
            }
        }
        return interface
    }

    /// The ticks in a second for a negative power of ten or, with the highest bit set, of two; nil for absurd ones.
    private static func ticks(_ resolution: UInt8) -> UInt64? {
        let exponent = Int(resolution & 0x7F)
        if resolution & 0x80 != 0 { return exponent < 64 ? 1 << UInt64(exponent) : nil }
        return exponent < 20 ? (0..<exponent).reduce(1 as UInt64) { ticks, _ in ticks * 10 } : nil
    }
}

extension CaptureFile.Interface {
    /// The instant of a count of ticks since 1970.
    fileprivate func time(_ ticks: UInt64) -> Timestamp? {
        guard let ticksPerSecond, let seconds = Int64(exactly: ticks / ticksPerSecond) else { return nil }
        let (whole, overflow) = seconds.addingReportingOverflow(offsetSeconds)
        let (milliseconds, excess) = whole.multipliedReportingOverflow(by: 1000)
        // A fraction of a second in floating point is exact enough for a millisecond.
        let fraction = Int64(Double(ticks % ticksPerSecond) / Double(ticksPerSecond) * 1000)
        guard !overflow, !excess, case (let sum, false) = milliseconds.addingReportingOverflow(fraction) else {
            return nil
        }
        return Timestamp(milliseconds: sum)
    }
}

/// The bytes of a capture file and how far they are read.
struct CaptureBytes {
    let bytes: [UInt8]
    var offset = 0
    var isLittleEndian = false

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    var count: Int { bytes.count }
    var isAtEnd: Bool { offset >= bytes.count }

    mutating func byte() throws(CaptureError) -> UInt8 {
        guard offset < bytes.count else { throw .truncated }
        offset += 1
        return bytes[offset - 1]
    }

    mutating func half() throws(CaptureError) -> UInt16 {
        let (first, second) = (UInt16(try byte()), UInt16(try byte()))
        return isLittleEndian ? second << 8 | first : first << 8 | second
    }

    mutating func word() throws(CaptureError) -> UInt32 {
        let (first, second) = (UInt32(try half()), UInt32(try half()))
        return isLittleEndian ? second << 16 | first : first << 16 | second
    }

    mutating func skip(_ count: Int) throws(CaptureError) {
        guard bytes.count - offset >= count else { throw .truncated }
        offset += count
    }

    mutating func take(_ count: UInt32) throws(CaptureError) -> ArraySlice<UInt8> {
        let start = offset
        try skip(Int(count))
        return bytes[start..<offset]
    }
}
