import Dispatch
import HTTPKit
import Synchronization

/// Threads for work that takes long or much memory, such as password hashes and photos: it must neither hold up the tasks
/// that serve everybody else nor run more often at once than the machine can bear.
package final class BoundedWorkers: Sendable {
    private struct Work {
        var running = 0
        var waiting: [@Sendable () -> Void] = []
    }

    private let width: Int
    private let waitingLimit: Int
    private let work = Mutex(Work())
    private let queue: DispatchQueue

    /// At most `width` pieces of work at once, and at most `waitingLimit` more that wait for their turn.
    ///
    /// - Parameter label: What the threads are called, for whoever looks at them.
    package init(label: String, width: Int, waitingLimit: Int) {
        self.queue = DispatchQueue(label: label, attributes: .concurrent)
        self.width = max(1, width)
        self.waitingLimit = waitingLimit
    }

    /// What `body` gives on a thread of its own; refused when too many wait already.
    package func run<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async throws(ServiceError) -> Value {
        let value: Value? = await withCheckedContinuation { continuation in
            let taken = take { continuation.resume(returning: body()) }
            if !taken { continuation.resume(returning: nil) }
        }
        guard let value else { throw .request(.overloaded) }
        return value
    }

    /// Begins `job` or lets it wait; false when there is no room.
    private func take(_ job: @escaping @Sendable () -> Void) -> Bool {
        let starts: Bool? = work.withLock { work in
            if work.running < width {
                work.running += 1
                return true
            }
            guard work.waiting.count < waitingLimit else { return nil }
            work.waiting.append(job)
            return false
        }
        if starts == true { queue.async { self.work(from: job) } }
        return starts != nil
    }

    /// Does `job` and then, on the same thread, whatever waits.
    private func work(from job: @Sendable () -> Void) {
        job()
        while let next = nextJob() { next() }
    }

    private func nextJob() -> (@Sendable () -> Void)? {
        work.withLock { work in
            if work.waiting.isEmpty {
                work.running -= 1
                return nil
            }
            return work.waiting.removeFirst()
        }
    }
}
