import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Where a device keeps keys apart from what they open, by name.
public protocol DeviceKeyStore: Sendable {
    /// The 32 bytes kept as `name`, or nil when there are none.
    func key(named name: String) throws(DeviceKeyStoreError) -> [UInt8]?
    /// Keeps 32 bytes as `name`, which must not be taken.
    func keep(_ key: [UInt8], as name: String) throws(DeviceKeyStoreError)
    /// Forgets what is kept as `name`, if anything is.
    func remove(named name: String) throws(DeviceKeyStoreError)
}

/// Why a device's key store does not work.
public enum DeviceKeyStoreError: Error, Equatable, Sendable, CustomStringConvertible {
    /// Others than the owner can read the key.
    case notPrivate(path: String)
    /// What is kept is no key.
    case damaged(path: String)
    /// It cannot be read or written, for the system's reason.
    case inaccessible(path: String, reason: String)

    /// The reason in words.
    public var description: String {
        switch self {
        case .notPrivate(let path): "the key \(path) can be read by others; take their permission away (chmod 600)"
        case .damaged(let path): "the key \(path) is damaged"
        case .inaccessible(let path, let reason): "the key \(path) cannot be used: \(reason)"
        }
    }
}

/// Keys in files of their own, readable by their owner alone, in a folder apart from the stores that they open.
///
/// Who copies a store without this folder has nothing. It is less than the key chain of a telephone: the keys are
/// neither bound to the device nor to its owner's passcode, so that a reader of the owner's files, from a backup or
/// from a program that the owner runs, can read both. Linux has no place for keys that every machine offers.
public struct FileKeyStore: DeviceKeyStore {
    private let folder: URL

    /// The keys in `folder`, which is made when the first one is kept.
    public init(folder: URL) {
        self.folder = folder
    }

    /// The owner's keys: `$XDG_DATA_HOME/cerca/keys`, or `~/.local/share/cerca/keys`.
    public static var standard: FileKeyStore {
        FileKeyStore(folder: UserData.folder.appending(path: "keys"))
    }

    /// Reads the file, and refuses one that others could have read.
    public func key(named name: String) throws(DeviceKeyStoreError) -> [UInt8]? {
        let path = file(name)
        let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw inaccessible(path)
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw inaccessible(path) }
        guard status.st_mode & 0o077 == 0 else { throw .notPrivate(path: path) }
        var bytes = [UInt8](repeating: 0, count: 33)
        let count = read(descriptor, &bytes, bytes.count)
        guard count == 32 else { throw .damaged(path: path) }
        return Array(bytes.prefix(32))
    }

    /// Writes a new file that is on the disk, its name included, when this returns.
    public func keep(_ key: [UInt8], as name: String) throws(DeviceKeyStoreError) {
        let path = file(name)
        do {
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw .inaccessible(path: path, reason: "the folder cannot be made")
        }
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw inaccessible(path) }
        defer { close(descriptor) }
        guard write(descriptor, key, key.count) == key.count, fsync(descriptor) == 0,
            DurableFiles.synchronise(folder: folder)
        else { throw inaccessible(path) }
    }

    /// Overwrites the file and removes it.
    ///
    /// On flash memory the old bytes may stay somewhere until the device's own house-keeping takes them.
    public func remove(named name: String) throws(DeviceKeyStoreError) {
        let path = file(name)
        let descriptor = open(path, O_WRONLY | O_NOFOLLOW | O_CLOEXEC)
        if descriptor >= 0 {
            let nothing = [UInt8](repeating: 0, count: 32)
            _ = write(descriptor, nothing, nothing.count)
            fsync(descriptor)
            close(descriptor)
        }
        guard unlink(path) == 0 || errno == ENOENT else { throw inaccessible(path) }
        _ = DurableFiles.synchronise(folder: folder)
    }

    private func file(_ name: String) -> String {
        folder.appending(path: name).path
    }

    private func inaccessible(_ path: String) -> DeviceKeyStoreError {
        .inaccessible(path: path, reason: String(cString: strerror(errno)))
    }
}

/// Where the owner's data are.
public enum UserData {
    /// The folder of this system's data: `$XDG_DATA_HOME/cerca`, or `$HOME/.local/share/cerca`.
    public static var folder: URL { folder(in: ProcessInfo.processInfo.environment) }

    /// The folder of what belongs to this machine and to no backup: `$XDG_STATE_HOME/cerca`, or
    /// `$HOME/.local/state/cerca`.
    public static var stateFolder: URL { stateFolder(in: ProcessInfo.processInfo.environment) }

    /// The data's folder that an environment names.
    static func folder(in environment: [String: String]) -> URL {
        folder("XDG_DATA_HOME", or: ".local/share", in: environment)
    }

    /// The state's folder that an environment names.
    static func stateFolder(in environment: [String: String]) -> URL {
        folder("XDG_STATE_HOME", or: ".local/state", in: environment)
    }

    /// What is not an absolute path counts as not set (XDG Base Directory, section 2).
    private static func folder(_ variable: String, or standard: String, in environment: [String: String]) -> URL {
        func path(_ name: String) -> URL? {
            environment[name].flatMap { $0.hasPrefix("/") ? URL(filePath: $0) : nil }
        }
        let base =
            path(variable)
            ?? (path("HOME") ?? FileManager.default.homeDirectoryForCurrentUser).appending(path: standard)
        return base.appending(path: "cerca")
    }
}

/// What outlives a power cut.
public enum DurableFiles {
    /// Makes the names in a folder outlive a power cut; false when that failed.
    public static func synchronise(folder: URL) -> Bool {
        let descriptor = open(folder.path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        return fsync(descriptor) == 0
    }
}
