import AccountService
import Accounts
import AsyncHTTPClient
import Basics
import Commands
import ExposureService
import ExposureWire
import Foundation
import HTTPKit
import Logging
import Loyalty
import LoyaltyService
import NIOCore
import NIOHTTP1
import Presence
import ServerApp
import ServiceKit
import Storage
import Vault

/// What a server costs with so much in its database: to start, to answer, to keep and to forget.
///
/// Server and load generator share this process. The crowd, the traders and the codes that load it come on top of what the
/// scale says, and are as many at every scale.
struct GrowthBenchmark {
    /// What was measured of one scale.
    struct Result: Sendable {
        let scale: GrowthScale
        /// How many rows there were before the load.
        let rows: [String: Int]
        /// From opening the file until the server was ready and had restored the book, in seconds.
        let startSeconds: Double
        /// Resident memory before that and after it, in bytes.
        let resident: (before: Int, after: Int)
        /// What each kind of request cost.
        let costs: [GrowthCost]
        let pruning: GrowthPruning
        /// The size of the file at the end, in bytes.
        let fileBytes: Int
        /// The ten tables that take most.
        let tables: [GrowthTable]
    }

    static let sighting = "a proved sighting"
    static let order = "a signed order"
    static let report = "an exposure report"
    static let figures = "a merchant's page"
    static let book = "the book"
    static let trades = "the trades"

    private static let password = "a long password for measuring"

    let scale: GrowthScale
    let seconds: Double
    /// Where the database is made; one that is there already is measured as it is, with what was added to it before.
    let path: String
    /// Is told what is being done.
    let told: @Sendable (String) -> Void

    private let signer = BatchSigner.generate()
    private var warmUpSeconds: Double { min(1, seconds) }

    init(
        scale: GrowthScale, seconds: Double, path: String, told: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.scale = scale
        self.seconds = seconds
        self.path = path
        self.told = told
    }

    /// Who sends requests.
    private struct People: Sendable {
        let centre: Venue
        let keys: [BeaconRef: BeaconKey]
        let tokens: [String]
        let traders: MarketBenchmarkTraders
        let merchant: String
        let codes: [String]
    }

    /// Fills the database, starts the server, loads and stops it; the file stays for the caller to remove.
    func run() async throws -> Result {
        if !FileManager.default.fileExists(atPath: path) {
            try await using(DatabaseOptions(durability: .none)) { database in
                let clock = ServerClock.system()
                try await GrowthFilling(
                    database: database, services: services(database, clock), scale: scale, now: clock.now(), told: told
                ).fill()
            }
        }
        told("a crowd, traders and codes")
        let (people, rows) = try await using(DatabaseOptions()) { database in
            let rows = try await GrowthFilling.counts(in: database)
            guard rows["orders", default: 0] >= scale.orders else {
                throw BenchmarkServer.Failure(description: "\(path) was not filled to its end: remove it")
            }
            return (try await prepare(services(database, .system()), database), rows)
        }
        ProcessMemory.giveBack()
        let before = ProcessMemory.resident
        told("the server starts")
        let begin = ContinuousClock.now
        return try await using(DatabaseOptions()) { database in
            let (started, after, costs) = try await BenchmarkServer.serving(services(database, .system())) { port in
                try await wait(for: port)
                let started = (ContinuousClock.now - begin) / .seconds(1)
                return (started, ProcessMemory.resident, try await load(port, people))
            }
            let clock = SteppedClock(Self.nextMinute)
            let stepped = services(database, clock.serverClock)
            let sighting = try await BenchmarkServer.serving(stepped) { port in
                // Venues are read once, and not by everybody who comes at first.
                try await wait(for: port)
                return try await loadSightings(port, people, clock)
            }
            told("a day is pruned")
            let pruning = try await GrowthPruning.measure(stepped, clock, in: database)
            told("tables are measured")
            let tables = try await GrowthTable.largest(10, in: database)
            let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
            return Result(
                scale: scale, rows: rows, startSeconds: started, resident: (before, after), costs: [sighting] + costs,
                pruning: pruning, fileBytes: size, tables: tables)
        }
    }

    private func using<Value: Sendable>(
        _ options: DatabaseOptions, _ body: (any Database) async throws -> Value
    ) async throws -> Value {
        let url = DatabaseURL.sqlite(path: path)
        let database = try await ServerDatabase.open(
            url, keyring: try SecretKeys.keyring(for: url), logger: GrowthPruning.quiet, options: options)
        do {
            let value = try await body(database)
            await database.close()
            return value
        } catch {
            await database.close()
            throw error
        }
    }

    private func services(_ database: any Database, _ clock: ServerClock) -> ServerServices {
        let events = UserEvents()
        // Everybody has just signed up, and is to be judged like somebody who has not.
        var presence = PresencePolicy.standard
        presence.newcomerDays = 0
        // Answers to reports wait for a second and a half, so that none is told from another by its time: that is no cost.
        var reports = ExposurePolicy.standard
        reports.responseMilliseconds = 0
        // All of them come from one address.
        reports.wrongCodesOfAddress = 1_000_000
        return ServerServices(
            database: database, clock: clock,
            accounts: AccountService(database: database, clock: clock, cost: .simulation, sessionCacheSeconds: 86_400),
            loyalty: LoyaltyService(database: database, clock: clock, events: events, policy: presence),
            exposure: ExposureService(database: database, clock: clock, signer: signer, policy: reports), events: events
        )
    }

    // MARK: - Who sends

