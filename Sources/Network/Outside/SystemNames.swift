import Forwarding

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The system's resolver, which blocks for as long as it likes.
enum SystemNames {
    /// The addresses of a host.
    @Sendable static func addresses(of host: String) -> [IPAddress] {
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, nil, nil, &list) == 0 else { return [] }
        defer { freeaddrinfo(list) }
        var found: [IPAddress] = []
        var next = list
        var name = [CChar](repeating: 0, count: Int(NI_MAXHOST))
        while let entry = next?.pointee {
            // As digits, which every system writes in one way; what follows a % names a device of this machine.
            if getnameinfo(entry.ai_addr, entry.ai_addrlen, &name, socklen_t(name.count), nil, 0, NI_NUMERICHOST) == 0 {
                let text = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
                if let address = IPAddress(text.prefix { $0 != "%" }), !found.contains(address) {
                    found.append(address)
                }
            }
            next = entry.ai_next
        }
        return found
    }
}
