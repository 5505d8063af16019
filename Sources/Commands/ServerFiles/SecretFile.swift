import Foundation

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A small file with a secret, readable by its owner alone.
package enum SecretFile {
    /// No key file of ours is larger.
    private static let byteLimit = 65_536

    /// What is in the file at `path`; nil when there is none.
    ///
    /// Throws a `CommandFailure` for a file that others can read, unless `isGuarded` says that its folder keeps them out,
    /// and for one that cannot be read or is too large; it holds nothing of the file.
    package static func contents(_ path: String, isGuarded: Bool = false) throws -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw failure(path, "cannot be read")
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw failure(path, "cannot be read") }
        guard status.st_mode & S_IFMT == S_IFREG else { throw CommandFailure("\(path) is not a file") }
        guard isGuarded || status.st_mode & 0o077 == 0 else {
            throw CommandFailure("\(path) holds a private key and can be read by others; chmod 600 it")
        }
        var bytes = [UInt8](repeating: 0, count: byteLimit + 1)
        var count = 0
        while count < bytes.count {
            let more = bytes[count...].withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
            if more < 0, errno == EINTR { continue }
            guard more >= 0 else { throw failure(path, "cannot be read") }
            if more == 0 { return Array(bytes.prefix(count)) }
            count += more
        }
        throw CommandFailure("\(path) is too large to be a key")
    }

    /// Makes a new file, unless there is one by then: no instant exists at which it is there and not whole.
    static func make(_ path: String, _ bytes: [UInt8]) throws {
        try put(path, bytes, "cannot be made") { link($0, path) == 0 || errno == EEXIST }
    }

    /// Makes a new file, and throws a `CommandFailure` when there is one that holds something else.
    static func makeNew(_ path: String, _ bytes: [UInt8]) throws {
        try make(path, bytes)
        guard try contents(path) == bytes else { throw CommandFailure("\(path) exists; it is not overwritten") }
    }

    /// Puts other bytes in the place of a file's, all at once.
    static func replace(_ path: String, _ bytes: [UInt8]) throws {
        let path = URL(filePath: path).resolvingSymlinksInPath().path
        var status = stat()
        guard stat(path, &status) == 0 else { throw failure(path, "cannot be written") }
        try put(path, bytes, "cannot be written") {
            // Whoever could read it can read it still: a server that runs as somebody else than an administrator.
            (status.st_uid == geteuid() || chown($0, status.st_uid, status.st_gid) == 0) && rename($0, path) == 0
        }
    }

    /// Calls `body` while nobody else does so with a file of the same folder; nil when somebody does.
    ///
    /// The lock is one of the system's on the folder, and ends with the process however that ends.
    static func alone<Value>(_ path: String, _ body: () async throws -> Value) async throws -> Value? {
        let folder = open(URL(filePath: path).deletingLastPathComponent().path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { throw failure(path, "cannot be read") }
        defer { close(folder) }
        guard flock(folder, LOCK_EX | LOCK_NB) == 0 else { return nil }
        return try await body()
    }

    /// Writes a new file under another name, and durably gives it its own by `install`.
    private static func put(
        _ path: String, _ bytes: [UInt8], _ complaint: String, _ install: (String) -> Bool
    ) throws {
        let temporary = "\(path).\(UInt64.random(in: .min ... .max))"
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure(path, complaint) }
        defer { unlink(temporary) }
        let written = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        let isDurable = written == bytes.count && fsync(descriptor) == 0
        close(descriptor)
        guard isDurable, install(temporary) else { throw failure(path, complaint) }
        // The name too is to survive loss of power, before anything is sealed under what is in the file.
        let folder = open(URL(filePath: path).deletingLastPathComponent().path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { throw failure(path, complaint) }
        defer { close(folder) }
        guard fsync(folder) == 0 else { throw failure(path, complaint) }
    }

    /// What is said of a file with which the system did not do what it was asked.
    static func failure(_ path: String, _ what: String) -> CommandFailure {
        CommandFailure("\(path) \(what): \(String(cString: strerror(errno)))")
    }
}
