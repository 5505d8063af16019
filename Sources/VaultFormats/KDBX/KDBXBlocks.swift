import Crypto
import Foundation

/// The blocks in which the contents of a database stand, each with a code of its own.
enum KDBXBlocks {
    /// Bytes of a block that is written.
    private static let size = 1 << 20

    /// The contents of a database of version 4: blocks of encrypted bytes with HMAC-SHA256.
    static func authenticated(_ bytes: ArraySlice<UInt8>, keys: KDBXKeys) throws(ImportFault) -> [UInt8] {
        var reader = KDBXBytes(bytes)
        var contents: [UInt8] = []
        contents.reserveCapacity(bytes.count)
        var number: UInt64 = 0
        while true {
            let part = ImportReason.Part.block(Int(clamping: number) + 1)
            let code = try reader.take(32, of: part)
            let content = try reader.take(try reader.length(4, of: part), of: part)
            guard keys.code(block: number, content) == Array(code) else {
                throw .malformed(.checksum(part))
            }
            if content.isEmpty { return contents }
            contents += content
            number += 1
        }
    }

    /// The contents of a database of version 3: blocks of plain bytes with SHA-256, whose end is an empty one.
    static func hashed(_ bytes: ArraySlice<UInt8>) throws(ImportFault) -> [UInt8] {
        var reader = KDBXBytes(bytes)
        var contents: [UInt8] = []
        contents.reserveCapacity(bytes.count)
        var number: UInt64 = 0
        while true {
            let part = ImportReason.Part.block(Int(clamping: number) + 1)
            guard try reader.number(4, of: part) == number else { throw .malformed(.missing(part)) }
            let hash = try reader.take(32, of: part)
            let content = try reader.take(try reader.length(4, of: part), of: part)
            if content.isEmpty {
                guard hash.allSatisfy({ $0 == 0 }) else { throw .malformed(.checksum(part)) }
                return contents
            }
            guard Array(SHA256.hash(data: Data(content))) == Array(hash) else {
                throw .malformed(.checksum(part))
            }
            contents += content
            number += 1
        }
    }

    /// `contents` in blocks of version 4.
    static func written(_ contents: [UInt8], keys: KDBXKeys) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(contents.count + 100)
        var number: UInt64 = 0
        var start = 0
        repeat {
            let end = min(contents.count, start + size)
            let content = contents[start..<end]
            bytes += keys.code(block: number, content) + LittleEndian.bytes(content.count, 4)
            bytes += content
            if content.isEmpty { return bytes }
            (start, number) = (end, number + 1)
        } while true
    }
}
