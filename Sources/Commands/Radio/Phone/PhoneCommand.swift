import API
import ArgumentParser
import Basics
import Foundation
import Logging
import Phone
import Radio
import Strings
import Synchronization

/// `cerca phone`: a phone without a screen, on a controller, against a server.
package struct PhoneCommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "phone",
        abstract: "Be a phone: hear beacons, prove visits, receive offers.",
        discussion: """
            What could not be sent waits in the outbox and goes out when the server is back. A code is good for about \
            two minutes, so after a longer time without the server its answer is presence.stale.

            What the server said last is kept beside the outbox, so that from the second start on the phone needs no \
            server: it says so, and goes on asking for it.

            Lines on standard input are orders: `where` (or an empty line) asks where you are, `screen off` and `screen \
            on` say how the screen is, which is on at first.

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

    @Flag(
        help: """
            Help the venue to keep its radio map true: tell it once a day at most, anonymously and at any instant of the \
            next day, by how many decibels one beacon was heard otherwise than the map says. It learns neither who you \
            are, nor at what time you were there, nor where in it.
            """)
    var refineMap = false

    @Flag(inversion: .prefixedNo, help: "Tell when a region is entered.")
    var notifyEntry = true

    @Flag(inversion: .prefixedNo, help: "Tell when a region is left.")
    var notifyExit = true

    @Flag(help: "Tell of regions only while the screen is on, and how they stand when it wakes.")
    var whileScreenOn = false

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
        let files = PhoneFiles(outbox: outbox, email: email, server: server)
        let account = PhoneAccount(
            base: base, email: email, password: try readPassword(), signsUp: signUp, majors: try majors(),
            now: Controller.systemClock)
        let keeping = KeptAnswersFile(file: files.url("kept", "json"), email: email, server: server)
        let connection = PhoneConnection(account: account, file: keeping)
        do {
            let (known, isConnected) = try await start(connection, keeping)
            let choices = try majors().map { known.shops($0) } ?? known.choices
            // Who names shops lets no others know from now on, although the server may hear of it later.
            let terms = known.terms(of: choices)
            let phone = Phone(
                transport: try RadioRun.transport(hci), server: account, tracing: try await tracing(),
                counting: PhoneCounting(
                    venues: known.venues, terms: terms, account: account, anonymous: UnlinkedServer(base: base),
                    diary: files.url("habits", "json"), store: PresentationStore(file: files.url("reports", "json")),
                    refinement: MapRefinement(isAgreed: refineMap, file: files.url("refinement", "json"))),
                stays: PhoneStays(
                    venues: known.venues, terms: terms, account: account, anonymous: UnlinkedServer(base: base),
                    records: StayRecords(file: files.url("stays", "json"))),
                now: Controller.systemClock,
                logger: Logger(label: "cerca.phone", factory: { _ in SwiftLogNoOpLogHandler() }))
            let core = PhoneCore(venues: known.venues, choices: choices)
            let waiting = Outbox(file: files.outbox)
            let notices = RegionNotices(onEntry: notifyEntry, onExit: notifyExit, whileScreenIsOn: whileScreenOn)
            if !json { DeviceStrings.phoneListening(transport: "\(hci)", count: choices.count).say() }
            if !json, refineMap { DeviceStrings.phoneRefiningMap.say() }
            let (inputs, input) = AsyncStream<PhoneInput>.makeStream(bufferingPolicy: .bufferingOldest(1000))
            PhoneOrders.read { input.yield($0) }
            let changes = Mutex(PlaceChanges())
            let tell: @Sendable (PhoneEvent) throws -> Void = { [json] event in
                guard json || changes.withLock({ $0.isNews(event) }) else { return }
                try Self.show(event, json: json)
            }
            try await RadioRun.run(seconds: seconds) {
                try await withThrowingTaskGroup(of: Void.self) { group in
                    group.addTask {
                        try await phone.run(
                            core: core, outbox: waiting, notices: notices, inputs: inputs, emit: tell)
                    }
                    group.addTask {
                        try await connection.run(from: known, isConnected: isConnected) { input.yield($0) }
                    }
                    defer { group.cancelAll() }
                    try await group.next()
                }
            }
        } catch let failure as PhoneAccountFailure {
            throw CommandFailure(failure.words)
        }
    }

    /// What the phone begins with: what was kept, or on a first start what the server says, and then nothing works without
    /// it.
    private func start(
        _ connection: PhoneConnection, _ keeping: KeptAnswersFile
    ) async throws -> (known: ServerAnswers, isConnected: Bool) {
        switch keeping.read() {
        case .kept(let known): return (known, false)
        case .nothing: break
        case .unusable(let fault):
            if json {
                try OutputLines.write(PhoneEventLines.json(fault, at: Controller.systemClock()).compactText)
            } else {
                PhoneEventLines.words(fault).say()
            }
        }
        do {
            return (try await connection.begin(), true)
        } catch PhoneAccountFailure.unreachable(let reason) {
            throw CommandFailure(DeviceStrings.phoneNothingKept(reason: reason).text)
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

    private static func show(_ event: PhoneEvent, json: Bool) throws {
        let now = Controller.systemClock()
        let line = json ? PhoneEventLines.json(event, at: now).compactText : PhoneEventLines.words(event, at: now)
        if let line { try OutputLines.write(line) }
    }

    package init() {}
}

extension PhoneAccountFailure {
    /// The reason in words, for one line on standard error.
    fileprivate var words: String {
        switch self {
        case .unreachable(let reason): reason
        case .refused(let code): DeviceStrings.phoneRefused(code: code).text
        case .noShop(let major): DeviceStrings.phoneNoShop(shop: "\(major)").text
        }
    }
}
