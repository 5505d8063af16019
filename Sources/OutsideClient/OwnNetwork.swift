import Accounts
import NIOPosix

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Which machines are the operator's own, where nothing that others wrote must lead.
package enum OwnNetwork {
    /// Loopback, private, link-local, shared, documentation, multicast and reserved ranges (RFC 6890), and the forms of
    /// IPv6 that carry an address of IPv4.
    private static let ranges = [
        "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24",
        "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24",
        "224.0.0.0/4", "240.0.0.0/4", "::/96", "64:ff9b::/96", "64:ff9b:1::/48", "100::/64", "2001::/23",
        "2001:db8::/32", "2002::/16", "fc00::/7", "fe80::/10", "fec0::/10", "ff00::/8",
    ].compactMap { AddressRange($0) }

    /// Whether an address of 4 or 16 bytes is one of these.
    static func has(_ address: [UInt8]) -> Bool { ranges.contains { $0.contains(address) } }

    /// How a host may be reached.
    package enum Passage: Hashable {
        /// Not at all.
        case none
        /// Wherever its name leads: the operator wrote it, or it is an address already.
        case anywhere
        /// At this address of 4 or 16 bytes alone, which was looked at: the name may lead elsewhere the next time.
        case at([UInt8])
    }

    /// How a host may be reached on behalf of the issuer at `home`: the issuer itself, whatever it is, any machine of the
    /// own network when the issuer is one by its very name, and else what lies outside.
    ///
    /// - Parameter resolve: The addresses of a name.
    package static func passage(
        to host: String, home: String, resolve: @escaping @Sendable (String) -> [[UInt8]] = addresses
    ) async -> Passage {
        if host == home || isOwnByName(home) { return .anywhere }
        guard !isOwnByName(host) else { return .none }
        if AddressRange.bytes(of: host) != nil { return .anywhere }
        let found = try? await NIOThreadPool.singleton.runIfActive { resolve(host) }
        // One bad address among good ones is enough: whoever answers so wants to be asked there.
        guard let found, let first = found.first, !found.contains(where: has) else { return .none }
        return .at(first)
    }

    /// Whether a name says by itself that the machine is an own one.
    static func isOwnByName(_ host: String) -> Bool {
        if host == "localhost" || host.hasSuffix(".localhost") { return true }
        return AddressRange.bytes(of: host).map(has) ?? false
    }

    /// The addresses of a host, as the system's resolver tells them.
    @Sendable package static func addresses(of host: String) -> [[UInt8]] {
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, nil, nil, &list) == 0 else { return [] }
        defer { freeaddrinfo(list) }
        var found: [[UInt8]] = []
        var next = list
        var name = [CChar](repeating: 0, count: Int(NI_MAXHOST))
        while let entry = next?.pointee {
            // As digits, with which every system says an address in one way; what follows a % names a device here.
            if getnameinfo(entry.ai_addr, entry.ai_addrlen, &name, socklen_t(name.count), nil, 0, NI_NUMERICHOST) == 0 {
                let text = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
                if let bytes = AddressRange.bytes(of: String(text.prefix { $0 != "%" })) { found.append(bytes) }
            }
            next = entry.ai_next
        }
        return found
    }
}
