import Foundation
import Time
import Vault

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The device's clocks.
public enum DeviceMoment {
    /// What the device's clocks say now.
    ///
    /// The clock since the start goes on while the device sleeps, and nobody can set it. Where the system does not say
    /// which start it is, all starts count as one, and the clock since the start decides alone.
    public static func now() -> LockoutMoment {
        var wall = timespec()
        clock_gettime(CLOCK_REALTIME, &wall)
        var running = timespec()
        clock_gettime(sleepingClock, &running)
        return LockoutMoment(
            bootID: bootID, sinceBootMilliseconds: milliseconds(running),
            wall: Timestamp(milliseconds: milliseconds(wall)))
    }

    #if os(Linux)
        private static var sleepingClock: clockid_t { CLOCK_BOOTTIME }

        /// The kernel's random identifier of this start (`proc_sys_kernel(5)`).
        private static var bootID: [UInt8] {
            let descriptor = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC)
            guard descriptor >= 0 else { return [] }
            defer { close(descriptor) }
            var text = [UInt8](repeating: 0, count: LockoutMoment.bootIDLimit)
            let count = read(descriptor, &text, text.count)
            return Array(text.prefix(max(0, count)))
        }
    #else
        private static var sleepingClock: clockid_t { CLOCK_MONOTONIC }

        private static var bootID: [UInt8] {
            var text = [UInt8](repeating: 0, count: 64)
            var size = text.count
            guard sysctlbyname("kern.bootsessionuuid", &text, &size, nil, 0) == 0 else { return [] }
            return Array(text.prefix(LockoutMoment.bootIDLimit))
        }
    #endif

    private static func milliseconds(_ time: timespec) -> Int64 {
        Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }
}
