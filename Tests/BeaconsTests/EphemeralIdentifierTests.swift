import Basics
import Beacons
import Testing

@Suite("Ephemeral identifiers")
struct EphemeralIdentifierTests {
    @Test("the test's own cipher gives the example of FIPS 197, appendix B")
    func cipher() throws {
        let key = try #require([UInt8](hexadecimal: "2b7e151628aed2a6abf7158809cf4f3c"))
        let block = try #require([UInt8](hexadecimal: "3243f6a8885a308d313198a2e0370734"))
        #expect(AES128.encrypt(key: key, block: block).hexadecimal == "3925841d02dc09fbdc118597196a0b32")
    }

    // Computed with another implementation of google/eddystone @bb8738d, eddystone-eid/eid-computation.md.
    @Test(
        "identifiers are those of another implementation",
        arguments: [
            ("0123456789abcdef0123456789abcdef", 6, 65_280, "2f2a119459ba8342"),
            ("ffffffffffffffffffffffffffffffff", 0, 0, "a465f39f7848b336"),
            ("000102030405060708090a0b0c0d0e0f", 15, 4_294_967_295, "2b0a5389efad8131"),
            ("000102030405060708090a0b0c0d0e0f", 10, 1_000_448, "f8c8815869dabc11"),
        ] as [(String, UInt8, UInt32, String)])
    func derivation(key: String, exponent: UInt8, time: UInt32, identifier: String) throws {
        let derived = try EphemeralIdentifier.derive(
            identityKey: try #require([UInt8](hexadecimal: key)), exponent: exponent, time: time,
            encrypt: AES128.encrypt)
        #expect(derived.bytes.hexadecimal == identifier)
    }

    @Test("an identifier lasts for 2^exponent seconds and no longer", arguments: 0..<16 as Range<UInt8>)
    func duration(exponent: UInt8) throws {
        let key = [UInt8](repeating: 7, count: 16)
        func derive(_ time: UInt32) throws -> EphemeralIdentifier {
            try EphemeralIdentifier.derive(identityKey: key, exponent: exponent, time: time, encrypt: AES128.encrypt)
        }
        let start = UInt32(9) << UInt32(exponent)
        let end = start + (1 << UInt32(exponent))
        #expect(try derive(start) == derive(end - 1))
        #expect(try derive(start) != derive(end))
        #expect(try derive(start) != derive(start - 1))
    }

    @Test("wrong keys, exponents and ciphers are refused")
    func refusals() {
        let key = [UInt8](repeating: 0, count: 16)
        #expect(throws: EphemeralIdentifierError.identityKeyLength(15)) {
            try EphemeralIdentifier.derive(
                identityKey: Array(key.dropLast()), exponent: 0, time: 0, encrypt: AES128.encrypt)
        }
        #expect(throws: EphemeralIdentifierError.exponent(16)) {
            try EphemeralIdentifier.derive(identityKey: key, exponent: 16, time: 0, encrypt: AES128.encrypt)
        }
        #expect(throws: EphemeralIdentifierError.cipher) {
            try EphemeralIdentifier.derive(identityKey: key, exponent: 0, time: 0) { _, _ in [] }
        }
    }
}
