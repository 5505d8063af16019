import Vault

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A lock among processes, by a file or a folder; it ends with the process at the latest.
struct FileLock {
    private let descriptor: CInt

    /// The lock that goes by a file, which is made if need be; waits up to five seconds for whoever has it.
    init(_ path: String) throws(VaultFault) {
        try self.init(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC)
    }

    /// The lock that goes by a folder that is there; waits up to five seconds for whoever has it.
    init(folder path: String) throws(VaultFault) {
        try self.init(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    }

    private init(_ path: String, _ flags: CInt) throws(VaultFault) {
        descriptor = open(path, flags, 0o600)
        guard descriptor >= 0 else { throw .storage("\(path): \(String(cString: strerror(errno)))") }
        for _ in 0..<1000 {
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return }
            usleep(5000)
        }
        close(descriptor)
        throw .busy
    }

    /// Lets the next one in.
    func release() {
        close(descriptor)
    }
}
