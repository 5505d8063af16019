import API
import Dispatch
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Synchronization
import TestServer
import Testing

@testable import HTTPKit

@Suite("Answers are there in time")
struct AnswerTimeTests {
    /// What waits without looking whether anybody still does, as a write does whose database does not answer.
    private static func stuck(seconds: Double) async {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().asyncAfter(deadline: .now() + seconds) { continuation.resume() }
        }
    }

    private static func route(_ method: HTTPRequest.Method, _ path: PathTemplate) -> Route {
        Route("slow\(method.rawValue)\(path)", method, path, "A slow route.", answer: .nothing)
    }

    private static var limits: ServerLimits {
        var limits = ServerLimits.standard.withoutRates
        limits.answerSeconds = 1
        return limits
    }

    @Test("what only reads is refused, and may be asked again", arguments: [true, false])
    func reading(isCancellable: Bool) async throws {
        try await Site.with(
            .live, limits: Self.limits,
            extraRoutes: { handlers in
                handlers.respond(Self.route(.get, "/api/slow")) { _ in
                    if isCancellable { try await Task.sleep(for: .seconds(4)) } else { await Self.stuck(seconds: 4) }
                    return .text("late", mediaType: "text/plain")
                }
            }
        ) { site in
            let begun = ContinuousClock.now
            let answer = try await site.ask(.get, "/api/slow")
            #expect(ContinuousClock.now - begun < .seconds(3))
            #expect(answer.status == 503 && answer.code == "request.overloaded")
            #expect(answer.headers[.retryAfter] == "1")
            // The connection goes on.
            #expect(try await site.ask(.get, "/healthz").status == 200)
        }
    }

    @Test("a request is answered on the thread of its connection, also after it has waited", arguments: [true, false])
    func thread(isTimed: Bool) async throws {
        let path: PathTemplate = "/api/thread"
        try await Site.with(
            .live, limits: Self.limits,
            extraRoutes: { handlers in
                let answer: @Sendable (RouteCall) async throws -> Response = { call in
                    let eventLoop = call.connection.channel.eventLoop
                    let before = eventLoop.inEventLoop
                    await Self.stuck(seconds: 0.05)
                    return .text("\(before) \(eventLoop.inEventLoop)", mediaType: "text/plain")
                }
                if isTimed {
                    handlers.respond(Self.route(.get, path), answer)
                } else {
                    handlers.native(.get, path, "thread", takesLong: true, answer)
                }
            }
        ) { site in
            let answer = try await site.ask(.get, "/api/thread")
            #expect(answer.text == "true true")
        }
    }

    @Test("what may have been done is not called refused, and goes on to its end")
    func writing() async throws {
        let isDone = Mutex(false)
        try await Site.with(
            .live, limits: Self.limits,
            extraRoutes: { handlers in
                handlers.respond(Self.route(.post, "/api/slow")) { _ in
                    await Self.stuck(seconds: 2)
                    isDone.withLock { $0 = true }
                    return .text("late", mediaType: "text/plain")
                }
            }
        ) { site in
            let answer = try await site.ask(.post, "/api/slow", "{}")
            #expect(answer.status == 504 && answer.code == "request.outcome_unknown")
            #expect(answer.headers[.retryAfter] == nil)
            let deadline = ContinuousClock.now + .seconds(30)
            while !isDone.withLock({ $0 }), ContinuousClock.now < deadline {
                try await Task.sleep(for: .milliseconds(10))
            }
            #expect(isDone.withLock { $0 })
        }
    }

    @Test("what ends because its time is over says itself that nothing was done")
    func givenUp() async throws {
        try await Site.with(
            .live, limits: Self.limits,
            extraRoutes: { handlers in
                handlers.respond(Self.route(.post, "/api/slow")) { _ in
                    try await Task.sleep(for: .seconds(4))
                    return .text("late", mediaType: "text/plain")
                }
            }
        ) { site in
            let answer = try await site.ask(.post, "/api/slow", "{}")
            #expect(answer.status == 503 && answer.code == "request.overloaded")
            #expect(answer.headers[.retryAfter] == "1")
        }
    }

    @Test("the time in which a body arrives is not counted, and what is left of it is not read after the answer")
    func slowBody() async throws {
        let isRefused = Mutex(false)
        try await Site.with(
            .live, limits: Self.limits,
            extraRoutes: { handlers in
                handlers.respond(Self.route(.post, "/api/slow")) { call in
                    .text("\(try await call.bodyBuffer().readableBytes)", mediaType: "text/plain")
                }
                handlers.respond(Self.route(.post, "/api/slow/unread")) { call in
                    await Self.stuck(seconds: 1.5)
                    do { _ = try await call.bodyBuffer() } catch is CancellationError {
                        isRefused.withLock { $0 = true }
                    }
                    return .text("late", mediaType: "text/plain")
                }
            }
        ) { site in
            let connection = try await RawConnection(port: try #require(site.client.port))
            let head = "HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 10\r\n\r\n"
            try await connection.send("POST /api/slow \(head)01234")
            try await Task.sleep(for: .milliseconds(1500))
            try await connection.send("56789")
            #expect(try await connection.wait(for: "\r\n\r\n10"))
            #expect(connection.received.hasPrefix("HTTP/1.1 200 "))
            // An answer that comes before the body has: the rest is passed over, and the connection goes on.
            try await connection.send("POST /api/slow/unread \(head)01234")
            #expect(try await connection.wait(for: "request.outcome_unknown"))
            try await Task.sleep(for: .milliseconds(800))
            try await connection.send("56789GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
            #expect(try await connection.wait(for: "\r\n\r\nok\n"))
            #expect(isRefused.withLock { $0 })
            await connection.close()
        }
    }

    @Test("a stream goes on, however short the time is")
    func stream() async throws {
        try await Site.with(.live, limits: Self.limits) { site in
            let connection = try await RawConnection(port: try #require(site.client.port))
            try await connection.send("GET /api/venues/\(site.world.uuid)/stream HTTP/1.1\r\nHost: x\r\n\r\n")
            #expect(try await connection.wait(for: "event: picture"))
            try await Task.sleep(for: .milliseconds(1500))
            #expect(!connection.isClosed && !connection.received.contains("\r\n0\r\n\r\n"))
            await connection.close()
        }
    }
}

@Suite("Whether the server can do its work")
struct ReadinessTests {
    private struct Away: Error {}

    @Test("it can while its database answers in time and has all that it needs")
    func faults() async throws {
        #expect(await Readiness { true }.fault() == nil)
        #expect(await Readiness { false }.fault() == .schema)
        #expect(await Readiness { throw Away() }.fault() == .database)
        let begun = ContinuousClock.now
        let slow = Readiness(patience: .milliseconds(50)) {
            try await Task.sleep(for: .seconds(60))
            return true
        }
        #expect(await slow.fault() == .database)
        #expect(ContinuousClock.now - begun < .seconds(30))
    }

    @Test("it takes its leave whatever the database says")
    func stopping() async throws {
        let readiness = Readiness { true }
        readiness.stop()
        #expect(await readiness.fault() == .stopping)
    }

    @Test("strangers are told one word")
    func route() async throws {
        try await Site.with { site in
            let answer = try await site.ask(.get, "/readyz")
            #expect(answer.status == 200 && answer.text == "ok\n")
            #expect(try await site.ask(.head, "/readyz").status == 200)
        }
    }
}
