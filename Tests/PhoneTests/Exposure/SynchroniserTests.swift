import Basics
import Exposure
import ExposureWire
import Foundation
import Synchronization
import Testing

@testable import Phone

@Suite("Synchronising")
struct SynchroniserTests {
    private let start = TracingFixture.start

    /// A phone that was near another for 40 minutes, a server, and a clock that all go by.
    private struct Scene {
        let clock = TestClock()
        let server: FakeServer
        let session: TracingSession
        let other: Tracer

        init(pinning: Bool = true) {
            server = FakeServer(clock: clock)
            var own = TracingFixture.phone(seed: 1)
            var other = TracingFixture.phone(seed: 2)
            TracingFixture.meet(&own, &other, from: TracingFixture.start, minutes: 40)
            self.other = other
            session = TracingSession(tracer: own)
            clock.pass(seconds: 3000)
        }

        func synchroniser(pinning key: String? = nil, base: String = "https://a.example") -> Synchroniser {
            Synchroniser(session: session, server: server, base: base, pinnedKey: key, clock: { clock.now })
        }

        func publish(at now: Timestamp) {
            if let key = other.publishable(at: now) { server.publish(key, receivedAt: now) }
        }
    }

    @Test func `batches are asked for in order from the current one on, once each`() async throws {
        let scene = Scene()
        let first = await scene.synchroniser().synchronise()
        #expect(first.failure == nil && first.batches == 1 && first.hasTrustedAnew)
        #expect(scene.server.content.withLock { $0.asked } == [start])
        scene.clock.pass(seconds: 5 * 7200)
        let second = await scene.synchroniser().synchronise()
        #expect(second.batches == 5 && !second.hasTrustedAnew)
        #expect(scene.server.content.withLock { $0.asked } == (0...5).map { start.advanced(bySeconds: $0 * 7200) })
        #expect(await scene.synchroniser().synchronise().batches == 0)
        let next = try #require(second.next)
        // After the next release, with jitter.
        #expect(next > start.advanced(bySeconds: 6 * 7200) && next < start.advanced(bySeconds: 6 * 7200 + 1201))
    }

    @Test func `who was near somebody who reports is warned once`() async throws {
        let scene = Scene()
        scene.publish(at: scene.clock.now)
        #expect(await scene.synchroniser().synchronise().exposureDays.isEmpty)
        scene.clock.pass(seconds: 7200)
        let report = await scene.synchroniser().synchronise()
        #expect(report.keys == 1 && report.matched == 3)
        #expect(report.exposureDays.map(\.day) == [UTCDay(containing: start)])
        #expect(report.notices.map(\.kind) == [.exposure(report.exposureDays)])
        scene.clock.pass(seconds: 7200)
        #expect(await scene.synchroniser().synchronise().notices.isEmpty)
    }

    @Test func `a phone goes by the rule that a batch gives, and by its own again when one gives none`() async throws {
        let scene = Scene()
        _ = await scene.synchroniser().synchronise()
        scene.publish(at: scene.clock.now)
        // An hour makes a day: 40 minutes do not.
        let own = RiskParameters.compiledIn
        let strict = try RiskParameters(
            version: 2, model: own.model, nearFrom: 0.3, minutes: 60, mediumFrom: 10, highFrom: 30, dayWeights: [100])
        scene.server.content.withLock { $0.riskRule = strict.json }
        scene.clock.pass(seconds: 7200)
        let first = await scene.synchroniser().synchronise()
        #expect(first.matched == 3 && first.exposureDays.isEmpty && first.ruleFault == nil)
        #expect(await scene.session.tracer.settings.riskParameters == strict)
        #expect(await scene.session.tracer.appliedRule.dayThreshold == 12)
        // Numbers out of their bounds change nothing, and are told.
        scene.server.content.withLock {
            $0.riskRule = strict.json.replacingOccurrences(of: "\"minutes\":60", with: "\"minutes\":0")
        }
        scene.clock.pass(seconds: 7200)
        let second = await scene.synchroniser().synchronise()
        #expect(second.failure == nil && second.batches == 1 && second.ruleFault == RiskParametersFault(.minutes))
        #expect(await scene.session.tracer.settings.riskParameters == strict)
        scene.server.content.withLock { $0.riskRule = nil }
        scene.clock.pass(seconds: 7200)
        #expect(await scene.synchroniser().synchronise().ruleFault == nil)
        #expect(await scene.session.tracer.settings.riskParameters == nil)
        #expect(await scene.session.tracer.appliedRule.dayThreshold == 3)
    }

