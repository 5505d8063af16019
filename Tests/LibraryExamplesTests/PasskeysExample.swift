import Basics
import Passkeys
import Testing

extension LibraryExamples {
    @Test("Passkeys: what a browser sends when somebody adds one, and when they sign in")
    func passkeys() throws {
        // example
        let party = try #require(RelyingParty(publicURL: "https://cerca.example"))

        // What the server sent, 32 random bytes; what an authenticator answers comes as CBOR and JSON.
        let challenge = [UInt8](repeating: 7, count: 32)
        let clientData = Array(
            """
            {"type":"webauthn.create","challenge":"\(Base64.text(challenge, .url))","origin":"https://evil.example"}
            """.utf8)

        // A page of another origin asked: this is refused before anything else is looked at.
        let fault = #expect(throws: PasskeyFault.self) {
            try Passkey(clientData: clientData, attestation: [0xA0], challenge: challenge, party: party)
        }
        // end of example
        #expect(fault == .wrongOrigin)
    }
}
