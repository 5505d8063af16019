import Forwarding
import NIOCore

/// What tells one client's address from another for limits; it is never written anywhere.
package struct ClientAddress: Hashable, Sendable {
    /// The addresses that share a prefix with one.
    struct Network: Hashable, Sendable {
        /// The number of bits of the prefix, with 128 added for an IPv6 address.
        let kind: UInt8
        /// The bits of the prefix.
        let prefix: UInt64
    }

    private let bits: UInt64
    private let isIPv6: Bool

    /// The key of an address: all of an IPv4 address and the first 64 bits of an IPv6 one.
    package init(_ address: IPAddress) {
        self.bits = address.network
        self.isIPv6 = address.isIPv6
    }

    /// The key of a socket's address; nil for what is no IP address.
    init?(_ address: SocketAddress?) {
        guard let address = IPAddress(address) else { return nil }
        self.init(address)
    }

    /// The networks around it, the narrowest first: what a customer, a site and a provider usually have.
    var wider: [Network] { isIPv6 ? [network(56), network(48), widest] : [network(24), widest] }

    /// The widest network that limits look at.
    var widest: Network { network(isIPv6 ? 32 : 16) }

    private func network(_ length: UInt8) -> Network {
        Network(
            kind: isIPv6 ? 128 + length : length, prefix: bits >> UInt64((isIPv6 ? 64 : 32) - length))
    }
}

extension IPAddress {
    /// The address of a socket without its port; nil for what is no IP address.
    init?(_ address: SocketAddress?) {
        switch address {
        case .v4(let address):
            // In a `sockaddr_in` two bytes of family (or length and family) and two of port come before the address.
            self.init(bytes: withUnsafeBytes(of: address.address) { Array($0[4..<8]) })
        case .v6(let address):
            // In a `sockaddr_in6` there are four bytes of flow information as well.
            self.init(bytes: withUnsafeBytes(of: address.address) { Array($0[8..<24]) })
        case .unixDomainSocket, nil: return nil
        }
    }
}
