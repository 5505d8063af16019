import Basics
import Crypto
import Foundation
import GRDB
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
    /// Makes a vault and its recovery code, which is shown once.
    ///
    /// It has a slot for the place and one for the password, as far as they are given, and one for the recovery code.
    ///
    /// - Throws: `vaultExists`; `weakCipher` unless that is allowed; `missingFactor` when there is neither a place nor a
    ///   password; `place` for fixes that are no place; and `storage` or `full`.
    package func create(
        _ new: NewVault, now: Timestamp, using random: inout some RandomNumberGenerator
    ) throws(VaultFault) -> (vault: UnlockedVault, recovery: RecoveryCode) {
        let code = RecoveryCode(using: &random)
        let keys = OpenedKeys(
            data: DataKey(using: &random), travel: TravelKey(using: &random), slot: SlotID(0))
        let header = VaultHeader(
            vault: RecordID(using: &random), cipher: new.cipher, cell: new.cell, cost: new.cost,
            lockoutRule: new.lockoutRule)
        let vault = try make(new, header, keys, recovery: code, now: now, using: &random)
        return (vault, code)
    }

    /// Makes this device's file of a vault that another device has: the same vault with the same keys, and nothing in it
    /// yet.
    ///
    /// Of `header`, what opens anywhere is kept; cipher, cell, cost and the slots for place and password are this
    /// device's own. While the other devices travel, `keys` may lack the travel key; then this one travels too.
    ///
    /// - Throws: as `create` does; `vaultExists` too when the folder has a file of that vault under whatever name, since
    ///   two files of one vault would share the record of what this device has seen. Where there is none, a file that
    ///   was lost counts no longer: the new one begins again.
    package func join(
        _ new: NewVault, header: VaultHeader, keys: OpenedKeys, now: Timestamp,
        using random: inout some RandomNumberGenerator
    ) throws(VaultFault) -> UnlockedVault {
        for file in vaults() where (try? Self.header(of: file).vault) == header.vault { throw .vaultExists }
        let own = VaultHeader(
            vault: header.vault, cipher: new.cipher, cell: new.cell, cost: new.cost, lockoutRule: new.lockoutRule,
            slots: header.slots.filter(\.opensAnywhere))
        return try make(new, own, keys, recovery: nil, now: now, using: &random)
    }

    private func make(
        _ new: NewVault, _ header: VaultHeader, _ keys: OpenedKeys, recovery: RecoveryCode?, now: Timestamp,
        using random: inout some RandomNumberGenerator
    ) throws(VaultFault) -> UnlockedVault {
        guard new.allowsWeakCipher || !new.cipher.isWeak else { throw .weakCipher(new.cipher) }
        guard !new.fixes.isEmpty || new.password != nil else { throw .missingFactor(.password) }
        let file = path(of: new.user.folded)
        guard access(file.path, F_OK) != 0 else { throw .vaultExists }
        try makeFolder()
        let device = VaultOnDevice(header.vault, in: self)
        let secrets = try device.makeSecrets(using: &random)
        do {
            let header = try header.withSlots(new, keys, secrets, recovery, now: now, using: &random)
            let root = Root(
                headerDigest: header.digest, user: new.user, categories: Category.standard(language: new.language),
                settings: VaultSettings(language: new.language), travelKey: keys.travel)
            try device.lockoutFile(secrets).update(from: .fresh) { record throws(VaultFault) in
                record.accept(olderSequence: 1)
            }
            try NewVaultFile(file).write(header, root, keys.data)
            try? remember(new.user, of: file, key: secrets.install)
            let locked = LockedVault(
                user: new.user.folded, file: file, header: header, exists: true, device: device,
                spare: SpareConnection(nil))
            return try locked.unlock(keys: keys)
        } catch {
            // Of a vault that did not come to be, nothing is kept; of one that is there already, everything.
            if error != .vaultExists, access(file.path, F_OK) != 0 { try? device.forget() }
            throw error
        }
    }

    private func makeFolder() throws(VaultFault) {
        do {
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw .storage("the folder \(folder.path) cannot be made")
        }
    }
}

extension VaultHeader {
    /// The header with the slots of a new vault.
    fileprivate func withSlots(
        _ new: NewVault, _ keys: OpenedKeys, _ device: DeviceSecrets, _ recovery: RecoveryCode?, now: Timestamp,
        using random: inout some RandomNumberGenerator
    ) throws(VaultFault) -> VaultHeader {
        var factors: [NewFactor] = []
        if !new.fixes.isEmpty { factors.append(.place(new.fixes)) }
        if let password = new.password { factors.append(.password(password)) }
        if let recovery { factors.append(.recovery(recovery)) }
        var header = self
        // No exact time is kept.
        let day = Int32(clamping: now.seconds / 86_400)
        for factor in factors {
            header.slots.append(
                try header.makingSlot(
                    id: header.nextSlotID, label: factor.kind.rawValue, factors: [factor], keys: keys,
                    user: new.user.folded, device: device, on: day, using: &random))
        }
        return header
    }
}

/// The file of a new vault, which is made under another name: under its own there is never half a one.
private struct NewVaultFile {
    private let file: URL
    private let draft: URL

    init(_ file: URL) {
        self.file = file
        draft = file.appendingPathExtension("new")
    }

    func write(_ header: VaultHeader, _ root: Root, _ key: DataKey) throws(VaultFault) {
        // Two who make the same vault at once make it one after the other.
        let lock = try FileLock(folder: file.deletingLastPathComponent().path)
        defer { lock.release() }
        for leftover in [draft.path, draft.path + "-journal"] { unlink(leftover) }
        let descriptor = open(draft.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Self.failure() }
        close(descriptor)
        defer { unlink(draft.path) }
        try fill(header, root, key)
        // A link, unlike a renaming, does not put itself in the place of a vault that came meanwhile.
        guard link(draft.path, file.path) == 0 else {
            throw errno == EEXIST ? .vaultExists : Self.failure()
        }
        unlink(draft.path)
        guard DurableFiles.synchronise(folder: file.deletingLastPathComponent()) else {
            // Its recovery code is shown only when all went well: a vault without one would be a trap.
            let fault = Self.failure()
            unlink(file.path)
            throw fault
        }
    }

    private func fill(_ header: VaultHeader, _ root: Root, _ key: DataKey) throws(VaultFault) {
        let queue = try VaultFile.queue(draft)
        let sealer = ObjectSealer(
            key: key, suite: header.cipher, generation: header.generation, vault: header.vault)
        try VaultFile.perform(queue) { database in
            try database.execute(sql: "PRAGMA application_id = \(VaultFile.applicationID)")
            try database.execute(sql: "PRAGMA user_version = \(VaultFile.format)")
            try database.inTransaction(.immediate) {
                for table in VaultFile.tables.values.sorted() { try database.execute(sql: table) }
                try database.execute(
                    sql: "INSERT INTO header (id, bytes, mac) VALUES (1, ?, ?)",
                    arguments: try VaultState.headerRow(header, key: key))
                var random = BufferedRandom()
                try ObjectTable(database: database).put(
                    ObjectAddress(kind: .root, id: .zero, revision: 1),
                    try sealer.seal(root, sequence: 1, using: &random))
                return .commit
            }
        }
        do { try queue.close() } catch { throw VaultFault(error) }
    }

    private static func failure() -> VaultFault {
        errno == ENOSPC ? .full : .storage(String(cString: strerror(errno)))
    }
}
