import AccountService
import Accounts
import AsyncHTTPClient
import Basics
import Beacons
import ExposureService
import ExposureWire
import Foundation
import HTTPKit
import Loyalty
import LoyaltyService
import NIOCore
import NIOHTTP1
import ServerApp
import ServiceKit
import Storage
import Vault

/// How long the pages of the venues' consoles take to be answered, and the roll-up of a day, with a long past.
///
/// The server is in this process, on a SQLite file of its own; pages are asked for over HTTP, one after another.
struct ConsoleBenchmark {
    /// What was measured of one size of the past.
    struct Result: Sendable {
        let visits: Int
        /// How long everything before the last day took to be counted, in seconds.
        let pastSeconds: Double
        /// How long the last day took, in seconds.
        let daySeconds: Double
        /// How many megabytes the file has.
        let megabytes: Double
        /// Each page in the order of ``ConsolePage``.
        let pages: [(name: String, latency: LatencyHistogram)]
    }

    private static let password = "a long password for measuring"
    private static let shops = 40
    /// A year of visits, of which the last day is counted while it is measured.
    private static let days: Int64 = 365
    private static let today = Timestamp(milliseconds: 1_795_219_200_000).day

    let visits: Int
    /// How often each page is opened.
    let rounds: Int
    let directory: URL

    /// Prepares a server with the past, opens its pages, and stops it.
    func run() async throws -> Result {
        let name = "bench-consoles-\(visits).sqlite"
        return try await BenchmarkServer.withDatabase(named: name, in: directory) { database in
            try await measure(database, file: directory.appending(path: name))
        }
    }

    private func measure(_ database: any Database, file: URL) async throws -> Result {
        // Ten minutes after the last midnight in the venue's zone, which is UTC.
        let clock = SteppedClock(Timestamp(day: Self.today - 1).advanced(bySeconds: 600))
        let events = UserEvents()
        let accounts = AccountService(database: database, clock: clock.serverClock, cost: .simulation)
        let loyalty = LoyaltyService(database: database, clock: clock.serverClock, events: events)
        let services = ServerServices(
            database: database, clock: clock.serverClock, accounts: accounts, loyalty: loyalty,
            exposure: ExposureService(database: database, clock: clock.serverClock, signer: .generate()),
            events: events)
        let venue = try Self.venue()
        try await loyalty.importVenue(venue)
        try await ConsoleFilling(database: database, venue: venue, days: Self.today - Self.days..<Self.today)
            .fill(visits: visits)
        let past = try await Self.seconds {
            // One call counts some weeks, so that others have a turn.
            for _ in 0...Self.days / 30 { try await services.counting.keepCounting(at: clock.serverClock.now()) }
        }
        clock.set(Timestamp(day: Self.today).advanced(bySeconds: 600))
        let day = try await Self.seconds { try await services.counting.keepCounting(at: clock.serverClock.now()) }
        let tokens = try await signIn(services, venue, clock)
        let pages = try await BenchmarkServer.serving(services) { port in
            try await open(tokens, of: venue, port: port)
        }
        let size = try file.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0
        return Result(
            visits: visits, pastSeconds: past, daySeconds: day, megabytes: Double(size) / 1_000_000, pages: pages)
    }

    /// A merchant of the first shop and an operator, signed in with their second factors; the tokens of their sessions.
    private func signIn(
        _ services: ServerServices, _ venue: Venue, _ clock: SteppedClock
    ) async throws -> (merchant: String, operator: String) {
        let roles: [VenueRole] = [
            .merchant(venue: venue.uuid, major: venue.shops[0].major), .operator(venue: venue.uuid),
        ]
        var tokens: [String] = []
        for role in roles {
            let email = "\(role.role.rawValue)@bench.invalid"
            let added = try await services.accounts.addAccount(email: email, password: Self.password, role: role.role)
            _ = try await services.venueStaff.give(role, toAccountAt: email)
            guard let address = added.authenticatorAddress, let app = try? OneTimePassword(address) else {
                throw BenchmarkServer.Failure(description: "a role has no second factor")
            }
            let signedIn = try await services.accounts.signIn(
                email: email, password: Self.password, code: app.code(at: clock.serverClock.now()).code, as: role.role)
            tokens.append(signedIn.token)
        }
        return (tokens[0], tokens[1])
    }

