/// A universally unique identifier of 128 bits (RFC 9562).
///
/// It is our own type because Foundation's does not exist on a microcontroller; two words make it quick to compare.
public struct UUID128: Hashable, Sendable, CustomStringConvertible {
    /// The first eight bytes, big-endian.
    public let high: UInt64
    /// The last eight bytes, big-endian.
    public let low: UInt64

    /// The identifier made of two big-endian words.
    @inlinable
    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// The identifier in sixteen bytes, or nil for another count.
    @inlinable
    public init?(bytes: some Collection<UInt8>) {
        guard bytes.count == 16 else { return nil }
        self.high = bytes.bigEndianWord(first: 8)
        self.low = bytes.dropFirst(8).bigEndianWord(first: 8)
    }

    /// The identifier that text of the form 8-4-4-4-12 names, in either case, or nil for other text.
    public init?(_ text: String) {
        guard text.utf8.count == 36 else { return nil }
        var words: (high: UInt64, low: UInt64) = (0, 0)
        var index = 0
        var digits = 0
        for character in text.utf8 {
            if index == 8 || index == 13 || index == 18 || index == 23 {
                guard character == UInt8(ascii: "-") else { return nil }
            } else {
                guard let digit = character.hexadecimalDigit else { return nil }
                if digits < 16 {
                    words.high = words.high << 4 | UInt64(digit)
                } else {
                    words.low = words.low << 4 | UInt64(digit)
                }
                digits += 1
            }
            index += 1
        }
        self.init(high: words.high, low: words.low)
    }

    /// The sixteen bytes in the order in which they are sent.
    public var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(16)
        bytes.append(bigEndian: high, count: 8)
        bytes.append(bigEndian: low, count: 8)
        return bytes
    }

    /// The form 8-4-4-4-12 in lower case.
    public var description: String {
        let bytes = bytes
        return String(unsafeUninitializedCapacity: 36) { text in
            var position = 0
            for index in bytes.indices {
                if index == 4 || index == 6 || index == 8 || index == 10 {
                    text[position] = UInt8(ascii: "-")
                    position += 1
                }
                text[position] = (bytes[index] >> 4).hexadecimalCharacter
                text[position + 1] = (bytes[index] & 15).hexadecimalCharacter
                position += 2
            }
            return position
        }
    }
}
