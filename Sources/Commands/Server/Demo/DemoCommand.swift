import AccountService
import Accounts
import ArgumentParser
import Basics
import ExposureService
import ExposureWire
import Foundation
import HTTPKit
import InboxService
import Logging
import Loyalty
import LoyaltyService
import MarketService
import NIOCore
import Network
import ServerApp
import ServiceKit
import ServiceLifecycle
import Simulation
import Storage
import Strings
import UnixSignals

/// `cerca demo`: a server, and a simulated shopping centre full of phones that use it.
package struct DemoCommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "demo",
        abstract: "Watch a simulated shopping centre: visitors, phones, beacons and attackers.",
        discussion: """
            The same seed lives the same day again, whether or not somebody watches it. Guests who join from the page \
            are the one thing that no seed repeats; the report leaves them out. Their phones warn and are warned like \
            the others, in an air of their own, and are counted apart. Whoever signs up gets a purse of play money and \
            points for the market at /market, where there was trade on the days before.

            The centre is open from 10:00 to 22:00. The nights are passed over, and count as simulated seconds.
            """)

    @Option(help: "The port of the page; 0 for a free one.")
    var port = 8080

    @Option(help: "People who walk about.")
    var visitors = 60

    @Option(help: "Simulated seconds for each second; 0 = as fast as it can.")
    var speed = 10.0

    @Option(help: "Which day it is.")
    var seed: UInt64 = 1

    @Option(help: "End after this many simulated seconds; without it, run until interrupted.")
    var seconds: Int64?

    @Option(help: "When the infected visitors report, in simulated seconds after the beginning.")
    var reportAfter: Int64 = 86_400

    @Option(
        help: ArgumentHelp(
            "Let every beacon change its code after so many seconds, in place of what the venue file says, and try "
                + "replays after more delays: the report then tells what the period lets through and costs.",
            valueName: "seconds"))
    var period: Int64?

    @Option(help: "Write what the day came to into this file, as JSON.")
    var report: String?

    @Option(help: "Keep the day's database in this directory, in place of that of an earlier day.")
    var data: String?

    @Option(
        help: "The folder of the built web app; without it, the one that was installed or built with this command.",
        completion: .directory)
    var web: String?

    @Flag(help: "Print one JSON object a line: one once the centre is open, and the report at the end.")
    var json = false

    package func validate() throws {
        guard (0...65_535).contains(port) else { throw ValidationError("--port must be 0 to 65535") }
        guard (1...5000).contains(visitors) else { throw ValidationError("--visitors must be 1 to 5000") }
        guard speed >= 0, speed.isFinite else { throw ValidationError("--speed must be 0 or more") }
        if let seconds, seconds <= 0 { throw ValidationError("--seconds must be positive") }
        guard (1...Self.longestReport).contains(reportAfter) else {
            throw ValidationError("--report-after must be 1 to \(Self.longestReport)")
        }
        let periods = VenueLimits.period
        if let period, !(Int64(periods.lowerBound)...Int64(periods.upperBound)).contains(period) {
            throw ValidationError("--period must be \(periods.lowerBound) to \(periods.upperBound)")
        }
        if report != nil, seconds == nil { throw ValidationError("--report needs --seconds: it is written at the end") }
    }

    /// For so many seconds back a key can be published: 14 days.
    private static let longestReport: Int64 = 14 * 86_400

    package func run() async throws {
        let folder = try DemoFolder(kept: data)
        defer { folder.removeUnlessKept() }
        var logger = Logger(label: "cerca.demo", factory: { StreamLogHandler.standardError(label: $0) })
        logger.logLevel = .warning
        OpenFiles.allowAsManyAsPossible()
        let keyring = try folder.keyring()
        let database = try await ServerDatabase.open(
            .sqlite(path: folder.database), keyring: keyring, logger: logger,
            options: DatabaseOptions(durability: .none))
        do {
            try await live(on: database, in: folder, keyring, logger)
        } catch {
            await database.close()
            throw error
        }
        await database.close()
    }

    private func live(
        on database: any Database, in folder: DemoFolder, _ keyring: Keyring, _ logger: Logger
    ) async throws {
        var configuration = SimulationConfiguration(
            seed: seed, visitors: visitors, reportAfterSeconds: reportAfter, periodSeconds: period)
        configuration.mute = DemoBeacons.mute
        let venue = try DemoCentre.venue(periodSeconds: period)
        let clock = SimulationClock(start: configuration.start)
        let (guestBook, feed, board) = (GuestBook(venue: venue), SimulationFeed(), ExposureBoard())
        let events = UserEvents()
        // Guests sign up with the standard cost of passwords, the simulated visitors with the cheapest.
        let random = ServerRandom.repeatable(SplitMix64(seed: seed))
        let loyalty = LoyaltyService(database: database, clock: clock.serverClock, events: events, random: random)
        let exposure = ExposureService(
            database: database, clock: clock.serverClock, signer: .generate(), random: random)
        let simulated = AccountService(
            database: database, clock: clock.serverClock, cost: .simulation, newcomers: .trading, random: random,
            sessionCacheSeconds: 3600)
        let served = ServerServices(
            database: database, clock: clock.serverClock, random: random,
            accounts: AccountService(
                database: database, clock: clock.serverClock, cost: .standard, newcomers: .trading,
                sessionCacheSeconds: 3600, welcome: GuestPurse.give),
            loyalty: loyalty, exposure: exposure, events: events, mail: try folder.mail(),
            publicAddress: port == 0 ? nil : PublicAddress("http://127.0.0.1:\(port)"), isPlay: true)
        let outside = try await ServerDatabase.open(
            .sqlite(path: folder.database), keyring: keyring, logger: logger)
        // The page must not open before there is something to see.
        let mall = try await CentreSimulation(
            configuration: configuration, venue: venue,
            services: SimulationServices(
                accounts: simulated, loyalty: loyalty, exposure: exposure, counting: served.counting), clock: clock,
            guestBook: guestBook)
        try await DemoZones.install(
            in: loyalty, venue: venue, today: UTCDay(containing: configuration.start), seed: seed)
        try await ConsolesPast(venue, until: configuration.start, in: database, seed: seed).live()
        let housekeeping = Housekeeping(services: served, logger: logger)
        let runner = SimulationRunner(
            mall: mall, feed: feed, board: board, speed: speed, simulatedSeconds: seconds, audited: outside,
            trading: try await SimulatedTrading(mall, market: served.market, hasPast: true),
            housekeeping: { try await housekeeping.prune() }, progress: Self.showProgress,
            finished: { [report, json] summary in try Self.tell(summary, in: report, onOneLine: json) })
        let routes = DemoRoutes(
            configuration: configuration, venue: venue, speed: speed, clock: clock, feed: feed, guestBook: guestBook,
            board: board, exposure: exposure, accounts: served.accounts,
            surveys: DemoSurveys(of: venue, mute: configuration.mute, loyalty: loyalty))
        let application = try buildApplication(
            configuration: ServerConfiguration(port: port, webRoot: WebAppFolder(named: web).wished()),
            services: served, logger: logger,
            onListening: { [visitors, seed, data, json] port in
                let greeting = DemoGreeting(
                    address: "http://localhost:\(port)", visitors: visitors, seed: seed,
                    mails: data.map { "\($0)/mail" })
                guestBook.pageAddress = greeting.address
                for line in json ? [greeting.json.compactText] : greeting.lines { print(line) }
                fflush(nil)
            },
            extraRoutes: { routes.add(to: &$0) })
        var group = ServiceGroupConfiguration(
            services: [
                .init(service: served.market.service),
                .init(service: application),
                .init(service: DeliveryRun(served.deliveries, logger: logger)),
                .init(service: ResetWatch(served.accounts, logger: logger)),
                .init(service: AlertWatch(served.alerts, logger: logger)),
                .init(service: runner, successTerminationBehavior: .gracefullyShutdownGroup),
            ],
            gracefulShutdownSignals: [.sigint, .sigterm], logger: logger)
        group.maximumGracefulShutdownDuration = .seconds(5)
        do {
            try await ServiceGroup(configuration: group).run()
        } catch let error as IOError where error.errnoCode == EADDRINUSE {
            throw CommandFailure(ServerStrings.servePortInUse(port: port).text)
        }
        await outside.close()
    }

    /// Shows how much of the day is over, to people alone: a file or a program gets no such line.
    private static func showProgress(_ share: Double) {
        guard isatty(STDERR_FILENO) == 1 else { return }
        let end = share >= 1 ? "\n" : ""
        FileHandle.standardError.write(Data("\r\(Int(share * 100)) % of the day\(end)".utf8))
    }

    /// Writes the report into the file, or prints it when there is none.
    private static func tell(_ report: SimulationReport, in file: String?, onOneLine: Bool) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        if file != nil || !onOneLine { encoder.outputFormatting.insert(.prettyPrinted) }
        let json = try encoder.encode(report) + Data("\n".utf8)
        guard let file else { return FileHandle.standardOutput.write(json) }
        do {
            try json.write(to: URL(filePath: file), options: .atomic)
        } catch {
            throw CommandFailure(ServerStrings.demoNoReport(file: "\(file)").text)
        }
    }

    package init() {}
}

