import Crypto
import Foundation
import Phone
import Vault

/// What this device keeps for one vault, apart from the vault's file: its keys and the record of failed attempts.
struct VaultOnDevice: Sendable {
    /// The name of the key that all vaults of this installation share.
    private static let installKeyName = "vault-install"

    /// Which vault.
    let vault: RecordID
    private let keys: any DeviceKeyStore
    private let records: URL

    init(_ vault: RecordID, in folder: VaultFolder) {
        self.vault = vault
        keys = folder.keys
        records = folder.data.appending(path: "vaults")
    }

    private var deviceKeyName: String { Self.keyName(of: vault) }

    /// The name of the key that a vault alone has.
    static func keyName(of vault: RecordID) -> String { "vault-\(vault.text)" }

    /// The keys of this device for the vault, or nil when it has none.
    func secrets() throws(VaultFault) -> DeviceSecrets? {
        guard let device = try Self.key(deviceKeyName, in: keys),
            let install = try Self.key(Self.installKeyName, in: keys)
        else { return nil }
        return DeviceSecrets(device: device, install: install)
    }

    /// The keys of this device for the vault, which are made and kept when it has none.
    func makeSecrets(using random: inout some RandomNumberGenerator) throws(VaultFault) -> DeviceSecrets {
        // The one that is there before most vaults comes first: where it cannot be had, nothing is left behind.
        let install = try Self.makeKey(Self.installKeyName, in: keys, using: &random)
        let device = try Self.makeKey(deviceKeyName, in: keys, using: &random)
        guard let secrets = DeviceSecrets(device: device, install: install) else { throw .noDeviceKeys }
        return secrets
    }

    /// The record of failed attempts, which only this device's keys make valid.
    func lockoutFile(_ secrets: DeviceSecrets) -> LockoutFile {
        LockoutFile(folder: records, vault: vault, secrets: secrets)
    }

    /// Remembers how far this device has seen the vault go, as far as that can be kept: whoever cannot write it down
    /// has the change all the same.
    func remember(_ sequence: UInt64) {
        guard let secrets = try? secrets() else { return }
        try? lockoutFile(secrets).update(from: nil, .whenConvenient) { record throws(VaultFault) in
            record.advance(to: sequence)
        }
    }

    /// Forgets the vault: the key first, without which its file is worth nothing.
    func forget() throws(VaultFault) {
        do { try keys.remove(named: deviceKeyName) } catch { throw .storage(error.description) }
        LockoutFile.remove(vault, in: records)
    }

    // MARK: Somebody who has no vault

    /// The vault that somebody who has none is taken to have, always the same, so that attempts at it are counted.
    static func vaultOfNobody(_ user: FoldedName, _ keys: any DeviceKeyStore) throws(VaultFault) -> RecordID {
        // Without the key nobody has a vault on this device, and nothing is counted.
        let key = try installKey(in: keys) ?? SymmetricKey(size: .bits256)
        let bytes = derived(from: key, "cerca.vault/nobody|" + user.text)
        return RecordID(bytes: bytes.prefix(RecordID.byteCount)) ?? .zero
    }

    /// What stands for the keys of such a vault, or nil before the first vault of the installation.
    func secretsOfNobody() throws(VaultFault) -> DeviceSecrets? {
        guard let install = try Self.installKey(in: keys) else { return nil }
        let device = Self.derived(from: install, "cerca.vault/nobody|" + vault.text)
        return install.withUnsafeBytes { DeviceSecrets(device: device, install: $0) }
    }

    private static func derived(from key: SymmetricKey, _ info: String) -> [UInt8] {
        HKDF<SHA256>.deriveKey(inputKeyMaterial: key, info: Array(info.utf8), outputByteCount: 32)
            .withUnsafeBytes { Array($0) }
    }

    // MARK: The installation's key

    /// The key that all vaults of this installation share, or nil before the first vault.
    static func installKey(in keys: any DeviceKeyStore) throws(VaultFault) -> SymmetricKey? {
        try key(installKeyName, in: keys).map { SymmetricKey(data: $0) }
    }

    private static func key(_ name: String, in keys: any DeviceKeyStore) throws(VaultFault) -> [UInt8]? {
        do { return try keys.key(named: name) } catch { throw .storage(error.description) }
    }

    private static func makeKey(
        _ name: String, in keys: any DeviceKeyStore, using random: inout some RandomNumberGenerator
    ) throws(VaultFault) -> [UInt8] {
        if let key = try key(name, in: keys) { return key }
        let key = (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &random) }
        do {
            try keys.keep(key, as: name)
            return key
        } catch {
            // Another process may have been first.
            guard let other = try self.key(name, in: keys) else { throw .storage(error.description) }
            return other
        }
    }
}
