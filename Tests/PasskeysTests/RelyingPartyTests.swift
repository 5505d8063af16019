import Testing

@testable import Passkeys

@Suite struct RelyingPartyTests {
    @Test(arguments: [
        ("https://cerca.example", "cerca.example", "https://cerca.example"),
        ("https://Cerca.Example/app/", "cerca.example", "https://cerca.example"),
        ("https://cerca.example:443", "cerca.example", "https://cerca.example"),
        ("https://cerca.example:8443/", "cerca.example", "https://cerca.example:8443"),
        ("http://localhost:8080", "localhost", "http://localhost:8080"),
        ("http://localhost:80/", "localhost", "http://localhost"),
        ("https://localhost", "localhost", "https://localhost"),
    ])
    func anAddressNamesAServer(url: String, id: String, origin: String) throws {
        let party = try #require(RelyingParty(publicURL: url))
        #expect(party == RelyingParty(id: id, origins: [origin]))
    }

    @Test(arguments: [
        "", "cerca.example", "http://cerca.example", "https://127.0.0.1", "https://192.0.2.1:8443",
        "https://[::1]:8080",
        "http://127.0.0.1:8080", "https://cerca", "https://", "https://ana@cerca.example", "https://cerca.example:0",
        "https://cerca.example:70000", "https://cerca.example:", "https://-cerca.example", "https://cerca..example",
        "https://cercá.example", "ftp://cerca.example", "https:/cerca.example", "https://cerca.example.",
    ])
    func anotherAddressNamesNone(url: String) {
        #expect(RelyingParty(publicURL: url) == nil)
    }
}