    /// What can be wrong with an answer, and what it is then refused for.
    enum Spoiling: String, CaseIterable {
        case forgedSignature, otherSigner, unsigned, truncated, changedBody, replayed, misaligned, future, clockAhead
        case clockBehind, expired, shortKey, noBatch
    }

    @Test(arguments: Spoiling.allCases)
    func `a bad batch changes nothing and is asked for again`(spoiling: Spoiling) async throws {
        let scene = Scene()
        _ = await scene.synchroniser().synchronise()
        scene.publish(at: scene.clock.now)
        scene.clock.pass(seconds: 7200)
        let before = await scene.session.tracer.snapshot
        let server = scene.server
        let clock = scene.clock
        let other = FakeServer(clock: clock)
        let key = try #require(scene.other.publishable(at: start))
        let expected: String
        switch spoiling {
        case .otherSigner, .forgedSignature: expected = "sync.signature"
        case .unsigned, .truncated, .changedBody, .expired: expected = "sync.signature"
        case .replayed, .misaligned, .future: expected = "sync.wrong_batch"
        case .clockAhead, .clockBehind: expected = "sync.clock"
        case .shortKey, .noBatch: expected = "sync.batch"
        }
        server.content.withLock { content in
            content.spoil = { answer, release in
                var answer = answer
                switch spoiling {
                case .forgedSignature:
                    answer.signature = String(answer.signature.dropLast(4)) + "AAAA"
                case .otherSigner:
                    answer = other.signed(answer.body, release: release) ?? answer
                case .unsigned:
                    answer.signature = ""
                case .truncated:
                    answer.body.removeLast()
                case .changedBody:
                    answer.body[12] ^= 1
                case .replayed:
                    answer = server.answer(release: release.advanced(bySeconds: -7200), keys: [key]) ?? answer
                case .misaligned:
                    // Signed for the batch that was asked for, but the body says another.
                    answer =
                        server.signed(
                            (try? KeyBatch(release: release.advanced(bySeconds: -7200), keys: [key])?.protobuf()) ?? [],
                            release: release) ?? answer
                case .future:
                    answer = server.answer(release: release.advanced(bySeconds: 7200), keys: [key]) ?? answer
                case .clockAhead:
                    answer.serverTime = clock.now.advanced(bySeconds: -61)
                case .clockBehind:
                    answer.serverTime = clock.now.advanced(bySeconds: 61)
                case .expired:
                    let old = try? server.signer.sign(
                        body: answer.body, at: clock.now.advanced(bySeconds: -15 * 86_400), retentionDays: 14)
                    answer.signature = old ?? ""
                case .shortKey:
                    // Field 2, a message of 43 bytes with a key of 31.
                    let body = Array(answer.body.prefix { $0 != 0x12 }) + [0x12, 33, 0x12, 31]
                    answer = server.signed(body + [UInt8](repeating: 7, count: 31), release: release) ?? answer
                case .noBatch:
                    answer = server.signed([0xFF, 0xFF, 0xFF], release: release) ?? answer
                }
                return answer
            }
        }
        let report = await scene.synchroniser().synchronise()
        #expect(report.failure?.code == expected)
        #expect(report.batches == 0 && report.matched == 0)
        var after = await scene.session.tracer.snapshot
        after.settings.nextSync = before.settings.nextSync
        var contacts = before
        contacts.settings = after.settings
        #expect(after == contacts && after.settings.lastBatch == before.settings.lastBatch)
        // The right one is taken as if nothing had been.
        server.content.withLock { $0.spoil = nil }
        let right = await scene.synchroniser().synchronise()
        #expect(right.failure == nil && right.matched == 3)
    }

