import Foundation

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A new database on its way: its file has another name until it is whole and on the disk.
///
/// It is called `NAME.unfinished` meanwhile, in the same folder, and its owner's alone. What a process that was ended left
/// under that name is taken away by the next one.
struct UnfinishedFile: ~Copyable {
    /// What an SQLite database may have beside it, after itself.
    static let companions = ["", "-wal", "-shm", "-journal"]

    /// Where it lies until it is finished.
    let temporary: String
    private let path: String

    /// Makes the file, which is empty.
    ///
    /// - Throws: A `CommandFailure` when there is a file at `path` already, or none can be made.
    init(for path: String) throws {
        self.path = path
        temporary = "\(path).unfinished"
        try Self.refuse(path)
        Self.remove(temporary)
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw SecretFile.failure(path, "cannot be made") }
        close(descriptor)
    }

    deinit {
        Self.remove(temporary)
    }

    /// Refuses a path at which there is something.
    static func refuse(_ path: String) throws {
        var status = stat()
        guard lstat(path, &status) != 0 else { throw CommandFailure("\(path) exists; it is not overwritten") }
    }

    /// Brings it to the disk and gives it its name, which nothing else has got meanwhile.
    consuming func finish() throws {
        try Self.sync(temporary, O_RDONLY, path)
        if link(temporary, path) != 0 {
            guard errno == EPERM || errno == ENOTSUP else { throw SecretFile.failure(path, "cannot be made") }
            // A file system without links, as on a stick: between these two lines somebody else could take the name.
            try Self.refuse(path)
            guard rename(temporary, path) == 0 else { throw SecretFile.failure(path, "cannot be made") }
        }
        unlink(temporary)
        // The name too is to survive loss of power.
        try Self.sync(URL(filePath: path).deletingLastPathComponent().path, O_RDONLY | O_DIRECTORY, path)
    }

    private static func sync(_ file: String, _ flags: Int32, _ path: String) throws {
        let descriptor = open(file, flags | O_CLOEXEC)
        guard descriptor >= 0 else { throw SecretFile.failure(path, "cannot be written") }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw SecretFile.failure(path, "cannot be written") }
    }

    private static func remove(_ temporary: String) {
        for companion in companions { unlink(temporary + companion) }
    }
}
