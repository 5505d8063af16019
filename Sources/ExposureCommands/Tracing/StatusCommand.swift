import API
import ArgumentParser
import CommandOutput
import Encodings
import Exposure
import Foundation
import Phone
import Time

/// `cerca exposure status`: how tracing on this device stands.
struct StatusCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Tell how tracing on this device stands, and what it keeps.")

    @OptionGroup var options: TracingOptions

    func run() async throws {
        let session = try options.openIfPresent()
        let tracer: Tracer? = await session?.tracer
        if options.json {
            try OutputLines.write(JSONValue.object(members(tracer)).compactText)
        } else {
            try OutputLines.write(words(tracer))
        }
    }

    private var today: UTCDay { UTCDay(containing: options.clock.now) }

    private func members(_ tracer: Tracer?) -> [JSONValue.Member] {
        func text(_ value: String?) -> JSONValue { value.map { .string($0) } ?? .null }
        let settings = tracer?.settings
        let contacts = (tracer?.contactDays ?? []).reduce(0) { $0 + $1.contacts }
        return [
            .init("state", .string(Self.name(tracer?.state ?? .never))),
            .init("since", text(settings?.since?.description)),
            .init("contacts", .integer(Int64(contacts))),
            .init("exposureDays", .array((tracer?.exposureDays ?? []).map { TracingLines.json($0, today: today) })),
            .init("notices", .array((settings?.notices ?? []).map(TracingLines.json))),
            .init("lastSync", text(settings?.lastSync?.rfc3339)), .init("nextSync", text(settings?.nextSync?.rfc3339)),
            .init("server", text(settings?.server?.base)),
            .init("riskRule", settings?.riskParameters.map { .integer(Int64($0.version)) } ?? .null),
            .init("reportPending", .boolean(settings?.pendingReport != nil)),
            .init("venueDays", .integer(Int64(settings?.venueDays.places.count ?? 0))),
            .init("venueDaysToTell", .integer(Int64(settings?.venueDays.waiting.count { !$0.isFake } ?? 0))),
            .init("store", .string(options.file.path)),
        ]
    }

    private func words(_ tracer: Tracer?) -> String {
        guard let tracer, tracer.state != .never else {
            return """
                Tracing has never been switched on here. Begin with:
                  cerca exposure run --hci TRANSPORT --server URL

                What it does: this device sends a random identifier by Bluetooth, another one every 15 minutes, and
                remembers the identifiers of devices that were near. If somebody tests positive and reports it, the key
                from which their identifiers came is published, and your device finds out by itself whether it was near.

                What is kept, sealed, in \(options.file.path):
                  own keys, contacts by day, and what was found, for 21 days; the key to it lies in another folder.
                What is never sent: whom you met, where you were, who you are. Only a report sends anything of yours,
                one day key, and only when you type a code from the health authority.
                """
        }
        let settings = tracer.settings
        var lines: [String] = []
        let since = settings.since.map { " since \($0)" } ?? ""
        switch tracer.state {
        case .on: lines.append("Tracing is on\(since).")
        case .off: lines.append("Tracing is off\(since). Switch it on with: cerca exposure on")
        default:
            lines.append(
                "You reported a positive test\(settings.since.map { " on \($0)" } ?? ""). "
                    + "The keys are destroyed, and nothing is sent by radio or collected. Published keys are still "
                    + "fetched, thrown away, and decoys sent, so that nobody on the network sees that you reported: let "
                    + "it run for two weeks before `cerca exposure delete` makes a new beginning.")
        }
        let contacts = tracer.contactDays.reduce(0) { $0 + $1.contacts }
        lines.append(
            contacts == 0
                ? "No contacts are kept." : "Contacts kept, each for 21 days: \(contacts) (cerca exposure contacts).")
        for day in tracer.exposureDays {
            lines.append(
                "Possible infection on \(TracingLines.words(day)), \(today.days(since: day.day)) days ago; "
                    + "found on \(day.foundOn).")
        }
        if tracer.exposureDays.isEmpty { lines.append("No possible infection is known.") }
        if let last = settings.lastSync {
            let verb = tracer.state == .reported ? "fetched" : "compared"
            lines.append("Published keys were last \(verb) on \(UTCDay(containing: last)).")
        } else {
            lines.append("Published keys were never compared so far: cerca exposure sync --server URL")
        }
        if settings.pendingReport != nil {
            lines.append("A report was begun and not answered. Send the same code again: cerca exposure report")
        }
        return lines.joined(separator: "\n")
    }

    private static func name(_ state: TracingState) -> String {
        switch state {
        case .never: "never"
        case .on: "on"
        case .off: "off"
        case .reported: "reported"
        }
    }
}
