import AccountService
import Accounts
import Basics
import Beacons
import ExposureService
import ExposureWire
import Foundation
import Loyalty
import LoyaltyService
import NIOCore
import NIOPosix
import Presence
import ServerApp
import ServiceKit
import Storage

/// How many proved sightings a second a server takes over HTTP, each durable in its SQLite file before it is answered.
///
/// Server and load generator share this process and its machine: real routes over a real socket on the loopback
/// interface, real rules, `synchronous=FULL`. Each request is a distinct valid sighting of an account that chose the
/// shop; the accounts are signed up beforehand through the same services, with passwords of the simulation's cost.
struct SightingLoadBenchmark {
    /// What was measured.
    struct Result: Sendable {
        /// Sightings that were accepted in the measured time.
        let accepted: Int
        /// The measured time in seconds.
        let seconds: Double
        /// Accepted sightings a second.
        let perSecond: Double
        /// Half of the accepted sightings were answered within so many milliseconds.
        let p50Milliseconds: Double
        /// 99 of 100 were answered within so many milliseconds.
        let p99Milliseconds: Double
        /// How often any other status was answered; it must be empty.
        let otherStatuses: [Int: Int]
        /// Visits in the database at the end, those of the warm-up included.
        let visits: Int
        /// Connections that sent at once.
        let connections: Int
        /// What one accepted sighting took of the processors.
        let cost: ThreadTimes.Cost
    }

    private static let warmUpSeconds = 1.0

    private let seconds: Double
    private let connections: Int
    private let directory: URL

    /// A measurement of so many seconds with so many connections; its files are made in `directory`.
    init(seconds: Double, connections: Int, directory: URL) {
        self.seconds = seconds
        self.connections = connections
        self.directory = directory
    }

    /// Prepares a server, loads it, and stops it; the files stay for the caller to remove.
    func run() async throws -> Result {
        try await BenchmarkServer.withDatabase(named: "bench-presence.sqlite", in: directory) { database in
            try await measure(database)
        }
    }

    private func measure(_ database: any Database) async throws -> Result {
        let clock = SteppedClock(SightingLoad.opening)
        let events = UserEvents()
        let accounts = AccountService(
            database: database, clock: clock.serverClock, cost: .simulation, sessionCacheSeconds: 86_400)
        // Everybody has just signed up, and is to be judged like somebody who has not.
        var policy = PresencePolicy.standard
        policy.newcomerDays = 0
        let loyalty = LoyaltyService(database: database, clock: clock.serverClock, events: events, policy: policy)
        let venue = try SightingLoad.venue()
        let keys = try await loyalty.importVenue(venue)
        let tokens = try await SightingLoad.signUp(
            SightingLoad.Centre.large.accountCount, at: "bench.invalid", in: venue.uuid, accounts, loyalty)
        // More minutes than any machine gets through: 40,000 sightings a second.
        let minutes = Int((seconds + Self.warmUpSeconds) * 40_000) / SightingLoad.Centre.large.accountCount + 2
        let load = SightingLoad(tokens: tokens, keys: keys, uuid: venue.uuid, minutes: minutes, clock: clock)
        let services = ServerServices(
            database: database, clock: clock.serverClock, accounts: accounts, loyalty: loyalty,
            exposure: ExposureService(database: database, clock: clock.serverClock, signer: .generate()),
            events: events)
        return try await BenchmarkServer.serving(services) { port in
            let (tally, times) = try await send(load, to: port)
            return try await result(tally, times, database: database)
        }
    }

    private func send(
        _ load: SightingLoad, to port: Int
    ) async throws -> (tally: RequestLoadClient.Tally, times: ThreadTimes) {
        let measuresFrom = NIODeadline.now() + .milliseconds(Int64(Self.warmUpSeconds * 1000))
        let finished = BenchmarkServer.connect(connections, to: port) { promise in
            RequestLoadClient(load: load, measuresFrom: measuresFrom, finished: promise)
        }
        try await Task.sleep(for: .seconds(Self.warmUpSeconds))
        let before = ThreadTimes.now()
        try await Task.sleep(for: .seconds(seconds))
        let times = ThreadTimes.now().since(before)
        guard !load.isExhausted else {
            throw BenchmarkServer.Failure(description: "there were too few sightings to send")
        }
        load.stop()
        var sum = RequestLoadClient.Tally()
        for future in finished {
            let tally = try await future.get()
            if let failure = tally.failure { throw BenchmarkServer.Failure(description: failure) }
            sum.statuses.merge(tally.statuses, uniquingKeysWith: +)
            sum.latency.add(tally.latency)
        }
        return (sum, times)
    }

    private func result(
        _ tally: RequestLoadClient.Tally, _ times: ThreadTimes, database: any Database
    ) async throws -> Result {
        let accepted = tally.statuses[200, default: 0]
        let visits = try await database.read {
            try $0.first("SELECT COUNT(*) AS total FROM visits")?.integer("total") ?? 0
        }
        guard visits >= accepted else {
            throw BenchmarkServer.Failure(description: "answered visits are missing in the database")
        }
        return Result(
            accepted: accepted, seconds: seconds, perSecond: Double(accepted) / seconds,
            p50Milliseconds: tally.latency.milliseconds(percentile: 50),
            p99Milliseconds: tally.latency.milliseconds(percentile: 99),
            otherStatuses: tally.statuses.filter { $0.key != 200 }, visits: Int(visits), connections: connections,
            cost: times.cost(of: accepted))
    }
}
