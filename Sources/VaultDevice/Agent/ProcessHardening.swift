import Foundation

/// Makes it harder for others to read a process's memory.
package enum ProcessHardening {
    /// No core dump is written, and no other process of the user can attach or read the memory (`PR_SET_DUMPABLE`).
    ///
    /// Whoever is root can do so all the same. Elsewhere than on Linux only the core dump is forbidden.
    package static func apply() {
        var none = rlimit(rlim_cur: 0, rlim_max: 0)
        #if os(Linux)
            setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
            // prctl takes a variable number of arguments, which Swift does not import; by its symbol it is called with
            // the five that the kernel reads; 4 is PR_SET_DUMPABLE.
            typealias Control = @convention(c) (Int32, UInt, UInt, UInt, UInt) -> Int32
            guard let symbol = dlsym(nil, "prctl") else { return }
            _ = unsafeBitCast(symbol, to: Control.self)(4, 0, 0, 0, 0)
        #else
            setrlimit(RLIMIT_CORE, &none)
        #endif
    }
}
