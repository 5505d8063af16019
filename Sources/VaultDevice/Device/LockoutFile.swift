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

/// The record of failed attempts at one vault, in a file of its own on this device.
///
/// It goes by the vault, not by the vault's file, so that copies of the file share it. A file that is missing or was
/// changed is no record; nobody starts again at zero by deleting it.
struct LockoutFile: Sendable {
    private let folder: URL
    private let vault: RecordID
    private let secrets: DeviceSecrets

    init(folder: URL, vault: RecordID, secrets: DeviceSecrets) {
        self.folder = folder
        self.vault = vault
        self.secrets = secrets
    }

    /// How much must have happened when a change of the record returns.
    enum Urgency {
        /// It is on the disk: what follows must not be tried unless it is counted.
        case beforeGoingOn
        /// It may be lost with the power: then a success is not remembered, which costs the owner an attempt at most.
        case whenConvenient
    }

    /// The record, or nil when there is none that is valid.
    func load() -> LockoutRecord? {
        // Who writes does so under the lock; without one, somebody else's folder is still readable.
        let lock = try? FileLock(path("lock"))
        defer { lock?.release() }
        return stored()
    }

    /// The later of the two records that can stand in the file; the first, when the second is not whole.
    private func stored() -> LockoutRecord? {
        let descriptor = open(path("state"), O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 2 * Self.placeCount)
        let count = bytes.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
        guard count > 0 else { return nil }
        let first = record(in: bytes[..<min(count, Self.placeCount)])
        guard count > Self.placeCount, first != nil else { return first }
        return record(in: bytes[Self.placeCount..<count]) ?? first
    }

    /// How many bytes a record has for itself: a sector.
    private static let placeCount = 512

    /// A record as it stands in its place: its length, and then its bytes.
    private func placed(_ record: LockoutRecord) -> [UInt8] {
        let bytes = record.encoded(for: vault, under: secrets)
        return [UInt8(truncatingIfNeeded: bytes.count >> 8), UInt8(truncatingIfNeeded: bytes.count)] + bytes
    }

    private func record(in place: ArraySlice<UInt8>) -> LockoutRecord? {
        guard place.count > 2 else { return nil }
        let content = place.dropFirst(2)
        let count = Int(place[place.startIndex]) << 8 | Int(place[place.startIndex + 1])
        guard count <= content.count else { return nil }
        return LockoutRecord(bytes: Array(content.prefix(count)), for: vault, under: secrets)
    }

    /// Changes the record while nobody else does.
    ///
    /// It throws `noLockoutRecord` when there is none, unless it may begin with `fresh`.
    func update<Result>(
        from fresh: LockoutRecord? = nil, _ urgency: Urgency = .beforeGoingOn,
        _ body: (inout LockoutRecord) throws(VaultFault) -> Result
    ) throws(VaultFault) -> Result {
        makeFolder()
        let lock = try FileLock(path("lock"))
        defer { lock.release() }
        let stored = stored()
        guard var record = stored ?? fresh else { throw .noLockoutRecord }
        let result = try body(&record)
        guard record != stored else { return result }
        if urgency == .whenConvenient, stored != nil, append(record) { return result }
        try keep(record)
        return result
    }

    /// Writes a second record behind the first, which waits for no disk.
    ///
    /// When that fails in the middle, the first one counts, with the attempt in it: nobody gains by it.
    private func append(_ record: LockoutRecord) -> Bool {
        let bytes = placed(record)
        let descriptor = open(path("state"), O_WRONLY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        return pwrite(descriptor, bytes, bytes.count, off_t(Self.placeCount)) == bytes.count
    }

    /// Forgets a vault's record.
    static func remove(_ vault: RecordID, in folder: URL) {
        for kind in ["state", "new", "lock"] { unlink(path(of: vault, kind, in: folder)) }
    }

    /// Writes a new file, which takes the place of the one before in one step, and whose name outlives a power cut.
    private func keep(_ record: LockoutRecord) throws(VaultFault) {
        let bytes = placed(record)
        let new = path("new")
        unlink(new)
        let descriptor = open(new, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Self.failure() }
        let isWritten = write(descriptor, bytes, bytes.count) == bytes.count && fsync(descriptor) == 0
        let fault = Self.failure()
        close(descriptor)
        guard isWritten else {
            unlink(new)
            throw fault
        }
        guard rename(new, path("state")) == 0, DurableFiles.synchronise(folder: folder) else { throw Self.failure() }
    }

    private func makeFolder() {
        guard access(folder.path, F_OK) != 0 else { return }
        try? FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    private func path(_ kind: String) -> String { Self.path(of: vault, kind, in: folder) }

    private static func path(of vault: RecordID, _ kind: String, in folder: URL) -> String {
        "\(folder.path)/\(vault.text).\(kind)"
    }

    private static func failure() -> VaultFault {
        let reason = errno
        guard reason != ENOSPC, reason != EDQUOT else { return .full }
        return .storage("the lock-out record cannot be written: \(String(cString: strerror(reason)))")
    }
}
