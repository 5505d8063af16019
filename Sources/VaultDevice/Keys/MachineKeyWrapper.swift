import Basics
import Crypto
import Foundation

/// Which machine this is: what the system's installation was given at random (`machine-id(5)`).
///
/// It is no secret on the machine, and stands in no home folder.
struct MachineID: Sendable {
    /// Its 32 digits; nil on a system that has none.
    let text: String?

    /// The machine that a file names.
    init(file: URL) {
        let content = (try? Data(contentsOf: file)).map { String(decoding: $0.prefix(64), as: UTF8.self) } ?? ""
        let line = content.prefix { $0 != "\n" }
        text = line.utf8.count == 32 && line.allSatisfy(\.isHexDigit) ? line.lowercased() : nil
    }

    /// This machine.
    static let current = MachineID(file: URL(filePath: "/etc/machine-id"))

    /// What tells the machine's files from others in a home that several share; it does not tell the identifier.
    var tag: String {
        let digest = SHA256.hash(data: Data("cerca.vault/machine|\(text ?? "")".utf8))
        return Array(digest.prefix(4)).hexadecimal
    }
}

/// Binds keys to the machine: AES-256-GCM under HKDF-SHA256 of its identifier with a salt of their own.
///
/// On the machine itself anybody who can read the file can do the same; elsewhere it takes 128 random bits that are in
/// `/etc`.
struct MachineKeyWrapper: KeyWrapper {
    private static let saltCount = 32
    private let machine: MachineID

    init(_ machine: MachineID) {
        self.machine = machine
    }

    var protection: KeyProtection { machine.text == nil ? .none : .machine }

    func wrap(_ key: [UInt8], as name: String) throws(KeyWrapFault) -> [UInt8] {
        let salt = (0..<Self.saltCount).map { _ in UInt8.random(in: .min ... .max) }
        return salt + (try SealedKey.seal(key, under: wrappingKey(salt, name), as: name, by: protection))
    }

    func unwrap(_ wrapped: [UInt8], as name: String) throws(KeyWrapFault) -> [UInt8] {
        let salt = Array(wrapped.prefix(Self.saltCount))
        return try SealedKey.open(
            Array(wrapped.dropFirst(Self.saltCount)), under: wrappingKey(salt, name), as: name, by: protection)
    }

    private func wrappingKey(_ salt: [UInt8], _ name: String) -> SymmetricKey {
        HKDF<SHA256>.deriveKey(
            inputKeyMaterial: SymmetricKey(data: Data((machine.text ?? "").utf8)), salt: salt,
            info: Data("cerca.vault/machine-key|\(name)".utf8), outputByteCount: 32)
    }
}

/// A key sealed under another: AES-256-GCM, bound to its name.
enum SealedKey {
    static func seal(
        _ key: [UInt8], under wrapping: SymmetricKey, as name: String, by protection: KeyProtection
    ) throws(KeyWrapFault) -> [UInt8] {
        guard
            let box = try? AES.GCM.seal(Data(key), using: wrapping, authenticating: Data(name.utf8)),
            let bytes = box.combined
        else { throw .failed(protection, reason: "the key cannot be sealed") }
        return Array(bytes)
    }

    static func open(
        _ sealed: [UInt8], under wrapping: SymmetricKey, as name: String, by protection: KeyProtection
    ) throws(KeyWrapFault) -> [UInt8] {
        guard let box = try? AES.GCM.SealedBox(combined: Data(sealed)),
            let key = try? AES.GCM.open(box, using: wrapping, authenticating: Data(name.utf8)), key.count == 32
        else { throw .lost(protection) }
        return Array(key)
    }
}
