import API
import Basics
import HTTPKit
import Storage
import Synchronization
import TestServer
import Testing

@testable import ServiceKit

/// Two servers of one database, of whose events a test reads the streams.
private final class TwoHubs: Sendable {
    static let account = [UInt8](repeating: 9, count: 16)

    let database: any Database
    let hubs = [UserEvents(), UserEvents()]
    let outboxes = (0..<2).map { _ in EventOutbox(secret: [UInt8](repeating: 5, count: 32)) }
    private let carriers = Mutex<[Task<Void, Never>]>([])
    /// How many events a reader has heard.
    let heard = Atomic<Int>(0)
    /// When each event had been committed.
    let committed = Mutex<[Int: ContinuousClock.Instant]>([:])

    init(_ database: any Database) async throws {
        self.database = database
        for (hub, outbox) in zip(hubs, outboxes) { try await hub.share(outbox, in: database) }
        carriers.withLock { carriers in carriers = [0, 1].map(carry) }
    }

    private func carry(_ server: Int) -> Task<Void, Never> {
        Task { [hubs, outboxes, database] in
            await hubs[server].carry(
                in: database, tellOthers: { outboxes[1 - server].hinted() },
                failed: { Issue.record("\($0)") })
        }
    }

    func stop(_ server: Int) {
        carriers.withLock { $0[server].cancel() }
        hubs[server].close()
    }

    /// Lets an event of this number happen on a server.
    func happen(
        _ number: Int, on server: Int, lasting seconds: Double = 0, to account: [UInt8] = TwoHubs.account
    ) async throws {
        let hub = hubs[server]
        @Sendable func event() throws -> ServerSentEvent {
            try ServerSentEvent(
                "sighting.rejected", SightingRejectedBody(code: "n\(number)", at: Timestamp(milliseconds: 0)))
        }
        try await database.write { connection in
            try hub.note(to: account, at: Timestamp(milliseconds: 0), in: connection, event)
            // Transactions end in another order than they begin.
            if seconds > 0 { _ = try connection.query("SELECT CAST(pg_sleep(\(seconds)) AS TEXT) AS slept") }
        }
        committed.withLock { $0[number] = .now }
        hub.publishNoted(to: account, event)
    }

    func stream(on server: Int, after last: String? = nil) async throws -> AsyncStream<ServerSentEvent> {
        try await hubs[server].subscribe(
            account: Self.account, after: last, at: Timestamp(milliseconds: 0), in: database)
    }
}

extension ServerSentEvent {
    /// The number of a test's event; nil for a mark.
    fileprivate var number: Int? {
        let text = String(decoding: text, as: UTF8.self)
        return text.split(separator: "\"n").dropFirst().first.flatMap { Int($0.prefix { $0.isNumber }) }
    }
}

@Suite("Events of several servers", .timeLimit(.minutes(3)))
struct SharedEventsTests {
    private func withTwo(_ body: (TwoHubs) async throws -> Void) async throws {
        try await Engine.postgres.withDatabase { database in
            let site = try await TwoHubs(database)
            defer { for server in 0..<2 { site.stop(server) } }
            try await body(site)
        }
    }

    @Test("what happens on one server is on the streams of the other, each once, and soon")
    func reaches() async throws {
        try await withTwo { site in
            let stream = try await site.stream(on: 1)
            let count = 300
            async let heard: [(number: Int, late: Duration)] = {
                var heard: [(number: Int, late: Duration)] = []
                for await event in stream {
                    guard let number = event.number else { continue }
                    let since = site.committed.withLock { $0[number] }
                    heard.append((number, since.map { $0.duration(to: .now) } ?? .zero))
                    site.heard.store(heard.count, ordering: .relaxed)
                    if heard.count == count { break }
                }
                return heard
            }()
            try await withThrowingTaskGroup(of: Void.self) { group in
                for worker in 0..<2 {
                    group.addTask {
                        for number in stride(from: worker, to: count, by: 2) {
                            // No stream keeps more than some dozens for a reader, and transactions of other tests
                            // on the same server may keep all of these back for a while.
                            while number - site.heard.load(ordering: .relaxed) > UserEvents.eventsKept / 2 {
                                try await Task.sleep(for: .milliseconds(5))
                            }
                            try await site.happen(number, on: 0, lasting: number % 7 == 0 ? 0.03 : 0)
                        }
                    }
                }
                try await group.waitForAll()
            }
            let all = await heard
            try #require(all.map(\.number).sorted() == Array(0..<count))
            let late = all.map(\.late).sorted()
            print(
                "events on another server: p50 \(late[count / 2]), p99 \(late[count * 99 / 100]), longest \(late[count - 1])"
            )
            // How soon where nobody else is about is for `Interop/test_events_across_servers.py` to say.
            #expect(late[count / 2] < .seconds(2))
        }
    }

    @Test("a transaction that began first and ends last is told of, and a stranger's events are not")
    func interleaved() async throws {
        try await withTwo { site in
            let stream = try await site.stream(on: 1)
            async let slow: Void = site.happen(1, on: 0, lasting: 1.5)
            try await Task.sleep(for: .milliseconds(300))
            try await site.happen(2, on: 0)
            try await site.happen(99, on: 0, to: [UInt8](repeating: 8, count: 16))
            // The carriers look several times while the first transaction runs.
            try await Task.sleep(for: .milliseconds(500))
            try await slow
            try await site.happen(3, on: 0)
            var heard: [Int] = []
            for await event in stream {
                if let number = event.number { heard.append(number) }
                if event.number == 3 { break }
            }
            #expect(heard.sorted() == [1, 2, 3])
        }
    }