/// What the demo says as soon as its page is open.
struct DemoGreeting: Equatable {
    /// Where the page is.
    let address: String
    /// How many people walk about.
    let visitors: Int
    /// Which day it is.
    let seed: UInt64
    /// The folder in which mails become files; nil for one that goes with the process.
    let mails: String?

    /// Where the console of a role is.
    private func console(_ role: String) -> String { "\(address)/console/\(role)" }

    /// The greeting for people.
    var lines: [String] {
        [
            ServerStrings.demoOpen(address: address, count: visitors, seed: "\(seed)").text,
            ServerStrings.demoConsoles(merchant: console("merchant"), venue: console("operator")).text,
        ]
            + (mails.map { [ServerStrings.demoMails(folder: $0).text] } ?? [])
    }

    /// The greeting for programs.
    var json: JSONValue {
        var members = [
            JSONValue.Member("event", "listening"), JSONValue.Member("address", .string(address)),
            // A seed may be larger than numbers that every reader of JSON keeps exact.
            JSONValue.Member("visitors", .count(visitors)), JSONValue.Member("seed", .string(String(seed))),
            JSONValue.Member(
                "consoles",
                .object(["merchant": .string(console("merchant")), "operator": .string(console("operator"))])),
        ]
        if let mails { members.append(JSONValue.Member("mails", .string(mails))) }
        return .object(members)
    }
}