    @Test func `a clock that is off by a minute is good enough`() async {
        let scene = Scene()
        scene.server.content.withLock { $0.clockOffset = 60 }
        #expect(await scene.synchroniser().synchronise().failure == nil)
        scene.clock.pass(seconds: 7200)
        scene.server.content.withLock { $0.clockOffset = -61 }
        #expect(await scene.synchroniser().synchronise().failure == .clock(difference: 61))
    }

    @Test func `another key than the trusted one is refused, whoever names it`() async throws {
        let scene = Scene()
        _ = await scene.synchroniser().synchronise()
        let other = BatchSigner.generate()
        #expect(await scene.synchroniser(pinning: other.publicKeyPEM).synchronise().failure == .changedKey)
        // The operator changed the server's key: what it says of itself tells this from a forgery.
        scene.clock.pass(seconds: 7200)
        scene.server.content.withLock { content in
            content.parametersKey = other.publicKeyPEM
            content.spoil = { answer, release in
                let signature = try? other.sign(
                    body: answer.body, at: release, retentionDays: 14,
                    protected: [(name: "batch-release-time", value: "\(release.milliseconds)")])
                return BatchAnswer(body: answer.body, signature: signature ?? "", serverTime: answer.serverTime)
            }
        }
        #expect(await scene.synchroniser().synchronise().failure == .changedKey)
        #expect(await scene.session.tracer.settings.server?.publicKey == scene.server.signer.publicKeyPEM)
    }

    @Test func `a server that keeps less than before is believed, and what is gone is told`() async {
        let scene = Scene()
        _ = await scene.synchroniser().synchronise()
        scene.clock.pass(seconds: 10 * 86_400)
        let oldest = BatchTime.next(after: scene.clock.now.advanced(bySeconds: -7 * 86_400))
        scene.server.content.withLock { content in
            content.oldest = oldest
            content.retentionDays = 7
        }
        let report = await scene.synchroniser().synchronise()
        #expect(report.failure == nil && report.batches == 7 * 12 && report.missed == 3 * 12)
        #expect(await scene.session.tracer.settings.server?.retentionDays == 7)
    }

    @Test func `a key from a file is trusted whatever the server says of itself`() async {
        let scene = Scene()
        scene.server.content.withLock { $0.parametersKey = "no key at all" }
        let report = await scene.synchroniser(pinning: scene.server.signer.publicKeyPEM + "\n").synchronise()
        #expect(report.failure == nil && !report.hasTrustedAnew)
        let strange = Scene()
        #expect(await strange.synchroniser(pinning: "nonsense").synchronise().failure == .unusableKey)
        #expect(await strange.session.tracer.settings.server == nil)
    }

    @Test func `what the server has no more is passed over and told`() async {
        let scene = Scene()
        _ = await scene.synchroniser().synchronise()
        scene.clock.pass(seconds: 20 * 86_400)
        let report = await scene.synchroniser().synchronise()
        #expect(report.failure == nil)
        #expect(report.batches == 14 * 12)
        #expect(report.missed == 6 * 12)
        #expect(report.notices.contains { $0.kind == .missedBatches(6 * 12) })
    }

    @Test func `batches that are hours old and withheld are told, and nothing counts as compared`() async throws {
        let scene = Scene()
        _ = await scene.synchroniser().synchronise()
        let compared = await scene.session.tracer.settings.lastSync
        scene.server.content.withLock { $0.spoil = { _, _ in nil } }
        scene.clock.pass(seconds: 3 * 7200)
        let report = await scene.synchroniser().synchronise()
        #expect(report.failure == .withheld(release: start.advanced(bySeconds: 7200)))
        #expect(report.failure?.code == "sync.withheld" && report.batches == 0)
        #expect(await scene.session.tracer.settings.lastSync == compared)
        // The newest alone is held back: until the next release that is no lie.
        let newest = start.advanced(bySeconds: 3 * 7200)
        scene.server.content.withLock { $0.spoil = { answer, release in release == newest ? nil : answer } }
        let others = await scene.synchroniser().synchronise()
        #expect(others.failure == nil && others.batches == 2)
        // Once a later batch was compared it is a gap: neither a lie nor an end.
        scene.clock.pass(seconds: 7200)
        let later = await scene.synchroniser().synchronise()
        #expect(later.failure == nil && later.batches == 1)
        #expect(later.gaps.map(\.release) == [newest] && later.gaps.map(\.reason) == [.withheld])
    }

