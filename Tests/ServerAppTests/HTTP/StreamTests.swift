import API
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import ServiceLifecycle
import Synchronization
import TestServer
import Testing

@testable import HTTPKit

/// Counts across tasks.
private final class Counter: Sendable {
    private let count = Atomic<Int>(0)
    var value: Int { count.load(ordering: .relaxed) }
    func increment() { count.add(1, ordering: .relaxed) }
}

@Suite("Streams of events")
struct StreamTests {
    private func open(
        _ path: String, token: String? = nil, port: Int?, reads: Bool = true
    ) async throws -> RawConnection {
        let connection = try await RawConnection(port: try #require(port), reads: reads)
        let authorization = token.map { "Authorization: Bearer \($0)\r\n" } ?? ""
        try await connection.send("GET \(path) HTTP/1.1\r\nHost: localhost\r\n\(authorization)\r\n")
        return connection
    }

    @Test("what happens to somebody comes on their stream and on nobody else's")
    func userStream() async throws {
        try await Site.with(.live) { site in
            let ana = try await site.signUp("ana", choosing: [100])
            let bea = try await site.signUp("bea", choosing: [100])
            let stream = try await open("/api/stream", token: ana, port: site.client.port)
            let other = try await open("/api/stream", token: bea, port: site.client.port)
            #expect(try await stream.wait(for: "retry: 3000\n\n"))
            #expect(try await other.wait(for: "retry: 3000\n\n"))
            #expect(stream.received.contains("\r\nContent-Type: text/event-stream\r\n"))
            #expect(stream.received.contains("\r\nCache-Control: no-store\r\n"))

            try await site.ask(.post, "/api/sightings", try site.sighting(100, 1), token: ana)
            try await site.ask(.post, "/api/sightings", try site.sighting(100, 1), token: ana)
            #expect(try await stream.wait(for: "event: sighting.rejected\ndata: {\"at\":"))
            #expect(stream.received.contains("event: sighting.accepted\ndata: {\"at\":"))
            #expect(stream.received.contains("event: offer.received\ndata: {\"id\":"))
            #expect(stream.received.contains("\"code\":\"presence.replayed\""))
            #expect(!other.received.contains("event: sighting") && !other.received.contains("event: offer"))
            await stream.close()
            await other.close()
        }
    }

    @Test("a stream needs a session, and ends when that ends")
    func signOut() async throws {
        var limits = ServerLimits.standard.withoutRates
        limits.heartbeatSeconds = 0.05
        try await Site.with(.live, limits: limits) { site in
            let refused = try await open("/api/stream", token: "x", port: site.client.port)
            #expect(try await refused.wait(for: "accounts.not_signed_in"))
            let token = try await site.signUp()
            let stream = try await open("/api/stream", token: token, port: site.client.port)
            #expect(try await stream.wait(for: ": \n\n"))
            #expect(!stream.received.contains("\r\n0\r\n\r\n"))
            try await site.ask(.delete, "/api/session", token: token)
            #expect(try await stream.wait(for: "\r\n0\r\n\r\n"))
        }
    }

    @Test("the picture of a venue comes at once and says nothing of the few")
    func picture() async throws {
        try await Site.with(.live) { site in
            let token = try await site.signUp(choosing: [100])
            try await site.ask(.post, "/api/sightings", try site.sighting(100, 1), token: token)
            let stream = try await open("/api/venues/\(site.world.uuid)/stream", port: site.client.port)
            #expect(try await stream.wait(for: "event: picture\ndata: {\"accepted\":0,\"disputed\":0,"))
            #expect(try await stream.wait(for: "{\"major\":100,\"visits\":null}"))
            await stream.close()
        }
    }

    @Test("streams are counted while they are open, and no more are opened than may be")
    func count() async throws {
        var limits = ServerLimits.standard.withoutRates
        limits.streams = 2
        try await Site.with(.live, limits: limits) { site in
            let path = "/api/venues/\(site.world.uuid)/stream"
            let first = try await open(path, port: site.client.port)
            let second = try await open(path, port: site.client.port)
            #expect(try await first.wait(for: "event: picture"))
            #expect(try await second.wait(for: "event: picture"))
            #expect(try await site.ask(.get, RouteHandlers.figuresPath).text.contains("\ncerca_open_streams 2\n"))
            let refused = try await site.ask(.get, path)
            #expect(refused.code == "request.overloaded" && refused.headers[.retryAfter] == "10")
            // One that goes away is noticed at once, not when something would next be sent to it.
            await first.close()
            #expect(try await site.comesToSay("cerca_open_streams 1"))
            await second.close()
        }
    }

    @Test("one address has so many streams, and others have theirs")
    func perAddress() async throws {
        var limits = ServerLimits.standard.withoutRates
        limits.streamsPerAddress = 2
        try await Site.with(.live, limits: limits) { site in
            let request = "GET /api/venues/\(site.world.uuid)/stream HTTP/1.1\r\nHost: x\r\n\r\n"
            let port = try #require(site.client.port)
            func open(from source: String) async throws -> RawConnection {
                let stream = try await RawConnection(port: port, from: source)
                try await stream.send(request)
                #expect(
                    try await stream.wait { $0.received.contains("event: picture") || $0.received.contains("\"code\"") }
                )
                return stream
            }
            var greedy: [RawConnection] = []
            for _ in 0..<3 { greedy.append(try await open(from: "127.0.0.66")) }
            #expect(greedy[1].received.contains("event: picture"))
            #expect(greedy[2].received.hasPrefix("HTTP/1.1 503 "))
            let other = try await open(from: "127.0.0.67")
            #expect(other.received.contains("event: picture"))
            for stream in greedy + [other] { await stream.close() }
        }
    }

