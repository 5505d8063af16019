import Basics
import Testing

@testable import Forwarding

@Suite("The PROXY protocol, version 2")
struct ProxyHeaderTests {
    private func header(_ command: UInt8, _ family: UInt8, _ rest: [UInt8]) -> [UInt8] {
        ProxyHeader.signature + [command, family, UInt8(rest.count >> 8), UInt8(rest.count & 255)] + rest
    }

    private let four: [UInt8] = [192, 0, 2, 1, 203, 0, 113, 5, 0x30, 0x39, 0x1F, 0x90]

    @Test("an IPv4 source, an IPv6 source, and what follows them")
    func sources() throws {
        let plain = header(0x21, 0x11, four)
        #expect(
            ProxyHeader.read(plain + Array("GET / HTTP/1.1\r\n".utf8))
                == .whole(.init(source: IPAddress("192.0.2.1"), byteCount: 28)))
        let six =
            (try #require(IPAddress("2001:db8::9"))).bytes + (try #require(IPAddress("::1"))).bytes + [0, 1, 0, 2]
        #expect(
            ProxyHeader.read(header(0x21, 0x21, six)) == .whole(.init(source: IPAddress("2001:db8::9"), byteCount: 52)))
        // Type-length-values behind the addresses are stepped over.
        #expect(
            ProxyHeader.read(header(0x21, 0x11, four + [3, 0, 4, 1, 2, 3, 4]))
                == .whole(.init(source: IPAddress("192.0.2.1"), byteCount: 35)))
    }

    @Test("the proxy's own connections and those without an address are nobody else's")
    func own() {
        #expect(ProxyHeader.read(header(0x20, 0x00, [])) == .whole(.init(source: nil, byteCount: 16)))
        #expect(ProxyHeader.read(header(0x20, 0x11, four)) == .whole(.init(source: nil, byteCount: 28)))
        #expect(ProxyHeader.read(header(0x21, 0x00, [])) == .whole(.init(source: nil, byteCount: 16)))
        let paths = [UInt8](repeating: 0x61, count: 216)
        #expect(ProxyHeader.read(header(0x21, 0x31, paths)) == .whole(.init(source: nil, byteCount: 232)))
    }

    @Test("each prefix waits for more, and nothing else does")
    func prefixes() {
        let whole = header(0x21, 0x11, four)
        for count in 0..<whole.count { #expect(ProxyHeader.read(whole.prefix(count)) == .incomplete, "\(count)") }
    }

    @Test(
        "what is none is refused",
        arguments: [
            Array("PROXY TCP4 192.0.2.1 203.0.113.5 12345 8080\r\n".utf8), Array("GET / HTTP/1.1\r\n".utf8),
            [0x16, 3, 1], ProxyHeader.signature + [0x11, 0x11, 0, 12], ProxyHeader.signature + [0x22, 0x11, 0, 12],
            ProxyHeader.signature + [0x21, 0x41, 0, 12], ProxyHeader.signature + [0x21, 0x13, 0, 12],
            ProxyHeader.signature + [0x21, 0x11, 0, 11], ProxyHeader.signature + [0x21, 0x21, 0, 35],
            ProxyHeader.signature + [0x21, 0x11, 0xFF, 0xFF],
        ] as [[UInt8]])
    func malformed(bytes: [UInt8]) {
        #expect(ProxyHeader.read(bytes) == .malformed)
    }

    @Test("changed bytes never end outside of what came", arguments: 0..<32 as Range<UInt64>)
    func mutations(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        for _ in 0..<500 {
            var bytes = header(0x21, 0x11, four)
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            bytes = Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &random)))
            if case .whole(let header) = ProxyHeader.read(bytes) { #expect(header.byteCount <= bytes.count) }
        }
    }
}
