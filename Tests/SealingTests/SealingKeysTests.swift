import Basics
import Testing

@testable import Sealing

@Suite struct SealingKeysTests {
    private func key(_ seed: UInt64) -> SealingKey {
        var random = SplitMix64(seed: seed)
        return SealingKey.make(using: &random)
    }

    @Test func sealedBytesOpenForTheirPurposeAndRowAlone() throws {
        let keys = SealingKeys(key(1))
        let secret = Array("JBSWY3DPEHPK3PXP".utf8)
        let sealed = try keys.seal(secret, for: "second_factors.secret", row: [1, 2])
        #expect(sealed.count == secret.count + SealingKeys.overhead)
        #expect(try keys.open(sealed, for: "second_factors.secret", row: [1, 2]) == secret)
        #expect(throws: SealingFault.altered) { try keys.open(sealed, for: "second_factors.secret", row: [1, 3]) }
        #expect(throws: SealingFault.altered) { try keys.open(sealed, for: "api_keys.secret", row: [1, 2]) }
        #expect(try keys.seal(secret, for: "second_factors.secret", row: [1, 2]) != sealed)
    }

    @Test func eachAlteredByteIsNoticed() throws {
        let keys = SealingKeys(key(1))
        let sealed = try keys.seal([7, 8, 9], for: "t.c", row: [])
        for index in sealed.indices {
            var altered = sealed
            altered[index] ^= 1
            #expect(throws: SealingFault.self) { try keys.open(altered, for: "t.c", row: []) }
        }
        for count in sealed.indices {
            #expect(throws: SealingFault.self) { try keys.open(Array(sealed.prefix(count)), for: "t.c", row: []) }
        }
    }

    @Test func anOlderKeyOpensWhatItSealedAndSealsNoMore() throws {
        let (old, new) = (key(1), key(2))
        let sealed = try SealingKeys(old).seal([1], for: "t.c", row: [])
        let keys = SealingKeys(new, former: [old])
        #expect(try keys.open(sealed, for: "t.c", row: []) == [1])
        #expect(keys.isOutdated(sealed))
        let renewed = try keys.seal([1], for: "t.c", row: [])
        #expect(!keys.isOutdated(renewed))
        #expect(throws: SealingFault.unknownKey) { try SealingKeys(old).open(renewed, for: "t.c", row: []) }
        #expect(throws: SealingFault.unknownKey) { try SealingKeys(new).open(sealed, for: "t.c", row: []) }
    }

    @Test func aKeyIsThirtyTwoBytesAndComesBackFromThem() throws {
        #expect(SealingKey(bytes: [UInt8](repeating: 1, count: 31)) == nil)
        let first = key(3)
        let again = try #require(SealingKey(bytes: first.bytes))
        #expect(again.id == first.id && first.id.count == SealingKeys.idByteCount)
        #expect(first.id != key(4).id)
    }
}
