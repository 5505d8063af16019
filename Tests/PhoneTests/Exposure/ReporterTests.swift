import Basics
import Exposure
import ExposureWire
import Synchronization
import Testing

@testable import Phone

@Suite("Reporting")
struct ReporterTests {
    private let clock = TestClock()

    private func scene() throws -> (FakeServer, TracingSession, Reporter) {
        let server = FakeServer(clock: clock)
        let session = TracingSession(tracer: TracingFixture.phone(seed: 1))
        let clock = clock
        return (server, session, Reporter(session: session, server: server, clock: { clock.now }))
    }

    private func code(_ text: String = "1234 5678-9012") throws -> ReportCode {
        try #require(ReportCode(text))
    }

    @Test func `a report publishes the oldest key of the window under the code, and ends tracing`() async throws {
        let (server, session, reporter) = try scene()
        clock.pass(seconds: 20 * 86_400)
        #expect(try await reporter.report(code()) == .taken)
        let upload = try #require(server.content.withLock { $0.uploads.first })
        #expect(upload.upload.key.day == UTCDay(containing: clock.now).advanced(by: -14))
        #expect(upload.upload.authorization == "123456789012" && !upload.upload.isFake)
        #expect(await session.tracer.state == .reported)
        #expect(await session.tracer.settings.keys == nil)
        #expect(try await reporter.report(code()) == .alreadyReported)
        #expect(server.content.withLock { $0.uploads.count } == 1)
    }

    @Test func `a refused code leaves everything as it was, and another one may be tried`() async throws {
        let (server, session, reporter) = try scene()
        let before = await session.tracer.snapshot
        for (status, outcome) in [(403, ReportOutcome.refused), (401, .refused), (400, .notUnderstood(status: 400))] {
            server.content.withLock { $0.uploadAnswer = .refused(status: status) }
            #expect(try await reporter.report(code()) == outcome)
            #expect(await session.tracer.snapshot == before)
        }
        server.content.withLock { $0.uploadAnswer = nil }
        #expect(try await reporter.report(code("999999999999")) == .taken)
    }

    @Test func `a server that asks to wait is told as such, and the same words are sent again then`() async throws {
        let (server, session, reporter) = try scene()
        // The first try was taken and its answer lost: what is sent again must be the same attempt.
        server.content.withLock { $0.losesAnswers = true }
        _ = try await reporter.report(code())
        server.content.withLock { content in
            content.losesAnswers = false
            content.uploadAnswer = .later(seconds: 540)
        }
        let begun = await session.tracer.settings.pendingReport
        #expect(try await reporter.report(code()) == .later(seconds: 540))
        #expect(await session.tracer.state == .on)
        #expect(await session.tracer.settings.pendingReport == begun && begun != nil)
        server.content.withLock { $0.uploadAnswer = nil }
        #expect(try await reporter.report(code()) == .taken)
        #expect(server.content.withLock { $0.uploads.count } == 1)
    }

    @Test func `when the answer is lost the same words are sent again, even days later`() async throws {
        let (server, session, reporter) = try scene()
        server.content.withLock { $0.losesAnswers = true }
        #expect(try await reporter.report(code()) == .unknown(reason: "the answer is lost"))
        #expect(await session.tracer.state == .on)
        clock.pass(seconds: 3 * 86_400)
        _ = try await session.tick(at: clock.now)
        server.content.withLock { $0.losesAnswers = false }
        #expect(try await reporter.report(code("123456789012")) == .taken)
        let uploads = server.content.withLock { $0.uploads }
        #expect(uploads.count == 1, "the server knew the attempt")
        #expect(await session.tracer.state == .reported)
    }

    @Test func `without keys there is nothing to report`() async throws {
        let server = FakeServer(clock: clock)
        var random = SystemRandomNumberGenerator()
        let session = TracingSession(tracer: Tracer(using: &random))
        let clock = clock
        let reporter = Reporter(session: session, server: server, clock: { clock.now })
        #expect(try await reporter.report(code()) == .nothingToReport)
        #expect(server.content.withLock { $0.uploads.isEmpty })
    }

    @Test func `a code is twelve digits, however they are written`() {
        #expect(ReportCode("123456789012")?.digits == "123456789012")
        #expect(ReportCode(" 1234-5678 9012\n")?.digits == "123456789012")
        #expect(ReportCode("１２３４５６７８９０１２")?.digits == "123456789012")
        for text in ["", "12345678901", "1234567890123", "12345678901a", "1234_5678_9012"] {
            #expect(ReportCode(text) == nil)
        }
    }
}
