import Logging
import Synchronization

/// Keeps every line that is logged, whatever its level.
package final class Log: Sendable {
    private let kept = Mutex<[(level: Logger.Level, line: String)]>([])

    package init() {}

    package var lines: [(level: Logger.Level, line: String)] { kept.withLock { $0 } }

    package var logger: Logger {
        var logger = Logger(label: "test", factory: { _ in Handler(log: self) })
        logger.logLevel = .trace
        return logger
    }

    private struct Handler: LogHandler {
        let log: Log
        var metadata: Logger.Metadata = [:]
        var logLevel: Logger.Level = .trace

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            let all = metadata.merging(event.metadata ?? [:]) { $1 }
            log.kept.withLock { $0.append((event.level, "\(event.message) \(all)")) }
        }
    }
}
