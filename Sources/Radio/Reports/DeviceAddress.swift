import Basics

/// The address of a Bluetooth device: 48 bits, and where they come from.
public struct DeviceAddress: Hashable, Sendable, CustomStringConvertible {
    /// Where an address comes from, with the number that HCI commands and reports use.
    public enum Kind: UInt8, Hashable, Sendable {
        /// Given by the IEEE to the maker of the device.
        case `public` = 0
        /// Chosen at random, for good or for a while.
        case random = 1
        /// An extended advertisement that names no address; the 48 bits mean nothing.
        case anonymous = 0xFF
    }

    /// The 48 bits; the byte that is written first is the most significant.
    public let value: UInt64
    /// Where the address comes from.
    public let kind: Kind

    /// The address in the low 48 bits of `value`.
    @inlinable
    public init(value: UInt64, kind: Kind) {
        self.value = value & 0xFFFF_FFFF_FFFF
        self.kind = kind
    }

    /// The address in six bytes as HCI and the air order them, the last written first, or nil for another count.
    public init?(littleEndian bytes: some Collection<UInt8>, kind: Kind) {
        guard bytes.count == 6 else { return nil }
        var value: UInt64 = 0
        var shift: UInt64 = 0
        for byte in bytes {
            value |= UInt64(byte) << shift
            shift += 8
        }
        self.init(value: value, kind: kind)
    }

    /// The address that text of the form `c1:a2:b3:c4:d5:e6` names, in either case, or nil for other text.
    public init?(_ text: String, kind: Kind = .random) {
        guard text.utf8.count == 17 else { return nil }
        var value: UInt64 = 0
        for (index, character) in text.utf8.enumerated() {
            if index % 3 == 2 {
                guard character == UInt8(ascii: ":") else { return nil }
            } else {
                guard let digit = character.hexadecimalDigit else { return nil }
                value = value << 4 | UInt64(digit)
            }
        }
        self.init(value: value, kind: kind)
    }

    /// The six bytes as HCI and the air order them: the last written first.
    public var littleEndianBytes: [UInt8] {
        (0..<6).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }

    /// The form `c1:a2:b3:c4:d5:e6`, without the kind.
    public var description: String {
        let digits: StaticString = "0123456789abcdef"
        return String(unsafeUninitializedCapacity: 17) { text in
            for index in 0..<6 {
                let byte = Int(value >> (40 - 8 * UInt64(index)) & 0xFF)
                text[3 * index] = digits.utf8Start[byte >> 4]
                text[3 * index + 1] = digits.utf8Start[byte & 15]
                if index < 5 { text[3 * index + 2] = UInt8(ascii: ":") }
            }
            return 17
        }
    }
}
