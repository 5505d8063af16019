import Basics
import Testing

@testable import Vault

@Suite("Items as bytes")
struct ItemCodecTests {
    @Test("an item that is written is read as it was", arguments: 0..<64 as Range<UInt64>)
    func roundTrip(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let item = RecordFixtures.item(using: &random)
        let bytes = try item.encoded()
        #expect(bytes.count.isMultiple(of: 64))
        #expect(try Item(bytes: bytes, id: item.id) == item)
        #expect(try Item(bytes: bytes, id: item.id).encoded() == bytes)
    }

    @Test("items are equal to the letter, though names are equal without case")
    func equality() throws {
        var random = SplitMix64(seed: 1)
        let item = RecordFixtures.item(using: &random)
        var other = item
        other.title = try VaultName(item.title.text.uppercased())
        #expect(other.title == item.title)
        #expect(other != item)
    }

    @Test(
        "no beginning of an item is an item, and no changed byte reads past the end", arguments: 0..<8 as Range<UInt64>)
    func hostile(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let item = RecordFixtures.item(using: &random)
        let bytes = try item.encoded()
        for count in 0..<bytes.count {
            #expect(throws: VaultFault.self) { try Item(bytes: Array(bytes[..<count]), id: item.id) }
        }
        // What is authenticated is not changed by anybody; a reader must stay within its bytes all the same.
        for index in bytes.indices {
            for change in [1, 0x40, 0x80, 0xFF] as [UInt8] {
                var changed = bytes
                changed[index] ^= change
                if let read = try? Item(bytes: changed, id: item.id) { _ = try? read.encoded() }
            }
        }
        for _ in 0..<200 {
            let noise = (0..<64).map { _ in UInt8.random(in: 0...20, using: &random) }
            _ = try? Item(bytes: [1, 0] + noise[2...], id: item.id)
        }
    }

    @Test("what a later version adds is kept, what it changes is refused")
    func versions() throws {
        var random = SplitMix64(seed: 5)
        let item = RecordFixtures.item(using: &random)
        let bytes = try item.encoded()
        let end = try #require(bytes.lastIndex { $0 != 0 }) + 1
        func record(_ major: UInt8, _ minor: UInt8, _ added: [UInt8]) -> [UInt8] {
            var record = [major, minor] + bytes[2..<end] + added + [0]
            record += [UInt8](repeating: 0, count: (64 - record.count % 64) % 64)
            return record
        }
        let optional = try Item(bytes: record(1, 1, [0x80, 3, 9, 9, 9]), id: item.id)
        #expect(optional.extensions == [0x80, 3, 9, 9, 9])
        #expect(optional.fields == item.fields)
        #expect(try Item(bytes: optional.encoded(), id: item.id) == optional)
        #expect(throws: VaultFault.newer(format: 1)) { try Item(bytes: record(1, 1, [0x50, 1, 9]), id: item.id) }
        #expect(throws: VaultFault.damaged("item")) { try Item(bytes: record(1, 0, [0x50, 1, 9]), id: item.id) }
        #expect(throws: VaultFault.newer(format: 2)) { try Item(bytes: record(2, 0, []), id: item.id) }
        #expect(throws: VaultFault.damaged("item")) { try Item(bytes: record(0, 0, []), id: item.id) }
    }

    @Test("a length that is not in its shortest form is refused, and so is padding that is not zero")
    func canonical() throws {
        var random = SplitMix64(seed: 6)
        let item = RecordFixtures.item(using: &random)
        let bytes = try item.encoded()
        var long = bytes
        // The category's length of 16, written in two bytes.
        long.replaceSubrange(3...3, with: [0x90, 0x00])
        while !long.count.isMultiple(of: 64) { long.append(0) }
        #expect(throws: VaultFault.damaged("item")) { try Item(bytes: long, id: item.id) }
        #expect(throws: VaultFault.damaged("item")) {
            try Item(bytes: bytes + [UInt8](repeating: 0, count: 64), id: item.id)
        }
        let padded = bytes.last == 0 ? Array(bytes.dropLast()) + [1] : bytes
        if padded != bytes { #expect(throws: VaultFault.self) { try Item(bytes: padded, id: item.id) } }
    }

    @Test("more than the limits allow is refused before it is written")
    func limits() throws {
        var random = SplitMix64(seed: 7)
        func refused(_ change: (inout Item) -> Void) {
            var item = RecordFixtures.item(using: &random)
            change(&item)
            #expect(throws: VaultFault.self) { try item.encoded() }
        }
        refused { $0.fields = Array(repeating: Field(kind: .user, value: ""), count: 201) }
        refused { $0.fields = [Field(kind: .note, value: String(repeating: "x", count: Item.valueLimit + 1))] }
        refused { $0.fields = [Field(kind: .text(name: String(repeating: "x", count: 101)), value: "")] }
        refused { $0.fields = [Field(kind: .concealed(name: ""), value: "")] }
        refused {
            $0.history = Array(
                repeating: PastValue(kind: .pin, value: "", until: Timestamp(milliseconds: 0)), count: 21)
        }
        refused {
            $0.fields = Array(repeating: Field(kind: .note, value: String(repeating: "x", count: 250_000)), count: 4)
        }
    }

    @Test("an item is blank until a field is filled or a file attached")
    func blank() throws {
        var item = Item(
            id: .zero, category: .zero, title: try VaultName("x"), fields: [Field(kind: .user, value: "")],
            created: Timestamp(milliseconds: 0), modified: Timestamp(milliseconds: 0))
        #expect(item.isBlank)
        item.fields[0].value = " \t\n\u{A0}"
        #expect(item.isBlank)
        item.fields[0].value = ""
        item.fields.append(Field(kind: .pin, value: "1"))
        #expect(!item.isBlank && item.value(of: .pin) == "1" && item.value(of: .user) == nil)
        item.fields = []
        item.attachments = [Attachment(id: .zero, name: item.title, byteCount: 0)!]
        #expect(!item.isBlank)
    }

    @Test("each piece of an attachment has an address of its own")
    func chunks() throws {
        let attachment = try #require(
            Attachment(
                id: RecordID("ffffffffffffffffffffffffffffffff")!, name: try VaultName("a.pdf"),
                byteCount: Attachment.byteLimit))
        #expect(attachment.chunks == 128)
        #expect(Set((0..<attachment.chunks).map(attachment.chunkID)).count == 128)
        #expect(Attachment(id: .zero, name: attachment.name, byteCount: Attachment.byteLimit + 1) == nil)
        #expect(Attachment(id: .zero, name: attachment.name, byteCount: 0)?.chunks == 0)
        #expect(Attachment(id: .zero, name: attachment.name, byteCount: 1)?.chunks == 1)
    }
}
