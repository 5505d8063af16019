import Crypto
import Foundation

/// The keys of an opened database.
struct KDBXKeys {
    /// For the cipher.
    let encryption: SymmetricKey
    /// The key that those of version 4's blocks are made of.
    private let base: SymmetricKey

    /// The keys that a derived key gives with the seed of the header.
    init(_ derived: SymmetricKey, seed: [UInt8]) {
        encryption = Self.digest(SHA256(), seed, derived, [])
        base = Self.digest(SHA512(), seed, derived, [1])
    }

    private static func digest<Hash: HashFunction>(
        _ hash: Hash, _ seed: [UInt8], _ derived: SymmetricKey, _ end: [UInt8]
    ) -> SymmetricKey {
        var hash = hash
        hash.update(data: seed)
        derived.withUnsafeBytes { hash.update(bufferPointer: $0) }
        hash.update(data: end)
        return SymmetricKey(data: Data(hash.finalize()))
    }

    /// The key of block `number`.
    private func key(_ number: UInt64) -> SymmetricKey {
        var hash = SHA512()
        hash.update(data: LittleEndian.bytes(number, 8))
        base.withUnsafeBytes { hash.update(bufferPointer: $0) }
        return SymmetricKey(data: Data(hash.finalize()))
    }

    /// The code of the header.
    func code(header: ArraySlice<UInt8>) -> [UInt8] {
        Array(HMAC<SHA256>.authenticationCode(for: Data(header), using: key(.max)))
    }

    /// Whether `code` is that of the header; the comparison takes the same time wherever it differs.
    func isCode(_ code: ArraySlice<UInt8>, header: ArraySlice<UInt8>) -> Bool {
        HMAC<SHA256>.isValidAuthenticationCode(Data(code), authenticating: Data(header), using: key(.max))
    }

    /// The code of block `number`.
    func code(block number: UInt64, _ content: ArraySlice<UInt8>) -> [UInt8] {
        var code = HMAC<SHA256>(key: key(number))
        code.update(data: LittleEndian.bytes(number, 8))
        code.update(data: LittleEndian.bytes(content.count, 4))
        code.update(data: Data(content))
        return Array(code.finalize())
    }
}
