import CSodium
import Crypto
import CryptoExtras
import Foundation

/// The ciphers of a database's contents.
///
/// Source: "KDBX File Format Specification", KeePass Help Center.
public enum KDBXCipher: String, CaseIterable, Sendable {
    /// AES-256 in CBC mode, padded as PKCS #7 has it.
    case aes256 = "aes-256"
    /// ChaCha20 (RFC 8439).
    case chaCha20 = "chacha20"

    private static let twofish: [UInt8] = [
        0xAD, 0x68, 0xF2, 0x9F, 0x57, 0x6F, 0x4B, 0xB9, 0xA3, 0x6A, 0xD4, 0x7A, 0xF9, 0x65, 0x34, 0x6C,
    ]

    /// The identifier that the header has.
    var identifier: [UInt8] {
        switch self {
        case .aes256: [0x31, 0xC1, 0xF2, 0xE6, 0xBF, 0x71, 0x43, 0x50, 0xBE, 0x58, 0x05, 0x21, 0x6A, 0xFC, 0x5A, 0xFF]
        case .chaCha20:
            [0xD6, 0x03, 0x8A, 0x2B, 0x8B, 0x6F, 0x4C, 0xB5, 0xA5, 0x24, 0x33, 0x9A, 0x31, 0xDB, 0xB5, 0x9A]
        }
    }

    /// Bytes of the initialization vector, or of the nonce.
    var vectorByteCount: Int { self == .aes256 ? 16 : 12 }

    /// The cipher with this identifier.
    init(identifier: [UInt8]) throws(ImportFault) {
        guard let cipher = Self.allCases.first(where: { $0.identifier == identifier }) else {
            throw .foreign(.plain(identifier == Self.twofish ? .twofish : .unknownCipher))
        }
        self = cipher
    }

    /// Decrypts `sealed` and leaves its padding; nil when the length is not a multiple of the cipher's block.
    func opened(_ sealed: [UInt8], key: SymmetricKey, vector: [UInt8]) -> [UInt8]? {
        switch self {
        case .aes256:
            guard sealed.count % 16 == 0, let vector = try? AES._CBC.IV(ivBytes: vector) else { return nil }
            return (try? AES._CBC.decrypt(sealed, using: key, iv: vector, noPadding: true)).map { Array($0) }
        case .chaCha20: return chaCha20(sealed, key: key, nonce: vector)
        }
    }

    /// `plain` without its padding; nil when the padding is not valid.
    func unpadded(_ plain: [UInt8]) -> [UInt8]? {
        guard self == .aes256 else { return plain }
        guard let count = plain.last, (1...16).contains(count), plain.count >= Int(count),
            plain.suffix(Int(count)).allSatisfy({ $0 == count })
        else { return nil }
        return Array(plain.dropLast(Int(count)))
    }

    /// Encrypts and pads `plain`; nil when memory is missing.
    func sealed(_ plain: [UInt8], key: SymmetricKey, vector: [UInt8]) -> [UInt8]? {
        switch self {
        case .aes256:
            guard let vector = try? AES._CBC.IV(ivBytes: vector) else { return nil }
            return (try? AES._CBC.encrypt(plain, using: key, iv: vector)).map { Array($0) }
        case .chaCha20: return chaCha20(plain, key: key, nonce: vector)
        }
    }

    private func chaCha20(_ bytes: [UInt8], key: SymmetricKey, nonce: [UInt8]) -> [UInt8]? {
        guard nonce.count == 12, key.bitCount == 256 else { return nil }
        var result = [UInt8](repeating: 0, count: bytes.count)
        let code = key.withUnsafeBytes { key -> Int32 in
            guard let key = key.assumingMemoryBound(to: UInt8.self).baseAddress else { return -1 }
            return crypto_stream_chacha20_ietf_xor_ic(&result, bytes, UInt64(bytes.count), nonce, 0, key)
        }
        return code == 0 ? result : nil
    }
}

/// The second encryption of protected values, one after the other in the order of the document.
final class KDBXInnerStream {
    private enum Kind {
        case none
        case salsa20
        case chaCha20
    }

    private let kind: Kind
    private let key: SymmetricKey
    private let nonce: [UInt8]
    private var position = 0

    /// The number of ChaCha20, which is what is written.
    static let chaCha20Number: UInt64 = 3

    /// The stream with this number in the header, and its key.
    init(number: UInt64, key: [UInt8]) throws(ImportFault) {
        switch number {
        case 0:
            kind = .none
            self.key = SymmetricKey(size: .bits256)
            nonce = []
        case 2:
            kind = .salsa20
            self.key = SymmetricKey(data: SHA256.hash(data: key))
            nonce = [0xE8, 0x30, 0x09, 0x4B, 0x97, 0x20, 0x5D, 0x2A]
        case Self.chaCha20Number:
            let digest = Array(SHA512.hash(data: key))
            kind = .chaCha20
            self.key = SymmetricKey(data: digest[..<32])
            nonce = Array(digest[32..<44])
        default:
            throw .foreign(.plain(.unknownStream))
        }
    }

    /// The next bytes, encrypted or decrypted.
    func next(_ bytes: [UInt8]) -> [UInt8] {
        guard kind != .none, !bytes.isEmpty else { return bytes }
        // The library begins at whole blocks of 64 bytes.
        let offset = position % 64
        let block = UInt64(position / 64)
        position += bytes.count
        var buffer = [UInt8](repeating: 0, count: offset) + bytes
        key.withUnsafeBytes { key in
            guard let key = key.assumingMemoryBound(to: UInt8.self).baseAddress else { return }
            let count = UInt64(buffer.count)
            buffer.withUnsafeMutableBufferPointer { buffer in
                guard let start = buffer.baseAddress else { return }
                if kind == .salsa20 {
                    _ = crypto_stream_salsa20_xor_ic(start, start, count, nonce, block, key)
                } else {
                    _ = crypto_stream_chacha20_ietf_xor_ic(
                        start, start, count, nonce, UInt32(truncatingIfNeeded: block), key)
                }
            }
        }
        return Array(buffer[offset...])
    }
}
