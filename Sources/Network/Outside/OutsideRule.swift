import Forwarding

/// Why nothing was sent to an address that somebody else named.
package enum OutsideFault: Error, Hashable, Sendable {
    /// The text is not an address, or has a scheme or a port that is not allowed.
    case address
    /// The address leads into the operator's own network.
    case ownNetwork
    /// The name has no address, or its name server did not answer in time.
    case noPlace
    /// The other side did not answer in time.
    case unreachable
}

/// Finds the addresses of a name on behalf of an owner, whose budget the question counts toward; empty when there are none
/// or they do not come in time.
package typealias OutsideResolver = @Sendable (_ name: String, _ owner: String) async -> [IPAddress]

/// Which addresses that somebody else named the server may connect to.
package struct OutsideRule: Hashable, Sendable {
    private enum Network { case publicOnly, loopbackOnly }

    /// Whether an address without encryption is allowed.
    private let allowsPlain: Bool
    /// The ports that are allowed; nil for all of them.
    private let ports: Set<UInt16>?
    private let network: Network

    /// Merchants' programs: `http` and `https` outside of the own network, at the ports at which web servers listen.
    package static let callbacks = OutsideRule(
        allowsPlain: true, ports: [80, 443, 8080, 8443], network: .publicOnly)
    /// Push services: `https` at its usual port, outside of the own network.
    package static let push = OutsideRule(allowsPlain: false, ports: [443], network: .publicOnly)
    /// The machines that an issuer's document names: outside of the own network, at any port.
    package static let providers = OutsideRule(allowsPlain: true, ports: nil, network: .publicOnly)
    /// This machine alone, at any port: for tests.
    package static let loopbackOnly = OutsideRule(allowsPlain: true, ports: nil, network: .loopbackOnly)

    /// Whether an address may be called, as far as its text shows.
    package func allows(_ address: OutsideAddress) -> Bool {
        guard allowsPlain || address.isSecure, ports?.contains(address.port) ?? true else { return false }
        return switch (address.host, network) {
        case (.number(let number), _): allows(number)
        case (.name(let name), .publicOnly): !Self.isOwn(name)
        case (.name, .loopbackOnly): true
        }
    }

    /// Whether a number of the network may be connected to.
    package func allows(_ number: IPAddress) -> Bool {
        switch network {
        case .publicOnly: number.isPublic
        case .loopbackOnly: number.isLoopback
        }
    }

    /// The number to connect to for `address`: its name is resolved once, and the connection has to go to what this returns.
    ///
    /// - Parameter owner: Whose budget the name's resolution counts toward.
    package func place(
        of address: OutsideAddress, for owner: String, resolve: OutsideResolver
    ) async throws(OutsideFault) -> IPAddress {
        guard allowsPlain || address.isSecure, ports?.contains(address.port) ?? true else { throw .address }
        guard allows(address) else { throw .ownNetwork }
        switch address.host {
        case .number(let number): return number
        case .name(let name):
            let found = await resolve(name, owner)
            guard let first = found.first else { throw .noPlace }
            // One bad address among good ones is enough: a name server that answers so wants to be asked there.
            guard found.allSatisfy(allows) else { throw .ownNetwork }
            return first
        }
    }

    /// Whether a name is one of the own network whatever it resolves to: it has no dot, or an ending that is reserved for
    /// machines nearby (RFC 6761, RFC 6762, RFC 8375, and ICANN's `internal`).
    static func isOwn(_ name: String) -> Bool {
        !name.contains(".")
            || [".localhost", ".local", ".internal", ".home.arpa", ".localdomain"].contains(where: name.hasSuffix)
    }
}
