import API
import ArgumentParser
import Basics
import Exposure
import Phone
import Strings

/// `cerca exposure contacts`: how many contacts there were on which day, and nothing more.
struct ContactsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "contacts",
        abstract: "Tell how many contacts this device had on each day.",
        discussion: """
            A contact is an identifier that was near for a while. Everybody has a new one every 15 minutes, so that an \
            hour with one person makes about four.
            """)

    @OptionGroup var options: TracingOptions

    func run() async throws {
        let calendar = PersonCalendar(now: options.clock.now)
        let days: [(day: UTCDay, contacts: Int)] = await (try options.openIfPresent())?.tracer.contactDays ?? []
        for day in days {
            try OutputLines.write(
                options.json
                    ? JSONValue.object([
                        .init("day", .string(day.day.description)), .init("date", .string(calendar.date(day.day))),
                        .init("daysAgo", .integer(Int64(calendar.day(day.day).daysAgo))),
                        .init("contacts", .integer(Int64(day.contacts))),
                    ]).compactText
                    : "\(calendar.phrase(day.day).text)  \(day.contacts)")
        }
        if days.isEmpty, !options.json { try OutputLines.write(ExposureStrings.contactsNone.text) }
    }
}
