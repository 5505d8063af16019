import API
import ArgumentParser
import Basics
import Exposure
import Foundation
import Phone
import Strings

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

    private var calendar: PersonCalendar { PersonCalendar(now: options.clock.now) }

    private func members(_ tracer: Tracer?) -> [JSONValue.Member] {
        func text(_ value: String?) -> JSONValue { value.map { .string($0) } ?? .null }
        let settings = tracer?.settings
        let contacts = (tracer?.contactDays ?? []).reduce(0) { $0 + $1.contacts }
        return [
            .init("state", .string(Self.name(tracer?.state ?? .never))),
            .init("since", text(settings?.since?.description)),
            .init("contacts", .integer(Int64(contacts))),
            .init("exposureDays", .array((tracer?.exposureDays ?? []).map { TracingLines.json($0, calendar) })),
            .init("notices", .array((settings?.notices ?? []).map { TracingLines.json($0, calendar) })),
            .init("gaps", TracingLines.json(settings?.gaps ?? [])),
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
            return ExposureStrings.statusNever(file: options.file.path).text
        }
        let settings = tracer.settings
        var lines = [state(tracer.state, since: settings.since)]
        let contacts = tracer.contactDays.reduce(0) { $0 + $1.contacts }
        lines.append(
            contacts == 0 ? ExposureStrings.statusNoContacts : ExposureStrings.statusContacts(number: contacts))
        for day in tracer.exposureDays {
            let (exposure, found) = (day.phrase(in: calendar), calendar.date(day.foundOn))
            let count = calendar.day(day.day).daysAgo
            lines.append(
                count == 0
                    ? ExposureStrings.statusExposureToday(exposure: exposure, found: found)
                    : ExposureStrings.statusExposure(exposure: exposure, count: count, found: found))
        }
        if tracer.exposureDays.isEmpty { lines.append(ExposureStrings.statusNoExposure) }
        if let last = settings.lastSync.map(calendar.date(of:)) {
            lines.append(
                tracer.state == .reported
                    ? ExposureStrings.statusFetched(day: last) : ExposureStrings.statusCompared(day: last))
        } else {
            lines.append(ExposureStrings.statusNeverCompared)
        }
        lines += TracingLines.gaps(settings.gaps)
        if settings.pendingReport != nil { lines.append(ExposureStrings.statusPending) }
        return lines.map(\.text).joined(separator: "\n")
    }

    private func state(_ state: TracingState, since day: UTCDay?) -> Phrase {
        switch (state, day.map(calendar.date)) {
        case (.on, let day?): ExposureStrings.statusOnSince(day: day)
        case (.on, nil): ExposureStrings.statusOn
        case (.off, let day?): ExposureStrings.statusOffSince(day: day)
        case (.off, nil): ExposureStrings.statusOff
        default: ExposureStrings.statusReported
        }
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
