import Encodings
import Forwarding

/// Where a browser's push service takes messages for it: a URL that a client told us, and therefore checked.
///
/// It is `https`, at port 443, of a host with a name, without credentials and without a fragment. Whether the name leads
/// to a public address is found out before each connection, which goes to the address that was looked at.
package struct PushEndpoint: Hashable, Sendable {
    /// The longest URL that is taken, bytes.
    package static let mostBytes = 1024

    /// What endpoints may be.
    package enum Rule: Sendable {
        /// Those of push services.
        case publicOnly
        /// Those of this machine alone, with or without TLS, at any port: for tests.
        case loopbackOnly
    }

    /// The URL.
    package let url: String
    /// Its host, in lower case.
    package let host: String
    /// Scheme, host and port: for whom a token is (RFC 8292, section 2).
    package let origin: String

    /// The endpoint that a text is; nil unless `rule` allows it.
    package init?(_ text: String, _ rule: Rule) {
        let bytes = Array(text.utf8)
        // Visible ASCII without what some readers take for something else.
        guard bytes.count <= Self.mostBytes,
            bytes.allSatisfy({ (0x21...0x7E).contains($0) && !#""<>\^`{|}#@"#.utf8.contains($0) }),
            let colon = text.firstRange(of: "://")
        else { return nil }
        let scheme = text[..<colon.lowerBound].lowercased()
        let rest = text[colon.upperBound...]
        guard let slash = rest.firstIndex(of: "/") else { return nil }
        let parts = rest[..<slash].split(separator: ":", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), let host = parts.first?.lowercased(), Self.isHost(host) else { return nil }
        let port: Int?
        if parts.count == 2 {
            guard parts[1].utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(parts[1]),
                (1...65_535).contains(number)
            else { return nil }
            port = number
        } else {
            port = nil
        }
        switch rule {
        case .publicOnly:
            guard scheme == "https", port ?? 443 == 443, Self.isName(host) else { return nil }
        case .loopbackOnly:
            guard scheme == "https" || scheme == "http", host == "localhost" || host == "127.0.0.1" else { return nil }
        }
        self.url = text
        self.host = host
        let isUsual = port == nil || port == (scheme == "https" ? 443 : 80)
        self.origin = "\(scheme)://\(host)" + (isUsual ? "" : ":\(port ?? 0)")
    }

    /// Whether a host that this endpoint's name resolves to may be connected to.
    package static func allows(_ address: IPAddress, _ rule: Rule) -> Bool {
        switch rule {
        case .publicOnly: address.isPublic
        case .loopbackOnly: address.isLoopback
        }
    }

    private static func isHost(_ host: String) -> Bool {
        host.utf8.count <= 253
            && host.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { label in
                (1...63).contains(label.utf8.count) && !label.hasPrefix("-") && !label.hasSuffix("-")
                    && label.utf8.allSatisfy {
                        (0x30...0x39).contains($0) || (0x61...0x7A).contains($0) || $0 == UInt8(ascii: "-")
                    }
            }
    }

    /// Whether a host is a name of several labels and no number: `127.1`, `0x7f.1` and `2130706433` are addresses to some.
    private static func isName(_ host: String) -> Bool {
        let labels = host.split(separator: ".")
        guard labels.count > 1, let last = labels.last else { return false }
        return !last.utf8.allSatisfy { (0x30...0x39).contains($0) } && !last.hasPrefix("0x") && last != "localhost"
            && last != "local" && last != "internal"
    }
}
