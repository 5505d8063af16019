/// Sixteen opaque bytes that name something for a while; unlike a UUID they have no inner form.
public struct Identifier128: Hashable, Sendable {
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

    /// The sixteen bytes in the order in which they are sent.
    public var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(16)
        bytes.append(bigEndian: high, count: 8)
        bytes.append(bigEndian: low, count: 8)
        return bytes
    }
}
