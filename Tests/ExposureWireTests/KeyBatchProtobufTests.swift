import Basics
import Exposure
import Foundation
import Testing

@testable import ExposureWire

@Suite("A batch as protobuf")
struct KeyBatchProtobufTests {
    @Test("is read as it was written", arguments: 0..<16 as Range<UInt64>)
    func roundTrip(seed: UInt64) throws {
        var samples = Samples(seed: seed)
        let batch = try samples.batch(Int(seed * 3))
        #expect(try KeyBatch(protobuf: batch.protobuf()) == batch)
    }

    @Test("has exactly the bytes of the original's messages")
    func bytes() throws {
        // ASCII A to Z and A to F, the original's example key; its day is 2020-11-07.
        let key = try #require(DayKey(bytes: Array("ABCDEFGHIJKLMNOPQRSTUVWXYZABCDEF".utf8)))
        let day = try #require(UTCDay(midnight: Timestamp(milliseconds: 1_604_707_200_000)))
        let release = Timestamp(milliseconds: 1_604_714_400_000)
        let batch = try #require(KeyBatch(release: release, keys: [PublishedKey(key: key, day: day)]))
        let message = Wire.bytes(2, key.bytes) + Wire.number(3, 1_604_707_200_000)
        #expect(try batch.protobuf() == Wire.number(1, 1_604_714_400_000) + Wire.bytes(2, message))
        // 41 bytes of key and day, and two in front of them.
        #expect(message.count + 2 == 43)
    }

    @Test("of no keys is read from the release alone")
    func empty() throws {
        let batch = try KeyBatch(protobuf: Wire.number(1, Samples.release.milliseconds))
        #expect(batch.release == Samples.release)
        #expect(batch.keys.isEmpty)
    }

    @Test("is read with its fields in any order and others between them")
    func order() throws {
        var samples = Samples(seed: 1)
        let batch = try samples.batch(2)
        var bytes = Wire.bytes(9, [1, 2, 3])
        for published in batch.keys {
            bytes += Wire.bytes(
                2,
                Wire.number(3, published.day.begin.milliseconds) + Wire.number(1, 77)
                    + Wire.bytes(2, published.key.bytes)
                    + Wire.number(1000, 5))
        }
        bytes += Wire.number(1, 1) + Wire.number(7, .max) + Wire.number(1, Samples.release.milliseconds)
        // Of a field that comes twice the last one holds (protobuf's encoding, "Last One Wins").
        #expect(try KeyBatch(protobuf: bytes) == batch)
    }

    @Test("that was cut short is refused or has fewer keys, and never others", arguments: 0..<8 as Range<UInt64>)
    func truncated(seed: UInt64) throws {
        var samples = Samples(seed: seed)
        let batch = try samples.batch(5)
        let bytes = try batch.protobuf()
        for count in 0..<bytes.count {
            do throws(BatchError) {
                let read = try KeyBatch(protobuf: Array(bytes[..<count]))
                // Without a field all is well for protobuf: only a signature tells that something is missing.
                #expect(read.keys.count < batch.keys.count)
                #expect(read.keys[...] == batch.keys.prefix(read.keys.count))
            } catch {
                #expect(error == .malformed)
            }
        }
    }

    @Test("that was changed in a byte is refused or read, and nothing else", arguments: 0..<32 as Range<UInt64>)
    func mutated(seed: UInt64) throws {
        var samples = Samples(seed: seed)
        var bytes = try samples.batch(4).protobuf()
        for _ in 0..<200 {
            let index = Int.random(in: bytes.indices, using: &samples.random)
            let kept = bytes[index]
            bytes[index] = UInt8.random(in: 0...255, using: &samples.random)
            if let read = try? KeyBatch(protobuf: bytes) { #expect(try KeyBatch(protobuf: read.protobuf()) == read) }
            bytes[index] = kept
        }
    }

    @Test("with lengths that nobody can have sent is refused")
    func hugeLengths() {
        let promises: [[UInt8]] = [
            [0x12, 0xFF, 0xFF, 0xFF, 0xFF, 0x07], [0x12, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F],
            [0x12, 0x80], [0x12, 0x05, 0x12, 0x20, 0, 0, 0], [0x0B], [0x08, 0xFF, 0xFF, 0xFF],
            Array(repeating: 0x0B, count: 10_000),
        ]
        for bytes in promises { #expect(throws: BatchError.malformed) { try KeyBatch(protobuf: bytes) } }
    }

    @Test("with a great many keys without content is refused for them")
    func manyEmptyKeys() {
        let bytes = Wire.number(1, 0) + Array(repeating: [0x12, 0x00] as [UInt8], count: 200_000).flatMap { $0 }
        #expect(throws: BatchError.keyLength) { try KeyBatch(protobuf: bytes) }
    }

    @Test("has 32 bytes in each key", arguments: [0, 1, 31, 33, 64])
    func keyLength(count: Int) {
        let entry = Wire.bytes(2, Array(repeating: 1, count: count)) + Wire.number(3, 0)
        #expect(throws: BatchError.keyLength) { try KeyBatch(protobuf: Wire.bytes(2, entry)) }
    }

    @Test("with wrong entries among right ones has the right ones, and counts the others")
    func skipped() throws {
        let good = Wire.bytes(2, Array(repeating: 1, count: 32)) + Wire.number(3, 86_400_000)
        let short = Wire.bytes(2, Array(repeating: 1, count: 31)) + Wire.number(3, 86_400_000)
        let noon = Wire.bytes(2, Array(repeating: 2, count: 32)) + Wire.number(3, 43_200_000)
        let bytes = [short, good, noon, good, []].flatMap { Wire.bytes(2, $0) }
        var skipped = 0
        let batch = try KeyBatch(protobuf: bytes, skipped: &skipped)
        #expect(batch.keys.count == 2 && skipped == 3)
    }

    @Test("has midnights for days", arguments: [1, 86_399_999, 43_200_000, -1, Int64.max, Int64.min])
    func midnight(milliseconds: Int64) {
        let entry = Wire.bytes(2, Array(repeating: 1, count: 32)) + Wire.number(3, milliseconds)
        #expect(throws: BatchError.notMidnight) { try KeyBatch(protobuf: Wire.bytes(2, entry)) }
    }

    @Test("has a release on a multiple of two hours", arguments: [1, 7_199_999, -1, Int64.max])
    func alignment(milliseconds: Int64) {
        #expect(throws: BatchError.misalignedRelease) { try KeyBatch(protobuf: Wire.number(1, milliseconds)) }
    }

    @Test("is not looked at beyond 64 MB")
    func tooLarge() {
        #expect(throws: BatchError.tooLarge) {
            try KeyBatch(protobuf: Array(repeating: 0, count: KeyBatch.largestBody + 1))
        }
    }
}

/// Protobuf written by hand (protobuf.dev, "Encoding").
enum Wire {
    static func number(_ field: Int, _ value: Int64) -> [UInt8] {
        varint(UInt64(field) << 3) + varint(UInt64(bitPattern: value))
    }

    static func bytes(_ field: Int, _ value: [UInt8]) -> [UInt8] {
        varint(UInt64(field) << 3 | 2) + varint(UInt64(value.count)) + value
    }

    private static func varint(_ value: UInt64) -> [UInt8] {
        var (value, bytes): (UInt64, [UInt8]) = (value, [])
        while value >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: value) | 0x80)
            value >>= 7
        }
        return bytes + [UInt8(value)]
    }
}
