import Crypto
import Foundation
import Vault

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The device's clock.
package enum DeviceMoment {
    /// What the device's clock says now.
    ///
    /// It goes on while the device sleeps. Nobody can set it, but on Linux any process can have a time namespace in
    /// which it is ahead: the namespace, with how far it is ahead, is part of the clock's name.
    package static func now() -> LockoutMoment {
        var running = timespec()
        clock_gettime(sleepingClock, &running)
        return LockoutMoment(
            clock: clock, sinceBootMilliseconds: Int64(running.tv_sec) * 1000 + Int64(running.tv_nsec) / 1_000_000)
    }

    #if os(Linux)
        private static var sleepingClock: clockid_t { CLOCK_BOOTTIME }

        /// A digest of the kernel's random identifier of this start (`proc_sys_kernel(5)`) and of the time namespace
        /// (`time_namespaces(7)`); empty when the kernel does not tell both.
        private static var clock: [UInt8] {
            guard let boot = text(of: "/proc/sys/kernel/random/boot_id"), let namespace else { return [] }
            return Array(SHA256.hash(data: Data(boot + [0] + namespace)))
        }

        /// The namespace's number and its offsets: a number may be given again once nobody is in the namespace.
        private static var namespace: [UInt8]? {
            let folder = open("/proc/self/ns", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
            guard folder >= 0 else { return nil }
            defer { close(folder) }
            guard isKernels(folder) else { return nil }
            guard let own = link("/proc/self/ns/time") else {
                // A kernel before 5.6 has no time namespaces.
                return link("/proc/self/ns/user") == nil ? nil : []
            }
            // The offsets that the kernel tells are those of the namespace that children will have.
            guard link("/proc/self/ns/time_for_children") == own, let offsets = text(of: "/proc/self/timens_offsets")
            else { return nil }
            return own + [0] + offsets
        }

        /// A file of the kernel's; nil when something else was put in its place.
        private static func text(of path: String) -> [UInt8]? {
            let descriptor = open(path, O_RDONLY | O_CLOEXEC)
            guard descriptor >= 0 else { return nil }
            defer { close(descriptor) }
            guard isKernels(descriptor) else { return nil }
            var text = [UInt8](repeating: 0, count: 256)
            let count = read(descriptor, &text, text.count)
            return count > 0 ? Array(text.prefix(count)) : nil
        }

        private static func link(_ path: String) -> [UInt8]? {
            var text = [UInt8](repeating: 0, count: 64)
            let count = text.withUnsafeMutableBytes { bytes in
                bytes.withMemoryRebound(to: CChar.self) { buffer in
                    buffer.baseAddress.map { readlink(path, $0, buffer.count) } ?? -1
                }
            }
            return count > 0 ? Array(text.prefix(count)) : nil
        }

        /// Whether a file is of the kernel's own file system of processes (`PROC_SUPER_MAGIC`).
        private static func isKernels(_ descriptor: Int32) -> Bool {
            // Swift does not import fstatfs; what it writes begins with the type, and has 120 bytes.
            typealias Query = @convention(c) (Int32, UnsafeMutableRawPointer) -> Int32
            guard let symbol = dlsym(nil, "fstatfs") else { return false }
            return withUnsafeTemporaryAllocation(byteCount: 256, alignment: 16) { system in
                guard let start = system.baseAddress,
                    unsafeBitCast(symbol, to: Query.self)(descriptor, start) == 0
                else { return false }
                return system.load(as: Int.self) == 0x9FA0
            }
        }
    #else
        private static var sleepingClock: clockid_t { CLOCK_MONOTONIC }

        private static var clock: [UInt8] {
            var text = [UInt8](repeating: 0, count: 64)
            var size = text.count
            guard sysctlbyname("kern.bootsessionuuid", &text, &size, nil, 0) == 0 else { return [] }
            return Array(text.prefix(min(size, LockoutMoment.clockLimit)))
        }
    #endif
}
