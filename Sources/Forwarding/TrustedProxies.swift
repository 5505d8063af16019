import Accounts

/// The proxies whose word for a client's address counts, and how they say it.
public struct TrustedProxies: Sendable {
    /// Where they connect from; no proxy is believed when this is empty.
    public var ranges: [AddressRange]
    /// The header field that they write.
    public var field: ForwardedField
    /// Whether each of their connections begins with a ``ProxyHeader``.
    ///
    /// It is said and not guessed: behind a proxy that passes bytes on as they come, a client could send one.
    public var sendsProxyHeader: Bool

    /// Proxies in `ranges`.
    public init(_ ranges: [AddressRange] = [], field: ForwardedField = .forwardedFor, sendsProxyHeader: Bool = false) {
        self.ranges = ranges
        self.field = field
        self.sendsProxyHeader = sendsProxyHeader
    }

    /// No proxy: each connection comes from where it comes from.
    public static let none = TrustedProxies()

    /// Whether an address is that of a trusted proxy.
    public func contains(_ address: IPAddress) -> Bool {
        guard !ranges.isEmpty else { return false }
        let bytes = address.bytes
        return ranges.contains { $0.contains(bytes) }
    }

    /// Whose request it is: the nearest address that is not a trusted proxy's.
    ///
    /// Only what a trusted proxy has written is believed: from the right to the left as far as each address is a trusted
    /// proxy's again. Where one names no address, or what stands there is malformed, the request is that proxy's own.
    ///
    /// - Parameters:
    ///   - peer: Where the connection comes from.
    ///   - fields: The values of the header field, in the order in which they came.
    public func client(peer: IPAddress, fields: some BidirectionalCollection<String>) -> IPAddress {
        guard contains(peer) else { return peer }
        var client = peer
        for value in fields.reversed() {
            guard let nodes = field.nodes(in: value) else { return client }
            for node in nodes.reversed() {
                guard case .address(let address) = node else { return client }
                client = address
                guard contains(address) else { return client }
            }
        }
        return client
    }
}
