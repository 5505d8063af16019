import Basics
import Beacons
import Exposure
import Testing

@Suite("Derivation on this platform and on every platform")
struct IdentifierDeriverTests {
    @Test("the fast way and the portable way derive the same", arguments: 0..<32 as Range<UInt64>)
    func equal(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var fast = IdentifierDeriver()
        var portable = PortableDeriver()
        var key = DayKey(using: &random)
        // One deriver for many keys: nothing of a key may stay behind for the next.
        for _ in 0..<8 {
            let expected = portable.withIdentifiers(of: key) { [UInt8]($0) }
            #expect(fast.withIdentifiers(of: key) { [UInt8]($0) } == expected)
            #expect(fast.next(after: key) == portable.next(after: key))
            key = seed % 2 == 0 ? portable.next(after: key) : DayKey(using: &random)
        }
    }

    @Test("the portable way derives the published vectors", arguments: DayKeyVector.all)
    func portable(vector: DayKeyVector) throws {
        var portable = PortableDeriver()
        let key = try DayKey(hexadecimal: vector.key)
        #expect(portable.next(after: key).bytes.hexadecimal == vector.next)
        let bytes = portable.withIdentifiers(of: key) { [UInt8]($0) }
        #expect(bytes.count == 1536)
        for (index, expected) in vector.identifiers {
            #expect([UInt8](bytes[16 * index..<16 * index + 16]).hexadecimal == expected)
        }
    }

    @Test("extreme keys derive the same both ways", arguments: [0x00, 0x36, 0x5C, 0x80, 0xFF] as [UInt8])
    func extremes(byte: UInt8) throws {
        let key = try #require(DayKey(bytes: [UInt8](repeating: byte, count: 32)))
        var portable = PortableDeriver()
        let expected = portable.withIdentifiers(of: key) { [UInt8]($0) }
        #expect(key.identifiers.flatMap(\.bytes) == expected)
        #expect(key.next == portable.next(after: key))
    }
}
