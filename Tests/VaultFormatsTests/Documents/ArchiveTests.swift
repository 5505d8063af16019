import Foundation
import Testing
import Vault

@testable import VaultFormats

@Suite("What is packed")
struct ArchiveTests {
    /// gzip of 1,000,000 zeros, by the program.
    private static let bomb = """
        H4sIAAAAAAAC/+3BAQEAAACCIP+vbkhAAQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\
        AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\
        AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\
        AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\
        AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\
        AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\
        AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\
        AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\
        AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\
        AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\
        AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\
        AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\
        AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\
        AAAAAAAAAAAAAAAAAAAAAAAArwaey3kSQEIPAA==
        """

    @Test("is unpacked up to its bound and no further")
    func bound() throws {
        let packed = Array(try #require(Data(base64Encoded: Self.bomb)))
        #expect(packed.count < 1100)
        #expect(try Gzip.unpacked(packed, limit: 1_000_000) == [UInt8](repeating: 0, count: 1_000_000))
        #expect(throws: ImportFault.tooLarge(part: .entry("packed file"), limit: 999_999)) {
            try Gzip.unpacked(packed, limit: 999_999)
        }
    }

    @Test("is refused when a byte was changed or is missing")
    func damaged() throws {
        let packed = Array(try #require(Data(base64Encoded: "H4sIAAAAAAAAA8tIzcnJ5wIAIDA6NgYAAAA=")))
        #expect(try Gzip.unpacked(packed, limit: 100) == Array("hello\n".utf8))
        for count in packed.indices {
            #expect(throws: ImportFault.self) { try Gzip.unpacked(Array(packed[..<count]), limit: 100) }
        }
        for index in packed.indices.dropFirst(10) {
            var changed = packed
            changed[index] ^= 0x10
            let unpacked = try? Gzip.unpacked(changed, limit: 100)
            #expect(unpacked == nil || unpacked == Array("hello\n".utf8))
        }
    }

    @Test("may have a name and a comment before it")
    func header() throws {
        let packed = Array(try #require(Data(base64Encoded: "H4sIAAAAAAAAA8tIzcnJ5wIAIDA6NgYAAAA=")))
        var named = packed
        named[3] = 8 | 16 | 4
        named.insert(contentsOf: [2, 0, 9, 9] + Array("name\0comment\0".utf8), at: 10)
        #expect(try Gzip.unpacked(named, limit: 100) == Array("hello\n".utf8))
    }

    @Test("entries are found by name, and nothing is found by another")
    func entries() throws {
        let archive = try ZIPArchive(ZIPFile.bytes([("a", [1]), ("b/ñ", [2, 3]), ("../c", [4]), ("empty", [])]))
        #expect(try archive.entry("b/ñ", limit: 2) == [2, 3])
        #expect(try archive.entry("a", limit: 2) == [1])
        #expect(try archive.entry("empty", limit: 0) == [])
        #expect(try archive.entry("A", limit: 2) == nil)
        #expect(throws: ImportFault.tooLarge(part: .entry("b/ñ"), limit: 1)) { try archive.entry("b/ñ", limit: 1) }
    }
}

@Suite("Room for attached files")
struct AttachmentRoomTests {
    /// Which files of these sizes find room.
    private func taken(_ sizes: [Int], in room: AttachmentRoom) -> [Bool] {
        var room = room
        return sizes.map { room.take($0) }
    }

    @Test("is shared by all files of an import, and a file that does not fit takes none")
    func shared() {
        let room = AttachmentRoom(limit: 10)
        #expect(room.left == 10)
        #expect(taken([4, 7, 6, 1, 0], in: room) == [true, false, true, false, true])
    }

    @Test("is no more for one file than a vault takes")
    func one() {
        let room = AttachmentRoom()
        #expect(room.left == Attachment.byteLimit)
        #expect(taken([Attachment.byteLimit + 1, Attachment.byteLimit], in: room) == [false, true])
    }

    @Test("is taken by the entries of an archive")
    func entries() throws {
        let archive = try ZIPArchive(ZIPFile.bytes([("a", [1, 2, 3]), ("b", [4, 5]), ("c", [6])]))
        var room = AttachmentRoom(limit: 4)
        let first = try archive.entry("a", into: &room)
        #expect(first == [1, 2, 3] && room.left == 1)
        #expect(throws: ImportFault.tooLarge(part: .entry("b"), limit: 1)) { try archive.entry("b", into: &room) }
        let none = try archive.entry("none", into: &room)
        let last = try archive.entry("c", into: &room)
        #expect(none == nil && last == [6] && room.left == 0)
    }
}
