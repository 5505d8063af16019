import Forwarding
import Synchronization
import Testing

@testable import Network

@Suite struct OutsideRuleTests {
    static let own = [
        "0.0.0.0", "10.0.0.1", "10.255.255.255", "100.64.0.1", "127.0.0.1", "127.255.255.254", "169.254.169.254",
        "172.16.0.1", "172.31.255.255", "192.0.0.8", "192.168.1.1", "198.18.0.1", "224.0.0.1", "255.255.255.255", "::",
        "::1", "::127.0.0.1", "::ffff:127.0.0.1", "::ffff:10.1.2.3", "64:ff9b::7f00:1", "64:ff9b:1::1", "2002:7f00:1::",
        "2001::1", "2620:4f:8000::1", "3fff::1", "5f00::1", "fc00::1", "fd12:3456::1", "fe80::1", "fec0::1", "ff02::1",
        "100::1",
    ]
    static let outside = ["9.9.9.9", "172.32.0.1", "100.128.0.1", "2620:fe::fe", "::ffff:8.8.8.8"]

    private func numbers(_ texts: [String]) -> [IPAddress] { texts.compactMap { IPAddress($0) } }

    private func place(
        _ text: String, _ rule: OutsideRule = .callbacks, resolve: @escaping OutsideResolver
    ) async throws -> IPAddress {
        try await rule.place(of: try #require(OutsideAddress(text, longest: 256)), for: "ana", resolve: resolve)
    }

    @Test(arguments: own)
    func `nothing leads into the own network, neither as a number nor by a name`(number: String) async throws {
        let address = try #require(IPAddress(number))
        for rule in [OutsideRule.callbacks, .push, .providers] { #expect(!rule.allows(address)) }
        await #expect(throws: OutsideFault.ownNetwork) {
            try await place("https://evil.example/") { _, _ in [address] }
        }
        // One such address among good ones is enough.
        let good = numbers(["9.9.9.9"])
        for found in [[address] + good, good + [address]] {
            await #expect(throws: OutsideFault.ownNetwork) {
                try await place("https://evil.example/") { _, _ in found }
            }
        }
    }

    @Test(arguments: outside)
    func `what lies outside may be connected to`(number: String) async throws {
        let address = try #require(IPAddress(number))
        #expect(try await place("https://shop.example/") { _, _ in [address] } == address)
    }

    @Test func `a name is resolved once, in lower case, and only what came of it is connected to`() async throws {
        let asked = Mutex<[String]>([])
        let (good, bad) = (numbers(["9.9.9.9", "149.112.112.112"]), numbers(["127.0.0.1"]))
        // The attacker's name server answers by the letters of the name, and differently the second time.
        let answers: OutsideResolver = { name, _ in
            let count = asked.withLock { asked in
                asked.append(name)
                return asked.count
            }
            return name == name.lowercased() && count == 1 ? good : bad
        }
        let number = try await place("http://EVIL.example/evil.example?evil.example", resolve: answers)
        #expect(number == good[0] && asked.withLock { $0 } == ["evil.example"])
        await #expect(throws: OutsideFault.ownNetwork) { try await place("http://evil.example/", resolve: answers) }
    }

    @Test func `a port or a scheme that is not allowed is refused before the name is resolved`() async throws {
        let refused = [
            ("http://shop.example:22/", OutsideRule.callbacks), ("https://push.example:8443/", .push),
            ("http://push.example/", .push),
        ]
        for (text, rule) in refused {
            await #expect(throws: OutsideFault.address) {
                try await place(text, rule) { _, _ in
                    Issue.record("resolved \(text)")
                    return []
                }
            }
        }
        await #expect(throws: OutsideFault.noPlace) { try await place("http://nowhere.example/") { _, _ in [] } }
        #expect(
            try await place("https://issuer.example:9443/", .providers) { _, _ in numbers(["9.9.9.9"]) }.text
                == "9.9.9.9")
    }
}