    @Test func `a batch that is not there yet is asked for the next time`() async throws {
        let scene = Scene()
        scene.server.content.withLock { $0.spoil = { _, _ in nil } }
        let report = await scene.synchroniser().synchronise()
        #expect(report.failure == nil && report.batches == 0)
        // Nothing was compared, and it is asked for again in some minutes.
        #expect(await scene.session.tracer.settings.lastSync == nil)
        #expect(try #require(report.next).seconds(since: scene.clock.now) <= 1200)
        scene.server.content.withLock { $0.spoil = nil }
        #expect(await scene.synchroniser().synchronise().batches == 1)
    }

    @Test func `a server that cannot be reached leaves everything as it was, and is asked again soon`() async throws {
        let scene = Scene()
        scene.server.content.withLock { content in
            content.spoil = { _, _ throws(ExposureServerError) in throw .unreachable(reason: "no network") }
        }
        let report = await scene.synchroniser().synchronise()
        #expect(report.failure == .server(.unreachable(reason: "no network")))
        let next = try #require(report.next)
        #expect(next.milliseconds(since: scene.clock.now) <= 1_200_000)
    }

    @Test func `decoys come as a Poisson process of one in five days, and look like reports`() async throws {
        let scene = Scene()
        let synchroniser = scene.synchroniser()
        _ = try await synchroniser.sendDecoyIfDue()
        #expect(scene.server.content.withLock { $0.uploads.isEmpty })
        for _ in 0..<400 * 24 {
            scene.clock.pass(seconds: 3600)
            _ = try await scene.session.tick(at: scene.clock.now)
            _ = try await synchroniser.sendDecoyIfDue()
        }
        let uploads = scene.server.content.withLock { $0.uploads }
        // 80 are expected in 400 days, with a deviation of 9.
        #expect((45...115).contains(uploads.count))
        let real = ExposedUpload(
            key: try #require(await scene.session.tracer.publishable(at: scene.clock.now)),
            authorization: "123456789012")
        #expect(uploads.allSatisfy { $0.upload.isFake && $0.upload.json().count == real.json().count })
        #expect(uploads.last?.upload.key.day.days(since: real.key.day) ?? 99 <= 0)
        #expect(Set(uploads.map(\.attempt)).count == uploads.count && uploads.allSatisfy { $0.attempt.count == 32 })
        #expect(Set(uploads.map(\.upload.authorization)).count == uploads.count)
    }

    @Test func `the gaps between decoys are exponential`() {
        let gaps = (0..<4000).map { _ in
            Synchroniser.nextDecoy(after: start).seconds(since: start) / 86_400
        }
        let mean = gaps.reduce(0, +) / 4000
        #expect(mean > 4.6 && mean < 5.4)
        // Of an exponential distribution, 1 − 1/e lies below the mean.
        let below = Double(gaps.count { $0 < 5 }) / 4000
        #expect(below > 0.59 && below < 0.67)
    }

    @Test func `a fast clock shows what it should`() {
        let system = TestClock()
        let clock = TracingClock(offsetSeconds: 100, speed: 60, system: { system.now })
        #expect(clock.now == start.advanced(bySeconds: 100))
        system.pass(seconds: 10)
        #expect(clock.now == start.advanced(bySeconds: 700))
        #expect(clock.time(ofSystem: start.advanced(bySeconds: 5)) == start.advanced(bySeconds: 400))
    }
}
