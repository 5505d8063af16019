import API
import ArgumentParser
import Basics
import ExposureWire
import Foundation
import Phone
import Strings

/// `cerca exposure report`: tells those who were near that somebody tested positive, without saying who.
struct ReportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "report",
        abstract: "Report a positive test with the health authority's code.",
        discussion: """
            It publishes one day key of this device, the oldest of the last 14 days, so that everybody who was near is \
            warned. Then the keys are destroyed, and nothing is sent by radio any more. When no answer comes, give the \
            same code again. Let `cerca exposure run` go on afterwards: it fetches and sends decoys as before, so that \
            nobody on the network sees that this was a report.

            Everybody on this machine can read a code on the command line in the list of processes; without it, the \
            code is read from standard input.
            """)

    @OptionGroup var options: TracingOptions

    @Option(help: "The server; without it, the one that is known.")
    var server: String?

    @Flag(
        help: """
            Also tell the venue in which of its shops this device proved to be on which of the last 14 days, each by \
            itself at a random time within a day and without a name (cerca phone --venue-days remembers them).
            """)
    var venueDays = false

    @Argument(help: "The code: twelve digits, with spaces and hyphens as you like.")
    var code: [String] = []

    func validate() throws {
        if let server, URL(string: server)?.host == nil { throw ValidationError("--server must be a URL") }
        guard !code.isEmpty else { return }
        switch ReportCodeReading(code.joined(separator: " ")) {
        case .code, .meant: break
        case .missing, .unclear: throw ValidationError("a code has twelve digits")
        }
    }

    func run() async throws {
        guard let session = try options.openIfPresent() else {
            throw CommandFailure(ExposureStrings.reportNothing.text)
        }
        let settings = await session.tracer.settings
        guard settings.state != .reported else { throw CommandFailure(ExposureStrings.reportAlready.text) }
        guard let base = (server ?? settings.server?.base).flatMap({ URL(string: $0) }) else {
            throw CommandFailure(ExposureStrings.serverUnknown.text)
        }
        guard !venueDays || settings.venueDays.isOn else {
            throw CommandFailure(ExposureStrings.reportNoVenueDays.text)
        }
        let code = try readCode(isChecked: settings.server?.codesHaveCheckDigit == true)
        let clock = options.clock
        let exposureServer = HTTPExposureServer(base: base)
        let reporter = Reporter(
            session: session, server: exposureServer, venueDays: exposureServer, clock: { clock.now })
        let outcome: ReportOutcome
        do throws(TracingStoreError) { outcome = try await reporter.report(code, tellsVenueDays: venueDays) } catch {
            throw options.failure(error)
        }
        if options.json {
            var members = outcome.members
            if venueDays { members.append(.init("venueDays", .integer(Int64(await toTell(session))))) }
            try OutputLines.write(JSONValue.object(members).compactText)
        }
        if let reason = outcome.failure { throw CommandFailure(reason.text) }
        if !options.json {
            try OutputLines.write(ExposureStrings.reportDone.text)
            if venueDays {
                let count = await toTell(session)
                let told =
                    count == 0 ? ExposureStrings.reportNoVenueToTell : ExposureStrings.reportVenueDays(count: count)
                try OutputLines.write(told.text)
            }
        }
    }

    /// How many shops and days wait to be told.
    private func toTell(_ session: TracingSession) async -> Int {
        await session.tracer.settings.venueDays.waiting.count { !$0.isFake }
    }

    private func readCode(isChecked: Bool) throws -> ReportCode {
        let isTyped = isatty(STDIN_FILENO) != 0
        var text = code.joined(separator: " ")
        if code.isEmpty {
            if isTyped { StandardError.writePart(ExposureStrings.reportAskCode.text + " ") }
            text = readLine() ?? ""
        }
        let found: ReportCode
        switch ReportCodeReading(text) {
        case .code(let code): found = code
        case .meant(let code):
            // Letters are never taken for digits without asking.
            let shown = code.grouped
            guard isTyped else { throw CommandFailure(ExposureStrings.reportMeant(code: shown).text) }
            guard Terminal.confirms(ExposureStrings.reportAskMeant(code: shown).text) else {
                throw CommandFailure(ExposureStrings.reportBadCode.text)
            }
            found = code
        case .missing, .unclear: throw CommandFailure(ExposureStrings.reportBadCode.text)
        }
        guard !isChecked || found.hasRightCheckDigit else { throw CommandFailure(ExposureStrings.reportMistyped.text) }
        return found
    }
}

extension ReportCode {
    /// The digits in groups of four, for the person whose code it is.
    fileprivate var grouped: String {
        stride(from: 0, to: Self.length, by: 4).map { start in
            String(digits.dropFirst(start).prefix(4))
        }.joined(separator: " ")
    }
}

extension ReportOutcome {
    /// This outcome for programs: its name, and when to try again if that is told.
    fileprivate var members: [JSONValue.Member] {
        var members: [JSONValue.Member] = [.init("outcome", .string(name))]
        if case .later(let seconds) = self { members.append(.init("retryAfterSeconds", .integer(Int64(seconds)))) }
        return members
    }

    private var name: String {
        switch self {
        case .taken: "taken"
        case .refused: "refused"
        case .later: "later"
        case .notUnderstood: "not_understood"
        case .unknown: "unknown"
        case .nothingToReport: "nothing_to_report"
        case .alreadyReported: "already_reported"
        }
    }

    /// Why it failed; nil when it did not.
    fileprivate var failure: Phrase? {
        switch self {
        case .taken: nil
        case .refused: ExposureStrings.reportRefused
        case .later(let seconds): ExposureStrings.reportLater(minutes: (seconds + 59) / 60)
        case .notUnderstood(let status): ExposureStrings.reportNotUnderstood(status: status)
        case .unknown(let reason): ExposureStrings.reportUnknown(reason: reason)
        case .nothingToReport: ExposureStrings.reportNoKeys
        case .alreadyReported: ExposureStrings.reportAlready
        }
    }
}
