import Basics
import Crypto
import Foundation
import Testing
import Vault

@testable import VaultDevice

@Suite("What a Tang server advertises")
struct TangAdvertisementTests {
    /// What tangd 11 of Debian answered for keys that its own tool made.
    private static let real = #"""
        {"payload": "\#
        eyJrZXlzIjogW3siYWxnIjogIkVDTVIiLCAiY3J2IjogIlAtNTIxIiwgImtleV9vcHMiOiBbImRlcml2ZUtleSJdLCAia3R5IjogIkVD\#
        IiwgIngiOiAiQUlTRDRSaF9WYkVZcktuZDV2U1lBczBzV1dPT1ViZ3BWd05aNU9ObGZtenVlZ1VzWENyMGFzYXZYNWI4SHdyRDlhdWhi\#
        UXVXN0NqbEF3cVd1Z2NvejlVNSIsICJ5IjogIkFjaUVTZ3JNQ3dlQTY2c3dxeUxEalpoRENHTjc0OS12cmx4a3pFcHVwS0t5N3lxdzRj\#
        MTJ4NnRJNUhnNncyUHRrZkFtLUxkMlRMR2kwM2ZfLXRqcGR6emEifSwgeyJhbGciOiAiRVM1MTIiLCAiY3J2IjogIlAtNTIxIiwgImtl\#
        eV9vcHMiOiBbInZlcmlmeSJdLCAia3R5IjogIkVDIiwgIngiOiAiQUUwSFNVbURpY2lWdWMteDY5VTJnd3RnbDBqVWdUekRpOFUyM1Vz\#
        ckRCV0ZNa0JMV05MMHRFNldWRFJIYjFfeS1oSzRrMDFDcjdkbUltZzg1YXZmMGZ3NyIsICJ5IjogIkFjbXJ5QnUwYl9NaFJodzdiNUhD\#
        R0w3SDNtcDY5YjNEZFBKMU9HaFo5cjNMWV92UE1nZThYU1lnVVMtVkRyWjJOeUtXM2VyT1ZqVk9GZ3F4QTJKNmlmRG4ifV19\#
        ", "protected": "eyJhbGciOiJFUzUxMiIsImN0eSI6Imp3ay1zZXQranNvbiJ9", "signature": "\#
        AV9gfQKmgQZ4eoJBIGvmOgXckC5kHKb2DzRltWTzKcj6C_tFg-2yfg3vLR6PMOifylnKtnBWJBWY5wsKqZa59-mOASSDT5bqlTVFxhXm\#
        MulMAxQMi3ktM_i8Q3IYvfXCkiOWZmoRYKqw1tFEK8NyOwpiF7TZvkQh_GkKam1x5sosRl1-\#
        "}
        """#

    private let signer = P521.Signing.PrivateKey()

    private func exchangeKey() throws -> JSONWebKey { JSONWebKey(exchanging: try FakeTang.generator()) }

    private func read(_ bytes: [UInt8]) throws -> TangAdvertisement {
        try TangAdvertisement(bytes, from: "tang")
    }

    @Test("a real advertisement is verified, and its keys have the names of their files")
    func real() throws {
        let advertisement = try read(Array(Self.real.utf8))
        #expect(advertisement.signingThumbprints == ["QR87MgFg8aMfzaLYUfcqJNv_BbMs_ZYhSwr0b6sxJZQ"])
        #expect(advertisement.exchangeThumbprint == "dUoDbop33tq5Knku8OyYaZZfe4Lit4BKy3y5TPvB4mc")
        try advertisement.check(trusting: "QR87MgFg8aMfzaLYUfcqJNv_BbMs_ZYhSwr0b6sxJZQ")
        #expect(throws: NetworkFactorFault.self) {
            try advertisement.check(trusting: "dUoDbop33tq5Knku8OyYaZZfe4Lit4BKy3y5TPvB4mc")
        }
    }

    @Test("no changed byte of a real advertisement makes another", arguments: 0..<64 as Range<UInt64>)
    func changed(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let good = try read(Array(Self.real.utf8))
        var bytes = Array(Self.real.utf8)
        let place = Int.random(in: 0..<bytes.count, using: &random)
        bytes[place] = UInt8.random(in: 0...255, using: &random)
        // A space may become a tab; the keys are the same then.
        if let advertisement = try? read(bytes) { #expect(advertisement == good) }
    }

    @Test("several signing keys all have to sign")
    func several() throws {
        let second = P521.Signing.PrivateKey()
        let keys = [try FakeTang.verifying(signer), try exchangeKey(), try FakeTang.verifying(second)]
        let advertisement = try read(try FakeTang.advertisement(keys, signedBy: [second, signer]))
        #expect(advertisement.signingThumbprints.count == 2)
        for thumbprint in advertisement.signingThumbprints { try advertisement.check(trusting: thumbprint) }
        #expect(throws: NetworkFactorFault.notSigned(server: "tang")) {
            try read(try FakeTang.advertisement(keys, signedBy: [signer]))
        }
    }

    @Test("a key that nobody advertises cannot sign, and no signature is no advertisement")
    func stranger() throws {
        let keys = [try FakeTang.verifying(signer), try exchangeKey()]
        #expect(throws: NetworkFactorFault.notSigned(server: "tang")) {
            try read(try FakeTang.advertisement(keys, signedBy: [P521.Signing.PrivateKey()]))
        }
        #expect(throws: NetworkFactorFault.notSigned(server: "tang")) {
            try read(try FakeTang.advertisement(keys, signedBy: []))
        }
        #expect(throws: NetworkFactorFault.notSigned(server: "tang")) {
            try read(try FakeTang.advertisement([try exchangeKey()], signedBy: [signer]))
        }
        #expect(throws: NetworkFactorFault.notSigned(server: "tang")) {
            try read(try FakeTang.advertisement(keys, signedBy: [signer], algorithm: "ES256"))
        }
    }

    @Test("a key for signing is no key to exchange")
    func noExchange() throws {
        let verifying = try FakeTang.verifying(signer)
        var other = try exchangeKey()
        other.key_ops = ["wrapKey"]
        for keys in [[verifying], [verifying, other]] {
            #expect(throws: NetworkFactorFault.noExchangeKey(server: "tang")) {
                try read(try FakeTang.advertisement(keys, signedBy: [signer]))
            }
        }
    }

    @Test("too many keys are refused")
    func tooMany() throws {
        let keys = [try FakeTang.verifying(signer)] + Array(repeating: try exchangeKey(), count: 64)
        #expect(throws: NetworkFactorFault.malformed(server: "tang", reason: "it has too many keys")) {
            try read(try FakeTang.advertisement(keys, signedBy: [signer]))
        }
    }

    @Test(
        "what is no advertisement is refused",
        arguments: [
            "", "{}", "[]", "null", "<html>", #"{"payload":"!"}"#, #"{"payload":"e30","protected":1}"#,
            #"{"payload":"eyJrZXlzIjp7fX0"}"#, String(repeating: "[", count: 60_000),
        ])
    func malformed(text: String) {
        #expect(throws: NetworkFactorFault.malformed(server: "tang", reason: "it is not a signed set of keys")) {
            try read(Array(text.utf8))
        }
    }
}