/// Where the day's database is: in a directory that was named, or in one that goes with the process.
private struct DemoFolder {
    private let folder: URL
    private let isKept: Bool

    init(kept: String?) throws {
        isKept = kept != nil
        folder =
            kept.map { URL(filePath: $0, directoryHint: .isDirectory) }
            ?? FileManager.default.temporaryDirectory.appending(path: "cerca-demo-\(UUID().uuidString)")
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        } catch {
            throw CommandFailure(ServerStrings.demoNoFolder(folder: folder.path).text)
        }
        for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: database + suffix) }
    }

    var database: String { folder.appending(path: "cerca-demo.sqlite").path }

    /// The keys under which the day's secrets are sealed, beside the database as those of a server are.
    func keyring() throws -> Keyring {
        try SecretKeys.keyring(for: .sqlite(path: database))
    }

    /// Mails become files beside the database, where whoever runs the demo finds the codes in them.
    func mail() throws -> any MailSender {
        guard let address = MailAddress("cerca@demo.example"),
            let outbox = try? FileOutbox(path: folder.appending(path: "mail").path, sender: address)
        else { throw CommandFailure(ServerStrings.demoReadOnly(folder: folder.path).text) }
        return outbox
    }

    func removeUnlessKept() {
        guard !isKept else { return }
        try? FileManager.default.removeItem(at: folder)
    }
}
