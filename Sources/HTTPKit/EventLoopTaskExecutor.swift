import NIOCore

/// Runs the tasks that answer a connection's requests on the thread that reads and writes it.
///
/// So a request changes threads only where it waits for something, such as the database, and not at each step between
/// socket and handler. What takes long has threads of its own, or it would hold up the thread's other connections.
final class EventLoopTaskExecutor: TaskExecutor {
    private let eventLoop: any EventLoop

    init(_ eventLoop: any EventLoop) {
        self.eventLoop = eventLoop
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        eventLoop.execute { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
