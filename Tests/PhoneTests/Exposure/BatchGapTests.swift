import Basics
import Beacons
import Exposure
import ExposureWire
import Foundation
import Synchronization
import Testing

@testable import Phone

/// One wrong batch must not keep back the others: a damaged file or row would otherwise silence a country.
@Suite("Gaps among batches")
struct BatchGapTests {
    private let start = TracingFixture.start

    /// A phone that was near another in the second hour, and that compared the batch of `start`.
    private struct Scene {
        let clock = TestClock()
        let server: FakeServer
        let session: TracingSession
        let other: Tracer

        init() async {
            server = FakeServer(clock: clock)
            var own = TracingFixture.phone(seed: 1)
            var other = TracingFixture.phone(seed: 2)
            TracingFixture.meet(&own, &other, from: TracingFixture.start, minutes: 40)
            self.other = other
            session = TracingSession(tracer: own)
            clock.pass(seconds: 3000)
            _ = await synchroniser.synchronise()
        }

        var synchroniser: Synchroniser {
            Synchroniser(session: session, server: server, base: "https://a.example", clock: { [clock] in clock.now })
        }

        /// Spoils the batches of `releases` in one way.
        func spoil(_ releases: Set<Timestamp>, _ way: Way) {
            let (server, clock) = (server, clock)
            server.content.withLock { content in
                content.spoil = { (answer, release) throws(ExposureServerError) in
                    guard releases.contains(release) else { return answer }
                    var answer = answer
                    switch way {
                    case .status: throw .unreachable(reason: "the server answered with status 500")
                    case .forbidden: throw .refused(status: 403)
                    case .noSignature: throw .malformed(reason: "a batch came without a signature")
                    case .missing: return nil
                    case .empty: answer.body = []
                    case .signedEmpty: return server.signed([], release: release)
                    case .cut: answer.body.removeLast()
                    case .clock: answer.serverTime = clock.now.advanced(bySeconds: 86_400)
                    case .signature: answer.signature = String(answer.signature.dropLast(4)) + "AAAA"
                    case .other: return server.answer(release: release.advanced(bySeconds: 7200), keys: [])
                    case .noKeys: return server.signed(Self.body([(31, 0), (33, 0)], release), release: release)
                    case .noDates: return server.signed(Self.body([(32, 1)], release), release: release)
                    case .noise: return server.signed([0xFF, 0xFF, 0xFF], release: release)
                    }
                    return answer
                }
            }
        }

        /// A batch with keys of these lengths and dates.
        static func body(_ entries: [(length: Int, date: UInt8)], _ release: Timestamp) -> [UInt8] {
            let head = (try? KeyBatch(release: release, keys: [])?.protobuf()) ?? []
            return entries.reduce(head) { body, entry in
                let key = [0x12, UInt8(entry.length)] + [UInt8](repeating: 7, count: entry.length)
                return body + [0x12, UInt8(key.count + 2)] + key + [0x18, entry.date]
            }
        }
    }

    /// What can be wrong with one batch.
    enum Way: String, CaseIterable {
        case status, forbidden, noSignature, missing, empty, signedEmpty, cut, clock, signature, other, noKeys, noDates
        case noise
    }

