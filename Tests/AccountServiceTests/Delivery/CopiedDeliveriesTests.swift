import Basics
import Crypto
import Forwarding
import HTTPKit
import Storage
import Synchronization
import TestServer
import Testing

@testable import AccountService
@testable import LoyaltyService
@testable import Network
@testable import ServerApp

/// A push service that is away until it comes back.
private final class AbsentServer: PushExchange {
    private let state = Mutex<(asked: Int, taken: Int, isBack: Bool)>((0, 0, false))

    var asked: Int { state.withLock { $0.asked } }
    var taken: Int { state.withLock { $0.taken } }

    func comeBack() { state.withLock { $0.isBack = true } }

    func ask(_ request: PushRequest) async throws -> PushAnswer {
        state.withLock { state in
            state.asked += 1
            if state.isBack { state.taken += 1 }
            return PushAnswer(status: state.isBack ? 201 : 503)
        }
    }
}

/// The reader of a copied database without its key, who joins what waits for devices with visits.
@Suite("What a copy tells of what waits")
struct CopiedDeliveriesTests {
    private let server = AbsentServer()

    private func services(_ world: World) -> ServerServices {
        var carriers = PushCarriers()
        let clock = world.clock
        carriers.web = WebPushCarrier(
            key: .make(), subject: "mailto:push@example.org", exchange: server,
            resolve: { _, _ in [IPAddress("1.1.1.1")].compactMap { $0 } }, now: { clock.now })
        return ServerServices(
            database: world.database, clock: world.clock.serverClock, accounts: world.accounts, loyalty: world.loyalty,
            exposure: world.exposure, events: world.events, push: carriers)
    }

    /// Lets time go by, with what a server does.
    private func live(_ services: ServerServices, _ world: World, minutes: Int) async throws {
        for _ in 0..<minutes {
            world.clock.advance(seconds: 60)
            try await services.loyalty.prune(at: world.clock.now)
            try await services.push.prune(at: world.clock.now)
            _ = try await services.deliveries.deliverDue(.web)
        }
    }

    @Test("hours later no account is joined to a visit by a notice that still waits", arguments: Engine.allCases)
    func visits(engine: Engine) async throws {
        try await World.with(engine) { world in
            let services = services(world)
            var people: [Session] = []
            for name in ["ana", "ben", "eve"] {
                let session = try await world.visitor(name, choosing: [101])
                let keys = DeviceKeys(
                    point: Array(P256.KeyAgreement.PrivateKey().publicKey.x963Representation),
                    secret: [UInt8](repeating: 7, count: 16))
                _ = try await services.push.register(
                    .web(endpoint: "https://push.example.org/\(name)"), keys: try #require(keys), language: "en",
                    of: session)
                people.append(session)
            }
            try await world.growOlder()
            for session in people {
                try #require(try await !world.prove(world.sighting(101, 1), session).coupons.isEmpty)
                try await live(services, world, minutes: 60)
            }
            try await live(services, world, minutes: 240)
            // Minutes of tries, and then one an hour.
            #expect((30...60).contains(server.asked), "\(server.asked)")
            let rows = try await world.database.read { connection in
                try connection.query("SELECT * FROM deliveries ORDER BY id")
            }
            #expect(rows.count == 3)
            // They differ in nothing but names that are random, and in what is sealed, which has one length.
            let shown = try await world.database.read { connection in
                try connection.query(
                    "SELECT lane, holder, subject, body, attempts, next_at, due_at, expires_at FROM deliveries"
                ).map { row in "\((0..<row.count).map { row[$0] })" }
            }
            #expect(Set(shown).count == 1, "\(shown)")
            #expect(Set(try rows.map { try $0.blob("content").count }).count == 1)
            for row in rows {
                #expect(try row.text("subject").isEmpty && row.text("body").isEmpty)
                for column in ["next_at", "due_at", "expires_at"] {
                    #expect(try row.integer(column) % 3_600_000 == 0, "\(column)")
                }
            }
            // Nor does the place of a row or its transaction tell their order.
            try await world.database.read { connection in
                if engine == .postgres {
                    let found = try connection.first("SELECT COUNT(DISTINCT xmin::text) FROM deliveries")
                    #expect(try found?.integer(0) == 1)
                } else {
                    let keyed = try connection.first(
                        "SELECT 1 FROM pragma_table_list WHERE name = 'deliveries' AND wr = 1")
                    #expect(keyed != nil)
                }
            }
            // All of it arrives once the push service is back.
            server.comeBack()
            try await live(services, world, minutes: 60)
            #expect(server.taken == 3)
            #expect(try await world.database.read { try $0.query("SELECT 1 FROM deliveries") }.isEmpty)
        }
    }

