import Foundation
import Phone
import Vault

/// Where an agent listens, and the system's calls to speak with it.
///
/// Each vault has an agent and a socket of its own, in a folder that only its owner can enter. Both sides ask the
/// system who the other one is besides: keys go to processes of the same user alone.
struct AgentSocket {
    /// The folder of the sockets.
    let folder: URL
    /// The socket's name in it.
    let name: String

    /// The socket of a vault: in `$XDG_RUNTIME_DIR/cerca`, or else in the user's data.
    init(vault: RecordID, folder: URL? = nil) {
        self.folder = folder ?? Self.standardFolder
        name = "\(vault.text).agent"
    }

    private static var standardFolder: URL {
        if let runtime = ProcessInfo.processInfo.environment["XDG_RUNTIME_DIR"], runtime.hasPrefix("/") {
            return URL(filePath: runtime).appending(path: "cerca")
        }
        return UserData.folder.appending(path: "run")
    }

    /// The socket's path.
    var path: String { folder.appending(path: name).path }

    /// Opens a connection to whoever listens; nil when nobody does, or somebody else's process.
    func connect() -> Int32? {
        guard isPrivate else { return nil }
        return withAddress { address, length in
            let descriptor = Self.newSocket()
            guard descriptor >= 0 else { return nil }
            guard Foundation.connect(descriptor, address, length) == 0, Self.isOfSameUser(descriptor) else {
                close(descriptor)
                return nil
            }
            Self.limitWaiting(descriptor)
            return descriptor
        }
    }

    /// Begins to listen, in place of whoever did before; nil when that is not possible.
    func listen() -> Int32? {
        try? FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        guard isPrivate else { return nil }
        unlink(path)
        return withAddress { address, length in
            let descriptor = Self.newSocket()
            guard descriptor >= 0 else { return nil }
            guard bind(descriptor, address, length) == 0, chmod(path, 0o600) == 0, Foundation.listen(descriptor, 8) == 0
            else {
                close(descriptor)
                return nil
            }
            return descriptor
        }
    }

    /// Which file the socket is at the moment, so that an agent removes no other's.
    var inode: UInt64? {
        var status = stat()
        return lstat(path, &status) == 0 ? UInt64(status.st_ino) : nil
    }

    /// Whether the folder is the user's own and closed to everybody else.
    private var isPrivate: Bool {
        var status = stat()
        return lstat(folder.path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR && status.st_uid == geteuid()
            && status.st_mode & 0o077 == 0
    }

    /// Calls `body` with the socket's address; nil when the system has no room for it.
    private func withAddress<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result?) -> Result? {
        // A socket's path has hardly more than a hundred bytes; the kernel's own name for the folder is short.
        let directory = open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        defer { if directory >= 0 { close(directory) } }
        #if os(Linux)
            let short = "/proc/self/fd/\(directory)/\(name)"
        #else
            let short = path
        #endif
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array((path.utf8.count < MemoryLayout.size(ofValue: address.sun_path) ? path : short).utf8)
        guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { return nil }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                body(pointer, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }

    private static func newSocket() -> Int32 {
        #if os(Linux)
            socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        #else
            socket(AF_UNIX, SOCK_STREAM, 0)
        #endif
    }

    /// Whether the process at the other end belongs to the same user.
    static func isOfSameUser(_ descriptor: Int32) -> Bool {
        #if os(Linux)
            // struct ucred: process, user, group.
            var credentials: (pid: Int32, user: UInt32, group: UInt32) = (0, .max, .max)
            var length = socklen_t(MemoryLayout.size(ofValue: credentials))
            return getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &length) == 0
                && credentials.user == geteuid()
        #else
            var user = uid_t.max
            var group = gid_t.max
            return getpeereid(descriptor, &user, &group) == 0 && user == geteuid()
        #endif
    }

    /// Nobody keeps the other side waiting for more than two seconds.
    static func limitWaiting(_ descriptor: Int32) {
        var limit = timeval(tv_sec: 2, tv_usec: 0)
        let length = socklen_t(MemoryLayout<timeval>.size)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, length)
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, length)
        #if !os(Linux)
            var yes: Int32 = 1
            setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &yes, socklen_t(MemoryLayout<Int32>.size))
        #endif
    }

    // Whoever leaves before the answer must not end the process with SIGPIPE.
    #if os(Linux)
        private static let noSignal = Int32(MSG_NOSIGNAL)
    #else
        // There the socket itself is told so.
        private static let noSignal: Int32 = 0
    #endif

    /// Writes all bytes to a socket, or to a pipe whose reader lives; false when that failed.
    static func send(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Bool {
        var start = 0
        while start < bytes.count {
            let rest = bytes.baseAddress.map { $0 + start }
            var count = Foundation.send(descriptor, rest, bytes.count - start, noSignal)
            if count < 0, errno == ENOTSOCK { count = write(descriptor, rest, bytes.count - start) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            start += count
        }
        return true
    }

    /// Fills the buffer; false when there were fewer bytes.
    static func receive(into buffer: UnsafeMutableRawBufferPointer, from descriptor: Int32) -> Bool {
        var start = 0
        while start < buffer.count {
            let count = read(descriptor, buffer.baseAddress.map { $0 + start }, buffer.count - start)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            start += count
        }
        return true
    }
}
