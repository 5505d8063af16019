/// An advertising packet of the link layer as a sniffer gives it (Core 5.4, Vol 6, Part B, sections 2.1 and 2.3).
///
/// Access address (4), header (2), payload, check sum (3). Of the types that carry an advertiser's data these are
/// given; extended advertising (type 7), which needs packets of other channels, is not taken apart.
public struct LinkLayerAdvertisement: Equatable, Sendable {
    /// The access address of all advertising.
    public static let accessAddress: UInt32 = 0x8E89_BED6

    /// The type of the packet.
    ///
    /// 0 ADV_IND, 1 ADV_DIRECT_IND, 2 ADV_NONCONN_IND, 3 SCAN_REQ, 4 SCAN_RSP, 5 CONNECT_IND, 6 ADV_SCAN_IND,
    /// 7 extended advertising.
    public let type: UInt8
    /// How many bytes the payload has.
    public let length: Int
    /// Who sent it, or nil for extended advertising, whose header need not say.
    public let address: DeviceAddress?
    /// The AD structures; empty for types that carry none.
    public let data: [UInt8]
    /// The three bytes of the check sum in the order in which they were received.
    public let checksum: [UInt8]
    /// Whether the check sum is that of the packet.
    public let isIntact: Bool

    /// Reads a packet.
    ///
    /// It throws `notAdvertisingAccessAddress`, `truncated`, or `overlong` when bytes follow the check sum or the data
    /// are longer than 31 bytes. A wrong check sum is not refused: `isIntact` says it.
    public init(packet: [UInt8]) throws(ReportError) {
        guard packet.count >= 6 else { throw .truncated }
        let access = packet[0..<4].reversed().reduce(0) { $0 << 8 | UInt32($1) }
        guard access == Self.accessAddress else { throw .notAdvertisingAccessAddress(access) }
        let length = Int(packet[5])
        guard packet.count >= 6 + length + 3 else { throw .truncated }
        guard packet.count == 6 + length + 3 else { throw .overlong }
        let payload = packet[6..<6 + length]

        self.type = packet[4] & 0x0F
        self.length = length
        self.checksum = [UInt8](packet[(6 + length)...])
        self.isIntact = checksum == Self.checksum(of: packet[4..<6 + length])
        if type == 7 {
            self.address = nil
            self.data = []
        } else {
            let kind: DeviceAddress.Kind = packet[4] & 0x40 == 0 ? .public : .random
            guard let address = DeviceAddress(littleEndian: payload.prefix(6), kind: kind) else { throw .truncated }
            self.address = address
            switch type {
            case 0, 2, 4, 6:
                guard length <= 6 + 31 else { throw .overlong }
                self.data = [UInt8](payload.dropFirst(6))
            default:
                self.data = []
            }
        }
    }

    /// The check sum of header and payload in the order of sending: x^24 + x^10 + x^9 + x^6 + x^4 + x^3 + x + 1, begun
    /// with 0x555555 on advertising channels (Core 5.4, Vol 6, Part B, section 3.1.1).
    static func checksum(of bytes: some Sequence<UInt8>) -> [UInt8] {
        // The register is kept mirrored, because each byte goes on the air with its lowest bit first.
        var register: UInt32 = 0xAAAAAA
        for byte in bytes {
            register ^= UInt32(byte)
            for _ in 0..<8 {
                register = register & 1 == 0 ? register >> 1 : register >> 1 ^ 0xDA6000
            }
        }
        return [UInt8(register & 0xFF), UInt8(register >> 8 & 0xFF), UInt8(register >> 16)]
    }
}