    @Test("what a server holds is another one's at once when it says that it goes")
    func leaves() async throws {
        try await World.with(.sqlite) { world in
            let busy = BusyCarrier()
            func server() -> DeliveryQueue {
                DeliveryQueue(database: world.database, clock: world.clock.serverClock, carriers: [.web: busy])
            }
            let now = world.clock.now
            try await world.database.write { connection in
                try DeliveryStore(connection).insert(
                    Delivery(
                        id: "a", lane: .web, owner: "ana", recipient: "1", subject: "", text: "{}",
                        expiresAt: now.advanced(bySeconds: PushService.usefulSeconds)), at: now)
            }
            let (first, second) = (server(), server())
            #expect(try await first.deliverDue(.web) == 0 && busy.tries == 1)
            let until = try await world.database.read {
                try $0.query("SELECT until FROM delivery_servers").map { try $0.integer("until") }
            }
            #expect(until.count == 1 && until.allSatisfy { $0 % 30_000 == 0 })
            #expect(try await second.deliverDue(.web) == 0 && busy.tries == 1)
            try await first.leave()
            #expect(try await second.deliverDue(.web) == 0 && busy.tries == 2)
        }
    }

    @Test("a message that was not taken in twelve hours is given up, and a killed server's goes to another one")
    func ends() async throws {
        try await World.with(.sqlite) { world in
            let (busy, clock) = (BusyCarrier(), world.clock)
            func server() -> DeliveryQueue {
                DeliveryQueue(database: world.database, clock: clock.serverClock, carriers: [.web: busy])
            }
            let now = clock.now
            try await world.database.write { connection in
                try DeliveryStore(connection).insert(
                    Delivery(
                        id: "a", lane: .web, owner: "ana", recipient: "1", subject: "", text: "{}",
                        expiresAt: now.advanced(bySeconds: PushService.usefulSeconds)), at: now)
            }
            #expect(try await server().deliverDue(.web) == 0 && busy.tries == 1)
            // Another server leaves it alone while the first one may be there.
            let other = server()
            clock.advance(seconds: DeliveryQueue.leaseSeconds / 2 - 1)
            #expect(try await other.deliverDue(.web) == 0 && busy.tries == 1)
            clock.advance(seconds: DeliveryQueue.leaseSeconds / 2 + 1)
            #expect(try await other.deliverDue(.web) == 0 && busy.tries == 2)
            for _ in 0..<13 {
                clock.advance(seconds: 3600)
                #expect(try await other.deliverDue(.web) == 0)
            }
            #expect((12...14).contains(busy.tries), "\(busy.tries)")
            #expect(try await world.database.read { try $0.query("SELECT 1 FROM deliveries") }.isEmpty)
        }
    }
}

/// Takes nothing.
private final class BusyCarrier: DeliveryCarrier {
    private let count = Mutex(0)

    var tries: Int { count.withLock { $0 } }
    var isAvailable: Bool { true }

    func deliver(_ delivery: Delivery, at now: Timestamp) async throws(DeliveryFault) {
        count.withLock { $0 += 1 }
        throw .later(after: nil, cause: "busy")
    }
}
