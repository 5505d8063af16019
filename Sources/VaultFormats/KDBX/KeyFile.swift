import Basics
import Crypto
import Foundation
import Vault

/// A key file of KeePass, which a database needs besides its password or in place of it.
///
/// The key is the content of an XML file of version 1 or 2, of a file of 32 bytes, or of one of 64 hexadecimal digits.
/// For any other file it is the SHA-256 of the file.
public struct KeyFile: Sendable {
    /// The most bytes that a key file may have.
    public static let byteLimit = 32 << 20

    /// The 32 bytes that go into the database's key.
    let key: SymmetricKey

    /// The key file that `bytes` are.
    public init(_ bytes: [UInt8]) throws(ImportFault) {
        guard !bytes.isEmpty else { throw .keyFile(.plain(.emptyKey)) }
        guard bytes.count <= Self.byteLimit else {
            throw .keyFile(.tooLong(limit: Self.byteLimit))
        }
        if let key = try Self.ofXML(bytes) {
            self.key = key
        } else if bytes.count == 32 {
            key = SymmetricKey(data: bytes)
        } else if bytes.count == 64, let key = Self.ofDigits(String(decoding: bytes, as: UTF8.self)) {
            self.key = SymmetricKey(data: key)
        } else {
            key = SymmetricKey(data: SHA256.hash(data: bytes))
        }
    }

    /// The key in an XML key file; nil for any other file.
    private static func ofXML(_ bytes: [UInt8]) throws(ImportFault) -> SymmetricKey? {
        guard bytes.count <= 1 << 16, let root = try? XMLReader.root(bytes), root.name == "KeyFile" else { return nil }
        guard let data = root.child("Key")?.child("Data"), let version = root.child("Meta")?.text(of: "Version") else {
            throw .keyFile(.plain(.noKey))
        }
        let text = data.text.filter { !$0.isWhitespace }
        if version.hasPrefix("1.") {
            guard let key = Data(base64Encoded: text), key.count == 32 else {
                throw .keyFile(.plain(.keyNotBase64))
            }
            return SymmetricKey(data: key)
        }
        guard version.hasPrefix("2.") else { throw .keyFile(.plain(.keyVersion)) }
        guard let key = ofDigits(text) else { throw .keyFile(.plain(.keyNotDigits)) }
        if let hash = data.attributes["Hash"] {
            let first = Array(SHA256.hash(data: key).prefix(4))
            guard [UInt8](hexadecimal: hash) == first else { throw .keyFile(.plain(.keyChecksum)) }
        }
        return SymmetricKey(data: key)
    }

    private static func ofDigits(_ text: String) -> [UInt8]? {
        guard text.utf8.count == 64 else { return nil }
        return [UInt8](hexadecimal: text)
    }
}

/// A password, a key file, or both, which open a database.
struct KDBXSecret {
    private let password: Password?
    private let keyFile: KeyFile?

    /// The secret; nil when neither is given.
    init?(_ password: Password?, _ keyFile: KeyFile?) {
        guard password != nil || keyFile != nil else { return nil }
        self.password = password
        self.keyFile = keyFile
    }

    /// The key before derivation.
    var composite: SymmetricKey {
        var digest = SHA256()
        if let password {
            password.withBytes { password in
                SHA256.hash(data: password).withUnsafeBytes { digest.update(bufferPointer: $0) }
            }
        }
        if let keyFile { keyFile.key.withUnsafeBytes { digest.update(bufferPointer: $0) } }
        return SymmetricKey(data: digest.finalize())
    }

    /// The fault that this does not open a database.
    var fault: ImportFault {
        guard keyFile != nil else { return .wrongPassword }
        return password == nil ? .wrongKeyFile : .wrongPasswordOrKeyFile
    }
}
