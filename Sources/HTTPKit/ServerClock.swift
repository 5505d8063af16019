import Basics

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// What time it is for the server: the system's clock, one that is offset from it, or a simulation's.
package struct ServerClock: Sendable {
    private let read: @Sendable () -> Timestamp

    /// A clock that asks `now` each time.
    package init(_ now: @escaping @Sendable () -> Timestamp) {
        self.read = now
    }

    /// The system's clock moved by `offsetSeconds`, back when negative.
    package static func system(offsetSeconds: Int64 = 0) -> ServerClock {
        ServerClock {
            var time = timespec()
            clock_gettime(CLOCK_REALTIME, &time)
            let milliseconds = Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
            return Timestamp(milliseconds: milliseconds).advanced(bySeconds: offsetSeconds)
        }
    }

    /// The instant that it shows.
    package func now() -> Timestamp {
        read()
    }
}
