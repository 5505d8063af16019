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

    @Test func `nobody listening is told as such`() async throws {
        let account = try ServerAccount(server: "http://127.0.0.1:1")
        await #expect(throws: ServerFault.unreachable(server: "http://127.0.0.1:1")) {
            try await account.signIn(email: "ana@example.org", password: "x")
        }
    }
}
