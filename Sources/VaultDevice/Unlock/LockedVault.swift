import Foundation
import GRDB
import Synchronization
import Vault

/// A vault that is there, locked: its parameters and slots are known, nothing of what it holds.
package struct LockedVault: Sendable {
    /// Whose vault it is said to be.
    package let user: FoldedName
    /// Its file.
    package let file: URL
    /// Its parameters and slots; they are authenticated only once it is unlocked.
    package let header: VaultHeader
    /// Whether the user has a vault here; nothing opens one that is not there, and what is tried takes as long.
    let exists: Bool
    let device: VaultOnDevice
    /// The connection that the header was read with, for the first who unlocks.
    let spare: SpareConnection

    /// The ways in.
    package var slots: [Slot] { header.slots }

    /// How it stands with failed attempts on this device.
    package func lockout(at moment: LockoutMoment) throws(VaultFault) -> LockoutState {
        guard let secrets = try deviceSecrets() else {
            // Nothing is counted here: without the device's keys only the recovery code opens it anyway.
            return LockoutState(failures: 0, secondsLeft: 0, isStopped: false)
        }
        guard let record = record(secrets, at: moment) else {
            return LockoutState(failures: 0, secondsLeft: 0, isStopped: true)
        }
        return LockoutState(
            failures: record.failures, secondsLeft: record.secondsLeft(at: moment, rule: header.lockoutRule),
            isStopped: record.isStopped)
    }

    /// This device's keys for the vault, or nil when it has none.
    func deviceSecrets() throws(VaultFault) -> DeviceSecrets? {
        exists ? try device.secrets() : try device.secretsOfNobody()
    }

    private func record(_ secrets: DeviceSecrets, at moment: LockoutMoment) -> LockoutRecord? {
        let file = device.lockoutFile(secrets)
        guard let record = file.load() ?? (exists ? nil : .fresh) else { return nil }
        guard record.mustObserve(moment) else { return record }
        // After another start what is left of a wait begins now; where that cannot be written, it does not begin.
        _ = try? file.update { record throws(VaultFault) in record.observe(moment) }
        return file.load() ?? record
    }
}

/// How it stands with failed attempts.
package struct LockoutState: Equatable, Sendable {
    /// How many attempts failed since the last one that did not.
    package var failures: Int
    /// For how many seconds nothing but the recovery code opens the vault.
    package var secondsLeft: Int64
    /// Whether nothing but the recovery code opens the vault any more, however long one waits.
    package var isStopped: Bool
}

extension VaultFolder {
    /// The vault of a user, locked.
    ///
    /// Who has none here gets a vault that nothing opens, at the same cost and with a lock-out of its own, so that
    /// names cannot be tried. It throws `foreign`, `newer`, `truncated` or `damaged` for a file that is no whole vault,
    /// and leaves it as it is.
    package func open(user: FoldedName) throws(VaultFault) -> LockedVault {
        let file = path(of: user)
        do {
            let queue = try VaultFile.checkedQueue(file)
            let header = try Self.header(queue)
            return LockedVault(
                user: user, file: file, header: header, exists: true, device: VaultOnDevice(header.vault, in: self),
                spare: SpareConnection(queue))
        } catch .noVault {
            return try nobody(user, file: file)
        }
    }

    /// The header of a file, which nobody has authenticated yet.
    static func header(of file: URL) throws(VaultFault) -> VaultHeader {
        try header(try VaultFile.checkedQueue(file))
    }

    private static func header(_ queue: DatabaseQueue) throws(VaultFault) -> VaultHeader {
        try VaultFile.perform(queue) { database in
            guard let bytes = try Data.fetchOne(database, sql: "SELECT bytes FROM header WHERE id = 1") else {
                throw VaultFault.damaged("header")
            }
            return try VaultHeader(bytes: Array(bytes))
        }
    }

    /// What stands for the vault of somebody who has none: as costly as another vault of the folder.
    private func nobody(_ user: FoldedName, file: URL) throws(VaultFault) -> LockedVault {
        let model = vaults().lazy.compactMap { try? Self.header(of: $0) }.first
        let vault = try VaultOnDevice.vaultOfNobody(user, keys)
        let header = VaultHeader(
            vault: vault, cipher: .aes256GCM, cost: model?.slotCost ?? .standard,
            lockoutRule: model?.lockoutRule ?? .standard)
        return LockedVault(
            user: user, file: file, header: header, exists: false, device: VaultOnDevice(vault, in: self),
            spare: SpareConnection(nil))
    }
}

/// A connection that waits for its first user.
final class SpareConnection: Sendable {
    private let queue: Mutex<DatabaseQueue?>

    init(_ queue: DatabaseQueue?) {
        self.queue = Mutex(queue)
    }

    /// The connection, once.
    func take() -> DatabaseQueue? {
        queue.withLock { queue in
            defer { queue = nil }
            return queue
        }
    }
}

extension VaultHeader {
    /// What a guess costs at the first slot where guessing costs something.
    fileprivate var slotCost: KeyDerivationCost {
        for factor in slots.flatMap(\.factors) {
            switch factor {
            case .password(let password): return password.cost
            case .place(let place): return place.cost
            case .presence, .recovery, .tang, .passkey: continue
            }
        }
        return cost
    }
}
