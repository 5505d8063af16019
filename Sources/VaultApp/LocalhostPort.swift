#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A port of `localhost` under which nobody else can answer.
///
/// The page listens on 127.0.0.1, but a browser asks `localhost` at ::1 first: another user of the machine who listened
/// there at the same port would be given the link, token and all. So the port is held at ::1 as well, without
/// listening: who asks there is refused by the system, and goes on to 127.0.0.1.
package final class LocalhostPort: Sendable {
    /// The port; what was asked for, or a free one.
    package let number: Int
    private let descriptor: Int32

    /// Holds a port, 0 for a free one, until it is let go; nil when somebody has it at ::1.
    ///
    /// On a machine without ::1 nobody can answer there: then the port is what was asked for, and nothing is held.
    package init?(_ wanted: Int) {
        let descriptor = socket(AF_INET6, Self.stream, 0)
        self.descriptor = descriptor
        var address = Self.address(wanted)
        var port = wanted
        var fault: Int32 = 0
        if descriptor >= 0 {
            // Without SO_REUSEADDR nobody else can bind it, whatever they say of theirs.
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
            withUnsafeMutablePointer(to: &address) { address in
                address.withMemoryRebound(to: sockaddr.self, capacity: 1) { plain in
                    var length = socklen_t(MemoryLayout<sockaddr_in6>.size)
                    if bind(descriptor, plain, length) == 0 {
                        _ = getsockname(descriptor, plain, &length)
                    } else {
                        fault = errno
                    }
                }
            }
            if fault == 0 { port = Int(UInt16(bigEndian: address.sin6_port)) }
        }
        number = port
        // Whatever else is the matter, nobody else has it; with 127.0.0.1 it will be the same.
        guard fault != EADDRINUSE else {
            close(descriptor)
            return nil
        }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    #if canImport(Glibc)
        private static let stream = Int32(SOCK_STREAM.rawValue)
    #else
        private static let stream = SOCK_STREAM
    #endif

    private static func address(_ port: Int) -> sockaddr_in6 {
        var address = sockaddr_in6()
        address.sin6_family = sa_family_t(AF_INET6)
        address.sin6_port = UInt16(truncatingIfNeeded: port).bigEndian
        address.sin6_addr = in6addr_loopback
        return address
    }
}
