import Basics
import Crypto
import NIOCore

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A file of the web app as it was when it was last read.
struct WebFile: Sendable {
    /// What tells one state of a file from another.
    struct Version: Equatable, Sendable {
        let inode: UInt64
        let size: Int64
        let seconds: Int64
        let nanoseconds: Int64

        /// The state of the regular file at `path`; nil when there is none.
        init?(path: String) {
            var status = stat()
            guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
            inode = UInt64(status.st_ino)
            size = Int64(status.st_size)
            #if canImport(Darwin)
                seconds = Int64(status.st_mtimespec.tv_sec)
                nanoseconds = Int64(status.st_mtimespec.tv_nsec)
            #else
                seconds = Int64(status.st_mtim.tv_sec)
                nanoseconds = Int64(status.st_mtim.tv_nsec)
            #endif
        }
    }

    let version: Version
    let content: ByteBuffer
    let entityTag: String

    /// Reads the file at `path` when it truly lies in the directory `root`, wherever symbolic links lead.
    init?(path: String, version: Version, root: String) {
        guard let real = Self.realPath(path), real.hasPrefix(root + "/") || root == "/",
            let content = Self.read(real, size: Int(version.size))
        else { return nil }
        self.version = version
        self.content = content
        let digest = SHA256.hash(data: content.readableBytesView)
        self.entityTag = "\"\(Array(digest.prefix(12)).hexadecimal)\""
    }

    /// `path` without symbolic links and dots; nil when nothing is there.
    static func realPath(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    private static func read(_ path: String, size: Int) -> ByteBuffer? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var content = ByteBuffer()
        content.reserveCapacity(size)
        while true {
            let count = content.writeWithUnsafeMutableBytes(minimumWritableBytes: 65_536) { space in
                #if canImport(Darwin)
                    max(0, Darwin.read(descriptor, space.baseAddress, space.count))
                #else
                    max(0, Glibc.read(descriptor, space.baseAddress, space.count))
                #endif
            }
            if count == 0 { return content.readableBytes >= size ? content : nil }
        }
    }
}
