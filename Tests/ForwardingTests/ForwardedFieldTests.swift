import Accounts
import Forwarding
import Testing

@Suite("Whom a proxy names")
struct ForwardedFieldTests {
    private func address(_ text: String) throws -> ForwardedNode {
        .address(try #require(IPAddress(text), "\(text)"))
    }

    @Test(
        "a node is an address with or without a port",
        arguments: [
            ("192.0.2.43", "192.0.2.43"), ("192.0.2.43:47011", "192.0.2.43"), ("192.0.2.43:_gazonk", "192.0.2.43"),
            ("[2001:db8:cafe::17]", "2001:db8:cafe::17"), ("[2001:db8:cafe::17]:4711", "2001:db8:cafe::17"),
            ("2001:db8:cafe::17", "2001:db8:cafe::17"), ("[::ffff:192.0.2.43]:1", "192.0.2.43"), ("::1", "::1"),
        ])
    func addresses(text: String, expected: String) throws {
        #expect(try ForwardedNode(text) == address(expected))
    }

    @Test(
        "a node may hide who it is",
        arguments: ["unknown", "Unknown", "_hidden", "_SEVKISEK", "_a.b-c:_x", "unknown:80"])
    func hidden(text: String) {
        #expect(ForwardedNode(text) == .hidden)
    }

    @Test(
        "what is no node is refused",
        arguments: [
            "", "192.0.2", "192.0.2.256", "192.0.2.43:", "192.0.2.43:port", "192.0.2.43:123456", "[192.0.2.43]",
            "[2001:db8::1", "2001:db8::1]", "[2001:db8::1]x", "[2001:db8::1]:", "fe80::1%eth0", "_", "_a b",
            "localhost",
            "192.0.2.43 ", "0300.0.2.1", "\u{0}", "1.2.3.4\u{0}5", ":::", String(repeating: "a", count: 10_000),
        ])
    func noNodes(text: String) {
        #expect(ForwardedNode(text) == nil)
    }

    @Test("X-Forwarded-For is a list, and empty elements are read over")
    func plainLists() throws {
        let field = ForwardedField.forwardedFor
        #expect(
            field.nodes(in: " 192.0.2.1,\t198.51.100.7:80 , [2001:db8::1]:1,2001:db8::2,unknown")
                == [
                    try address("192.0.2.1"), try address("198.51.100.7"), try address("2001:db8::1"),
                    try address("2001:db8::2"), .hidden,
                ])
        #expect(field.nodes(in: "192.0.2.1,, ,198.51.100.7")?.count == 2)
        for text in ["", ",", "nobody", "192.0.2.1;", "192.0.2.1 198.51.100.7", "\"192.0.2.1\""] {
            #expect(field.nodes(in: text) == nil, "\(text)")
        }
        #expect(field.nodes(in: Array(repeating: "192.0.2.1", count: 257).joined(separator: ",")) == nil)
    }

    @Test("the examples of RFC 7239")
    func examples() throws {
        let field = ForwardedField.forwarded
        #expect(field.nodes(in: "for=\"_gazonk\"") == [.hidden])
        #expect(field.nodes(in: "For=\"[2001:db8:cafe::17]:4711\"") == [try address("2001:db8:cafe::17")])
        #expect(field.nodes(in: "for=192.0.2.60;proto=http;by=203.0.113.43") == [try address("192.0.2.60")])
        #expect(
            field.nodes(in: "for=192.0.2.43, for=198.51.100.17")
                == [try address("192.0.2.43"), try address("198.51.100.17")])
        #expect(
            field.nodes(in: "for=_hidden, for=_SEVKISEK, for=unknown") == [.hidden, .hidden, .hidden])
    }

    @Test("quotes hold commas, semicolons and escapes; an element without a client hides it")
    func quotes() throws {
        let field = ForwardedField.forwarded
        #expect(field.nodes(in: "by=\"a,b;for=1.2.3.4\";for=192.0.2.1") == [try address("192.0.2.1")])
        #expect(field.nodes(in: "for=\"192.0\\.2.1\"") == [try address("192.0.2.1")])
        #expect(field.nodes(in: "proto=https;;for=192.0.2.1;") == [try address("192.0.2.1")])
        #expect(field.nodes(in: "for=192.0.2.1, proto=https") == [try address("192.0.2.1"), .hidden])
        #expect(field.nodes(in: "for=[2001:db8::1]:80") == [try address("2001:db8::1")])
        for text in [
            "for=\"192.0.2.1", "for=", "=192.0.2.1", "for", "for=192.0.2.1;for=192.0.2.2", "for=192.0.2.1 x",
            "for = 192.0.2.1", "for=\"192.0.2.1\"x", "for=\"192.0.2.1\\", "\"for\"=192.0.2.1", "for=(192.0.2.1)",
        ] {
            #expect(field.nodes(in: text) == nil, "\(text)")
        }
    }
}

@Suite("Whose request it is behind proxies")
struct TrustedProxiesTests {
    private let proxies = TrustedProxies(["10.0.0.0/8", "2001:db8:ffff::/48"].compactMap { AddressRange($0) })

    private func client(_ peer: String, _ fields: [String], _ proxies: TrustedProxies? = nil) throws -> String {
        let found = (proxies ?? self.proxies).client(peer: try #require(IPAddress(peer)), fields: fields)
        return found.bytes.map(String.init).joined(separator: ".")
    }

    @Test("what a stranger writes is not believed")
    func stranger() throws {
        #expect(try client("203.0.113.9", ["192.0.2.1"]) == "203.0.113.9")
        #expect(try client("10.0.0.1", ["192.0.2.1"], TrustedProxies.none) == "10.0.0.1")
    }

    @Test("the rightmost address that is not a proxy's counts, over several fields")
    func rightmost() throws {
        #expect(try client("10.0.0.1", ["192.0.2.1"]) == "192.0.2.1")
        // The client wrote the first; its own proxy added the second, ours the third.
        #expect(try client("10.0.0.1", ["8.8.8.8, 198.51.100.7", "192.0.2.1, 10.0.0.2"]) == "192.0.2.1")
        #expect(try client("10.0.0.1", ["8.8.8.8, 198.51.100.7", "10.0.0.3, 10.0.0.2"]) == "198.51.100.7")
        #expect(try client("2001:db8:ffff::1", ["10.0.0.7"]) == "10.0.0.7")
    }

    @Test(
        "where a proxy names nobody, the request is its own",
        arguments: [["unknown"], ["8.8.8.8, _x"], [], ["nonsense"]])
    func nobody(fields: [String]) throws {
        #expect(try client("10.0.0.1", fields) == "10.0.0.1")
        #expect(try client("10.0.0.1", fields + ["10.0.0.2"]) == "10.0.0.2")
    }

    @Test("a malformed field of a client does not reach over the proxy's own")
    func malformed() throws {
        let proxies = TrustedProxies(self.proxies.ranges, field: .forwarded)
        #expect(try client("10.0.0.1", ["for=\"8.8.8.8", "for=192.0.2.1"], proxies) == "192.0.2.1")
        // On one line it can only make the request nobody's.
        #expect(try client("10.0.0.1", ["for=\"8.8.8.8, for=192.0.2.1"], proxies) == "10.0.0.1")
    }
}
