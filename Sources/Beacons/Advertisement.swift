/// An advertisement taken apart into its AD structures, for showing all that it says.
///
/// This is the leisurely view, which copies; frames are parsed without it. It keeps what could be read before a fault.
public struct Advertisement: Equatable, Sendable {
    /// One AD structure (Core 5.4, Vol 3, Part C, section 11).
    public struct Structure: Equatable, Sendable {
        /// What the data mean ("Assigned Numbers", section 2.3).
        public let type: UInt8
        /// The bytes after the type.
        public let data: [UInt8]
    }

    /// One message of Apple's continuity protocols, several of which share one structure.
    public struct AppleMessage: Equatable, Sendable {
        /// What the data mean; Apple publishes only 2, the iBeacon.
        public let type: UInt8
        /// The bytes after type and length.
        public let data: [UInt8]
    }

    /// The structures in the order in which they were sent.
    public let structures: [Structure]
    /// Why reading stopped before the end, or nil when everything was read.
    public let error: FrameError?

    /// Takes `bytes` apart; zeros between structures and a length byte without a body at the very end are skipped.
    public init(_ bytes: [UInt8]) {
        var structures: [Structure] = []
        var error: FrameError?
        var offset = 0
        // A zero length ends an advertisement by the specification: what is cut behind one was never a structure.
        var isPadded = false
        if bytes.count > Frame.advertisementLimit {
            error = .overlongAdvertisement
            offset = bytes.count
        }
        while offset < bytes.count {
            guard bytes[offset] > 0 else {
                offset += 1
                isPadded = true
                continue
            }
            let next = offset + 1 + Int(bytes[offset])
            guard next <= bytes.count else {
                if offset + 1 < bytes.count, !isPadded { error = .truncatedStructure }
                break
            }
            structures.append(Structure(type: bytes[offset + 1], data: [UInt8](bytes[offset + 2..<next])))
            offset = next
        }
        self.structures = structures
        self.error = error
    }

    /// The flags: bit 1 general discoverable, bit 2 no classic Bluetooth ("Core Specification Supplement", A 1.3).
    public var flags: UInt8? { first(Assigned.flags)?.first }

    /// The device's complete name, or else its shortened one, up to the first zero byte.
    ///
    /// Firmware pads names with zeros. Bytes that are not UTF-8 are replaced by U+FFFD.
    public var localName: String? {
        (first(Assigned.completeName) ?? first(Assigned.shortenedName)).map { name in
            String(decoding: name.prefix { $0 != 0 }, as: UTF8.self)
        }
    }

    /// The power with which this was sent, in dBm.
    public var powerLevel: Int8? { first(Assigned.powerLevel)?.first.map { Int8(bitPattern: $0) } }

    /// The company of the first manufacturer data, or nil without any.
    public var company: UInt16? {
        guard let data = first(Assigned.manufacturer), data.count >= 2 else { return nil }
        return UInt16(data[1]) << 8 | UInt16(data[0])
    }

    /// The first manufacturer data without the company, or nil without any.
    public var manufacturerData: [UInt8]? {
        guard let data = first(Assigned.manufacturer), data.count >= 2 else { return nil }
        return [UInt8](data[2...])
    }

    /// The 16-bit service UUIDs of all lists.
    public var services: [UInt16] {
        var services: [UInt16] = []
        for structure in structures
        where structure.type == Assigned.incompleteServices16 || structure.type == Assigned.completeServices16 {
            var index = 0
            while index + 1 < structure.data.count {
                services.append(UInt16(structure.data[index + 1]) << 8 | UInt16(structure.data[index]))
                index += 2
            }
        }
        return services
    }

    /// The first data of the service with a 16-bit UUID, the UUID left out, or nil without any.
    public func serviceData(of service: UInt16) -> [UInt8]? {
        for structure in structures where structure.type == Assigned.serviceData16 && structure.data.count >= 2 {
            if UInt16(structure.data[1]) << 8 | UInt16(structure.data[0]) == service {
                return [UInt8](structure.data[2...])
            }
        }
        return nil
    }

    /// Apple's messages in the first manufacturer data; empty for another company, and cut where one is truncated.
    public var appleMessages: [AppleMessage] {
        guard company == Assigned.apple, let data = manufacturerData else { return [] }
        var messages: [AppleMessage] = []
        var offset = 0
        while offset + 2 <= data.count, offset + 2 + Int(data[offset + 1]) <= data.count {
            let next = offset + 2 + Int(data[offset + 1])
            messages.append(AppleMessage(type: data[offset], data: [UInt8](data[offset + 2..<next])))
            offset = next
        }
        return messages
    }

    private func first(_ type: UInt8) -> [UInt8]? {
        for structure in structures where structure.type == type { return structure.data }
        return nil
    }
}