    @Test(arguments: Way.allCases)
    func `a wrong batch is a gap, later ones warn, and it warns as well once it is right`(way: Way) async throws {
        let scene = await Scene()
        let wrong = start.advanced(bySeconds: 7200)
        let key = try #require(scene.other.publishable(at: scene.clock.now))
        // Both the wrong batch and the next but one name the same person; each alone is enough.
        scene.server.content.withLock { $0.batches = [wrong: [key], wrong.advanced(bySeconds: 2 * 7200): [key]] }
        scene.spoil([wrong], way)
        scene.clock.pass(seconds: 7200)
        let alone = await scene.synchroniser.synchronise()
        // A batch that was released less than two hours ago may be missing.
        #expect((alone.failure == nil) == (way == .missing) && alone.batches == 0 && alone.gaps.isEmpty)
        scene.clock.pass(seconds: 2 * 7200)
        let later = await scene.synchroniser.synchronise()
        #expect(later.failure == nil && later.batches == 2 && later.exposureDays.count == 1)
        #expect(
            later.gaps.map(\.release) == [wrong]
                && later.gaps.map(\.reason.rawValue) == [alone.failure?.code ?? "sync.withheld"])
        // It is not asked for again with the next batch of the same run, but with the next run.
        #expect(later.gaps.map(\.attempts) == [1])
        scene.spoil([], way)
        let right = await scene.synchroniser.synchronise()
        #expect(right.failure == nil && right.batches == 1 && right.gaps.isEmpty)
        #expect(
            await scene.session.tracer.compared.map(\.release).sorted() == scene.session.tracer.compared.map(\.release))
    }

    @Test func `a warning in a gap comes when the gap is filled`() async throws {
        let scene = await Scene()
        let wrong = start.advanced(bySeconds: 7200)
        let key = try #require(scene.other.publishable(at: scene.clock.now))
        scene.server.content.withLock { $0.batches = [wrong: [key]] }
        scene.spoil([wrong], .signature)
        scene.clock.pass(seconds: 3 * 86_400)
        let first = await scene.synchroniser.synchronise()
        #expect(first.batches == 35 && first.gaps.count == 1 && first.exposureDays.isEmpty)
        scene.spoil([], .signature)
        let second = await scene.synchroniser.synchronise()
        #expect(second.matched == 3 && second.exposureDays.count == 1 && second.gaps.isEmpty)
    }

    @Test func `many wrong batches in a row do not keep back the newest`() async throws {
        let scene = await Scene()
        let wrong = Set((1...20).map { start.advanced(bySeconds: $0 * 7200) })
        scene.spoil(wrong, .status)
        scene.clock.pass(seconds: 22 * 7200)
        let report = await scene.synchroniser.synchronise()
        #expect(report.failure == nil && report.batches == 2 && Set(report.gaps.map(\.release)) == wrong)
    }

    @Test func `where nothing is right, little is asked, nothing becomes a gap, and the reason is told`() async throws {
        let scene = await Scene()
        scene.server.content.withLock { $0.clockOffset = 3600 }
        scene.clock.pass(seconds: 100 * 7200)
        let asked = scene.server.content.withLock { $0.asked.count }
        let report = await scene.synchroniser.synchronise()
        #expect(report.failure == .clock(difference: -3600) && report.gaps.isEmpty && report.batches == 0)
        #expect(scene.server.content.withLock { $0.asked.count } == asked + 4)
    }

    @Test func `a gap is asked for less and less often, and given up with the server's retention`() async throws {
        let scene = await Scene()
        let wrong = start.advanced(bySeconds: 7200)
        scene.spoil([wrong], .missing)
        var asked = 0
        var notices: [TracingNotice] = []
        for _ in 0..<(15 * 24 * 12) {
            scene.clock.pass(seconds: 300)
            let report = try await scene.synchroniser.followSchedule()
            notices += report?.notices ?? []
        }
        asked = scene.server.content.withLock { content in content.asked.count { $0 == wrong } }
        // About once in three hours for 14 days.
        #expect((80...180).contains(asked))
        #expect(notices.contains { $0.kind == .missedBatches(1) })
        #expect(await scene.session.tracer.settings.gaps.isEmpty)
    }

    @Test func `what was heard after the release of a gap does not match it`() async throws {
        let clock = TestClock()
        let server = FakeServer(clock: clock)
        var own = TracingFixture.phone(seed: 3)
        let ben = TracingFixture.phone(seed: 4)
        var replayer = ben
        let key = try #require(ben.publishable(at: start))
        // The gap is released at start + 2 h; an attacker sends its identifiers afterwards, on the same day.
        let gap = start.advanced(bySeconds: 7200)
        TracingFixture.meet(&own, &replayer, from: gap.advanced(bySeconds: 60), minutes: 45)
        let session = TracingSession(tracer: own)
        server.content.withLock { content in
            content.batches[gap] = [key]
            content.spoil = { answer, release in release == gap ? nil : answer }
        }
        clock.pass(seconds: 4 * 7200)
        let synchroniser = Synchroniser(
            session: session, server: server, base: "https://a.example", clock: { clock.now })
        let first = await synchroniser.synchronise()
        #expect(first.gaps.map(\.release) == [gap])
        #expect(await session.tracer.contacts.contains { $0.date >= gap })
        server.content.withLock { $0.spoil = nil }
        let second = await synchroniser.synchronise()
        #expect(second.gaps.isEmpty && second.matched == 0 && second.exposureDays.isEmpty)
        // From then on the day is enough.
        #expect(await session.tracer.contacts.allSatisfy { $0.date == $0.day.begin })
    }

    @Test func `an entry that is no key is skipped and counted, and the others are compared`() async throws {
        let scene = await Scene()
        let release = start.advanced(bySeconds: 7200)
        let key = try #require(scene.other.publishable(at: scene.clock.now))
        let server = scene.server
        server.content.withLock { content in
            content.spoil = { answer, asked in
                guard asked == release else { return answer }
                let good = (try? KeyBatch(release: release, keys: [key])?.protobuf()) ?? []
                let bad = Scene.body([(31, 0), (32, 1), (0, 0)], release)
                return server.signed(bad + good, release: release)
            }
        }
        scene.clock.pass(seconds: 7200)
        let report = await scene.synchroniser.synchronise()
        #expect(report.failure == nil && report.skipped == 3 && report.keys == 1 && report.matched == 3)
    }

    @Test func `gaps are in the store, in the same step as what was compared after them`() async throws {
        try await TracingFixture.withFolder { folder in
            let file = folder.appending(path: "tracing.sqlite")
            let keys = MemoryKeyStore()
            var random = SplitMix64(seed: 9)
            let store = try TracingDatabase.create(file: file, keys: keys, now: start, using: &random)
            let session = try TracingSession(store: store)
            _ = try await session.switchOn(at: start)
            let release = start.advanced(bySeconds: 2 * 7200)
            let gaps = [0, 1].map { hour in
                BatchGap(
                    release: start.advanced(bySeconds: hour * 7200), reason: .signature,
                    next: start.advanced(bySeconds: 9000))
            }
            try await session.take {
                $0.conclude(TracingFixture.batch([], at: release), matches: [], passing: gaps, at: release)
            }
            let again = try TracingDatabase.open(file: file, keys: keys, now: release).load().snapshot
            #expect(again.settings.gaps == gaps && again.settings.lastBatch == release)
            // A gap that does not come right before the batch is refused, with the batch.
            let before = await session.tracer.snapshot
            try await session.take {
                $0.conclude(
                    TracingFixture.batch([], at: release.advanced(bySeconds: 2 * 7200)), matches: [], passing: gaps,
                    at: release.advanced(bySeconds: 3 * 7200))
            }
            #expect(await session.tracer.snapshot == before)
        }
    }
}
