import Basics
import Crypto
import Foundation
import Testing
import Vault

@testable import VaultDevice

@Suite("Signatures and keys of JOSE")
struct JSONWebSignatureTests {
    private static let protected = "eyJhbGciOiJFUzUxMiJ9"
    private static let payload = "UGF5bG9hZA"
    private static let signature =
        "AdwMgeerwtHoh-l192l60hp9wAHZFVJbLfD_UxMi70cwnZOYaRI1bKPWROc-mZZqwqT2SI-KGDKB34XO0aw_7XdtAG8GaSwFKdCAPZgoXD2Y"
        + "BJZCPEX3xKpRwcdOO8KpEHwJjyqOgzDO7iKvU8vcnwNrmxYbSW9ERBXukOXolLzeO_Jn"
    private static let key =
        #"{"kty":"EC","crv":"P-521","#
        + #""x":"AekpBQ8ST8a8VcfVOTNl353vSrDCLLJXmPk06wTjxrrjcBpXp5EOnYG_NjFZ6OvLFV1jSfS9tsz4qUxcWceqwQGk","#
        + #""y":"ADSmRA43Z1DSNx_RvcLI87cdL07l6jQyyBXMoxVg_l2Th-x3S1WDhjDly79ajL4Kkd0AZMaZmh9ubmf63e3kyMj2"}"#

    private func isSigned(_ text: String) throws -> Bool {
        let key = try JSONDecoder().decode(JSONWebKey.self, from: Data(Self.key.utf8))
        let signed = try JSONDecoder().decode(JSONWebSignature.self, from: Data(text.utf8))
        return signed.isSigned(by: try #require(key.verifyingKey))
    }

    private func text(
        protected: String = Self.protected, payload: String = Self.payload, signature: String = Self.signature
    ) -> String {
        #"{"payload":"\#(payload)","protected":"\#(protected)","signature":"\#(signature)"}"#
    }

    @Test("the example of RFC 7515 appendix A.4 is verified, in both JSON forms")
    func published() throws {
        #expect(try isSigned(text()))
        let several =
            #"{"payload":"\#(Self.payload)","signatures":[{"protected":"eyJhbGciOiJFUzI1NiJ9","signature":"AA"},"#
            + #"{"protected":"\#(Self.protected)","signature":"\#(Self.signature)"}]}"#
        #expect(try isSigned(several))
    }

    @Test("a signature over something else, of another algorithm or with an unknown extension is none")
    func refused() throws {
        func encoded(_ header: String) -> String { Base64.text(Array(header.utf8), .url) }
        #expect(try !isSigned(text(payload: "UGF5bG9hZB")))
        #expect(try !isSigned(text(payload: "UGF5bG9hZQ")))
        #expect(try !isSigned(text(protected: encoded(#"{"alg":"none"}"#))))
        #expect(try !isSigned(text(protected: encoded(#"{"alg":"ES512"} "#))))
        #expect(try !isSigned(text(protected: encoded(#"{"alg":"ES512","crit":["b64"],"b64":false}"#))))
        #expect(try !isSigned(text(signature: "")))
        #expect(try !isSigned(#"{"payload":"\#(Self.payload)"}"#))
        #expect(try !isSigned(#"{"payload":"\#(Self.payload)","signatures":[]}"#))
    }

    @Test("no changed bit of a signature passes", arguments: 0..<32 as Range<UInt64>)
    func changedBit(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var bytes = try #require(Base64.bytes(Self.signature, .url))
        bytes[Int.random(in: 0..<bytes.count, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        #expect(try !isSigned(text(signature: Base64.text(bytes, .url))))
    }

    @Test("base64url is read in its one form", arguments: 0..<32 as Range<UInt64>)
    func base64(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let bytes = (0..<Int.random(in: 0...70, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
        let text = Base64.text(bytes, .url)
        #expect(text.utf8.allSatisfy { !"+/=".utf8.contains($0) })
        #expect(Base64.bytes(text, .url) == bytes)
        for wrong in ["\(text)=", "\(text) ", "\(text)\n", "\(text)+", "/\(text)", "\(text)ñ"] {
            #expect(Base64.bytes(wrong, .url) == nil)
        }
    }

    @Test("a last digit that says more than its bytes is refused")
    func looseBits() {
        #expect(Base64.bytes("AA", .url) == [0])
        #expect(Base64.bytes("AB", .url) == nil)
        #expect(Base64.bytes("A", .url) == nil)
    }

    @Test("a point that is not on the curve is no key")
    func offCurve() throws {
        let other = Self.key.replacingOccurrences(of: #""x":"Ae"#, with: #""x":"Af"#)
        let key = try JSONDecoder().decode(JSONWebKey.self, from: Data(other.utf8))
        #expect(key.point == nil && key.verifyingKey == nil && key.thumbprint == nil)
        for member in [#""crv":"P-256""#, #""crv":"p-521""#] {
            let other = Self.key.replacingOccurrences(of: #""crv":"P-521""#, with: member)
            #expect(try JSONDecoder().decode(JSONWebKey.self, from: Data(other.utf8)).point == nil)
        }
    }
}
