import Forwarding

/// An `http` or `https` URL that somebody else named, in the one form in which it is checked, compared and requested.
///
/// Scheme and host are in lower case, a number of the network is written in one way, a dot at the end of the host is
/// dropped, and the port is always known. Anything that programs read in different ways is refused: a user, a fragment, a
/// backslash, characters outside of visible ASCII, a percent sign in the host, a zone of IPv6, and IPv4 numbers in any form
/// but four decimal parts (`127.1`, `0x7f.1`, `2130706433`, `0177.0.0.1`). A name outside of ASCII has to be in its `xn--`
/// form, because two programs may disagree on which name other letters are.
package struct OutsideAddress: Hashable, Sendable {
    /// The host of an address.
    package enum Host: Hashable, Sendable {
        /// A name, in lower case and without a dot at its end.
        case name(String)
        /// A number of the network.
        case number(IPAddress)
    }

    /// Whether what is sent there is encrypted.
    package let isSecure: Bool
    /// The host.
    package let host: Host
    /// The port, which is the usual one of the scheme when the text has none.
    package let port: UInt16
    /// The path and the query, which begin with a slash.
    package let target: String

    /// The address in `text`; nil when the text is not an address or has more than `longest` bytes.
    package init?(_ text: String, longest: Int) {
        guard text.utf8.count <= longest,
            text.utf8.allSatisfy({ (0x21...0x7E).contains($0) && !#""<>\^`{|}#"#.utf8.contains($0) }),
            let colon = text.firstRange(of: "://")
        else { return nil }
        let scheme = text[..<colon.lowerBound].lowercased()
        guard scheme == "https" || scheme == "http" else { return nil }
        isSecure = scheme == "https"
        let rest = text[colon.upperBound...]
        let authority = rest.prefix { $0 != "/" && $0 != "?" }
        guard let (host, port) = Self.place(authority, usualPort: isSecure ? 443 : 80) else { return nil }
        self.host = host
        self.port = port
        let target = rest[authority.endIndex...]
        self.target = target.hasPrefix("/") ? String(target) : "/\(target)"
    }

    /// The host as it stands in a URL: an IPv6 number is in brackets.
    package var hostText: String {
        switch host {
        case .name(let name): name
        case .number(let number): number.isIPv6 ? "[\(number.text)]" : number.text
        }
    }

    /// Scheme and host, and the port unless it is the usual one.
    package var origin: String {
        "\(isSecure ? "https" : "http")://\(hostText)" + (port == (isSecure ? 443 : 80) ? "" : ":\(port)")
    }

    /// The whole address, built from its parts.
    package var text: String { origin + target }

    private static func place(_ authority: Substring, usualPort: UInt16) -> (Host, UInt16)? {
        guard !authority.contains("@"), !authority.contains("%") else { return nil }
        if authority.hasPrefix("[") {
            guard let end = authority.firstIndex(of: "]"), authority[..<end].contains(":"),
                let number = IPAddress(authority[..<end].dropFirst()),
                let port = port(authority[authority.index(after: end)...], usual: usualPort)
            else { return nil }
            return (.number(number), port)
        }
        let text = authority.prefix { $0 != ":" }
        guard let host = host(named: text.lowercased()),
            let port = port(authority[text.endIndex...], usual: usualPort)
        else { return nil }
        return (host, port)
    }

    /// The port behind a host, with its colon; nil when what stands there is not one.
    private static func port(_ text: Substring, usual: UInt16) -> UInt16? {
        guard !text.isEmpty else { return usual }
        let digits = text.dropFirst()
        guard text.hasPrefix(":"), (1...5).contains(digits.utf8.count),
            digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = UInt16(digits), number > 0
        else { return nil }
        return number
    }

    private static func host(named text: String) -> Host? {
        let name = text.hasSuffix(".") ? String(text.dropLast()) : text
        let labels = name.split(separator: ".", omittingEmptySubsequences: false)
        guard name.utf8.count <= 253, let last = labels.last, labels.allSatisfy(isLabel) else { return nil }
        // Some readers take a name whose last label is a number for an address: only the plain form of one is.
        guard last.utf8.allSatisfy({ (0x30...0x39).contains($0) }) || last.hasPrefix("0x") else { return .name(name) }
        guard let number = IPAddress(name), number.text == name else { return nil }
        return .number(number)
    }

    private static func isLabel(_ label: Substring) -> Bool {
        (1...63).contains(label.utf8.count) && !label.hasPrefix("-") && !label.hasSuffix("-")
            && label.utf8.allSatisfy {
                (0x30...0x39).contains($0) || (0x61...0x7A).contains($0) || $0 == UInt8(ascii: "-")
                    || $0 == UInt8(ascii: "_")
            }
    }
}
