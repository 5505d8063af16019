import Basics
import Crypto
import Foundation
import Testing

@testable import Passkeys

/// What a browser and an authenticator sent, and where they sent it.
struct Ceremony: CustomTestStringConvertible {
    let testDescription: String
    let party: RelyingParty
    let challenge, clientData, attestation: [UInt8]
    let signInChallenge, signInClientData, authenticatorData, signature: [UInt8]

    /// Those of the fixture, of Chromium's virtual authenticator and of one in Python.
    static let all: [Ceremony] = {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures/ceremonies.json")
        guard let bytes = try? Data(contentsOf: file),
            case .array(let values)? = try? JSONValue(parsing: Array(bytes))
        else { return [] }
        return values.compactMap(Ceremony.init)
    }()

    private init?(_ value: JSONValue) {
        func text(_ name: String) -> String {
            if case .string(let text)? = value[name] { text } else { "" }
        }
        func bytes(_ name: String, of value: JSONValue?) -> [UInt8] {
            if case .string(let text)? = value?[name] { Base64.bytes(text, .url) ?? [] } else { [] }
        }
        testDescription = text("made by")
        party = RelyingParty(id: text("party"), origins: [text("origin")])
        (challenge, clientData) = (bytes("challenge", of: value), bytes("clientData", of: value))
        attestation = bytes("attestation", of: value)
        let signIn = value["signIn"]
        (signInChallenge, signInClientData) = (bytes("challenge", of: signIn), bytes("clientData", of: signIn))
        (authenticatorData, signature) = (bytes("authenticatorData", of: signIn), bytes("signature", of: signIn))
    }

    func passkey() throws(PasskeyFault) -> Passkey {
        try Passkey(clientData: clientData, attestation: attestation, challenge: challenge, party: party)
    }
}

/// An authenticator with one key of P-256, each answer of which can be made wrong.
struct SampleAuthenticator {
    static let party = RelyingParty(id: "cerca.example", origins: ["https://cerca.example"])
    static let challenge = [UInt8](repeating: 7, count: 32)

    let key = P256.Signing.PrivateKey()
    var flags: UInt8 = 0x05
    var counter: UInt32 = 1
    var partyID = "cerca.example"
    var model = [UInt8](repeating: 0, count: 16)
    var id: [UInt8] = [1, 2, 3]
    /// After the authenticator's data.
    var appended: [UInt8] = []
    var cose: [UInt8]?
    var format: [UInt8] = [0x64] + Array("none".utf8)
    var statement: [UInt8] = [0xA0]

    private var ownKey: [UInt8] {
        let point = Array(key.publicKey.rawRepresentation)
        return [0xA5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20] + point.prefix(32) + [0x22, 0x58, 0x20]
            + point.suffix(32)
    }

    func data(flags: UInt8) -> [UInt8] {
        var data = Array(SHA256.hash(data: Array(partyID.utf8))) + [flags]
        data += withUnsafeBytes(of: counter.bigEndian, Array.init)
        if flags & 0x40 != 0 {
            data += model + [UInt8(id.count >> 8), UInt8(id.count & 0xFF)] + id + (cose ?? ownKey)
        }
        return data + appended
    }

    func attestation() -> [UInt8] {
        let data = data(flags: flags | 0x40)
        return [0xA3, 0x63] + Array("fmt".utf8) + format + [0x67] + Array("attStmt".utf8) + statement + [0x68]
            + Array("authData".utf8)
            + (data.count < 256
                ? [0x58, UInt8(data.count)] : [0x59, UInt8(data.count >> 8), UInt8(data.count & 0xFF)])
            + data
    }

    static func clientData(
        _ type: String, challenge: [UInt8] = challenge, origin: String = "https://cerca.example", more: String = ""
    ) -> [UInt8] {
        Array(#"{"type":"\#(type)","challenge":"\#(Base64.text(challenge, .url))","origin":"\#(origin)"\#(more)}"#.utf8)
    }

    func register(clientData: [UInt8] = clientData("webauthn.create")) throws(PasskeyFault) -> Passkey {
        try Passkey(
            clientData: clientData, attestation: attestation(), challenge: Self.challenge, party: Self.party)
    }

    /// The counter that is kept when `passkey` takes what this authenticator signs.
    func signIn(
        _ passkey: Passkey, clientData: [UInt8] = clientData("webauthn.get"), flags: UInt8? = nil
    ) throws -> UInt32 {
        let data = data(flags: flags ?? self.flags)
        let signature = try key.signature(for: data + SHA256.hash(data: clientData))
        return try passkey.check(
            clientData: clientData, authenticatorData: data, signature: Array(signature.derRepresentation),
            challenge: Self.challenge, party: Self.party)
    }
}
