import Basics
import Beacons
import Testing

@Suite("Identifiers and codes")
struct IdentifierTests {
    @Test("a UUID is read in either case and written in lower case")
    func uuid() throws {
        let uuid = try #require(UUID128("F81D4FAE-7DEC-11D0-a765-00a0c91e6bf6"))
        // RFC 9562 section 4.
        #expect(uuid.description == "f81d4fae-7dec-11d0-a765-00a0c91e6bf6")
        #expect(uuid.bytes.hexadecimal == "f81d4fae7dec11d0a76500a0c91e6bf6")
        #expect(uuid.high == 0xF81D_4FAE_7DEC_11D0 && uuid.low == 0xA765_00A0_C91E_6BF6)
    }

    @Test(
        "what is no UUID is refused",
        arguments: [
            "", "f81d4fae7dec11d0a76500a0c91e6bf6", "f81d4fae-7dec-11d0-a765-00a0c91e6bf",
            "{f81d4fae-7dec-11d0-a765-00a0c91e6b}",
            "f81d4fae-7dec-11d0-a765-00a0c91e6bfg", "f81d4fae07dec-11d0-a765-00a0c91e6bf6",
            "f81d4fae-7dec-11d0-a765-00a0c91e6b\u{FF16}",
        ])
    func noUUID(text: String) {
        #expect(UUID128(text) == nil)
    }

    @Test("bytes and text of identifiers come back", arguments: 0..<32 as Range<UInt64>)
    func roundTrip(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let uuid = UUID128(high: random.next(), low: random.next())
        #expect(UUID128(bytes: uuid.bytes) == uuid)
        #expect(UUID128(uuid.description) == uuid)
        #expect(UUID128(uuid.description.uppercased()) == uuid)
        let identifier = Identifier128(high: random.next(), low: random.next())
        #expect(Identifier128(bytes: identifier.bytes) == identifier)
        let code = SecurityCode(high: random.next(), low: random.next())
        #expect(SecurityCode(bytes: code.bytes) == code)
        #expect(SecurityCode(hexadecimal: code.hexadecimal) == code)
        let moment = EphemeralIdentifier(word: random.next())
        #expect(EphemeralIdentifier(bytes: moment.bytes) == moment)
    }

    @Test("only the right number of bytes makes an identifier", arguments: 0..<20 as Range<Int>)
    func counts(count: Int) {
        let bytes = [UInt8](repeating: 1, count: count)
        #expect((UUID128(bytes: bytes) != nil) == (count == 16))
        #expect((Identifier128(bytes: bytes) != nil) == (count == 16))
        #expect((SecurityCode(bytes: bytes) != nil) == (count == 14))
        #expect((EphemeralIdentifier(bytes: bytes) != nil) == (count == 8))
    }

    @Test("codes that differ in one bit anywhere are different")
    func codes() throws {
        let bytes = Array(1...14 as ClosedRange<UInt8>)
        let code = try #require(SecurityCode(bytes: bytes))
        #expect(code.bytes == bytes)
        for index in bytes.indices {
            for bit in 0..<8 {
                var changed = bytes
                changed[index] ^= 1 << bit
                #expect(SecurityCode(bytes: changed) != code)
            }
        }
    }

    @Test("hexadecimal digits are pairs of either case and nothing else")
    func hexadecimal() {
        #expect([UInt8](hexadecimal: "00fFAa9") == nil)
        #expect([UInt8](hexadecimal: "00fFAa") == [0, 255, 170])
        #expect([UInt8](hexadecimal: "") == [])
        #expect([UInt8](hexadecimal: "0x00") == nil)
        #expect([UInt8](hexadecimal: " 00") == nil)
        #expect([UInt8](hexadecimal: "\u{FF11}\u{FF11}") == nil)
        #expect([UInt8](0...255).hexadecimal.count == 512)
        #expect([UInt8](hexadecimal: [UInt8](0...255).hexadecimal) == [UInt8](0...255))
    }

    @Test("fields given as bytes are checked for their length")
    func fields() throws {
        let namespace = Array(0..<10 as Range<UInt8>)
        let instance = Array(10..<16 as Range<UInt8>)
        let uid = try #require(EddystoneUID(powerAtZeroMetres: 0, namespace: namespace, instance: instance))
        #expect(uid.namespace == namespace && uid.instance == instance)
        #expect(
            EddystoneUID(powerAtZeroMetres: 0, namespace: namespace + [1], instance: Array(instance.dropLast())) == nil)
        let identifier = Array(0..<20 as Range<UInt8>)
        let beacon = AltBeacon(company: 1, beaconID: identifier, referenceRSSI: -1, manufacturerReserved: 0)
        #expect(beacon?.beaconID == identifier)
        #expect(AltBeacon(company: 1, beaconID: namespace, referenceRSSI: -1, manufacturerReserved: 0) == nil)
        #expect(EddystoneEncryptedTLM(ciphertext: namespace, salt: 0, integrityCheck: 0) == nil)
    }
}
