import API
import ArgumentParser
import Basics
import Exposure
import Phone
import Strings

/// `cerca exposure sync`: fetches what was published and compares it.
struct SyncCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sync",
        abstract: "Fetch the published keys and compare them with this device's contacts.",
        discussion: """
            It asks for every batch since the last one, in order; each has to be signed by the server's known key. \
            Nothing of this device is sent.
            """)

    @OptionGroup var options: TracingOptions
    @OptionGroup var serverOptions: TracingServerOptions

    func run() async throws {
        let clock = options.clock
        let session = try options.openOrCreate()
        if await session.tracer.state == .never {
            // Nothing can have been met yet, but from now on nothing is missed.
            do { _ = try await session.switchOn(at: clock.now) } catch { throw options.failure(error) }
        }
        let report = try await serverOptions.synchroniser(session, clock: clock).synchronise()
        let calendar = PersonCalendar(now: clock.now)
        if options.json {
            let members = TracingLines.members(report, calendar)
            try OutputLines.write(JSONValue.object(members).compactText)
        } else if report.failure == nil || report.batches > 0 {
            try OutputLines.write(TracingLines.words(report, calendar))
        }
        if let failure = report.failure { throw CommandFailure(failure.phrase.text) }
    }
}
