import CSodium
import Crypto
import CryptoExtras
import FoundationEssentials

/// AES-256-GCM (NIST SP 800-38D): nonce (12 bytes), ciphertext, tag (16).
///
/// swift-crypto seals. Lists and searches open thousands of small records, for which its boxes and `Data` take longer
/// than the cipher: where the processor has AES, `SodiumGCMKey` opens them.
struct GCMRecordCipher: RecordCipher {
    private let key: SymmetricKey
    private let fast: SodiumGCMKey?

    let nonceByteCount = 12

    init(key: SymmetricKey) {
        self.init(key: key, fast: SodiumGCMKey(key))
    }

    /// The cipher with or without the faster way of opening.
    init(key: SymmetricKey, fast: SodiumGCMKey?) {
        self.key = key
        self.fast = fast
    }

    func seal(_ plain: [UInt8], nonce: [UInt8], authenticating context: [UInt8]) throws(VaultFault) -> [UInt8] {
        do {
            let box = try AES.GCM.seal(plain, using: key, nonce: AES.GCM.Nonce(data: nonce), authenticating: context)
            return nonce + box.ciphertext + box.tag
        } catch {
            throw .storage("AES-GCM: \(error)")
        }
    }

    func open(
        _ sealed: UnsafeRawBufferPointer, authenticating context: [UInt8], into plain: UnsafeMutableRawBufferPointer
    ) throws(VaultFault) -> Int? {
        if let fast { return fast.open(sealed, authenticating: context, into: plain) }
        return moved(to: plain) {
            try AES.GCM.open(AES.GCM.SealedBox(combined: sealed), using: key, authenticating: context)
        }
    }
}

/// ChaCha20-Poly1305 (RFC 8439) by swift-crypto: nonce (12 bytes), ciphertext, tag (16).
struct ChaChaRecordCipher: RecordCipher {
    let key: SymmetricKey
    let nonceByteCount = 12

    func seal(_ plain: [UInt8], nonce: [UInt8], authenticating context: [UInt8]) throws(VaultFault) -> [UInt8] {
        do {
            let box = try ChaChaPoly.seal(
                plain, using: key, nonce: ChaChaPoly.Nonce(data: nonce), authenticating: context)
            return nonce + box.ciphertext + box.tag
        } catch {
            throw .storage("ChaCha20-Poly1305: \(error)")
        }
    }

    func open(
        _ sealed: UnsafeRawBufferPointer, authenticating context: [UInt8], into plain: UnsafeMutableRawBufferPointer
    ) throws(VaultFault) -> Int? {
        moved(to: plain) {
            try ChaChaPoly.open(ChaChaPoly.SealedBox(combined: sealed), using: key, authenticating: context)
        }
    }
}

/// AES-256-GCM-SIV (RFC 8452) by swift-crypto: nonce (12 bytes), ciphertext, tag (16).
struct GCMSIVRecordCipher: RecordCipher {
    let key: SymmetricKey
    let nonceByteCount = 12

    func seal(_ plain: [UInt8], nonce: [UInt8], authenticating context: [UInt8]) throws(VaultFault) -> [UInt8] {
        do {
            let box = try AES.GCM._SIV.seal(
                plain, using: key, nonce: AES.GCM._SIV.Nonce(data: nonce), authenticating: context)
            return nonce + box.ciphertext + box.tag
        } catch {
            throw .storage("AES-GCM-SIV: \(error)")
        }
    }

    func open(
        _ sealed: UnsafeRawBufferPointer, authenticating context: [UInt8], into plain: UnsafeMutableRawBufferPointer
    ) throws(VaultFault) -> Int? {
        moved(to: plain) {
            try AES.GCM._SIV.open(AES.GCM._SIV.SealedBox(combined: sealed), using: key, authenticating: context)
        }
    }
}

/// Moves what `open` returns into `plain` and overwrites it where it was; nil when it throws.
private func moved(to plain: UnsafeMutableRawBufferPointer, _ open: () throws -> Data) -> Int? {
    guard var opened = try? open() else { return nil }
    opened.withUnsafeMutableBytes { opened in
        plain.copyMemory(from: UnsafeRawBufferPointer(opened))
        if let start = opened.baseAddress { sodium_memzero(start, opened.count) }
    }
    return opened.count
}
