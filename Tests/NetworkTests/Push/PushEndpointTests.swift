import Forwarding
import Testing

@testable import Network

@Suite struct PushEndpointTests {
    @Test(arguments: [
        "0.0.0.0", "0.1.2.3", "10.0.0.1", "10.255.255.255", "100.64.0.1", "100.127.255.255", "127.0.0.1", "127.8.9.1",
        "169.254.169.254", "172.16.0.1", "172.31.255.255", "192.0.0.8", "192.0.2.1", "192.88.99.1", "192.168.1.1",
        "198.18.0.1", "198.19.255.255", "198.51.100.7", "203.0.113.9", "224.0.0.1", "239.255.255.250", "240.0.0.1",
        "255.255.255.255", "::", "::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:169.254.169.254",
        "::127.0.0.1", "64:ff9b::7f00:1", "64:ff9b:1::1", "100::1", "2001::1", "2001:db8::1", "2001:10::1",
        "2002:7f00:1::1", "3fff::1", "fc00::1", "fd12:3456::1", "fe80::1", "fec0::1", "ff02::1",
    ])
    func anAddressThatIsNotPublicIsRefused(text: String) throws {
        let address = try #require(IPAddress(text))
        #expect(!OutsideRule.push.allows(address))
    }

    @Test(arguments: [
        "1.1.1.1", "9.255.255.255", "11.0.0.1", "100.63.255.255", "100.128.0.1", "126.255.255.255", "128.0.0.1",
        "172.15.255.255", "172.32.0.1", "192.167.1.1", "198.17.255.255", "198.20.0.1", "223.255.255.255",
        "::ffff:8.8.8.8", "2001:200::1", "2003::1", "2606:4700::1111", "2a00:1450:4003::200e",
    ])
    func aPublicAddressIsAllowed(text: String) throws {
        let address = try #require(IPAddress(text))
        #expect(OutsideRule.push.allows(address))
        #expect(!OutsideRule.loopbackOnly.allows(address))
    }

    @Test func onlyThisMachineIsAllowedWhereTestsAskForIt() throws {
        for text in ["127.0.0.1", "127.0.0.53", "::1"] {
            #expect(OutsideRule.loopbackOnly.allows(try #require(IPAddress(text))))
        }
        for text in ["10.0.0.1", "::2", "192.168.1.1"] {
            #expect(!OutsideRule.loopbackOnly.allows(try #require(IPAddress(text))))
        }
    }

    @Test(arguments: [
        "", "https://", "https://push.example.org", "http://push.example.org/x", "ftp://push.example.org/x",
        "https://push.example.org:8443/x", "https://push.example.org:0443x/x", "https://push.example.org:/x",
        "https://user@push.example.org/x", "https://user:word@push.example.org/x", "https://push.example.org/x#y",
        "https://push.example.org\\@10.0.0.1/x", "https://127.0.0.1/x", "https://127.1/x", "https://2130706433/x",
        "https://0x7f000001/x", "https://0177.0.0.1/x", "https://0x7f.0.0.0x1/x", "https://[::1]/x",
        "https://[::ffff:127.0.0.1]/x", "https://localhost/x", "https://a.localhost/x", "https://printer.local/x",
        "https://metadata.google.internal/x", "https://intranet/x", "https://push.example.org./x",
        "https://.example.org/x", "https://push..example.org/x", "https://-push.example.org/x",
        "https://push.example.org/a b", "https://push.example.org/\u{0}", "https://push.example.org/\r\nHost: a",
        "https://püsh.example.org/x", "https://push.example.org%2f@10.0.0.1/x", "//push.example.org/x",
    ])
    func anEndpointOfNoPushServiceIsRefused(text: String) {
        #expect(PushEndpoint(text, .push) == nil)
    }

    @Test func anEndpointKnowsItsOrigin() throws {
        let plain = try #require(PushEndpoint("https://Push.Example.org/send/a-b_c?d=e", .push))
        #expect(plain.origin == "https://push.example.org" && plain.url == "https://push.example.org/send/a-b_c?d=e")
        #expect(PushEndpoint("https://push.example.org:443/x", .push)?.origin == "https://push.example.org")
        #expect(PushEndpoint("http://127.0.0.1:8090/x", .loopbackOnly)?.origin == "http://127.0.0.1:8090")
        #expect(PushEndpoint("https://push.example.org/x", .loopbackOnly) == nil)
        let longest = "https://push.example.org/" + String(repeating: "a", count: PushEndpoint.mostBytes - 25)
        #expect(PushEndpoint(longest, .push) != nil)
        #expect(PushEndpoint(longest + "a", .push) == nil)
    }
}
