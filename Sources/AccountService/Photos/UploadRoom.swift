import HTTPKit
import Synchronization

/// The photos that are arriving: their bytes are bounded in all, and an account sends one at a time.
///
/// What counts is what has arrived, not what may still come, so that slow senders take next to no room. When all of it is
/// taken, the upload that has held the most bytes for the longest gives way: accounts that send slowly, or send most of a
/// photo and stop, keep nobody else from sending one.
final class UploadRoom: Sendable {
    /// One upload.
    private final class Upload: Sendable {
        let begunAt = ContinuousClock.now
        let bytes = Mutex(0)
        let task = Mutex<Task<[UInt8], any Error>?>(nil)
    }

    private struct State {
        var uploads: [[UInt8]: Upload] = [:]
        var bytes = 0
    }

    private let most: Int
    private let state = Mutex(State())

    /// Room for so many bytes.
    init(bytes: Int) {
        most = bytes
    }

    /// The bytes that have arrived and were not worked on yet.
    var bytes: Int { state.withLock { $0.bytes } }

    /// Calls `body` with the bytes that `receive` takes in for `account`, and holds them until it returns.
    ///
    /// - Parameter receive: Takes in what is sent, and reports the number of bytes each time some have come.
    /// - Throws: `request.overloaded` when the account is sending one already; a `CancellationError` when the upload gives
    ///   way to others; what `receive` and `body` throw.
    func hold<Value>(
        for account: [UInt8],
        _ receive: @escaping @Sendable (_ taking: @escaping @Sendable (Int) throws -> Void) async throws -> [UInt8],
        _ body: ([UInt8]) async throws -> Value
    ) async throws -> Value {
        let upload = Upload()
        let isIn = state.withLock { state in
            guard state.uploads[account] == nil else { return false }
            state.uploads[account] = upload
            return true
        }
        guard isIn else { throw ServiceError.request(.overloaded) }
        defer { leave(account, upload) }
        let task = Task { try await receive { count in try self.take(count, upload) } }
        upload.task.withLock { $0 = task }
        let bytes = try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            task.cancel()
        }
        // What has arrived whole is worked on soon and gives way no longer.
        upload.task.withLock { $0 = nil }
        return try await body(bytes)
    }

    private func take(_ count: Int, _ upload: Upload) throws {
        let now = ContinuousClock.now
        upload.bytes.withLock { $0 += count }
        let tasks = state.withLock { state in
            state.bytes += count
            var excess = state.bytes - most
            guard excess > 0 else { return [Task<[UInt8], any Error>]() }
            /// An upload with its bytes and for how long they were held, as a product.
            let heaviest = state.uploads.values
                .map { upload in
                    let bytes = upload.bytes.withLock { $0 }
                    return (upload, bytes, (now - upload.begunAt) / .seconds(1) * Double(bytes))
                }
                .sorted { $0.2 > $1.2 }
            var tasks: [Task<[UInt8], any Error>] = []
            for (upload, bytes, _) in heaviest where excess > 0 {
                guard let task = upload.task.withLock({ $0 }) else { continue }
                tasks.append(task)
                excess -= bytes
            }
            return tasks
        }
        for task in tasks { task.cancel() }
        try Task.checkCancellation()
    }

    private func leave(_ account: [UInt8], _ upload: Upload) {
        state.withLock { state in
            state.uploads[account] = nil
            state.bytes -= upload.bytes.withLock { $0 }
        }
    }
}
