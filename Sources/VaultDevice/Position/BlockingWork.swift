import Dispatch
import Synchronization

/// Runs work that waits for the outside world on a thread that may wait.
///
/// Reading a line or a socket with `poll` needs no event loop, so that a command that asks for one position starts
/// none; but the threads of Swift's tasks must not wait.
enum BlockingWork {
    private static let queue = DispatchQueue(label: "cerca.position", attributes: .concurrent)

    /// Runs `body`, which looks at the flag now and then and stops when the task that waits has ended.
    static func run<Value: Sendable, Failure: Error>(
        _ body: @escaping @Sendable (StopFlag) throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let flag = StopFlag()
        let result: Result<Value, Failure> = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                queue.async {
                    continuation.resume(returning: Result { () throws(Failure) in try body(flag) })
                }
            }
        } onCancel: {
            flag.raise()
        }
        return try result.get()
    }
}

/// Says that nobody waits for the result any more.
final class StopFlag: Sendable {
    private let raised = Atomic(false)

    var isRaised: Bool { raised.load(ordering: .relaxed) }

    func raise() {
        raised.store(true, ordering: .relaxed)
    }
}
