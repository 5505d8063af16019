/// Where an exchange with the contract of CryptoMarket's API v2 is, and as whom to ask it.
public struct MarketServer: Sendable {
    /// The address before the version, without a slash at the end: `https://exchange.example`.
    public let address: String
    /// The address of the stream; the same as `address` unless the exchange has another host for it.
    public let streamAddress: String
    /// The key that signs; nil asks only what everybody may know.
    public let key: MarketKey?

    /// An exchange, or nil when an address is no `http` or `https` address.
    public init?(address: String, streamAddress: String? = nil, key: MarketKey? = nil) {
        guard let address = Self.normal(address), let stream = Self.normal(streamAddress ?? address) else { return nil }
        self.address = address
        self.streamAddress = stream
        self.key = key
    }

    private static func normal(_ address: String) -> String? {
        let lowercased = address.lowercased()
        guard lowercased.hasPrefix("http://") || lowercased.hasPrefix("https://"), address.utf8.count <= 1024,
            address.utf8.allSatisfy({ (0x21...0x7E).contains($0) }), !address.contains(where: { "?#@".contains($0) })
        else { return nil }
        var address = address[...]
        while address.last == "/" { address = address.dropLast() }
        return String(address)
    }
}
