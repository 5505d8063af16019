import Basics
import Vault
import VaultDevice

extension JSONLine {
    /// A slot: its number, its name, what it asks for, and the day on which it was made.
    mutating func slot(_ slot: Slot) {
        member("slot", slot.id.rawValue)
        member("label", slot.label)
        member("factors", slot.kinds.map(\.rawValue))
        member("opensAnywhere", slot.opensAnywhere)
        member("bringsBackTravel", slot.holdsTravelKey)
        member("made", slot.madeOn)
    }

    /// How a vault is configured.
    mutating func configuration(_ vault: UnlockedVault) {
        let header = vault.header
        let settings = vault.settings
        member("cipher", header.cipher.name)
        member("weakCipher", header.cipher.isWeak)
        member("cell", header.cell.metres)
        member("kdf", "argon2id")
        member("kdfMemoryKiB", header.cost.memoryKiB)
        member("kdfPasses", header.cost.passes)
        member("lockOut", LockoutArgument(header.lockoutRule).rawValue)
        member("autoLockSeconds", settings.autoLockSeconds)
        member("lockWhenLeaving", settings.lockWhenLeaving)
        member("clipboardSeconds", settings.clipboardSeconds)
        member("language", settings.language)
        member("trashDays", settings.trashDays)
        member("historyLimit", settings.historyLimit)
    }
}

extension Slot {
    /// The day on which it was made, as `2026-11-21`.
    var madeOn: String { Timestamp(seconds: Int64(createdOn) * 86_400).dayText }
}
