import Basics
import Crypto
import Exposure
import Foundation
import Testing

@testable import ExposureWire

@Suite("The signature of an answer")
struct BatchSignatureTests {
    private let signer = BatchSigner.generate()
    private let body = Array("the body".utf8)
    private let now = Samples.release.advanced(bySeconds: 1234)

    private func signature(release: Timestamp? = Samples.release) throws -> String {
        try signer.sign(
            body: body, at: now, retentionDays: 14,
            protected: release.map { [("X-BATCH-RELEASE-TIME", String($0.milliseconds))] } ?? [])
    }

    private func fault(
        _ signature: String, body: [UInt8]? = nil, release: Timestamp? = Samples.release, after seconds: Int64 = 0,
        by verifier: BatchVerifier? = nil
    ) -> SignatureFault? {
        do throws(SignatureFault) {
            try (verifier ?? signer.verifier).verify(
                signature: signature, body: body ?? self.body, release: release,
                now: now.advanced(bySeconds: seconds))
            return nil
        } catch {
            return error
        }
    }

    @Test("holds for the body, the batch and the time for which it was made")
    func holds() throws {
        #expect(fault(try signature()) == nil)
        #expect(fault(try signature(), release: nil) == nil)
        #expect(fault(try signature(release: nil), release: nil) == nil)
        let known = try BatchVerifier(publicKeyPEM: signer.publicKeyPEM)
        #expect(fault(try signature(), by: known) == nil)
        let again = try BatchSigner(pem: signer.privateKeyPEM)
        #expect(again.publicKeyPEM == signer.publicKeyPEM)
    }

    @Test("does not hold for a body that differs in a bit")
    func tamperedBody() throws {
        let signature = try signature()
        for index in body.indices {
            for bit in 0..<8 {
                var other = body
                other[index] ^= 1 << UInt8(bit)
                #expect(fault(signature, body: other) == .body)
            }
        }
        #expect(fault(signature, body: []) == .body)
        #expect(fault(signature, body: body + [0]) == .body)
    }

    @Test("does not hold for another batch, so that an old one cannot be replayed")
    func otherBatch() throws {
        #expect(fault(try signature(), release: Samples.release.advanced(bySeconds: 7200)) == .release)
        #expect(fault(try signature(release: nil)) == .release)
    }

    @Test("does not hold when another key made it")
    func otherKey() throws {
        let other = BatchSigner.generate()
        #expect(fault(try signature(), by: other.verifier) == .signature)
    }

    @Test("holds for 14 days from the release and not a second longer")
    func expiry() throws {
        let signature = try signature()
        let rest = 14 * 86_400 - now.seconds + Samples.release.seconds
        #expect(fault(signature, after: rest - 1) == nil)
        #expect(fault(signature, after: rest) == .expired)
        // An answer that is no batch holds from when it was made.
        let other = try self.signature(release: nil)
        #expect(fault(other, release: nil, after: 14 * 86_400 - 1) == nil)
        #expect(fault(other, release: nil, after: 14 * 86_400) == .expired)
    }

    @Test(
        "is refused for every other algorithm, and for none",
        arguments: [
            #"{"alg":"none"}"#, #"{"alg":"HS256"}"#, #"{"alg":"RS256"}"#, #"{"alg":"es256"}"#, #"{"alg":"ES384"}"#,
            #"{"alg":"ES256","crit":["b64"]}"#,
        ])
    func algorithm(header: String) throws {
        let parts = try signature().split(separator: ".")
        for made in [String(parts[2]), "", Self.hmac("\(Base64.text(Data(header.utf8), .url)).\(parts[1])", signer)] {
            #expect(fault("\(Base64.text(Data(header.utf8), .url)).\(parts[1]).\(made)") == .algorithm)
        }
    }

    /// What whoever has the public key alone can make: an HMAC with it for a secret.
    private static func hmac(_ text: String, _ signer: BatchSigner) -> String {
        let key = SymmetricKey(data: Data(signer.publicKeyPEM.utf8))
        return Base64.text(Data(HMAC<SHA256>.authenticationCode(for: Data(text.utf8), using: key)), .url)
    }

    @Test(
        "is refused when it is no JWS",
        arguments: ["", ".", "..", "a.b.c", "a.b", "....", "é.é.é", "e30.e30.", "=.=.="])
    func malformed(text: String) {
        #expect(fault(text) == .malformed || fault(text) == .algorithm)
    }

    @Test("is refused after any change of a character", arguments: 0..<4 as Range<UInt64>)
    func mutated(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let text = Array(try signature().utf8)
        for _ in 0..<200 {
            var other = text
            let index = Int.random(in: other.indices.dropLast(), using: &random)
            other[index] = UInt8.random(in: 0x2D...0x7A, using: &random)
            guard other != text else { continue }
            #expect(fault(String(decoding: other, as: UTF8.self)) != nil)
        }
    }

    @Test("is refused when it is longer than any can be")
    func tooLong() throws {
        #expect(fault(try signature() + String(repeating: "A", count: 5000)) == .malformed)
    }

    @Test("is refused for claims that the key's owner made for something else")
    func issuer() throws {
        let key = try P256.Signing.PrivateKey(pemRepresentation: signer.privateKeyPEM)
        let claims = #"{"content-hash":"","hash-alg":"sha-256","iss":"other","iat":0,"exp":99999999999}"#
        let text = "\(Base64.text(Data(#"{"alg":"ES256"}"#.utf8), .url)).\(Base64.text(Data(claims.utf8), .url))"
        let made = try key.signature(for: Data(text.utf8))
        #expect(fault("\(text).\(Base64.text(made.rawRepresentation, .url))") == .issuer)
    }

    @Test("gives away nothing of the key that is derived for another purpose")
    func derivedKeys() throws {
        let again = try BatchSigner(pem: signer.privateKeyPEM)
        #expect(signer.derivedKey(for: "a") == again.derivedKey(for: "a"))
        #expect(signer.derivedKey(for: "a") != signer.derivedKey(for: "b"))
        #expect(signer.derivedKey(for: "a") != BatchSigner.generate().derivedKey(for: "a"))
    }

    @Test(
        "comes from a key of ES256 in PEM form",
        arguments: ["", "x", "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----"])
    func wrongPEM(text: String) {
        #expect(throws: (any Error).self) { try BatchSigner(pem: text) }
        #expect(throws: (any Error).self) { try BatchVerifier(publicKeyPEM: text) }
    }
}
