import ArgumentParser
import HTTPKit
import Logging

/// What is logged, and how it looks.
struct LogOptions: ParsableArguments {
    /// How a line of the log looks.
    enum Form: String, CaseIterable, ExpressibleByArgument {
        /// For people.
        case text
        /// One JSON object a line.
        case json
    }

    @Option(help: "The least that is logged: trace, debug, info, notice, warning, error or critical.")
    var logLevel = "notice"

    @Option(help: "How the log looks: text, or json for one object a line.")
    var logFormat = Form.text

    func validate() throws {
        guard Logger.Level(rawValue: logLevel) != nil else { throw ValidationError("--log-level: no such level") }
    }

    /// The log, on standard error.
    func logger(_ label: String) -> Logger {
        var logger = Logger(
            label: label,
            factory: { [logFormat] label in
                switch logFormat {
                case .text: StreamLogHandler.standardError(label: label)
                case .json: JSONLogHandler(clock: .system(), write: StandardError.write)
                }
            })
        logger.logLevel = Logger.Level(rawValue: logLevel) ?? .notice
        return logger
    }
}
