import Basics

/// The rotating code of a security beacon: the first 14 bytes of an HMAC-SHA256.
///
/// Comparison takes the same time wherever two codes differ, so that a guess learns nothing from the clock; for the
/// same reason the type is not `Hashable`. The bytes are held in two words: 8 and 6.
public struct SecurityCode: Equatable, Sendable {
    /// How many bytes a code has.
    public static let byteCount = 14
    /// How long one code is sent unless the venue says otherwise, in seconds.
    public static let standardPeriodSeconds: Int64 = 60

    @usableFromInline
    let high: UInt64
    @usableFromInline
    let low: UInt64

    /// The code made of its first eight bytes and its last six, both big-endian.
    ///
    /// The upper sixteen bits of `low` are dropped.
    @inlinable
    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low & 0xFFFF_FFFF_FFFF
    }

    /// The code in fourteen bytes, or nil for another count.
    @inlinable
    public init?(bytes: some Collection<UInt8>) {
        guard bytes.count == Self.byteCount else { return nil }
        self.init(high: bytes.bigEndianWord(first: 8), low: bytes.dropFirst(8).bigEndianWord(first: 6))
    }

    /// The code in 28 hexadecimal digits of either case, or nil for other text.
    public init?(hexadecimal text: String) {
        guard let bytes = [UInt8](hexadecimal: text) else { return nil }
        self.init(bytes: bytes)
    }

    /// The fourteen bytes in the order in which they are sent.
    public var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Self.byteCount)
        append(to: &bytes)
        return bytes
    }

    /// The code as 28 lower-case hexadecimal digits.
    public var hexadecimal: String { bytes.hexadecimal }

    /// Whether two codes are the same, in constant time.
    @inlinable
    public static func == (left: SecurityCode, right: SecurityCode) -> Bool {
        (left.high ^ right.high) | (left.low ^ right.low) == 0
    }

    func append(to bytes: inout [UInt8]) {
        bytes.append(bigEndian: high, count: 8)
        bytes.append(bigEndian: low, count: 6)
    }
}
