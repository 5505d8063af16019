import NIOCore

/// What tells one client's address from another for limits; it is never written anywhere.
struct ClientAddress: Hashable, Sendable {
    private let bits: UInt64
    private let isIPv6: Bool

    /// The key of an address; nil for what is no IP address.
    ///
    /// It is all of an IPv4 address and the first 64 bits of an IPv6 one, because whoever has one of these has all that
    /// begin so.
    init?(_ address: SocketAddress?) {
        switch address {
        case .v4(let address):
            // In a `sockaddr_in` two bytes of family (or length and family) and two of port come before the address.
            let bytes = withUnsafeBytes(of: address.address) { Array($0[4..<8]) }
            self.init(bytes, isIPv6: false)
        case .v6(let address):
            // In a `sockaddr_in6` there are four bytes of flow information as well.
            let bytes = withUnsafeBytes(of: address.address) { Array($0[8..<24]) }
            let isMapped = bytes[..<10].allSatisfy { $0 == 0 } && bytes[10] == 0xFF && bytes[11] == 0xFF
            self.init(isMapped ? bytes[12...] : bytes[..<8], isIPv6: !isMapped)
        case .unixDomainSocket, nil: return nil
        }
    }

    private init(_ bytes: some Sequence<UInt8>, isIPv6: Bool) {
        self.bits = bytes.reduce(0) { $0 << 8 | UInt64($1) }
        self.isIPv6 = isIPv6
    }
}
