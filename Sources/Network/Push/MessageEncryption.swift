import Crypto

/// Messages that only the device can read (RFC 8291 over RFC 8188), in one record.
package enum MessageEncryption {
    /// What is encrypted has this many bytes, whatever a message says: who carries it cannot tell one from another.
    package static let paddedBytes = 1024
    /// The longest text; one byte ends it.
    package static let mostBytes = paddedBytes - 1
    /// Bytes of the salt.
    static let saltBytes = 16
    /// The record size that is declared; any that is not smaller than the record will do.
    private static let recordSize: [UInt8] = [0, 0, 0x10, 0]

    /// Encrypts `text` with a fresh key and salt of the system's generator.
    ///
    /// Throws ``PushFault/ours(_:)`` for a text that is too long.
    package static func encrypt(_ text: [UInt8], for device: DeviceKeys) throws(PushFault) -> [UInt8] {
        var generator = SystemRandomNumberGenerator()
        let salt = (0..<saltBytes).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
        return try encrypt(text, for: device, with: P256.KeyAgreement.PrivateKey(), salt: salt, paddedTo: paddedBytes)
    }

    /// Encrypts `text` with this key and salt, each of which serves once.
    ///
    /// - Parameter bytes: How many bytes are encrypted, the text, its end and zeros; as many as needed when nil.
    static func encrypt(
        _ text: [UInt8], for device: DeviceKeys, with key: P256.KeyAgreement.PrivateKey, salt: [UInt8],
        paddedTo bytes: Int?
    ) throws(PushFault) -> [UInt8] {
        guard text.count < bytes ?? 3994,
            let theirs = try? P256.KeyAgreement.PublicKey(x963Representation: device.point),
            let shared = try? key.sharedSecretFromKeyAgreement(with: theirs)
        else { throw .ours(PushAlarm(status: 0, reason: "not_encrypted")) }
        let ours = Array(key.publicKey.x963Representation)
        let root = shared.hkdfDerivedSymmetricKey(
            using: SHA256.self, salt: device.secret, sharedInfo: Array("WebPush: info\0".utf8) + device.point + ours,
            outputByteCount: 32)
        func derived(_ info: String, _ count: Int) -> SymmetricKey {
            HKDF<SHA256>.deriveKey(
                inputKeyMaterial: root, salt: salt, info: Array("Content-Encoding: \(info)\0".utf8),
                outputByteCount: count)
        }
        // 2 ends the text of the last record; zeros after it are padding.
        let padding = [UInt8](repeating: 0, count: (bytes ?? text.count + 1) - text.count - 1)
        let nonce = derived("nonce", 12).withUnsafeBytes(Array.init)
        guard let nonce = try? AES.GCM.Nonce(data: nonce),
            let box = try? AES.GCM.seal(text + [2] + padding, using: derived("aes128gcm", 16), nonce: nonce)
        else { throw .ours(PushAlarm(status: 0, reason: "not_encrypted")) }
        return salt + recordSize + [UInt8(ours.count)] + ours + box.ciphertext + box.tag
    }
}
