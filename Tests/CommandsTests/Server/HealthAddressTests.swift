import ArgumentParser
import Testing

@testable import Commands

@Suite("What a server's health is asked of")
struct HealthAddressTests {
    @Test(
        "an address without a path is asked for the path that tells how it is; one with a path is asked as it stands",
        arguments: [
            ("http://127.0.0.1:8080", "http://127.0.0.1:8080/healthz"),
            ("http://127.0.0.1:8080/", "http://127.0.0.1:8080/healthz"),
            ("http://[::1]:8080", "http://[::1]:8080/healthz"),
            ("https://cerca.example/api/venues", "https://cerca.example/api/venues"),
        ])
    func asked(text: String, whole: String) {
        #expect(HealthAddress(text)?.text == whole)
    }

    @Test(
        "what is no address of a server, or has a password in it, is refused",
        arguments: [
            "", "127.0.0.1:8080", "ftp://cerca.example", "http://", "http:///healthz",
            "http://ana:secret@cerca.example",
            "http://ana@cerca.example", "http://cerca.example/#part", "http://cerca.example:0",
            "http://cerca.example:99999",
            "http://cerca.example/" + String(repeating: "a", count: 2048),
        ])
    func refused(text: String) {
        #expect(HealthAddress(text) == nil)
    }

    @Test("one waits between a second and a minute")
    func seconds() throws {
        #expect(try HealthCommand.parse(["http://127.0.0.1:8080"]).seconds == 5)
        for wrong in ["0", "61", "-1", "many"] {
            #expect(throws: (any Error).self) {
                try HealthCommand.parse(["http://127.0.0.1:8080", "--seconds", wrong])
            }
        }
    }
}
