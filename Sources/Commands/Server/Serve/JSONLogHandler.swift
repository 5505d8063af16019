import Basics
import HTTPKit
import Logging

/// Writes the log as one JSON object a line: the time, the level, the message, and what else is known, by name.
struct JSONLogHandler: LogHandler {
    /// Members whose values are numbers.
    private static let numbers: Set<String> = ["status", "ms", "count"]
    /// The longest text of a member, in characters.
    private static let longest = 2000

    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.info
    private let clock: ServerClock
    private let write: @Sendable (String) -> Void

    /// A handler that gives each line to `write`.
    init(clock: ServerClock, write: @escaping @Sendable (String) -> Void) {
        self.clock = clock
        self.write = write
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        var members: [JSONValue.Member] = [
            .init("time", .string(clock.now().rfc3339)), .init("level", .string(event.level.rawValue)),
            .init("message", Self.text("\(event.message)")),
        ]
        var details = metadata.merging(event.metadata ?? [:]) { $1 }
        if let error = event.error { details["error"] = "\(error)" }
        for (key, value) in details.sorted(by: { $0.key < $1.key }) {
            // The name that the HTTP server has for the number of a request.
            let name = key == "hb.request.id" ? "request" : key
            members.append(.init(name, Self.value("\(value)", of: name)))
        }
        write(JSONValue.object(members).compactText)
    }

    private static func value(_ text: String, of name: String) -> JSONValue {
        guard numbers.contains(name) else { return Self.text(text) }
        if let number = Int64(text) { return .integer(number) }
        return Double(text).map { .number($0) } ?? Self.text(text)
    }

    private static func text(_ text: String) -> JSONValue {
        .string(text.count <= longest ? text : text.prefix(longest) + "…")
    }
}
