import Accounts
import Forwarding
import Testing

extension LibraryExamples {
    @Test("Forwarding: the client's address, as trusted proxies tell it")
    func forwarding() throws {
        // example
        let ours = try #require(AddressRange("10.0.0.0/8"))
        let proxies = TrustedProxies([ours])
        let peer = try #require(IPAddress("10.0.0.7"))

        // What the client wrote itself stands first; what our proxy saw stands last, and that alone is believed.
        let client = proxies.client(peer: peer, fields: ["1.2.3.4, 203.0.113.9"])

        // From a stranger the field says nothing at all.
        let stranger = try #require(IPAddress("198.51.100.2"))
        let direct = proxies.client(peer: stranger, fields: ["203.0.113.9"])
        // end of example
        #expect(client == IPAddress("203.0.113.9"))
        #expect(direct == stranger)
    }
}
