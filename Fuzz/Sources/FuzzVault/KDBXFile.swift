import Crypto
import CryptoExtras
import Foundation

/// Encrypts the contents of a KeePass database, so that inputs get past its checksums.
///
/// The key is derived with no rounds at all: an input has no say in the cost.
enum KDBXFile {
    /// The password of every database.
    static let password = "fuzz"

    private static let mark: [UInt8] = [0x03, 0xD9, 0xA2, 0x9A, 0x67, 0xFB, 0x4B, 0xB5]
    private static let aes256: [UInt8] = [
        0x31, 0xC1, 0xF2, 0xE6, 0xBF, 0x71, 0x43, 0x50, 0xBE, 0x58, 0x05, 0x21, 0x6A, 0xFC, 0x5A, 0xFF,
    ]
    private static let aesDerivation: [UInt8] = [
        0x7C, 0x02, 0xBB, 0x82, 0x79, 0xA7, 0x4A, 0xC0, 0x92, 0x7D, 0x11, 0x4A, 0x00, 0x64, 0x82, 0x38,
    ]
    private static let seed = [UInt8](repeating: 1, count: 32)
    private static let vector = [UInt8](repeating: 2, count: 16)
    private static let end: [UInt8] = [0x0D, 0x0A, 0x0D, 0x0A]

    /// A database of version 4 whose inner header and document are `contents`.
    static func version4(_ contents: [UInt8], isPacked: Bool) -> [UInt8] {
        let parameters: [UInt8] =
            [0, 1] + variant(0x42, "$UUID", aesDerivation) + variant(0x05, "R", little(0, 8))
            + variant(0x42, "S", seed) + [0]
        let fields: [(number: UInt8, content: [UInt8])] = [
            (2, aes256), (3, [isPacked ? 1 : 0, 0, 0, 0]), (4, seed), (7, vector), (11, parameters), (0, end),
        ]
        let header = mark + [0, 0, 4, 0] + fields.flatMap { [$0.number] + little($0.content.count, 4) + $0.content }
        let base = Array(SHA512.hash(data: seed + derived + [1]))
        let sealed = encrypted(contents)
        var file = header + Array(SHA256.hash(data: header)) + code(.max, base, header)
        for (number, block) in [sealed, []].enumerated() {
            let size = little(block.count, 4)
            file += code(UInt64(number), base, little(number, 8) + size + block) + size + block
        }
        return file
    }

    /// A database of version 3.1 whose document is `document`, with values protected by the stream of number `stream`.
    static func version3(_ document: [UInt8], isPacked: Bool, stream: UInt8) -> [UInt8] {
        let fields: [(number: UInt8, content: [UInt8])] = [
            (2, aes256), (3, [isPacked ? 1 : 0, 0, 0, 0]), (4, seed), (5, seed), (6, little(0, 8)), (7, vector),
            (8, seed), (9, seed), (10, [stream, 0, 0, 0]), (0, end),
        ]
        let header = mark + [1, 0, 3, 0] + fields.flatMap { [$0.number] + little($0.content.count, 2) + $0.content }
        var blocks: [UInt8] = []
        if !document.isEmpty {
            blocks = little(0, 4) + Array(SHA256.hash(data: document)) + little(document.count, 4) + document
        }
        blocks += little(document.isEmpty ? 0 : 1, 4) + [UInt8](repeating: 0, count: 36)
        return header + encrypted(seed + blocks)
    }

    /// The key that no rounds derive from the password.
    private static var derived: [UInt8] {
        let composite = SHA256.hash(data: Array(SHA256.hash(data: Array(password.utf8))))
        return Array(SHA256.hash(data: Array(composite)))
    }

    private static func encrypted(_ plain: [UInt8]) -> [UInt8] {
        let key = SymmetricKey(data: Array(SHA256.hash(data: seed + derived)))
        guard let vector = try? AES._CBC.IV(ivBytes: vector),
            let sealed = try? AES._CBC.encrypt(plain, using: key, iv: vector)
        else { preconditionFailure("AES that does not encrypt") }
        return Array(sealed)
    }

    private static func code(_ number: UInt64, _ base: [UInt8], _ bytes: [UInt8]) -> [UInt8] {
        let key = SymmetricKey(data: Array(SHA512.hash(data: little(number, 8) + base)))
        return Array(HMAC<SHA256>.authenticationCode(for: bytes, using: key))
    }

    private static func variant(_ type: UInt8, _ name: String, _ value: [UInt8]) -> [UInt8] {
        [type] + little(name.utf8.count, 4) + Array(name.utf8) + little(value.count, 4) + value
    }

    private static func little(_ number: some FixedWidthInteger, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
}
