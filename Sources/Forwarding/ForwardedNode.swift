/// Whom a proxy names in `Forwarded` (RFC 7239 section 6) or `X-Forwarded-For`.
public enum ForwardedNode: Hashable, Sendable {
    /// An address; the port beside it says nothing that a limit could use.
    case address(IPAddress)
    /// A node that the proxy does not name: `unknown`, or an identifier of its own such as `_hidden`.
    case hidden

    /// The node that a text is, without the quotes around it; nil when it is not one.
    ///
    /// IPv6 addresses stand in brackets; in `X-Forwarded-For` also without them, and then without a port.
    public init?(_ text: some StringProtocol) {
        if text.utf8.first == UInt8(ascii: "[") {
            guard let end = text.lastIndex(of: "]"), let address = IPAddress(text[..<end].dropFirst()),
                // An IPv4 address in brackets is no node; one that is written as IPv6 has colons.
                text[..<end].contains(":"), Self.isPort(text[text.index(after: end)...])
            else { return nil }
            self = .address(address)
            return
        }
        let name = text.prefix { $0 != ":" }
        let rest = text[name.endIndex...]
        if rest.dropFirst().contains(":") {
            guard let address = IPAddress(text) else { return nil }
            self = .address(address)
        } else if Self.isHidden(name), Self.isPort(rest) {
            self = .hidden
        } else {
            guard let address = IPAddress(name), Self.isPort(rest) else { return nil }
            self = .address(address)
        }
    }

    private static func isHidden(_ name: some StringProtocol) -> Bool {
        name.lowercased() == "unknown" || isObfuscated(name)
    }

    /// Whether a text is nothing, or a colon with a number or an identifier in place of one.
    private static func isPort(_ text: some StringProtocol) -> Bool {
        guard text.utf8.first == UInt8(ascii: ":") else { return text.isEmpty }
        let port = text.dropFirst()
        if isObfuscated(port) { return true }
        return (1...5).contains(port.utf8.count) && port.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }

    private static func isObfuscated(_ text: some StringProtocol) -> Bool {
        guard text.utf8.first == UInt8(ascii: "_"), (2...256).contains(text.utf8.count) else { return false }
        return text.utf8.allSatisfy { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
            case UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"): true
            default: false
            }
        }
    }
}
