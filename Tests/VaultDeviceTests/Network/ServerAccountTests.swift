import Testing

@testable import VaultDevice

@Suite("The address of a server")
struct ServerAccountTests {
    @Test(arguments: [
        "http://127.0.0.1:8080", "https://cerca.example", "https://cerca.example/", "HTTP://[::1]:80",
        "https://cerca.example/below/",
    ])
    func `an address of HTTP is taken, without the stroke at its end`(address: String) throws {
        let server = try ServerAccount(server: address).server
        #expect(address.hasPrefix(server) && !server.hasSuffix("/"))
    }

    @Test(arguments: [
        "", "cerca.example", "ftp://cerca.example", "http://", "http:///path", "https://ana:secreto@cerca.example",
        "https://cerca.example/?token=1", "https://cerca.example/#part", "https://cerca.example /", "https://ñ.example",
        "https://\(String(repeating: "a", count: 500)).example",
    ])
    func `anything else is refused, and a password in it above all`(address: String) {
        #expect(throws: ServerFault.notAServer) { try ServerAccount(server: address) }
    }

    @Test(arguments: [
        "http://cerca.example", "http://192.168.1.5:8080", "http://127.example.org", "http://localhost.example.org",
        "HTTP://[fe80::1]", "http://127.0.0.1.example.org", "http://128.0.0.1", "http://127.0.0.999",
    ])
    func `a password goes beyond this machine over HTTPS alone, unless its owner says otherwise`(address: String) throws
    {
        #expect(throws: ServerFault.insecure(server: address)) { try ServerAccount(server: address) }
        #expect(try ServerAccount(server: address, allowsInsecure: true).server == address)
    }

    @Test(arguments: ["http://localhost:1", "http://127.1.2.3", "http://[::1]:8080", "http://cerca.localhost"])
    func `this machine itself is no stranger`(address: String) throws {
        #expect(try ServerAccount(server: address).server == address)
    }

    @Test func `nobody listening is told as such`() async throws {
        let account = try ServerAccount(server: "http://127.0.0.1:1")
        await #expect(throws: ServerFault.unreachable(server: "http://127.0.0.1:1")) {
            try await account.signIn(email: "ana@example.org", password: "x")
        }
    }
}
