import API
import Basics
import Exposure
import ExposureWire
import Foundation
import Synchronization
import Testing

@testable import Phone

@Suite("Telling a venue its days")
struct VenueDayTellerTests {
    /// A venue's server that keeps what it is told.
    private final class Venue: VenueDayServer {
        struct Content {
            var claims: [(secret: String, isFake: Bool)] = []
            var told: [(contribution: VenueDayContribution, at: Timestamp)] = []
            var failure: ExposureServerError?
        }

        let content = Mutex(Content())
        let issuer: VenueDayIssuer
        private let clock: TestClock

        init(_ clock: TestClock) {
            self.clock = clock
            issuer = VenueDayIssuer(period: VenueDayPeriod(containing: UTCDay(containing: clock.now).number))
        }

        func venueDayIssuer() async throws(ExposureServerError) -> (period: VenueDayPeriod, publicKey: [UInt8]) {
            (issuer.period, issuer.publicKey)
        }

        func venueDayCredential(
            _ request: [UInt8], period: VenueDayPeriod, uploadSecret: String, isFake: Bool
        ) async throws(ExposureServerError) -> [UInt8] {
            content.withLock { $0.claims.append((uploadSecret, isFake)) }
            guard let response = issuer.issue(request) else { throw .refused(status: 403) }
            return response
        }

        func contribute(_ contribution: VenueDayContribution) async throws(ExposureServerError) {
            let now = clock.now
            let failure = content.withLock { content in
                if content.failure == nil { content.told.append((contribution, now)) }
                return content.failure
            }
            if let failure { throw failure }
        }
    }

    private struct Scene {
        let clock = TestClock()
        let server: FakeServer
        let venue: Venue
        let session: TracingSession
        let places: [VenueDay]

        init(shops: Int = 5, remembers: Bool = true) async throws {
            server = FakeServer(clock: clock)
            venue = Venue(clock)
            session = TracingSession(tracer: TracingFixture.phone(seed: 1))
            let uuid = try #require(UUID128(bytes: (0..<16).map { UInt8($0) }))
            let day = UTCDay(containing: clock.now).number
            places = (0..<shops).map { VenueDay(venue: uuid, major: UInt16(100 + $0), day: day) }
            if remembers { try await session.take { $0.rememberVenueDays(true) } }
            for place in places + places { try await session.take { $0.proved(place) } }
        }

        var reporter: Reporter {
            Reporter(session: session, server: server, venueDays: venue, clock: { [clock] in clock.now })
        }

        /// Two days of a phone that looks every quarter of a minute.
        func live() async throws {
            let synchroniser = Synchroniser(
                session: session, server: server, base: "https://a.example", venueDays: venue,
                clock: { [clock] in clock.now }
            )
            for _ in 0..<2 * 5760 {
                clock.pass(seconds: 15)
                _ = try await synchroniser.followSchedule()
            }
        }
    }

