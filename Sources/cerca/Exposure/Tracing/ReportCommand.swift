import API
import ArgumentParser
import ExposureWire
import Foundation
import JSON
import Phone

/// `cerca exposure report`: tells those who were near that somebody tested positive, without saying who.
struct ReportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "report",
        abstract: "Report a positive test with the health authority's code.",
        discussion: """
            It publishes one day key of this device, the oldest of the last 14 days, so that everybody who was near is \
            warned. Then the keys are destroyed and tracing stops. When no answer comes, give the same code again.

            Everybody on this machine can read a code on the command line in the list of processes; without it, the \
            code is read from standard input.
            """)

    @OptionGroup var options: TracingOptions

    @Option(help: "The server; without it, the one that is known.")
    var server: String?

    @Argument(help: "The code: twelve digits, with spaces and hyphens as you like.")
    var code: [String] = []

    func validate() throws {
        if let server, URL(string: server)?.host == nil { throw ValidationError("--server must be a URL") }
        if !code.isEmpty, ReportCode(code.joined()) == nil { throw ValidationError("a code has twelve digits") }
    }

    func run() async throws {
        guard let desk = try options.openIfPresent() else {
            throw CommandFailure("there is nothing to report: tracing was never switched on here")
        }
        let settings = await desk.tracer.settings
        guard settings.state != .reported else { throw CommandFailure("this device has reported already") }
        guard let base = (server ?? settings.server?.base).flatMap({ URL(string: $0) }) else {
            throw CommandFailure("no server is known yet; name it with --server")
        }
        let code = try readCode()
        let clock = options.clock
        let reporter = Reporter(desk: desk, server: HTTPExposureServer(base: base), clock: { clock.now })
        let outcome: ReportOutcome
        do throws(TracingStoreError) { outcome = try await reporter.report(code) } catch {
            throw options.failure(error)
        }
        if options.json {
            try OutputLines.write(JSONValue.object([.init("outcome", .string(outcome.name))]).compactText)
        }
        if let reason = outcome.failure { throw CommandFailure(reason) }
        if !options.json {
            try OutputLines.write(
                "Reported. Those who were near will be warned within hours, without learning who you are.\n"
                    + "The keys of this device are destroyed and tracing has stopped.")
        }
    }

    private func readCode() throws -> ReportCode {
        if let given = ReportCode(code.joined()) { return given }
        if isatty(STDIN_FILENO) != 0 {
            FileHandle.standardError.write(Data("Code from the health authority: ".utf8))
        }
        guard let line = readLine(), let code = ReportCode(line) else {
            throw CommandFailure("a code has twelve digits")
        }
        return code
    }
}

extension ReportOutcome {
    /// The stable text of this outcome for programs.
    fileprivate var name: String {
        switch self {
        case .taken: "taken"
        case .refused: "refused"
        case .notUnderstood: "not_understood"
        case .unknown: "unknown"
        case .nothingToReport: "nothing_to_report"
        case .alreadyReported: "already_reported"
        }
    }

    /// Why it failed; nil when it did not.
    fileprivate var failure: String? {
        switch self {
        case .taken: nil
        case .refused: "the code was refused: it is wrong, used, or older than three days; nothing has changed"
        case .notUnderstood(let status): "the server did not understand (status \(status)); nothing has changed"
        case .unknown(let reason): "\(reason); whether the report arrived is not known: give the same code again"
        case .nothingToReport: "there is nothing to report: this device has no keys"
        case .alreadyReported: "this device has reported already"
        }
    }
}
