import Logging
import Synchronization
import Testing

@testable import HTTPKit

@Suite("A line that may be due thousands of times")
struct RepeatedLineTests {
    private final class Lines: Sendable {
        let kept = Mutex<[Logger.Metadata]>([])

        var counts: [Int] { kept.withLock { $0.compactMap { Int("\($0["count"] ?? "")") } } }

        var logger: Logger { Logger(label: "test", factory: { _ in Handler(lines: self) }) }

        struct Handler: LogHandler {
            let lines: Lines
            var metadata: Logger.Metadata = [:]
            var logLevel: Logger.Level = .trace

            subscript(metadataKey key: String) -> Logger.Metadata.Value? {
                get { metadata[key] }
                set { metadata[key] = newValue }
            }

            func log(event: LogEvent) {
                lines.kept.withLock { $0.append(event.metadata ?? [:]) }
            }
        }
    }

    @Test("is written at once, and then once a second with how many there were; none is forgotten")
    func counted() async throws {
        let (lines, line) = (Lines(), RepeatedLine("it failed", level: .error))
        for turn in 0..<1000 { line.tell(lines.logger, ["cause": "\(turn)"], count: 2) }
        #expect(lines.counts == [2])
        let deadline = ContinuousClock.now + .seconds(30)
        while lines.counts.reduce(0, +) < 2000, ContinuousClock.now < deadline {
            try await Task.sleep(for: .milliseconds(20))
        }
        #expect(lines.counts == [2, 1998])
        #expect(lines.kept.withLock { $0.last?["cause"] } == "999")
    }

    @Test("after a quiet second the next is written at once again")
    func again() async throws {
        let (lines, line) = (Lines(), RepeatedLine("it failed", level: .error))
        line.tell(lines.logger, [:])
        // The second in which nothing happens ends the quiet; only then the next is written without a wait.
        let deadline = ContinuousClock.now + .seconds(30)
        while lines.counts.count < 2, ContinuousClock.now < deadline {
            try await Task.sleep(for: .milliseconds(1200))
            line.tell(lines.logger, [:])
        }
        #expect(lines.counts == [1, 1])
    }
}