    private func prepare(_ services: ServerServices, _ database: any Database) async throws -> People {
        let name = UUID().uuidString.lowercased()
        let centre = try SightingLoad.venue(.small, uuid: name)
        let keys = try await services.loyalty.importVenue(centre)
        let domain = "\(name).bench.invalid"
        let tokens = try await SightingLoad.signUp(
            SightingLoad.Centre.small.accountCount, at: domain, in: centre.uuid, services.accounts, services.loyalty)
        let traders = try await MarketBenchmarkTraders.prepare(GrowthLoad.connections, in: database)
        return People(
            centre: centre, keys: keys, tokens: tokens, traders: traders,
            merchant: try await merchant(services, "merchant@\(domain)"), codes: try await codes(services.exposure))
    }

    /// A merchant of the first venue's first shop, signed in; the token of the session.
    private func merchant(_ services: ServerServices, _ email: String) async throws -> String {
        let venue = try GrowthFilling.venue(0)
        let role = VenueRole.merchant(venue: venue.uuid, major: venue.shops[0].major)
        let added = try await services.accounts.addAccount(email: email, password: Self.password, role: role.role)
        _ = try await services.venueStaff.give(role, toAccountAt: email)
        guard let address = added.authenticatorAddress, let app = try? OneTimePassword(address) else {
            throw BenchmarkServer.Failure(description: "a merchant has no second factor")
        }
        return try await services.accounts.signIn(
            email: email, password: Self.password, code: app.code(at: services.clock.now()).code, as: role.role
        ).token
    }

    /// More codes than any machine gets through: 20,000 reports a second.
    private func codes(_ exposure: ExposureService) async throws -> [String] {
        let share = Int((warmUpSeconds + seconds) * 20_000) / GrowthLoad.connections + 4
        return try await withThrowingTaskGroup(of: [String].self) { group in
            for _ in 0..<GrowthLoad.connections {
                group.addTask {
                    var codes: [String] = []
                    for _ in 0..<share { codes.append(try await exposure.issueCode(by: .server).code) }
                    return codes
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
    }

    // MARK: - Load

    /// Waits until the server is ready, the market's book is restored, and venues are known.
    private func wait(for port: Int) async throws {
        let venue = try GrowthFilling.venue(0).uuid
        for path in ["/readyz", "/v2/book?market=\(MarketBenchmarkTraders.market)&side=buy", "/api/venues/\(venue)"] {
            var status = 0
            for _ in 0..<60_000 where status != 200 {
                let request = HTTPClientRequest(url: "http://127.0.0.1:\(port)\(path)")
                let response = try await HTTPClient.shared.execute(request, timeout: .seconds(600))
                _ = try await response.body.collect(upTo: 64 << 20)
                status = Int(response.status.code)
                if status != 200 { try await Task.sleep(for: .milliseconds(10)) }
            }
            guard status == 200 else { throw BenchmarkServer.Failure(description: "\(path) is answered \(status)") }
        }
    }

    private func load(_ port: Int, _ people: People) async throws -> [GrowthCost] {
        let load = GrowthLoad(port: port, warmUpSeconds: warmUpSeconds, seconds: seconds)
        func pages(_ path: String, token: String? = nil) -> [PageRequests] {
            Array(repeating: PageRequests(path, token: token), count: GrowthLoad.connections)
        }
        told("requests")
        let end = BatchLoadClient.Switch()
        let orders = people.traders.all.enumerated().map {
            OrderRequests($1, in: MarketBenchmarkTraders.market, end, seed: UInt64($0))
        }
        let reports = ReportRequests(codes: people.codes, today: UTCDay(containing: ServerClock.system().now()))
        let venue = try GrowthFilling.venue(0)
        let today = ServerClock.system().now().day
        let days =
            "firstDay=\(Timestamp(day: today - 28).dayText)&lastDay=\(Timestamp(day: today - 1).dayText)"
        let market = "market=\(MarketBenchmarkTraders.market)"
        var costs = [
            try await load.measure(Self.order, orders),
            try await load.measure(Self.report, Array(repeating: reports, count: GrowthLoad.connections)),
        ]
        guard !reports.isExhausted else {
            throw BenchmarkServer.Failure(description: "there were too few codes to report with")
        }
        costs += [
            try await load.measure(
                Self.figures,
                pages("/api/merchant/\(venue.uuid)/\(venue.shops[0].major)/figures?\(days)", token: people.merchant)),
            try await load.measure(Self.book, pages("/v2/book?\(market)&side=buy&limit=100")),
            try await load.measure(Self.trades, pages("/v2/trades?\(market)&limit=100")),
        ]
        return costs
    }

    private func loadSightings(_ port: Int, _ people: People, _ clock: SteppedClock) async throws -> GrowthCost {
        // More minutes than any machine gets through: 40,000 sightings a second.
        let centre = SightingLoad.Centre.small
        let minutes = Int((seconds + warmUpSeconds) * 40_000) / centre.accountCount + 2
        let load = SightingLoad(
            tokens: people.tokens, keys: people.keys, uuid: people.centre.uuid, minutes: minutes, clock: clock,
            centre: centre, from: clock.serverClock.now())
        let cost = try await GrowthLoad(port: port, warmUpSeconds: warmUpSeconds, seconds: seconds)
            .measure(
                Self.sighting, Array(repeating: load, count: GrowthLoad.connections),
                // The load's clock is a minute further after every 1,600 requests, however long one of them is held up.
                late: 422)
        guard !load.isExhausted else {
            throw BenchmarkServer.Failure(description: "there were too few sightings to send")
        }
        return cost
    }

    /// The middle of the next minute.
    private static var nextMinute: Timestamp {
        let minute = ServerClock.system().now().milliseconds / 60_000 + 1
        return Timestamp(milliseconds: minute * 60_000 + 30_000)
    }
}
