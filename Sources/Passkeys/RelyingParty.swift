import Crypto

/// The server as authenticators know it: by a host name, and by the origins of its pages.
public struct RelyingParty: Equatable, Sendable {
    /// The host name that keys are bound to.
    public let id: String
    /// The origins from which a page may ask, as browsers write them.
    public let origins: [String]
    /// SHA-256 of the host name.
    public let idHash: [UInt8]

    /// The server whose pages have the address `url`: https, or http on `localhost`, with a host name.
    ///
    /// Nil for an address that passkeys cannot be bound to: one with an IP address, a name without a dot, or without TLS.
    public init?(publicURL url: String) {
        let parts = url.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count >= 3, parts[1].isEmpty else { return nil }
        let scheme = parts[0].lowercased()
        let authority = parts[2].lowercased()
        let pieces = authority.split(separator: ":", omittingEmptySubsequences: false)
        guard let host = pieces.first, pieces.count <= 2, Self.isName(host) else { return nil }
        let isLocal = host == "localhost" || host.hasSuffix(".localhost")
        let usualPort: UInt16
        switch scheme {
        case "https:" where isLocal || host.contains("."): usualPort = 443
        case "http:" where isLocal: usualPort = 80
        default: return nil
        }
        var origin = "\(scheme)//\(host)"
        if pieces.count == 2 {
            guard let port = UInt16(pieces[1]), port > 0 else { return nil }
            if port != usualPort { origin += ":\(port)" }
        }
        self.init(id: String(host), origins: [origin])
    }

    /// The server of this name, with the pages of these origins.
    public init(id: String, origins: [String]) {
        self.id = id
        self.origins = origins
        idHash = Array(SHA256.hash(data: Array(id.utf8)))
    }

    /// Whether a text is a host name of letters, digits and hyphens, and no address in numbers.
    private static func isName(_ host: Substring) -> Bool {
        let labels = host.split(separator: ".", omittingEmptySubsequences: false)
        guard host.utf8.count <= 253, let last = labels.last, last.contains(where: { !$0.isNumber }) else {
            return false
        }
        return labels.allSatisfy { label in
            (1...63).contains(label.utf8.count) && label.first != "-" && label.last != "-"
                && label.utf8.allSatisfy { $0 == 0x2D || (0x30...0x39).contains($0) || (0x61...0x7A).contains($0) }
        }
    }
}
