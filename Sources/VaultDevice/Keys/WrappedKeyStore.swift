import Foundation
import Phone
import Synchronization

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The device's keys of its vaults: in the user's state folder, each wrapped by the best that the machine has.
///
/// That folder is nobody's data: backups leave it out by convention and by its tag (`CACHEDIR.TAG`), and what is in it is
/// worth nothing on another machine. Keys that a former version kept as they are, beside the vaults, are moved here when
/// they are next used, and the former files are erased once what was written has been read back.
package final class WrappedKeyStore: DeviceKeyStore {
    private static let magic = Array("CVKW".utf8) + [1]
    private static let fileLimit = 8192

    private let folder: URL
    private let machine: MachineID
    private let wrappers: [any KeyWrapper]
    private let former: FormerKeys
    /// What this process has unwrapped: a TPM takes a while.
    private let unwrapped = Mutex<[String: [UInt8]]>([:])

    /// Keys in `folder`, wrapped by the first of `wrappers` that works; the last one always does.
    init(folder: URL, machine: MachineID, wrappers: [any KeyWrapper], former: URL) {
        self.folder = folder
        self.machine = machine
        self.wrappers = wrappers
        self.former = FormerKeys(folder: former)
    }

    /// The keys of the system's user: in `$XDG_STATE_HOME/cerca/keys`, or `~/.local/state/cerca/keys`.
    package static let standard = WrappedKeyStore(
        folder: UserData.stateFolder.appending(path: "keys"), machine: .current,
        wrappers: standardWrappers, former: UserData.folder.appending(path: "keys"))

    private static var standardWrappers: [any KeyWrapper] {
        #if os(Linux)
            [TPMKeyWrapper.standard, SecretServiceWrapper(), MachineKeyWrapper(.current)]
        #else
            [MachineKeyWrapper(.current)]
        #endif
    }

    /// What a key is wrapped by; nil when there is none of that name.
    package func protection(ofKeyNamed name: String) -> KeyProtection? {
        if let file = try? read(name) { return file.protection }
        return former.has(name) ? KeyProtection.none : nil
    }

    /// What would be better than `protection`, and is there, and why it does not work now.
    package func betterFaults(than protection: KeyProtection) -> [KeyWrapFault] {
        wrappers.filter { $0.protection.rawValue < protection.rawValue }.compactMap { wrapper in
            do throws(KeyWrapFault) {
                _ = try wrapper.wrap([UInt8](repeating: 0, count: 32), as: "trial.\(machine.tag)")
                wrapper.forget("trial.\(machine.tag)")
                return nil
            } catch .absent {
                return nil
            } catch {
                return error
            }
        }
    }

    // MARK: Keys

    /// Unwraps the key; one that a former version kept is moved first.
    package func key(named name: String) throws(DeviceKeyStoreError) -> [UInt8]? {
        if let key = unwrapped.withLock({ $0[name] }) { return key }
        var key = try stored(name)
        if let key {
            // A move that was interrupted ends here.
            if former.has(name), (try? former.keys.key(named: name)) == key { try? former.keys.remove(named: name) }
        } else {
            key = try former.keys.key(named: name)
            if let key { move(key, name) }
        }
        if let key { unwrapped.withLock { $0[name] = key } }
        return key
    }

    /// Wraps the key and writes it; it is on the disk, and was read back, when this returns.
    package func keep(_ key: [UInt8], as name: String) throws(DeviceKeyStoreError) {
        guard !former.has(name) else { throw .inaccessible(path: path(name), reason: "there is one") }
        try write(key, name)
        guard try stored(name) == key else { throw .inaccessible(path: path(name), reason: "there is another") }
    }

    /// Forgets the key here, and what a former version may have left of it.
    package func remove(named name: String) throws(DeviceKeyStoreError) {
        unwrapped.withLock { $0[name] = nil }
        if let file = try? read(name) {
            wrappers.first { $0.protection == file.protection }?.forget(ownName(name))
        }
        erase(path(name))
        guard access(path(name), F_OK) != 0 else { throw inaccessible(path(name)) }
        _ = DurableFiles.synchronise(folder: folder)
        try former.keys.remove(named: name)
    }

    /// Moves a key here, as far as that works; where it does not, it stays where it was and serves as before.
    private func move(_ key: [UInt8], _ name: String) {
        do {
            try write(key, name)
            guard try stored(name) == key else { return }
            try former.keys.remove(named: name)
        } catch {}
    }

    // MARK: Files

    private struct WrappedFile {
        let protection: KeyProtection
        let wrapped: [UInt8]
    }

    /// A key's name with the machine's tag: machines that share a home do not take each other's keys for their own.
    private func ownName(_ name: String) -> String { "\(name).\(machine.tag)" }
    private func path(_ name: String) -> String { folder.appending(path: ownName(name)).path }

    /// The key as its file has it; nil when there is no file.
    private func stored(_ name: String) throws(DeviceKeyStoreError) -> [UInt8]? {
        guard let file = try read(name) else { return nil }
        guard let wrapper = wrappers.first(where: { $0.protection == file.protection }) else {
            throw .inaccessible(path: path(name), reason: KeyWrapFault.absent(file.protection).description)
        }
        do throws(KeyWrapFault) {
            return try wrapper.unwrap(file.wrapped, as: ownName(name))
        } catch {
            throw .inaccessible(path: path(name), reason: error.description)
        }
    }

    private func read(_ name: String) throws(DeviceKeyStoreError) -> WrappedFile? {
        let path = path(name)
        let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else {
            if errno == ENOENT || errno == ENOTDIR { return nil }
            throw inaccessible(path)
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw inaccessible(path) }
        guard status.st_mode & 0o077 == 0 else { throw .notPrivate(path: path) }
        var bytes = [UInt8](repeating: 0, count: Self.fileLimit)
        let count = Foundation.read(descriptor, &bytes, bytes.count)
        guard count > Self.magic.count, count < Self.fileLimit, bytes.starts(with: Self.magic),
            let protection = KeyProtection(rawValue: bytes[Self.magic.count])
        else { throw .damaged(path: path) }
        return WrappedFile(protection: protection, wrapped: Array(bytes[(Self.magic.count + 1)..<count]))
    }

    /// Wraps a key by the best that works, and writes it beside its name first: there is never half a file.
    private func write(_ key: [UInt8], _ name: String) throws(DeviceKeyStoreError) {
        var wrapped: [UInt8]?
        for wrapper in wrappers {
            guard let bytes = try? wrapper.wrap(key, as: ownName(name)),
                (try? wrapper.unwrap(bytes, as: ownName(name))) == key
            else { continue }
            wrapped = Self.magic + [wrapper.protection.rawValue] + bytes
            break
        }
        let path = path(name)
        guard let wrapped else { throw .inaccessible(path: path, reason: "nothing wraps it") }
        try makeFolder()
        let draft = "\(path).\(getpid()).new"
        unlink(draft)
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw inaccessible(draft) }
        defer {
            close(descriptor)
            unlink(draft)
        }
        guard Foundation.write(descriptor, wrapped, wrapped.count) == wrapped.count, fsync(descriptor) == 0 else {
            throw inaccessible(draft)
        }
        // A link, unlike a renaming, leaves the key of another process that came first.
        guard link(draft, path) == 0, DurableFiles.synchronise(folder: folder) else { throw inaccessible(path) }
    }

    /// The folder, for its owner alone and marked as nothing to back up (`bford.info/cachedir`).
    private func makeFolder() throws(DeviceKeyStoreError) {
        do {
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            let tag = folder.appending(path: "CACHEDIR.TAG")
            guard access(tag.path, F_OK) != 0 else { return }
            let text = """
                Signature: 8a477f597d28d172789f06886806bc55
                # The keys in this folder belong to this machine alone: a backup of them would only weaken what they lock.
                # Elsewhere the recovery code opens a vault.

                """
            try Data(text.utf8).write(to: tag)
        } catch {
            throw .inaccessible(path: folder.path, reason: "the folder cannot be made")
        }
    }

    /// Overwrites a file and removes it, as far as that works.
    private func erase(_ path: String) {
        let descriptor = open(path, O_WRONLY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        var status = stat()
        if fstat(descriptor, &status) == 0 {
            let nothing = [UInt8](repeating: 0, count: min(Int(status.st_size), Self.fileLimit))
            _ = Foundation.write(descriptor, nothing, nothing.count)
            fsync(descriptor)
        }
        close(descriptor)
        unlink(path)
    }

    private func inaccessible(_ path: String) -> DeviceKeyStoreError {
        .inaccessible(path: path, reason: String(cString: strerror(errno)))
    }
}

/// Keys that stand in files as they are.
private struct FormerKeys: Sendable {
    let keys: FileKeyStore
    private let folder: URL

    init(folder: URL) {
        self.folder = folder
        keys = FileKeyStore(folder: folder)
    }

    func has(_ name: String) -> Bool { access(folder.appending(path: name).path, F_OK) == 0 }
}
