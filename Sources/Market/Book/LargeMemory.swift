#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Memory for tables that are read at random.
enum LargeMemory {
    /// Memory that begins with a cache line; to be given back with `deallocate`.
    ///
    /// Where the system has huge pages, a large table is put on them: finding an order in a deep book then misses the
    /// translation of addresses less often, which halves the time of a cancellation there.
    static func allocate(byteCount: Int) -> UnsafeMutableRawPointer {
        #if (canImport(Glibc) || canImport(Musl)) && os(Linux)
            let hugePage = 1 << 21
            if byteCount >= hugePage {
                let memory = UnsafeMutableRawPointer.allocate(byteCount: byteCount, alignment: hugePage)
                // It is only advice: without it everything works as well, a little slower.
                _ = madvise(memory, byteCount, Int32(MADV_HUGEPAGE))
                return memory
            }
        #endif
        return UnsafeMutableRawPointer.allocate(byteCount: byteCount, alignment: 64)
    }
}
