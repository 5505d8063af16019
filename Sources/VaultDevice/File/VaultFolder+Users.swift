import Crypto
import Foundation
import Phone
import Vault

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

extension VaultFolder {
    /// The file of a user's vault, whether there is one or not: its name is a digest of the user's.
    package func path(of user: FoldedName) -> URL {
        let digest = SHA256.hash(data: Array("cerca.vault.user|".utf8) + user.bytes)
        let name = RecordID(bytes: Array(digest).prefix(RecordID.byteCount))?.text ?? ""
        return folder.appending(path: "\(name).vault")
    }

    /// The files of all vaults in the folder, in the order of their names.
    package func vaults() -> [URL] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { $0.hasSuffix(".vault") && RecordID(String($0.dropLast(6))) != nil }.sorted()
            .map { folder.appending(path: $0) }
    }

    /// The users of the folder's vaults whose names this device remembers.
    package func users() -> [VaultName] {
        guard let key = try? nameKey() else { return [] }
        return vaults().compactMap { name(of: $0, key) }
    }

    /// The user of the only vault in the folder; nil when there are several, or none.
    ///
    /// Throws why this device cannot tell: `noDeviceKeys` when its keys are lost, `storage` when they cannot be used.
    package func theOnlyUser() throws(VaultFault) -> VaultName? {
        let vaults = vaults()
        guard !vaults.isEmpty else { return nil }
        guard let key = try nameKey() else { throw .noDeviceKeys }
        return vaults.count == 1 ? name(of: vaults[0], key) : nil
    }

    /// Removes a user's vault, and before that this device's key for it, without which copies of it need the recovery
    /// code.
    ///
    /// A damaged vault is removed as well; a file that is something else is refused.
    package func remove(user: FoldedName) throws(VaultFault) {
        let file = path(of: user)
        do {
            try VaultOnDevice(try Self.header(of: file).vault, in: self).forget()
        } catch {
            switch error {
            case .noVault, .foreign, .storage, .busy: throw error
            default: break
            }
        }
        for path in [file.path, file.path + "-journal", Self.nameFile(of: file).path] {
            guard unlink(path) == 0 || errno == ENOENT else { throw .storage(String(cString: strerror(errno))) }
        }
        _ = DurableFiles.synchronise(folder: folder)
    }

    // MARK: Names

    /// Remembers whose vault a file is, for this device alone.
    func remember(_ user: VaultName, of file: URL, key: SymmetricKey) throws(VaultFault) {
        do {
            let box = try AES.GCM.seal(
                Data(user.text.utf8), using: Self.nameKey(key), authenticating: Data(file.lastPathComponent.utf8))
            let name = Self.nameFile(of: file)
            try box.combined?.write(to: name, options: .atomic)
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: name.path)
        } catch {
            throw .storage("the name cannot be written beside the vault")
        }
    }

    private func name(of file: URL, _ key: SymmetricKey) -> VaultName? {
        // A sealed name of the greatest length is well below this.
        guard let sealed = try? Data(contentsOf: Self.nameFile(of: file)), sealed.count < 8192,
            let box = try? AES.GCM.SealedBox(combined: sealed),
            let text = try? AES.GCM.open(box, using: key, authenticating: Data(file.lastPathComponent.utf8)),
            let name = try? VaultName(String(decoding: text, as: UTF8.self)), path(of: name.folded) == file
        else { return nil }
        return name
    }

    private func nameKey() throws(VaultFault) -> SymmetricKey? {
        try VaultOnDevice.installKey(in: keys).map(Self.nameKey)
    }

    private static func nameKey(_ install: SymmetricKey) -> SymmetricKey {
        HKDF<SHA256>.deriveKey(inputKeyMaterial: install, info: Data("cerca.vault/name".utf8), outputByteCount: 32)
    }

    private static func nameFile(of file: URL) -> URL { file.appendingPathExtension("name") }
}
