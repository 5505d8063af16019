/// Several packets in the body of one request or answer of long polling.
public enum EnginePayload {
    /// How many packets a body that is sent may have: as many as the clients of python-engineio take.
    public static let mostPackets = 16
    /// How many packets a body that is received may have.
    public static let mostReceived = 256

    /// The type of a body that is text.
    public static let textType = "text/plain; charset=UTF-8"
    /// The type of a body in the binary form of Engine.IO 3.
    public static let binaryType = "application/octet-stream"

    /// How the packets of a body are held apart.
    public enum Form: Equatable, Sendable {
        /// Engine.IO 4: a record separator (0x1e) between the packets, binary ones in base64.
        case separated
        /// Engine.IO 3 as text: the length in UTF-16 code units, a colon and the packet; binary ones in base64.
        case counted
        /// Engine.IO 3 in bytes: 0 for text or 1 for binary, the decimal digits of the length as bytes, 0xff, the packet.
        case framed

        /// The form in which a server answers: Engine.IO 3 in bytes unless the client asked for `b64`.
        public init(_ version: EngineVersion, base64: Bool) {
            self = version == .four ? .separated : base64 ? .counted : .framed
        }

        /// The type of such a body.
        public var contentType: String { self == .framed ? binaryType : textType }
    }

    /// The body of these packets.
    public static func bytes(_ packets: [EnginePacket], _ form: Form) -> [UInt8] {
        var bytes: [UInt8] = []
        for (index, packet) in packets.enumerated() {
            switch form {
            case .separated:
                if index > 0 { bytes.append(separator) }
                bytes += packet.text(.four).utf8
            case .counted:
                let text = packet.text(.three)
                bytes += "\(text.utf16.count):".utf8
                bytes += text.utf8
            case .framed:
                if case .binary(let data) = packet {
                    frame([4] + data, isBinary: true, into: &bytes)
                } else {
                    frame(Array(packet.text(.three).utf8), isBinary: false, into: &bytes)
                }
            }
        }
        return bytes
    }

    private static func frame(_ packet: [UInt8], isBinary: Bool, into bytes: inout [UInt8]) {
        bytes.append(isBinary ? 1 : 0)
        bytes += String(packet.count).utf8.map { $0 - UInt8(ascii: "0") }
        bytes.append(0xFF)
        bytes += packet
    }

    /// Reads the packets of a body; that of Engine.IO 3 says itself which of the two forms it has.
    ///
    /// At least one packet and no more than `mostReceived`; the body's own length is bounded by the receiver.
    public static func packets(_ body: [UInt8], _ version: EngineVersion) throws(PacketFault) -> [EnginePacket] {
        guard let first = body.first else { throw .empty }
        if version == .four { return try separated(body) }
        return first <= 1 ? try framed(body) : try counted(body)
    }

    private static let separator: UInt8 = 0x1E

    private static func separated(_ body: [UInt8]) throws(PacketFault) -> [EnginePacket] {
        var packets: [EnginePacket] = []
        for part in body.split(separator: separator, maxSplits: mostReceived, omittingEmptySubsequences: false) {
            guard packets.count < mostReceived else { throw .tooMany }
            packets.append(try EnginePacket(utf8: part, .four))
        }
        return packets
    }

    private static func counted(_ body: [UInt8]) throws(PacketFault) -> [EnginePacket] {
        var packets: [EnginePacket] = []
        var position = 0
        while position < body.count {
            guard packets.count < mostReceived else { throw .tooMany }
            let length = try number(body, &position, end: UInt8(ascii: ":"), digits: 0x30...0x39)
            let start = position
            var units = 0
            while units < length, position < body.count {
                // A character beyond the basic plane is two units and begins with 0xf0 or more; what continues a
                // character counts nothing.
                let (lead, width) = Self.width(body[position])
                guard lead, position + width <= body.count else { throw .notText }
                units += width == 4 ? 2 : 1
                position += width
            }
            guard units == length else { throw .malformed }
            packets.append(try EnginePacket(utf8: body[start..<position], .three))
        }
        return packets
    }

    /// How many bytes the character has that begins with `byte`, and whether one can begin so.
    private static func width(_ byte: UInt8) -> (isLead: Bool, count: Int) {
        switch byte {
        case ..<0x80: (true, 1)
        case 0xC0..<0xE0: (true, 2)
        case 0xE0..<0xF0: (true, 3)
        case 0xF0...: (true, 4)
        default: (false, 1)
        }
    }

    private static func framed(_ body: [UInt8]) throws(PacketFault) -> [EnginePacket] {
        var packets: [EnginePacket] = []
        var position = 0
        while position < body.count {
            guard packets.count < mostReceived else { throw .tooMany }
            let kind = body[position]
            guard kind <= 1 else { throw .malformed }
            position += 1
            let length = try number(body, &position, end: 0xFF, digits: 0...9)
            guard length <= body.count - position else { throw .malformed }
            let packet = body[position..<position + length]
            position += length
            if kind == 0 {
                packets.append(try EnginePacket(utf8: packet, .three))
            } else {
                packets.append(try EnginePacket(frame: .binary(Array(packet)), .three))
            }
        }
        return packets
    }

    /// The decimal number up to `end`, over which it steps; nine digits at most.
    private static func number(
        _ body: [UInt8], _ position: inout Int, end: UInt8, digits: ClosedRange<UInt8>
    ) throws(PacketFault) -> Int {
        var value = 0
        let start = position
        while position < body.count, body[position] != end {
            guard digits.contains(body[position]) else { throw .malformed }
            guard position - start < 9 else { throw .tooLarge }
            value = value * 10 + Int(body[position] - digits.lowerBound)
            position += 1
        }
        guard position > start, position < body.count else { throw .malformed }
        position += 1
        return value
    }
}
