import Dispatch
import Logging
import Synchronization

/// A line for the log that may be due thousands of times a second: the first is written at once, and then one a second
/// with how many there were.
package final class RepeatedLine: Sendable {
    private struct State {
        var isQuiet = false
        var more = 0
        var last: Logger.Metadata = [:]
    }

    private let message: String
    private let level: Logger.Level
    private let state = Mutex(State())

    /// The line `message`.
    package init(_ message: String, level: Logger.Level) {
        self.message = message
        self.level = level
    }

    /// It happened `count` times; `metadata` says more about it, and is written of the last time in each second.
    package func tell(_ logger: Logger, _ metadata: Logger.Metadata, count: Int = 1) {
        let isFirst = state.withLock { state in
            if state.isQuiet {
                state.more += count
                state.last = metadata
            }
            defer { state.isQuiet = true }
            return !state.isQuiet
        }
        guard isFirst else { return }
        write(logger, metadata, count)
        wakeUp(logger)
    }

    private func wakeUp(_ logger: Logger) {
        DispatchQueue.global().asyncAfter(deadline: .now() + 1) { [self] in
            let (count, metadata) = state.withLock { state in
                defer {
                    state.isQuiet = state.more > 0
                    state.more = 0
                }
                return (state.more, state.last)
            }
            guard count > 0 else { return }
            write(logger, metadata, count)
            wakeUp(logger)
        }
    }

    private func write(_ logger: Logger, _ metadata: Logger.Metadata, _ count: Int) {
        logger.log(level: level, "\(message)", metadata: metadata.merging(["count": "\(count)"]) { $1 })
    }
}
