import Forwarding

/// Where a browser's push service takes messages for it: a URL that a client named, and therefore checked.
///
/// It is `https`, at port 443, of a host with a name, without credentials and without a fragment. Whether the name leads
/// to a public address is found out before each connection, which goes to the address that was checked.
package struct PushEndpoint: Hashable, Sendable {
    /// The longest URL that is taken, bytes.
    package static let mostBytes = 1024

    /// The URL, parsed.
    let address: OutsideAddress
    /// The URL, with its host in lower case.
    package var url: String { address.text }
    /// Scheme, host and port: for whom a token is (RFC 8292, section 2).
    package var origin: String { address.origin }

    /// The endpoint that a text is; nil unless `rule` allows it.
    package init?(_ text: String, _ rule: OutsideRule) {
        guard let address = OutsideAddress(text, longest: Self.mostBytes), rule.allows(address),
            !text.contains("@"), let start = text.firstRange(of: "://")?.upperBound, text[start...].contains("/")
        else { return nil }
        switch address.host {
        case .name(let name):
            // A dot at the end of a name is another name to those who check certificates.
            guard rule != .loopbackOnly || name == "localhost",
                !text[start...].prefix(while: { $0 != "/" && $0 != ":" }).hasSuffix(".")
            else { return nil }
        case .number(let number):
            guard number.isLoopback, !number.isIPv6 else { return nil }
        }
        self.address = address
    }
}
