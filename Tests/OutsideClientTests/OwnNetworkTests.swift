import Synchronization
import Testing

@testable import OutsideClient

@Suite struct OwnNetworkTests {
    static let own = [
        "0.0.0.0", "10.0.0.1", "10.255.255.255", "100.64.0.1", "127.0.0.1", "127.255.255.254", "169.254.169.254",
        "172.16.0.1", "172.31.255.255", "192.0.0.8", "192.168.1.1", "198.18.0.1", "224.0.0.1", "255.255.255.255", "::",
        "::1", "::127.0.0.1", "::ffff:127.0.0.1", "::ffff:10.1.2.3", "64:ff9b::7f00:1", "2002:7f00:1::", "fc00::1",
        "fd12:3456::1", "fe80::1", "ff02::1", "localhost", "issuer.localhost",
    ]

    @Test(arguments: own)
    func `a provider's document does not lead into the own network`(host: String) async {
        #expect(await OwnNetwork.passage(to: host, home: "accounts.example") == .none)
    }

    @Test func `an issuer of the own network may be there, and so may what it names`() async {
        #expect(await OwnNetwork.passage(to: "127.0.0.1", home: "127.0.0.1") == .anywhere)
        #expect(await OwnNetwork.passage(to: "::1", home: "localhost") == .anywhere)
        // What is configured by name is asked wherever that name leads.
        #expect(await OwnNetwork.passage(to: "issuer.internal", home: "issuer.internal") == .anywhere)
    }

    @Test(arguments: ["9.9.9.9", "172.32.0.1", "100.128.0.1", "2620:fe::fe"])
    func `what lies outside may be asked`(host: String) async {
        #expect(await OwnNetwork.passage(to: host, home: "accounts.example") == .anywhere)
    }

    @Test func `a name is looked up once, and is asked where it was found`() async {
        let answers = Mutex<[[[UInt8]]]>([[[127, 0, 0, 1]], [[9, 9, 9, 9], [149, 112, 112, 112]]])
        let passage = await OwnNetwork.passage(to: "token.example", home: "accounts.example") { _ in
            answers.withLock { $0.popLast() ?? [] }
        }
        // The next answer would lead to this machine; nobody asks for it.
        #expect(passage == .at([9, 9, 9, 9]))
        #expect(answers.withLock(\.count) == 1)
    }

    @Test(arguments: [
        [], [[127, 0, 0, 1]], [[9, 9, 9, 9], [10, 0, 0, 1]], [[UInt8](repeating: 0, count: 15) + [1]],
    ])
    func `one address of the own network is enough to ask nobody`(addresses: [[UInt8]]) async {
        let passage = await OwnNetwork.passage(to: "token.example", home: "accounts.example") { _ in addresses }
        #expect(passage == .none)
    }
}
