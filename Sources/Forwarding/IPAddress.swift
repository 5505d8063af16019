import Accounts

/// An IP address without a port: where a connection comes from, or what a proxy says of it.
public struct IPAddress: Hashable, Sendable {
    private let high: UInt64
    private let low: UInt64
    /// Whether it is an IPv6 address; one that stands for an IPv4 address (`::ffff:192.0.2.1`) is an IPv4 address.
    public let isIPv6: Bool

    /// The address of 4 or 16 bytes; nil for any other number of them.
    public init?(bytes: some Collection<UInt8>) {
        let isMapped =
            bytes.count == 16 && bytes.prefix(10).allSatisfy { $0 == 0 }
            && bytes.dropFirst(10).prefix(2).allSatisfy { $0 == 0xFF }
        let bytes = isMapped ? bytes.dropFirst(12) : bytes.dropFirst(0)
        guard bytes.count == 4 || bytes.count == 16 else { return nil }
        self.isIPv6 = bytes.count == 16
        self.high = bytes.dropLast(bytes.count == 16 ? 8 : 4).reduce(0) { $0 << 8 | UInt64($1) }
        self.low = bytes.suffix(bytes.count == 16 ? 8 : 4).reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// The address that a text is, `192.0.2.1` or `2001:db8::1`; nil when it is not one.
    public init?(_ text: some StringProtocol) {
        // Functions in C would take a NUL for the end of the text.
        guard text.utf8.count <= 45, !text.utf8.contains(0), let bytes = AddressRange.bytes(of: String(text)) else {
            return nil
        }
        self.init(bytes: bytes)
    }

    /// Its bytes, 4 or 16, the first one first.
    public var bytes: [UInt8] {
        func bytes(_ value: UInt64, _ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: value >> UInt64(8 * (count - 1 - $0))) }
        }
        return isIPv6 ? bytes(high, 8) + bytes(low, 8) : bytes(low, 4)
    }

    /// What its client cannot change at will: all of an IPv4 address, and the first 64 bits of an IPv6 one,
    /// because a client that has one of these has all that begin with it.
    public var network: UInt64 { isIPv6 ? high : low }

    /// As people write it: `192.0.2.1` or `2001:db8::1`.
    package var text: String {
        let bytes = bytes
        guard isIPv6 else { return bytes.map(String.init).joined(separator: ".") }
        let groups = stride(from: 0, to: bytes.count, by: 2)
            .map { String(UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]), radix: 16) }.joined(separator: ":")
        return AddressRange(groups)?.description ?? groups
    }
}
