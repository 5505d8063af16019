import Basics
import Crypto
import Forwarding
import HTTPKit
import ServiceKit
import Storage
import Synchronization
import TestServer
import Testing

@testable import AccountService
@testable import InboxService
@testable import LoyaltyService
@testable import Network
@testable import ServerApp

/// A push service that answers as a test says.
private final class PushServer: PushExchange {
    private struct Silence: Error {}

    private let state = Mutex<(asked: [PushRequest], answer: PushAnswer?)>(([], PushAnswer(status: 201)))

    var asked: [PushRequest] { state.withLock { $0.asked } }

    func answer(_ answer: PushAnswer?) { state.withLock { $0.answer = answer } }

    func ask(_ request: PushRequest) async throws -> PushAnswer {
        let answer = state.withLock { state in
            state.asked.append(request)
            return state.answer
        }
        guard let answer else { throw Silence() }
        return answer
    }
}

@Suite("Notices to devices")
struct PushServiceTests {
    private let server = PushServer()
    private static let keys = DeviceKeys(
        point: Array(P256.KeyAgreement.PrivateKey().publicKey.x963Representation),
        secret: [UInt8](repeating: 7, count: 16))

    private func services(_ world: World) -> ServerServices {
        var carriers = PushCarriers()
        let clock = world.clock
        carriers.web = WebPushCarrier(
            key: .make(), subject: "mailto:push@example.org", exchange: server,
            resolve: { _, _ in [IPAddress("1.1.1.1")].compactMap { $0 } },
            now: { clock.now })
        return ServerServices(
            database: world.database, clock: world.clock.serverClock, accounts: world.accounts, loyalty: world.loyalty,
            exposure: world.exposure, events: world.events, push: carriers)
    }

    private func register(
        _ services: ServerServices, _ session: Session, _ name: String = "1"
    ) async throws -> PushDevice {
        try await services.push.register(
            .web(endpoint: "https://push.example.org/\(name)"), keys: try #require(Self.keys), language: "en",
            of: session)
    }

    /// Lets a notice of a kind wait.
    private func push(
        _ services: ServerServices, _ world: World, _ session: Session, _ kind: PushKind = .orders,
        of shop: UInt16? = nil
    ) async throws {
        let now = world.clock.now
        let shop = shop.map { PushRules.Shop(venue: world.uuid, major: $0) }
        try await world.database.write { connection in
            let notice = PushNotice(kind, page: "#/me") { _ in ("title", "text") }
            try services.push.push(notice, to: session.accountID, of: shop, at: now, in: connection)
        }
    }

    private func waiting(_ world: World) async throws -> Int {
        try await world.database.read { try $0.query("SELECT 1 FROM deliveries").count }
    }

    @Test("a notice reaches each device of its account once, and all look alike", arguments: Engine.allCases)
    func reaches(engine: Engine) async throws {
        try await World.with(engine) { world in
            let services = services(world)
            let (ana, eve) = (try await world.visitor("ana"), try await world.visitor("eve"))
            for name in ["1", "2"] { _ = try await register(services, ana, name) }
            _ = try await register(services, eve, "3")
            try await push(services, world, ana, .orders)
            try await push(services, world, ana, .devices)
            #expect(try await services.deliveries.deliverDue(.web) == 4)
            #expect(Set(server.asked.map(\.url)) == ["https://push.example.org/1", "https://push.example.org/2"])
            #expect(Set(server.asked.map(\.body.count)) == [86 + MessageEncryption.paddedBytes + 16])
            // Nothing but size, time and the token differs from one message to another.
            #expect(Set(server.asked.map { "\($0.headers.dropFirst())" }).count == 1)
            #expect(try await services.deliveries.deliverDue(.web) == 0)
            #expect(try await waiting(world) == 0)
        }
    }

    @Test("an inbox's notification is pushed in its transaction, a repeated one not", arguments: Engine.allCases)
    func inbox(engine: Engine) async throws {
        try await World.with(engine) { world in
            let services = services(world)
            let ana = try await world.visitor()
            _ = try await register(services, ana)
            let now = world.clock.now
            for _ in 0..<2 {
                try await world.database.write { connection in
                    _ = try services.inbox.deliver(
                        ana.accountID, .priceReached(market: "ETHCLP", isAbove: true, price: "10"), at: now, now: now,
                        source: "trade 1", in: connection)
                }
            }
            #expect(try await waiting(world) == 1)
        }
    }

