#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// How many files, and so how many connections, the process may have open.
package enum OpenFiles {
    /// Raises the soft limit to the hard one; shells often set it to 1,024, which is fewer than the server takes.
    package static func allowAsManyAsPossible() {
        var limit = rlimit()
        #if canImport(Darwin)
            let resource = RLIMIT_NOFILE
        #else
            let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        #endif
        guard getrlimit(resource, &limit) == 0 else { return }
        limit.rlim_cur = min(limit.rlim_max, 65_536)
        // When that fails, the limit stays as it was and the server takes fewer connections.
        _ = setrlimit(resource, &limit)
    }
}
