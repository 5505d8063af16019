import ArgumentParser
import Basics
import HTTPKit
import Logging
import Synchronization
import Testing

@testable import Commands

@Suite("The log as JSON")
struct JSONLogTests {
    private final class Lines: Sendable {
        let kept = Mutex<[String]>([])

        var logger: Logger {
            let clock = ServerClock { Timestamp(milliseconds: 1_700_000_000_250) }
            return Logger(label: "test") { _ in
                JSONLogHandler(clock: clock) { line in self.kept.withLock { $0.append(line) } }
            }
        }
    }

    @Test("is an object a line, with numbers where they are numbers")
    func line() throws {
        let lines = Lines()
        var logger = lines.logger
        logger[metadataKey: "hb.request.id"] = "17"
        logger.warning(
            "it \"failed\"\n{", metadata: ["status": "503", "ms": "1.25", "route": "GET /x", "count": "many"])
        let line = try #require(lines.kept.withLock { $0.first })
        #expect(!line.contains("\n"))
        let object = try JSONValue(parsing: Array(line.utf8))
        #expect(object["time"] == "2023-11-14T22:13:20.250Z" && object["level"] == "warning")
        #expect(object["message"] == "it \"failed\"\n{" && object["request"] == "17" && object["route"] == "GET /x")
        #expect(object["status"] == .integer(503) && object["ms"] == .number(1.25) && object["count"] == "many")
    }

    @Test("cuts what would have no end")
    func long() throws {
        let lines = Lines()
        lines.logger.error("it failed", metadata: ["cause": "\(String(repeating: "x", count: 100_000))"])
        let line = try #require(lines.kept.withLock { $0.first })
        #expect(line.utf8.count < 3000 && line.contains("x…"))
    }

    @Test("is asked for by name")
    func options() throws {
        #expect(try LogOptions.parse([]).logFormat == .text)
        let options = try LogOptions.parse(["--log-format", "json", "--log-level", "debug"])
        #expect(options.logFormat == .json && options.logger("x").logLevel == .debug)
        #expect(throws: (any Error).self) { try LogOptions.parse(["--log-format", "xml"]) }
        #expect(throws: (any Error).self) { try LogOptions.parse(["--log-level", "loud"]) }
    }
}
