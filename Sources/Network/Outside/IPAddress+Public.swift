import Forwarding

extension IPAddress {
    /// Whether it is an address of the public Internet, by the IANA's registries of special-purpose addresses.
    ///
    /// Of IPv6 only what is assigned (`2000::/3`) is public, without what stands for something else there: addresses with
    /// an IPv4 address in them (6to4, Teredo, NAT64, compatible ones) are not public, and a mapped one is an IPv4 address.
    package var isPublic: Bool {
        let ranges = isIPv6 ? Self.specialIPv6 : Self.specialIPv4
        let bytes = bytes
        let isInOne = ranges.contains { start, length in
            Self.prefix(start, length).elementsEqual(Self.prefix(bytes, length))
        }
        return isIPv6 ? bytes[0] & 0xE0 == 0x20 && !isInOne : !isInOne
    }

    /// Whether it is this machine.
    package var isLoopback: Bool {
        isIPv6 ? bytes.dropLast().allSatisfy { $0 == 0 } && bytes.last == 1 : bytes.first == 127
    }

    private typealias Range = (start: [UInt8], length: Int)

    private static func prefix(_ bytes: [UInt8], _ length: Int) -> [UInt8] {
        (0..<((length + 7) / 8)).map { index in
            let bits = min(8, length - index * 8)
            return (index < bytes.count ? bytes[index] : 0) & (UInt8.max << UInt8(8 - bits))
        }
    }

    private static let specialIPv4: [Range] = [
        // This network, private, shared by carriers, loopback, link-local, private.
        ([0], 8), ([10], 8), ([100, 64], 10), ([127], 8), ([169, 254], 16), ([172, 16], 12),
        // Protocols, documentation, AS112, AMT, 6to4 relays, private, AS112.
        ([192, 0, 0], 24), ([192, 0, 2], 24), ([192, 31, 196], 24), ([192, 52, 193], 24), ([192, 88, 99], 24),
        ([192, 168], 16), ([192, 175, 48], 24),
        // Benchmarks, documentation, groups, reserved with the broadcast address.
        ([198, 18], 15), ([198, 51, 100], 24), ([203, 0, 113], 24), ([224], 4), ([240], 4),
    ]

    private static let specialIPv6: [Range] = [
        // Protocols with Teredo among them; documentation; 6to4; AS112; documentation.
        ([0x20, 0x01, 0x00], 23), ([0x20, 0x01, 0x0D, 0xB8], 32), ([0x20, 0x02], 16),
        ([0x26, 0x20, 0x00, 0x4F, 0x80, 0x00], 48), ([0x3F, 0xFF], 20),
    ]
}
