import Testing

@testable import Commands

@Suite struct PushFileTests {
    private func fault(_ text: String) -> String? {
        do {
            _ = try PushFile(Array(text.utf8))
            return nil
        } catch {
            return error.member
        }
    }

    @Test func aFileSaysWhoIsReachedAndHow() throws {
        let file = try PushFile(
            Array(
                """
                {"subject": "mailto:push@example.org", "site": "https://cerca.example.org",
                 "apple": {"team": "TEAM123456", "keyID": "KEY1234567", "keyFile": "apple.p8", "topic": "a.b"},
                 "google": {"serviceAccountFile": "google.json"}}
                """.utf8))
        #expect(file.site == "https://cerca.example.org" && !file.isLoopback)
        #expect(file.apple?.keyFile == "apple.p8" && file.apple?.production == nil)
        #expect(file.google?.serviceAccountFile == "google.json")
        #expect(fault(#"{"subject": "https://example.org"}"#) == nil)
    }

    @Test(arguments: [
        ("", ""), ("[]", ""), ("{}", "subject"), (#"{"subject": 7}"#, "subject"), (#"{"subject": "me"}"#, "subject"),
        (#"{"subject": "mailto:a@b", "sight": 1}"#, "sight"), (#"{"subject": "mailto:a@b", "site": "b"}"#, "site"),
        (#"{"subject": "mailto:a@b", "site": "https://b/"}"#, "site"),
        (#"{"subject": "mailto:a@b", "web": {"loopback": "yes"}}"#, "web.loopback"),
        (#"{"subject": "mailto:a@b", "web": []}"#, "web."),
        (#"{"subject": "mailto:a@b", "apple": {"team": "T"}}"#, "apple.keyID"),
        (#"{"subject": "mailto:a@b", "google": {}}"#, "google.serviceAccountFile"),
    ])
    func aSlipIsNamed(text: String, member: String) {
        #expect(fault(text) == member)
    }
}
