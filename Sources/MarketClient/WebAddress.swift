/// The parts of an `http` or `https` address that a connection needs.
struct WebAddress: Equatable, Sendable {
    let isSecure: Bool
    let host: String
    let port: Int
    /// Without a slash at the end; empty for the root.
    let path: String

    /// The parts of an address that `MarketServer` has taken, or nil when it names no host or no port.
    init?(_ text: String) {
        guard let separator = text.firstRange(of: "://") else { return nil }
        isSecure = text[..<separator.lowerBound].lowercased() == "https"
        let rest = text[separator.upperBound...]
        let end = rest.firstIndex(of: "/") ?? rest.endIndex
        path = String(rest[end...])
        let authority = rest[..<end]
        let portText: Substring?
        if authority.first == "[" {
            guard let close = authority.firstIndex(of: "]") else { return nil }
            host = String(authority[authority.index(after: authority.startIndex)..<close])
            let after = authority[authority.index(after: close)...]
            guard after.isEmpty || after.first == ":" else { return nil }
            portText = after.isEmpty ? nil : after.dropFirst()
        } else {
            let colon = authority.firstIndex(of: ":")
            host = String(authority[..<(colon ?? authority.endIndex)])
            portText = colon.map { authority[authority.index(after: $0)...] }
        }
        guard !host.isEmpty else { return nil }
        guard let portText else {
            port = isSecure ? 443 : 80
            return
        }
        guard let number = Int(portText), (1...65_535).contains(number) else { return nil }
        port = number
    }

    /// The host as the field `Host` says it.
    var hostField: String {
        let name = host.contains(":") ? "[\(host)]" : host
        return port == (isSecure ? 443 : 80) ? name : "\(name):\(port)"
    }
}