    @Test("what push services answer decides what becomes of message and device", arguments: Engine.allCases)
    func answers(engine: Engine) async throws {
        try await World.with(engine) { world in
            let services = services(world)
            let ana = try await world.visitor()
            func devices() async throws -> Int { try await services.push.standing(of: ana).devices.count }
            for status in [404, 410] {
                _ = try await register(services, ana)
                try await push(services, world, ana)
                server.answer(PushAnswer(status: status))
                #expect(try await services.deliveries.deliverDue(.web) == 0)
                #expect(try await devices() == 0)
                #expect(try await waiting(world) == 0)
            }
            _ = try await register(services, ana)
            for status in [400, 401, 403, 413] {
                try await push(services, world, ana)
                server.answer(PushAnswer(status: status))
                let causes = Mutex<[String]>([])
                _ = try await services.deliveries.deliverDue(.web) { fault in
                    guard case .ours(let cause) = fault else { return }
                    causes.withLock { $0.append(cause) }
                }
                #expect(causes.withLock { $0 } == ["\(status) push_service"])
                #expect(try await devices() == 1)
                #expect(try await waiting(world) == 0)
            }
            try await push(services, world, ana)
            server.answer(PushAnswer(status: 429, retryAfter: "120"))
            _ = try await services.deliveries.deliverDue(.web)
            let asked = server.asked.count
            world.clock.advance(seconds: 119)
            #expect(try await services.deliveries.deliverDue(.web) == 0 && server.asked.count == asked)
            world.clock.advance(seconds: 1)
            server.answer(nil)
            #expect(try await services.deliveries.deliverDue(.web) == 0 && server.asked.count == asked + 1)
            server.answer(PushAnswer(status: 201))
            world.clock.advance(seconds: 15)
            #expect(try await services.deliveries.deliverDue(.web) == 1)
            // Nothing is of use for longer than half a day.
            try await push(services, world, ana)
            world.clock.advance(seconds: PushService.usefulSeconds)
            #expect(try await services.deliveries.deliverDue(.web) == 0)
            #expect(try await waiting(world) == 0)
        }
    }

    @Test("three offers a day, one a shop, none of muted shops or kinds", arguments: Engine.allCases)
    func offers(engine: Engine) async throws {
        try await World.with(engine) { world in
            let services = services(world)
            let ana = try await world.visitor()
            let device = try await register(services, ana)
            var rules = PushRules()
            rules.mutedShops = [PushRules.Shop(venue: world.uuid, major: 9)]
            try await services.push.set(rules, of: ana)
            for shop: UInt16 in [9, 1, 1, 2, 3, 4] { try await push(services, world, ana, .offers, of: shop) }
            #expect(try await waiting(world) == 3)
            world.clock.advance(seconds: 86_400)
            try await push(services, world, ana, .offers, of: 1)
            #expect(try await waiting(world) == 4)
            try await services.push.mute([.offers, .orders], on: device.id, of: ana)
            try await push(services, world, ana, .offers, of: 2)
            try await push(services, world, ana, .orders)
            #expect(try await waiting(world) == 4)
            rules.isSilent = true
            try await services.push.set(rules, of: ana)
            try await push(services, world, ana, .prices)
            #expect(try await waiting(world) == 4)
            #expect(try await services.push.standing(of: ana).rules == rules)
        }
    }

    @Test("a visit's offer is announced when its coupon is settled", arguments: Engine.allCases)
    func settled(engine: Engine) async throws {
        try await World.with(engine) { world in
            let services = services(world)
            let ana = try await world.visitor("ana", choosing: [101])
            _ = try await register(services, ana)
            try await world.growOlder()
            try #require(try await !world.prove(world.sighting(101, 1), ana).coupons.isEmpty)
            #expect(try await waiting(world) == 0)
            try await services.loyalty.settle(at: world.clock.now)
            try await services.loyalty.settle(at: world.clock.now)
            #expect(try await waiting(world) == 1)
        }
    }

    @Test("within quiet hours a notice waits for their end")
    func quiet() async throws {
        try await World.with(.sqlite) { world in
            let services = services(world)
            let ana = try await world.visitor()
            _ = try await register(services, ana)
            var rules = PushRules()
            rules.quiet = (10 * 60, 11 * 60)
            try await services.push.set(rules, of: ana)
            try await push(services, world, ana)
            // It is half a minute past 10:30.
            world.clock.advance(seconds: 29 * 60 + 29)
            #expect(try await services.deliveries.deliverDue(.web) == 0)
            world.clock.advance(seconds: 1)
            #expect(try await services.deliveries.deliverDue(.web) == 1)
        }
    }

    @Test("a device ends with its session, and nothing is sent to it then", arguments: Engine.allCases)
    func signOut(engine: Engine) async throws {
        try await World.with(engine) { world in
            let services = services(world)
            let ana = try await world.visitor()
            _ = try await register(services, ana)
            try await push(services, world, ana)
            try await services.accounts.signOut(ana)
            #expect(try await world.database.read { try $0.query("SELECT 1 FROM push_devices") }.isEmpty)
            #expect(try await services.deliveries.deliverDue(.web) == 0 && server.asked.isEmpty)
            #expect(try await waiting(world) == 0)
        }
    }

