import Testing

@testable import VaultApp

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

@Suite("The port of localhost")
struct LocalhostPortTests {
    /// A socket that is closed with the test.
    private final class Socket {
        let descriptor: Int32

        init(_ family: Int32) { descriptor = socket(family, Int32(SOCK_STREAM.rawValue), 0) }

        deinit { if descriptor >= 0 { close(descriptor) } }

        /// Binds at ::1, or listens at 127.0.0.1; the number of what went wrong, or 0.
        func bind6(_ port: Int, shares: Bool, connects: Bool = false) -> Int32 {
            var one: Int32 = 1
            if shares {
                setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &one, socklen_t(MemoryLayout<Int32>.size))
            }
            var address = sockaddr_in6()
            address.sin6_family = sa_family_t(AF_INET6)
            address.sin6_port = UInt16(port).bigEndian
            address.sin6_addr = in6addr_loopback
            return withUnsafePointer(to: &address) { address in
                address.withMemoryRebound(to: sockaddr.self, capacity: 1) { plain in
                    let length = socklen_t(MemoryLayout<sockaddr_in6>.size)
                    let code = connects ? connect(descriptor, plain, length) : bind(descriptor, plain, length)
                    return code == 0 ? 0 : errno
                }
            }
        }

        func listen4(_ port: Int) -> Int32 {
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = UInt16(port).bigEndian
            address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            return withUnsafePointer(to: &address) { address in
                address.withMemoryRebound(to: sockaddr.self, capacity: 1) { plain in
                    guard bind(descriptor, plain, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0 else { return errno }
                    return listen(descriptor, 1) == 0 ? 0 : errno
                }
            }
        }
    }

    /// Whether this machine has ::1; without it nobody can answer there.
    private static let hasSix = Socket(AF_INET6).bind6(0, shares: false) == 0

    @Test(
        "while it is held nobody else gets it at ::1, nobody answers there, and 127.0.0.1 is free", .enabled(if: hasSix)
    )
    func held() throws {
        let port = try #require(LocalhostPort(0))
        #expect((1...65_535).contains(port.number))
        for shares in [false, true] {
            #expect(Socket(AF_INET6).bind6(port.number, shares: shares) == EADDRINUSE)
        }
        #expect(LocalhostPort(port.number) == nil)
        #expect(Socket(AF_INET6).bind6(port.number, shares: false, connects: true) == ECONNREFUSED)
        #expect(Socket(AF_INET).listen4(port.number) == 0)
        withExtendedLifetime(port) {}
    }

    @Test("somebody who was there first is noticed, and a port that was let go can be had again", .enabled(if: hasSix))
    func taken() throws {
        var first = LocalhostPort(0)
        let number = try #require(first).number
        first = nil
        #expect(LocalhostPort(number)?.number == number)
        let stranger = Socket(AF_INET6)
        #expect(stranger.bind6(number, shares: true) == 0)
        #expect(LocalhostPort(number) == nil)
        withExtendedLifetime(stranger) {}
    }
}
