import Basics
import Testing
import Vault

@testable import VaultDevice

@Suite("What synchronizing writes")
struct SyncCodecTests {
    @Test(arguments: 0..<4 as Range<UInt64>)
    func `a payload comes back as it was, and its length says little`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        for count in [0, 1, 489, 490, 600, 5000, 70_000, 262_160, 1_000_000] {
            let content = (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &random) }
            let payload = SyncPayload(.item, RecordID(using: &random), content)
            let bytes = payload.encoded()
            #expect(SyncPayload(bytes: bytes) == payload)
            #expect(bytes.count >= 512 && bytes.count <= max(512, (count + 23) * 112 / 100))
            #expect(bytes.count + 28 <= 1 << 20)
        }
        let removed = SyncPayload(.category, RecordID(using: &random), nil)
        #expect(SyncPayload(bytes: removed.encoded()) == removed && removed.encoded().count == 512)
    }

    @Test func `bytes that are no payload are none`() throws {
        var random = SplitMix64(seed: 1)
        let bytes = SyncPayload(.item, RecordID(using: &random), [1, 2, 3]).encoded()
        #expect(SyncPayload(bytes: []) == nil && SyncPayload(bytes: Array(bytes.dropLast())) == nil)
        for (place, value) in [(0, 2), (1, 0), (1, 9), (18, 2), (18, 0), (19, 0xFF), (21, 0xFF)] as [(Int, UInt8)] {
            var changed = bytes
            changed[place] = value
            #expect(SyncPayload(bytes: changed) == nil, "byte \(place)")
        }
    }

    @Test(arguments: 0..<16 as Range<UInt64>)
    func `the state comes back as it was, and damaged bytes are refused as a value`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var state = SyncState()
        state.cursor = random.next()
        for _ in 0..<Int.random(in: 0...40, using: &random) {
            var entry = SyncState.Entry()
            entry.kind = [nil, .category, .item, .piece].randomElement(using: &random) ?? nil
            entry.id = RecordID(using: &random)
            entry.owner = RecordID(using: &random)
            entry.version = random.next()
            entry.revision = random.next()
            entry.content = SyncMark(RecordID(using: &random).bytes)
            entry.mark = SyncMark(RecordID(using: &random).bytes)
            entry.isTombstone = Bool.random(using: &random)
            entry.isAway = Bool.random(using: &random)
            entry.isRemovable = Bool.random(using: &random)
            entry.isOwn = Bool.random(using: &random)
            state.entries[RecordID(using: &random)] = entry
        }
        state.manifest = SyncState.Manifest(version: 7, total: state.total)
        let bytes = state.encoded()
        #expect(try SyncState(bytes: bytes) == state)
        #expect(throws: VaultFault.self) { try SyncState(bytes: Array(bytes.dropLast())) }
        #expect(throws: VaultFault.self) { try SyncState(bytes: bytes + [0]) }
        #expect(throws: VaultFault.newer(format: 2)) { try SyncState(bytes: [2] + bytes.dropFirst()) }
    }

    @Test func `a title with device and day keeps within a title's bounds`() throws {
        let long = try VaultName(String(repeating: "á", count: VaultName.limit))
        let title = SyncMerge.title(long, device: "portátil", now: VaultFixture.start)
        #expect(title.text.hasSuffix("(portátil, 2026-11-21)") && title.text.unicodeScalars.count <= VaultName.limit)
        let odd = SyncMerge.title(long, device: "a\u{0}b", now: VaultFixture.start)
        #expect(odd.text.hasSuffix("(2026-11-21)"))
    }
}