    @Test("a reader that takes nothing is dropped, and the events do not pile up")
    func slowReader() async throws {
        var limits = ServerLimits.standard.withoutRates
        limits.eventsWaiting = 4
        limits.slowReaderSeconds = 1
        let sent = Counter()
        try await Site.with(
            .live, limits: limits,
            extraRoutes: { handlers in
                handlers.stream(Routes.demoStream) { _ in
                    AsyncThrowingStream {
                        sent.increment()
                        try await Task.sleep(for: .milliseconds(1))
                        let shops = Array(repeating: PictureShopBody(major: 1, visits: 5), count: 4000)
                        return try ServerSentEvent(
                            "frame",
                            PictureBody(
                                from: TestClock.start, until: TestClock.start, shops: shops, accepted: 0, disputed: 0,
                                rejected: [:]))
                    }
                }
            }
        ) { site in
            let stream = try await open("/api/demo/stream", port: site.client.port, reads: false)
            #expect(try await stream.wait { _ in sent.value > 0 })
            #expect(try await site.comesToSay("cerca_open_streams 0"))
            let sentAtEnd = sent.value
            try await Task.sleep(for: .milliseconds(50))
            #expect(sent.value <= sentAtEnd + 1)
            await stream.close()
        }
    }

    @Test("the server stops within two seconds although streams are open and nobody reads one of them")
    func stop() async throws {
        // The least of several, since a busy machine takes longer for everything.
        var taken = Duration.seconds(1000)
        for _ in 0..<8 where taken >= .seconds(2) { taken = min(taken, try await timeToStop()) }
        #expect(taken < .seconds(2))
    }

    /// How long a server with open streams takes to stop.
    private func timeToStop() async throws -> Duration {
        let taken = Mutex(Duration.zero)
        try await World.with(.sqlite) { world in
            let (ports, port) = AsyncStream<Int>.makeStream()
            let application = try Site.application(world, onListening: { port.yield($0) })
            let group = ServiceGroup(
                configuration: .init(
                    services: [application], logger: Site.quiet))
            try await withThrowingTaskGroup(of: Void.self) { tasks in
                tasks.addTask { try await group.run() }
                let listening = try #require(await ports.first { _ in true })
                let path = "/api/venues/\(world.uuid)/stream"
                let stream = try await open(path, port: listening)
                let idle = try await RawConnection(port: listening)
                let half = try await RawConnection(port: listening)
                try await half.send(
                    "POST /api/accounts HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
                        + "Content-Length: 100\r\n\r\n{")
                _ = try await open(path, port: listening, reads: false)
                #expect(try await stream.wait(for: "event: picture"))
                let begun = ContinuousClock.now
                await group.triggerGracefulShutdown()
                try await tasks.next()
                taken.withLock { $0 = ContinuousClock.now - begun }
                // The stream came to a proper end instead of being cut.
                #expect(try await stream.wait(for: "\r\n0\r\n\r\n"))
                // Its reader comes back in two to five seconds, not with everybody else's at once.
                let farewell = stream.received.split(separator: "\r\n").last { $0.hasPrefix("retry: ") }
                let pause = farewell.flatMap { Int($0.dropFirst(7).prefix { $0.isNumber }) }
                #expect((2000...5000).contains(pause ?? 0))
                #expect(try await idle.wait { $0.isClosed })
                #expect(try await half.wait { $0.isClosed })
            }
        }
        return taken.withLock { $0 }
    }
}
