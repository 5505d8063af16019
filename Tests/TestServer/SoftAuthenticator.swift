import AccountService
import Basics
import Crypto
import Foundation
import Passkeys

/// An authenticator with one key of P-256, and the browser that it belongs to; each answer can be made wrong.
package struct SoftAuthenticator {
    package static let origin = "https://cerca.example"

    package let key = P256.Signing.PrivateKey()
    package var id: [UInt8] = (0..<32).map { _ in .random(in: 0...255) }
    package var counter: UInt32 = 0
    package var flags: UInt8 = 0x05
    package var party: String
    package var origin: String
    /// What names the account; told when the passkey is made.
    package var user: [UInt8]?

    package init(party: String = "cerca.example", origin: String = SoftAuthenticator.origin) {
        (self.party, self.origin) = (party, origin)
    }

    /// What the browser sends when the passkey is made.
    package func make(_ challenge: [UInt8]) -> (clientData: [UInt8], attestation: [UInt8]) {
        let point = Array(key.publicKey.rawRepresentation)
        let cose =
            [0xA5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20] + point.prefix(32) + [0x22, 0x58, 0x20]
            + point.suffix(32)
        let data =
            head(flags | 0x40) + [UInt8](repeating: 0, count: 16) + [UInt8(id.count >> 8), UInt8(id.count & 0xFF)] + id
            + cose
        let attestation =
            [0xA3, 0x63] + Array("fmt".utf8) + [0x64] + Array("none".utf8) + [0x67] + Array("attStmt".utf8)
            + [0xA0, 0x68] + Array("authData".utf8) + [0x58, UInt8(data.count)] + data
        return (clientData("webauthn.create", challenge), attestation)
    }

    /// What the browser sends when the passkey is used.
    package func use(_ challenge: [UInt8]) throws -> PasskeyAssertion {
        let (clientData, data) = (clientData("webauthn.get", challenge), head(flags))
        let signature = try key.signature(for: data + SHA256.hash(data: clientData))
        return PasskeyAssertion(
            credential: id, clientData: clientData, authenticatorData: data,
            signature: Array(signature.derRepresentation), user: user)
    }

    private func clientData(_ type: String, _ challenge: [UInt8]) -> [UInt8] {
        Array(#"{"type":"\#(type)","challenge":"\#(Base64.text(challenge, .url))","origin":"\#(origin)"}"#.utf8)
    }

    private func head(_ flags: UInt8) -> [UInt8] {
        Array(SHA256.hash(data: Array(party.utf8))) + [flags]
            + withUnsafeBytes(of: counter.bigEndian, Array.init)
    }
}
