import Foundation

/// Threads of our own for what blocks, so that Swift's cooperative pool never does.
enum WorkerThread {
    /// Starts a thread that runs `body` once; the system knows it by the first 15 bytes of its name.
    static func start(_ name: String, _ body: @escaping @Sendable () -> Void) {
        Thread {
            // On Linux a thread has to say it itself, and a longer name is none.
            Thread.current.name = String(name.prefix(15))
            body()
        }.start()
    }

    /// Lets the calling thread have a processor only when others want none: on Linux this is of one thread alone.
    static func giveWay() {
        #if canImport(Glibc)
            _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 10)
        #endif
    }

    /// Runs `body` on a thread of its own and returns its value.
    static func run<Value: Sendable>(
        _ name: String, _ body: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            start(name) { continuation.resume(with: Result { try body() }) }
        }
    }
}