    @Test("who comes back to another server, from a server that is gone, misses nothing and hears nothing twice")
    func comesBack() async throws {
        try await withTwo { site in
            var heard: [Int] = []
            var last: String?
            let stream = try await site.stream(on: 0)
            for number in 0..<10 { try await site.happen(number, on: number % 2) }
            for await event in stream {
                last = event.id
                if let number = event.number { heard.append(number) }
                if heard.count == 10 { break }
            }
            site.stop(0)
            for number in 10..<30 { try await site.happen(number, on: 1) }
            let again = try await site.stream(on: 1, after: last)
            for number in 30..<40 { try await site.happen(number, on: 1) }
            for await event in again {
                if let number = event.number { heard.append(number) }
                if heard.count == 40 { break }
            }
            #expect(heard.sorted() == Array(0..<40))
            // Before anything was heard the stream has said where it begins.
            let fresh = try await site.stream(on: 1)
            var begin: String?
            for await event in fresh {
                begin = event.id
                break
            }
            try await site.happen(40, on: 1)
            for await event in try await site.stream(on: 1, after: begin) {
                if let number = event.number {
                    #expect(number == 40)
                    break
                }
            }
        }
    }

    @Test("figures say what was told, who asked whom to look, and how long events wait for a transaction that goes on")
    func figures() async throws {
        func reach(_ condition: () -> Bool) async throws {
            let deadline = ContinuousClock.now + .seconds(60)
            while !condition() {
                try #require(.now < deadline)
                try await Task.sleep(for: .milliseconds(10))
            }
        }
        try await withTwo { site in
            let stream = try await site.stream(on: 1)
            try await site.happen(1, on: 0)
            for await event in stream where event.number == 1 { break }
            // The other server may have looked by itself before it was asked to.
            try await reach { site.hubs[1].figures.hintsReceived == 1 }
            let (one, other) = (site.hubs[0].figures, site.hubs[1].figures)
            #expect(one.told == 0 && one.hintsSent == 1 && one.hintsReceived == 0)
            #expect(other.told == 1 && other.hintsSent == 0)
            // Whoever else is on this PostgreSQL only keeps events back for longer.
            async let slow: Void = site.happen(2, on: 0, lasting: 3)
            try await reach { site.hubs[1].figures.secondsBehind > 1.5 }
            try await slow
            try await reach { site.hubs[1].figures.secondsBehind <= 1.5 }
        }
        #expect(UserEvents().figures == EventFigures())
    }

    @Test("a look is read to the end once all that it saw has ended, however much begins meanwhile")
    func progress() {
        let start = ContinuousClock.now
        var progress = EventProgress(at: start)
        func look(_ second: Int, from oldest: Int64, to newest: Int64) -> Duration {
            progress.looked(at: start + .seconds(second), newest: newest, readTo: EventPosition(oldest, 0))
            return start.duration(to: progress.readUntil)
        }
        #expect(look(1, from: 10, to: 10) == .seconds(1))
        // Number 10 goes on while others come and go.
        #expect(look(2, from: 10, to: 14) == .seconds(1))
        #expect(look(3, from: 10, to: 30) == .seconds(1))
        // 10 has ended, 14 runs: what was to be seen at the second look is read, not what was at the third.
        #expect(look(4, from: 14, to: 40) == .seconds(2))
        #expect(look(5, from: 39, to: 50) == .seconds(2))
        #expect(look(6, from: 45, to: 60) == .seconds(4))
        #expect(look(7, from: 60, to: 60) == .seconds(7))
        // The database was put back, while a transaction runs there.
        #expect(look(8, from: 60, to: 70) == .seconds(7))
        #expect(look(9, from: 5, to: 7) == .seconds(7))
        #expect(look(10, from: 7, to: 8) == .seconds(9))
    }

    @Test("a table without its key names nobody, and positions that nobody said are nobody's")
    func adversary() async throws {
        try await withTwo { site in
            try await site.happen(1, on: 0)
            let rows = try await site.database.read { connection in
                try connection.query("SELECT channel, body FROM user_events").map { row in
                    (try row.blob("channel"), try row.blob("body"))
                }
            }
            let row = try #require(rows.first)
            #expect(row.0 != TwoHubs.account)
            #expect(!String(decoding: row.1, as: UTF8.self).contains("sighting"))
            let other = EventOutbox(secret: [UInt8](repeating: 6, count: 32))
            #expect(other.channel(of: TwoHubs.account, in: 0) != row.0)
            // Nor do two minutes' rows tell that they are one account's.
            #expect(site.outboxes[0].channel(of: TwoHubs.account, in: 0) == row.0)
            #expect(site.outboxes[0].channel(of: TwoHubs.account, in: 1) != row.0)
            #expect(row.1.count % 512 == 28)
            let kept = EventStore.Kept(position: EventPosition(1, 1), channel: row.0, body: row.1)
            #expect(throws: (any Error).self) { try other.open(kept) }
            let moved = EventStore.Kept(position: EventPosition(1, 1), channel: [1], body: row.1)
            #expect(throws: (any Error).self) { try site.outboxes[0].open(moved) }
            for text in ["", "1", "1.", ".1", "-1.0", "1.-1", "a.b", "1.2.3", String(repeating: "9", count: 60) + ".1"]
            {
                #expect(EventPosition(text) == nil)
            }
            #expect(EventPosition("12.3") == EventPosition(12, 3))
        }
    }
}