    @Test func `each shop and day is told once, by itself, at a time of its own within a day`() async throws {
        let scene = try await Scene(shops: 20)
        let code = try #require(ReportCode("123456789012"))
        #expect(try await scene.reporter.report(code, tellsVenueDays: true) == .taken)
        #expect(scene.venue.content.withLock { $0.told.isEmpty })
        let reportedAt = scene.clock.now
        let attempt = try #require(scene.server.content.withLock { $0.uploads.first?.attempt })
        #expect(scene.venue.content.withLock { $0.claims.map(\.secret) } == [attempt])
        try await scene.live()
        let told = scene.venue.content.withLock { $0.told }.filter { !$0.contribution.isFake }
        #expect(Set(told.map(\.contribution.place)) == Set(scene.places) && told.count == 20)
        #expect(Set(told.map(\.at)).count == 20, "never two together")
        #expect(told.map(\.contribution.place) != scene.places)
        let delays = told.map { $0.at.seconds(since: reportedAt) }
        #expect(
            delays.allSatisfy { $0 <= 172_800 } && delays.contains { $0 > 43_200 } && delays.contains { $0 < 43_200 })
        let tags = told.map { scene.venue.issuer.tag(of: $0.contribution.presentation, for: $0.contribution.place) }
        #expect(!tags.contains(nil) && Set(tags).count == 20)
        #expect(await scene.session.tracer.settings.venueDays.waiting.allSatisfy { $0.isFake })
    }

    @Test func `without its owner's word a phone only seems to tell, and with none remembered not even that`()
        async throws
    {
        for remembers in [true, false] {
            let scene = try await Scene(remembers: remembers)
            let code = try #require(ReportCode("123456789012"))
            #expect(try await scene.reporter.report(code) == .taken)
            #expect(scene.venue.content.withLock { $0.claims.map(\.isFake) } == (remembers ? [true] : []))
            try await scene.live()
            let told = scene.venue.content.withLock { $0.told }
            #expect(told.allSatisfy { $0.contribution.isFake } && (remembers ? told.count >= 5 : told.isEmpty))
            for (contribution, _) in told {
                #expect(scene.venue.issuer.tag(of: contribution.presentation, for: contribution.place) == nil)
            }
        }
    }

    @Test func `what could not be sent gets another time, and what was refused is let go`() async throws {
        let scene = try await Scene()
        let code = try #require(ReportCode("123456789012"))
        scene.venue.content.withLock { $0.failure = .unreachable(reason: "no network") }
        _ = try await scene.reporter.report(code, tellsVenueDays: true)
        // The device was off for two days: what is late is not sent in one go.
        scene.clock.pass(seconds: 2 * 86_400)
        let teller = VenueDayTeller(
            session: scene.session, server: scene.venue, clock: { [clock = scene.clock] in clock.now })
        try await teller.sendDue()
        let waiting = await scene.session.tracer.settings.venueDays.waiting
        #expect(waiting.count == 5 && Set(waiting.map(\.at)).count == 5)
        #expect(waiting.allSatisfy { $0.at > scene.clock.now })
        scene.venue.content.withLock { $0.failure = .refused(status: 404) }
        scene.clock.pass(seconds: 2 * 86_400)
        try await teller.sendDue()
        #expect(await scene.session.tracer.settings.venueDays.waiting.count == 4)
    }

    @Test func `nothing is remembered of fourteen days ago, by a phone that is off, or once it is not wanted`()
        async throws
    {
        let scene = try await Scene()
        #expect(await scene.session.tracer.settings.venueDays.places == scene.places)
        scene.clock.pass(seconds: 15 * 86_400)
        _ = try await scene.session.tick(at: scene.clock.now)
        #expect(await scene.session.tracer.settings.venueDays.places.isEmpty)
        try await scene.session.take { $0.switchOff(at: scene.clock.now) }
        try await scene.session.take { $0.proved(scene.places[0]) }
        #expect(await scene.session.tracer.settings.venueDays.places.isEmpty)
        try await scene.session.take { $0.rememberVenueDays(false) }
        #expect(await scene.session.tracer.settings.venueDays == VenueDayMemory())
    }

    @Test func `a fake claim and a fake contribution are as long as real ones`() throws {
        let uuid = try #require(UUID128(bytes: (0..<16).map { UInt8($0) }))
        let sizes = try [true, false].map { isFake in
            let claim = VenueDayClaimBody(
                uploadSecret: "5c", period: 1484, request: String(repeating: "0", count: 452), isFake: isFake)
            let contribution = VenueDayContribution(
                place: VenueDay(venue: uuid, major: 100, day: 20_000), period: VenueDayPeriod(number: 1484),
                presentation: [1, 2, 3], isFake: isFake, at: TracingFixture.start)
            return [try claim.evenedJSON().count, try contribution.json().count]
        }
        #expect(sizes[0] == sizes[1])
    }

    @Test func `what is remembered and what waits come through the store`() throws {
        let uuid = try #require(UUID128(bytes: (0..<16).map { UInt8($0) }))
        var memory = VenueDayMemory()
        #expect(StoredVenueDays(memory) == nil)
        memory.isOn = true
        memory.places = [VenueDay(venue: uuid, major: 65_535, day: 20_001)]
        memory.waiting = [
            VenueDayContribution(
                place: memory.places[0], period: VenueDayPeriod(number: 3), presentation: [9, 8], isFake: true,
                at: TracingFixture.start)
        ]
        let stored = try JSONEncoder().encode(try #require(StoredVenueDays(memory)))
        #expect(try JSONDecoder().decode(StoredVenueDays.self, from: stored).memory == memory)
    }
}