    private func open(
        _ tokens: (merchant: String, operator: String), of venue: Venue, port: Int
    ) async throws -> [(name: String, latency: LatencyHistogram)] {
        let pages = ConsolePage.all(
            venue: venue.uuid.description, major: venue.shops[0].major,
            firstDay: Timestamp(day: Self.today - 28).dayText, yearsDay: Timestamp(day: Self.today - 365).dayText,
            lastDay: Timestamp(day: Self.today - 1).dayText, from: Timestamp(day: Self.today - 1).milliseconds)
        var measured: [(name: String, latency: LatencyHistogram)] = []
        for page in pages {
            var latency = LatencyHistogram()
            for round in 0..<rounds + 2 {
                let begin = ContinuousClock.now
                for path in page.paths {
                    try await get(path, page.isOperators ? tokens.operator : tokens.merchant, port: port)
                }
                let took = (ContinuousClock.now - begin) / .nanoseconds(1)
                // The first two find nothing in any cache.
                if round >= 2 { latency.record(nanoseconds: UInt64(took)) }
            }
            measured.append((page.name, latency))
        }
        return measured
    }

    private func get(_ path: String, _ token: String, port: Int) async throws {
        var request = HTTPClientRequest(url: "http://127.0.0.1:\(port)\(path)")
        request.headers.add(name: "Authorization", value: "Bearer \(token)")
        let response = try await HTTPClient.shared.execute(request, timeout: .seconds(60))
        let body = try await response.body.collect(upTo: 64 << 20)
        guard response.status == .ok else {
            throw BenchmarkServer.Failure(description: "\(path): \(response.status.code) \(String(buffer: body))")
        }
    }

    private static func seconds(_ body: () async throws -> Void) async rethrows -> Double {
        let begin = ContinuousClock.now
        try await body()
        return (ContinuousClock.now - begin) / .seconds(1)
    }

    /// A centre of shops in a row, each with a beacon at its door and two inside.
    private static func venue() throws -> Venue {
        var draft = VenueDraft()
        draft.name = "Centre of measurement"
        draft.uuid = "0c0ffee0-2c0b-4e57-9a41-5a1e015a1e02"
        draft.timeZone = "UTC"
        draft.location = VenueDraft.Location(latitude: 40.4, longitude: -3.7)
        var plan = VenueDraft.Plan()
        plan.width = Double(shops) * 10
        plan.height = 20
        plan.walls = []
        draft.plan = plan
        draft.shops = (0..<shops).map { index in
            var shop = VenueDraft.Shop()
            shop.major = 100 + index
            shop.name = "Shop \(100 + index)"
            shop.category = "goods"
            let left = Double(index) * 10
            shop.area = [[left, 0], [left + 10, 0], [left + 10, 20], [left, 20]]
            return shop
        }
        draft.beacons = (0..<shops).flatMap { index in
            [(Zone.door, 2.0), (Zone.aisle, 10.0), (Zone.till, 18.0)].enumerated().map { minor, place in
                var beacon = VenueDraft.Beacon()
                beacon.major = 100 + index
                beacon.minor = 1 + minor
                beacon.x = Double(index) * 10 + 5
                beacon.y = place.1
                beacon.zone = place.0.rawValue
                beacon.measuredPower = -59
                return beacon
            }
        }
        draft.offers = (0..<shops).map { index in
            var offer = VenueDraft.Offer()
            offer.id = "welcome-\(100 + index)"
            offer.major = 100 + index
            offer.text = ["en": "Welcome", "es": "Hola"]
            offer.validFrom = "2020-01-01T00:00:00Z"
            offer.validUntil = "2100-01-01T00:00:00Z"
            return offer
        }
        return try Venue(validating: draft)
    }
}
