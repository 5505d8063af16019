import Accounts
import Basics
import Beacons
import ExposureWire
import Loyalty
import Presence
import Storage
import Synchronization
import Testing

@testable import AccountService
@testable import ExposureService
@testable import HTTPKit
@testable import LoyaltyService
@testable import ServiceKit

/// A clock that stands still until a test moves it.
package final class TestClock: Sendable {
    /// Saturday 21 November 2026, 11:30 in Madrid, at the middle of a code's window.
    package static let start = Timestamp(rfc3339: "2026-11-21T10:30:30Z") ?? Timestamp(milliseconds: 0)

    private let time = Mutex(TestClock.start)

    package init() {}

    package var now: Timestamp { time.withLock { $0 } }

    package func advance(seconds: Int64) {
        time.withLock { $0 = $0.advanced(bySeconds: seconds) }
    }

    package var serverClock: ServerClock { ServerClock { self.now } }
}

/// A server without HTTP: a database with one venue, the services, and people who act.
package struct World: Sendable {
    package let database: any Database
    package let clock: TestClock
    package let events: UserEvents
    package let accounts: AccountService
    package let loyalty: LoyaltyService
    package let exposure: ExposureService
    package let uuid: UUID128
    package let keys: [BeaconRef: BeaconKey]

    /// Nobody waits, and twenty uploads in two hours are a flood.
    private static let exposurePolicy: ExposurePolicy = {
        var policy = ExposurePolicy.immediate
        policy.brakeFloor = 20
        return policy
    }()

    /// Calls `body` with a new world on `engine`.
    package static func with(
        _ engine: Engine, _ centre: Centre = Centre(), seed: UInt64 = 1,
        wrapping wrapped: (any Database) -> any Database = { $0 }, _ body: (World) async throws -> Void
    ) async throws {
        try await engine.withDatabase { inner in
            let database = wrapped(inner)
            let clock = TestClock()
            let events = UserEvents()
            let random = ServerRandom.repeatable(SplitMix64(seed: seed))
            let accounts = AccountService(
                database: database, clock: clock.serverClock, cost: .simulation, newcomers: .mailbox,
                random: random)
            let loyalty = LoyaltyService(
                database: database, clock: clock.serverClock, events: events, random: random)
            let exposure = ExposureService(
                database: database, clock: clock.serverClock, signer: .generate(), random: random,
                policy: Self.exposurePolicy)
            let venue = try centre.venue()
            let keys = try await loyalty.importVenue(venue)
            try await body(
                World(
                    database: database, clock: clock, events: events, accounts: accounts, loyalty: loyalty,
                    exposure: exposure, uuid: venue.uuid, keys: keys))
        }
    }

    /// A new person who chose these shops.
    package func visitor(_ name: String = "ana", choosing shops: [UInt16] = []) async throws -> Session {
        let signedIn = try await accounts.signUp(email: "\(name)@example.org", password: "long enough")
        try await choose(shops, signedIn.session)
        return signedIn.session
    }

    /// New people, all of whom chose these shops.
    package func visitors(
        _ count: Int, choosing shops: [UInt16], named name: String = "visitor"
    ) async throws -> [Session] {
        var sessions: [Session] = []
        for number in 0..<count { sessions.append(try await visitor("\(name)\(number)", choosing: shops)) }
        return sessions
    }

    /// Makes everybody's account older than a new one.
    package func growOlder() async throws {
        try await database.write {
            _ = try $0.execute("UPDATE accounts SET created_at = created_at - 864000000")
        }
    }

    /// Replaces a person's choices.
    package func choose(_ shops: [UInt16], _ session: Session) async throws {
        try await loyalty.setChoices(shops.map { ShopChoice(venue: uuid, major: $0) }, of: session)
    }

    /// What a phone at a beacon hears now, or so many windows ago.
    package func sighting(_ major: UInt16, _ minor: UInt16, windowsAgo: Int64 = 0, heardSecondsAgo: Int64 = 0)
        -> PresenceSighting
    {
        let identity = BeaconIdentity(uuid: uuid, major: major, minor: minor)
        let window = SecurityWindow.index(at: clock.now, periodSeconds: 60) - windowsAgo
        let heardAt = clock.now.advanced(bySeconds: -heardSecondsAgo)
        guard let key = keys[BeaconRef(major: major, minor: minor)] else {
            return PresenceSighting(identity: identity, code: Self.wrongCode, heardAt: heardAt)
        }
        return PresenceSighting(
            identity: identity, code: .make(key: key, identity: identity, window: window), heardAt: heardAt)
    }

    /// Proves a visit.
    @discardableResult
    package func prove(_ sighting: PresenceSighting, _ session: Session) async throws -> SightingReceipt {
        try await loyalty.recordSighting(sighting, session: session)
    }

    /// Settles what visits have left, as the server does every few minutes.
    package func settle() async throws {
        try await loyalty.settle(at: clock.now)
    }

    /// The code of the error with which a sighting is refused, or nil when it is accepted.
    package func refusal(of sighting: PresenceSighting, _ session: Session) async -> String? {
        do {
            _ = try await loyalty.recordSighting(sighting, session: session)
            return nil
        } catch {
            return error.code
        }
    }

    /// A code that no beacon sends: it is made with a key of nobody.
    package static let wrongCode: SecurityCode = {
        var random = SplitMix64(seed: 4242)
        let identity = BeaconIdentity(uuid: UUID128(high: 0, low: 0), major: 0, minor: 0)
        return .make(key: BeaconKey(using: &random), identity: identity, window: 0)
    }()
}

/// The code of the `ServiceError` that `body` throws, or nil when it throws none.
package func code(of body: () async throws -> Void) async -> String? {
    do {
        try await body()
        return nil
    } catch {
        return (error as? ServiceError)?.code ?? "\(error)"
    }
}

/// What came on a stream so far.
package func received<Event>(_ stream: AsyncStream<Event>, closing hub: EventHub<Event>) async -> [Event] {
    hub.close()
    var events: [Event] = []
    for await event in stream { events.append(event) }
    return events
}
