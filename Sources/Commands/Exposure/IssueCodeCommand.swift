import AccountService
import ArgumentParser
import Basics
import Exposure
import ExposureService
import HTTPKit

/// `cerca exposure issue-code`: makes a one-time code and prints it, beside a running server as well.
struct IssueCodeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "issue-code",
        abstract: "Make a code with which one person can report a positive test.",
        discussion: """
            It is printed once and kept nowhere, can be used once and holds for three days. The audit trail says that \
            the operator of the machine made it.
            """)

    @Option(help: "The server's database: sqlite:PATH or postgres://….")
    var database: String

    @OptionGroup
    var secrets: SecretKeyOptions

    @Option(
        help: "A file with the server's signing key; without it, the one that the database keeps, as for cerca serve.")
    var exposureKey: String?

    @Option(
        parsing: .unconditional,
        help: "Seconds by which the server's clock differs from the system's, ahead or behind; for tests.")
    var clockOffset: Int64 = 0

    @Option(
        help: ArgumentHelp(
            "The day on which symptoms began, in this machine's time zone; the report starts two days before it.",
            valueName: "2026-11-18"))
    var onset: String?

    @Flag(help: "Print one JSON object.")
    var json = false

    func validate() throws {
        _ = try CommandDatabase.url(database)
        guard onset == nil || onset.flatMap(DayText.day) != nil else {
            throw ValidationError("--onset must be a day such as 2026-11-18")
        }
    }

    func run() async throws {
        let code = try await CommandDatabase.use(database, secretKeyFile: secrets.file, mustExist: true) {
            database, url in
            let signer = try await ExposureKeyFile.signer(in: database, at: url, file: exposureKey)
            let service = ExposureService(
                database: database, clock: .system(offsetSeconds: clockOffset), signer: signer)
            let given = onset.flatMap(DayText.day).map { UTCDay(number: $0).civilDate }
            let now = ServerClock.system(offsetSeconds: clockOffset).now()
            // The day is one of this machine's calendar.
            let day = given.flatMap(PersonCalendar(now: now).onset)
            guard given == nil || day.map(service.canBeOnset) == true else {
                throw CommandFailure("--onset must be a day of the last \(PublishedKey.longestOnset)")
            }
            let issued = try await service.issueCode(by: .operatorOfTheMachine)
            if let day { try await service.setOnset(day, ofCode: issued.id) }
            return issued.code
        }
        print(json ? JSONValue.object(["code": .string(code)]).compactText : code)
    }
}
