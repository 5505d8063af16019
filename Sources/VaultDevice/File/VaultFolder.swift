import Foundation
import Phone
import Vault

/// A folder of vaults, one file for each person, and where this device keeps what belongs to them.
///
/// The files are worth nothing without the device's keys, which stand elsewhere. A file's name is a digest of the
/// person's: who reads the folder learns how many vaults there are and when they changed, and can only try names.
package struct VaultFolder: Sendable {
    /// Where the vaults are.
    package let folder: URL
    /// The device's keys.
    package let keys: any DeviceKeyStore
    /// Where this device keeps its own data: the lock-out records are in its folder `vaults`.
    package let data: URL

    /// The vaults in `folder`, with keys and lock-out records elsewhere on the device.
    package init(folder: URL, keys: any DeviceKeyStore, data: URL) {
        self.folder = folder
        self.keys = keys
        self.data = data
    }

    /// The vaults of the system's user in `folder`, or else in `vault` of the user's data.
    package static func standard(folder: URL? = nil) -> VaultFolder {
        VaultFolder(
            folder: folder ?? UserData.folder.appending(path: "vault"), keys: WrappedKeyStore.standard,
            data: UserData.folder)
    }

    /// What this device's key for a vault is wrapped by; nil when it has none.
    package func keyProtection(of vault: RecordID) -> KeyProtection? {
        (keys as? WrappedKeyStore)?.protection(ofKeyNamed: VaultOnDevice.keyName(of: vault))
    }

    /// Why what is better than `protection`, and is there, does not wrap keys now.
    package func betterKeyFaults(than protection: KeyProtection) -> [KeyWrapFault] {
        (keys as? WrappedKeyStore)?.betterFaults(than: protection) ?? []
    }
}
