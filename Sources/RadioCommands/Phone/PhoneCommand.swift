import API
import ArgumentParser
import CommandOutput
import ControllerRun
import Encodings
import ExposureCommands
import Foundation
import Logging
import Phone
import Radio
import Strings
import Synchronization
import Time

/// `cerca phone`: a phone without a screen, on a controller, against a server.
package struct PhoneCommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "phone",
        abstract: "Be a phone: hear beacons, prove visits, receive offers.",
        discussion: """
            What could not be sent waits in the outbox and goes out when the server is back. A code is good for about \
            two minutes, so after a longer time without the server its answer is presence.stale.

            With --exposure-store it traces in the same scan. What is published is compared by `cerca exposure sync`, \
            over a connection of its own: an account's connection would join what tracing keeps apart.
            """)

    @Option(help: "The controller: tcp:HOST:PORT, serial:/dev/tty…,BAUD or hci0.")
    var hci: String

    @Option(help: "The server, for example http://127.0.0.1:8080.")
    var server: String

    @Option(help: "The account's e-mail address.")
    var email: String

    @Option(help: "A file whose first line is the password.")
    var passwordFile: String

    @Flag(help: "Make the account first.")
    var signUp = false

    @Option(help: "Choose these shops, by major and separated by commas; without it the account's choices stay.")
    var shops: String?

    @Option(help: "Stop after this many seconds; without it, run until interrupted.")
    var seconds: Double?

    @Option(help: "The file in which sightings wait that could not be sent.")
    var outbox: String?

    @Option(
        help: ArgumentHelp("Trace as well, in the same scan, with this store of `cerca exposure`.", valueName: "file"))
    var exposureStore: String?

    @Flag(
        help: """
            Remember in that store, sealed and for 14 days, in which shops a visit was proved on which day, so that a \
            report can tell the venue if you agree then (cerca exposure report --venue-days).
            """)
    var venueDays = false

    @Flag(help: "Print one JSON object a line.")
    var json = false

    package func validate() throws {
        guard URL(string: server)?.host != nil else { throw ValidationError("--server must be a URL") }
        _ = try RadioRun.transport(hci)
        _ = try majors()
        if venueDays, exposureStore == nil { throw ValidationError("--venue-days needs --exposure-store") }
        if let seconds, !(seconds > 0) { throw ValidationError("--seconds must be positive") }
    }

    package func run() async throws {
        guard let base = URL(string: server) else { return }
        let password = try readPassword()
        let anonymous = HTTPPhoneServer(base: base)
        do {
            let account =
                signUp
                ? try await anonymous.signUp(email: email, password: password)
                : try await anonymous.signIn(email: email, password: password)
            let venues = try await account.venues()
            let choices = try await chooseShops(of: venues, at: account)
            let terms = try await account.terms()
            let phone = Phone(
                transport: try RadioRun.transport(hci), server: account, tracing: try await tracing(),
                counting: PhoneCounting(
                    venues: venues, terms: terms, account: account, anonymous: UnlinkedServer(base: base),
                    diary: ownFile("habits", "json"), store: PresentationStore(file: ownFile("reports", "json"))),
                stays: PhoneStays(
                    venues: venues, terms: terms, account: account, anonymous: UnlinkedServer(base: base),
                    records: StayRecords(file: ownFile("stays", "json"))),
                now: Controller.systemClock,
                logger: Logger(label: "cerca.phone", factory: { _ in SwiftLogNoOpLogHandler() }))
            let core = PhoneCore(venues: venues, choices: choices)
            let waiting = Outbox(file: outbox.map { URL(filePath: $0) } ?? ownFile("outbox", "jsonl"))
            if !json { DeviceStrings.phoneListening(transport: "\(hci)", count: choices.count).say() }
            let changes = Mutex(PlaceChanges())
            try await RadioRun.run(seconds: seconds) { [json] in
                try await phone.run(core: core, outbox: waiting) { event in
                    guard json || changes.withLock({ $0.isNews(event) }) else { return }
                    try Self.show(event, json: json)
                }
            }
        } catch let error as PhoneServerError {
            throw CommandFailure(error.words)
        }
    }

    /// Tracing as its store has it; whether it is on was decided elsewhere.
    private func tracing() async throws -> TracingSession? {
        guard let exposureStore else { return nil }
        do throws(TracingStoreError) {
            let session = try TracingSession(
                store: try TracingDatabase.open(
                    file: URL(filePath: exposureStore), keys: FileKeyStore.standard, now: Controller.systemClock()))
            if venueDays { try await session.take { $0.rememberVenueDays(true) } }
            return session
        } catch {
            throw CommandFailure("\(exposureStore): \(error.phrase.text)")
        }
    }

    private func majors() throws -> [UInt16]? {
        try shops.map { list in
            try list.split(separator: ",").map { text in
                guard let major = UInt16(text) else { throw ValidationError("--shops takes numbers, not '\(text)'") }
                return major
            }
        }
    }

    private func readPassword() throws -> String {
        guard let text = try? String(contentsOfFile: passwordFile, encoding: .utf8),
            let line = text.split(separator: "\n", omittingEmptySubsequences: false).first
        else { throw CommandFailure(DeviceStrings.phonePasswordFile(file: passwordFile).text) }
        return String(line)
    }

    private func chooseShops(
        of venues: [PhoneVenue], at account: HTTPPhoneServer
    ) async throws -> Set<ChosenShop> {
        guard let majors = try majors() else { return try await account.choices() }
        let wanted = majors.flatMap { major in
            venues.filter { $0.shops[major] != nil }.map { ChosenShop(venue: $0.uuid, major: major) }
        }
        if let unknown = majors.first(where: { major in !wanted.contains { $0.major == major } }) {
            throw CommandFailure(DeviceStrings.phoneNoShop(shop: "\(unknown)").text)
        }
        return try await account.choose(Set(wanted))
    }

    /// A file for each account and server, in the user's data directory; nil, which is memory, when there is none.
    ///
    /// Whoever names the file of the outbox has the others beside it.
    private func ownFile(_ purpose: String, _ suffix: String) -> URL? {
        if let outbox { return URL(filePath: outbox).appendingPathExtension("\(purpose).\(suffix)") }
        guard
            let data = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask).first,
            case let folder = data.appending(path: "cerca"),
            (try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)) != nil
        else { return nil }
        let name = "\(email)@\(server)".map { $0.isLetter || $0.isNumber ? $0 : "-" }
        return folder.appending(path: "\(purpose)-\(String(name)).\(suffix)")
    }

    private static func show(_ event: PhoneEvent, json: Bool) throws {
        let now = Controller.systemClock()
        let line = json ? PhoneEventLines.json(event, at: now).compactText : PhoneEventLines.words(event, at: now)
        if let line { try OutputLines.write(line) }
    }

    package init() {}
}

extension PhoneServerError {
    /// The reason in words, for one line on standard error.
    fileprivate var words: String {
        switch self {
        case .unreachable(let reason): reason
        case .refused(let code): DeviceStrings.phoneRefused(code: "\(code)").text
        }
    }
}
