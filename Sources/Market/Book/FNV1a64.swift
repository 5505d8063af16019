/// The hash FNV-1a with 64 bits, over bytes and over numbers as decimal text.
///
/// It finds accidents, not forgeries. Source: the draft `draft-eastlake-fnv` of the IETF.
public struct FNV1a64: Equatable, Sendable {
    /// The hash of what was combined so far.
    public private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

    /// The hash of nothing.
    public init() {}

    /// Combines one byte.
    public mutating func combine(_ byte: UInt8) {
        value = (value ^ UInt64(byte)) &* 0x100_0000_01b3
    }

    /// Combines the bytes of a text in UTF-8.
    public mutating func combine(_ text: StaticString) {
        text.withUTF8Buffer { for byte in $0 { combine(byte) } }
    }

    /// Combines a number as its decimal digits, with a minus sign when it is negative.
    public mutating func combine(decimal number: Int64) {
        if number < 0 { combine(UInt8(ascii: "-")) }
        var divisor: UInt64 = 1
        let magnitude = number.magnitude
        while magnitude / divisor >= 10 { divisor *= 10 }
        while divisor > 0 {
            combine(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: magnitude / divisor % 10))
            divisor /= 10
        }
    }
}
