import Basics
import Beacons
import Presence
import Testing

@Suite("Beacon keys")
struct BeaconKeyTests {
    @Test("32 bytes come back as they went in, any other count is refused")
    func bytes() throws {
        let bytes = [UInt8](0..<32)
        #expect(try #require(BeaconKey(bytes: bytes)).bytes == bytes)
        #expect(BeaconKey(bytes: bytes.dropLast()) == nil)
        #expect(BeaconKey(bytes: bytes + [32]) == nil)
        #expect(BeaconKey(bytes: []) == nil)
    }

    @Test("keys are equal when all bytes are, and differ when one bit does")
    func comparison() throws {
        let bytes = [UInt8](0..<32)
        let key = try #require(BeaconKey(bytes: bytes))
        #expect(key.isEqual(to: try #require(BeaconKey(bytes: bytes))))
        for index in bytes.indices {
            var changed = bytes
            changed[index] ^= 1 << UInt8(index % 8)
            #expect(!key.isEqual(to: try #require(BeaconKey(bytes: changed))))
        }
    }

    @Test("no way of printing a key shows any of it")
    func redaction() throws {
        let key = try #require(BeaconKey(bytes: [UInt8](repeating: 0xAB, count: 32)))
        var dumped = ""
        dump(key, to: &dumped)
        let word = 0xABAB_ABAB_ABAB_ABAB as UInt64
        for text in ["\(key)", String(reflecting: key), String(describing: [key]), dumped] {
            #expect(text.contains("redacted"))
            #expect(!text.contains(String(word)) && !text.contains("171") && !text.lowercased().contains("abab"))
        }
        #expect(Mirror(reflecting: key).children.isEmpty)
    }

    @Test("a generator gives a new key each time")
    func generation() {
        var random = SplitMix64(seed: 5)
        let first = BeaconKey(using: &random)
        #expect(!first.isEqual(to: BeaconKey(using: &random)))
    }
}
