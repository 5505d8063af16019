import Basics
import Network
import Storage
import Synchronization
import TestServer
import Testing

@testable import AccountService
@testable import ServerApp

@Suite("Mails that wait")
struct MailOutboxTests {
    private func add(_ world: World, _ outbox: MailOutbox, seconds: Int64 = 100_000) async throws {
        let now = world.clock.now
        try await world.database.write { connection in
            try outbox.add(
                to: "ana@example.org", subject: "S", text: "T\n", usefulFor: seconds, at: now, in: connection)
        }
    }

    private func waiting(_ world: World) async throws -> Int {
        try await world.database.read { try $0.query("SELECT 1 FROM deliveries").count }
    }

    @Test("a mail that is not taken is tried again, later each time, and goes at its end", arguments: Engine.allCases)
    func retries(engine: Engine) async throws {
        try await World.with(engine) { world in
            let post = Post()
            let outbox = world.services(post).mail
            post.refusal.withLock { $0 = .unreachable }
            try await add(world, outbox, seconds: 60)
            #expect(try await outbox.deliverDue() == 0)
            world.clock.advance(seconds: 4)
            post.refusal.withLock { $0 = nil }
            #expect(try await outbox.deliverDue() == 0 && post.count == 0)
            world.clock.advance(seconds: 1)
            #expect(try await outbox.deliverDue() == 1 && post.count == 1)
            #expect(try await waiting(world) == 0)
            // One that is of no use any more is not sent.
            try await add(world, outbox, seconds: 60)
            world.clock.advance(seconds: 60)
            #expect(try await outbox.deliverDue() == 0 && post.count == 1)
            #expect(try await waiting(world) == 0)
            #expect(
                (1...9).map { DeliveryQueue.pauseSeconds(after: $0) } == [5, 15, 45, 135, 405, 1215, 3600, 3600, 3600])
        }
    }

    @Test("a recipient that is refused for good is not asked again")
    func lasting() async throws {
        try await World.with(.sqlite) { world in
            let post = Post()
            let outbox = world.services(post).mail
            post.refusal.withLock { $0 = .refused(status: 550, step: .recipient) }
            try await add(world, outbox)
            #expect(try await outbox.deliverDue() == 0)
            #expect(try await waiting(world) == 0)
        }
    }

    @Test("a mail whose server went away is sent by another one, and by one alone", arguments: Engine.allCases)
    func crash(engine: Engine) async throws {
        try await World.with(engine) { world in
            let post = Post()
            let outbox = world.services(post).mail
            for _ in 0..<5 { try await add(world, outbox) }
            let taken = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<4 {
                    group.addTask { try await world.services(post).mail.deliverDue() }
                }
                return try await group.reduce(0, +)
            }
            #expect(taken == 5 && post.count == 5)
            // Claimed, and then the process ended.
            try await add(world, outbox)
            let now = world.clock.now
            try await world.database.write { connection in
                let store = DeliveryStore(connection)
                let mail = try #require(try store.free(.mail, at: now, without: [], for: "other", limit: 1).first)
                try store.announce("other", until: now.advanced(bySeconds: DeliveryQueue.leaseSeconds), at: now)
                #expect(try store.claim(mail, by: "other"))
                #expect(try !store.claim(mail, by: "third"))
            }
            #expect(try await outbox.deliverDue() == 0)
            world.clock.advance(seconds: DeliveryQueue.leaseSeconds)
            #expect(try await outbox.deliverDue() == 1)
        }
    }

    @Test("the mail speaks the language that was asked for")
    func languages() {
        #expect(DeviceMail.language("es-CL,es;q=0.9,en;q=0.8") == "es")
        #expect(DeviceMail.language("fr, pt-BR;q=0.5") == "pt")
        for header in [nil, "", "fr", "\u{0},,;;", String(repeating: "x", count: 100_000)] {
            #expect(DeviceMail.language(header) == "en")
        }
        for language in ["en", "es", "pt", "it"] {
            let text = DeviceMail.text(code: "7KQ3M", label: "Phone", in: language).text
            #expect(text.contains("\n    7KQ3M\n") && text.contains("Phone"))
        }
    }
}