    @Test("an endpoint belongs to whoever signed in there last; ten devices are enough", arguments: Engine.allCases)
    func moves(engine: Engine) async throws {
        try await World.with(engine) { world in
            let services = services(world)
            let (ana, eve) = (try await world.visitor("ana"), try await world.visitor("eve"))
            let first = try await register(services, ana)
            #expect(try await register(services, ana).id == first.id)
            #expect(try await register(services, eve).id != first.id)
            #expect(try await services.push.standing(of: ana).devices.isEmpty)
            for number in 2...10 { _ = try await register(services, eve, "\(number)") }
            await #expect { _ = try await register(services, eve, "11") } throws: {
                ($0 as? ServiceError)?.code == "push.too_many_devices"
            }
            _ = try await register(services, eve, "10")
            await #expect { try await services.push.remove(first.id, of: ana) } throws: {
                ($0 as? ServiceError)?.code == "push.unknown_device"
            }
        }
    }

    @Test(
        "endpoints of no push service are refused",
        arguments: [
            "http://push.example.org/1", "https://127.0.0.1/1", "https://localhost/1", "https://push.example.org:444/1",
            "https://a@push.example.org/1", "https://10.0.0.1/1", "https://[::1]/1",
        ])
    func refusals(endpoint: String) async throws {
        try await World.with(.sqlite) { world in
            let services = services(world)
            let ana = try await world.visitor()
            await #expect {
                _ = try await services.push.register(
                    .web(endpoint: endpoint), keys: try #require(Self.keys), language: "en", of: ana)
            } throws: { ($0 as? ServiceError)?.code == "push.invalid_device" }
            await #expect {
                _ = try await services.push.register(
                    .google(token: String(repeating: "a", count: 20)), keys: try #require(Self.keys), language: "en",
                    of: ana)
            } throws: { ($0 as? ServiceError)?.code == "push.unavailable" }
        }
    }

    @Test("rules that cannot be are refused")
    func rules() async throws {
        try await World.with(.sqlite) { world in
            let services = services(world)
            let ana = try await world.visitor()
            var zone = PushRules()
            zone.timeZone = "Mars/Olympus"
            var late = PushRules()
            late.quiet = (0, 1440)
            for rules in [zone, late] {
                await #expect { try await services.push.set(rules, of: ana) } throws: {
                    ($0 as? ServiceError)?.code == "push.invalid_rules"
                }
            }
        }
    }

    @Test("who wants it is reminded once a day, all by the same words", arguments: Engine.allCases)
    func reminders(engine: Engine) async throws {
        try await World.with(engine) { world in
            let services = services(world)
            let ana = try await world.visitor()
            let device = try await register(services, ana)
            world.clock.advance(seconds: 86_400)
            try await services.push.remind(at: world.clock.now)
            #expect(try await waiting(world) == 0)
            try await services.push.mute([], on: device.id, of: ana)
            for _ in 0..<3 { try await services.push.remind(at: world.clock.now) }
            #expect(try await waiting(world) == 1)
            world.clock.advance(seconds: 86_400)
            for _ in 0..<3 { try await services.push.remind(at: world.clock.now) }
            #expect(try await waiting(world) == 2)
        }
    }

    @Test(
        "one device holds twenty waiting messages at most, and an account's end takes all", arguments: Engine.allCases)
    func bounds(engine: Engine) async throws {
        try await World.with(engine) { world in
            let services = services(world)
            let ana = try await world.visitor()
            _ = try await register(services, ana)
            for _ in 0..<25 { try await push(services, world, ana) }
            #expect(try await waiting(world) == 20)
            let person = PersonalDataTable.Person(account: ana.accountID, number: nil, email: "ana@example.org")
            try await world.database.write { connection in
                for table in PushService.personalDataTables { try table.end(of: person, in: connection) }
            }
            #expect(try await waiting(world) == 0)
            #expect(try await services.push.standing(of: ana).devices.isEmpty)
        }
    }

    @Test("the key of push services is made once, sealed, and the same for every server", arguments: Engine.allCases)
    func key(engine: Engine) async throws {
        try await engine.withDatabase { database in
            let keys = try await withThrowingTaskGroup(of: String.self) { group in
                for _ in 0..<4 {
                    group.addTask { try await database.write { try PushKeyStore.key(in: $0).publicText } }
                }
                return try await group.reduce(into: Set<String>()) { $0.insert($1) }
            }
            #expect(keys.count == 1)
            let (sealed, bytes) = try await database.write { connection in
                (
                    try #require(try connection.first("SELECT sealed FROM push_keys", [])).blob("sealed"),
                    try PushKeyStore.key(in: connection).bytes
                )
            }
            #expect(sealed.count > 32 && !Base64.text(sealed).contains(Base64.text(bytes.prefix(30))))
        }
    }
}
