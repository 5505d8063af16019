import Basics
import Exposure
import Testing

@testable import Phone

@Suite("Tracing: published keys")
struct TracerComparingTests {
    private let start = TracingFixture.start

    /// Compares empty batches up to, and without, `release`.
    private func catchUp(_ tracer: inout Tracer, until release: Timestamp) {
        while let next = tracer.nextBatch(at: release.advanced(byMilliseconds: -1)), next < release {
            _ = tracer.compare(TracingFixture.batch([], at: next), at: next)
        }
    }

    private func meeting(minutes: Int = 31) -> (Tracer, Tracer) {
        var ana = TracingFixture.phone(seed: 30)
        var ben = TracingFixture.phone(seed: 31)
        TracingFixture.meet(&ana, &ben, from: start, minutes: minutes)
        return (ana, ben)
    }

    @Test func `from first hello to warning`() throws {
        var (ana, ben) = meeting()
        let now = start.advanced(bySeconds: 3600)
        let key = try #require(ben.publishable(at: now))
        let batch = TracingFixture.batch([key], after: now)
        catchUp(&ana, until: batch.release)
        let step = ana.compare(batch, at: batch.release)
        let days = ana.exposureDays
        #expect(days.map(\.day) == [UTCDay(containing: start)])
        #expect(step.notices.map(\.kind) == [.exposure(days)])
        #expect(ana.matched.count == 3 && ana.contacts.isEmpty)
        #expect(ana.compared.last?.matches == 3)
        // The same key in a later batch, as one fork of the server sends, warns nobody again.
        let next = TracingFixture.batch([key], at: BatchTime.next(after: batch.release))
        #expect(ana.compare(next, at: next.release).notices.isEmpty)
        #expect(ana.exposureDays == days)
    }

    @Test func `a short meeting is no exposure, but the next one the same day adds to it`() throws {
        var (ana, ben) = meeting(minutes: 9)
        let key = try #require(ben.publishable(at: start))
        let first = TracingFixture.batch([key], after: start)
        catchUp(&ana, until: first.release)
        #expect(ana.compare(first, at: first.release).notices.isEmpty)
        #expect(ana.matched.map(\.windows) == [2] && ana.exposureDays.isEmpty)
    }

    @Test func `what is heard at or after the release matches nothing`() throws {
        var ana = TracingFixture.phone(seed: 32)
        var ben = TracingFixture.phone(seed: 33)
        let key = try #require(ben.publishable(at: start))
        let batch = TracingFixture.batch([key], after: start)
        // The key is out, and somebody sends its identifiers.
        TracingFixture.meet(&ana, &ben, from: batch.release, minutes: 45)
        catchUp(&ana, until: batch.release)
        let late = batch.release.advanced(bySeconds: 3600)
        _ = ana.compare(batch, at: late)
        #expect(!ana.contacts.isEmpty && ana.matched.isEmpty && ana.exposureDays.isEmpty)
    }

    @Test func `a phone that finds its own key published destroys its keys and stops`() throws {
        var ben = TracingFixture.phone(seed: 34)
        let key = try #require(ben.publishable(at: start))
        // Another person's key of the same day is nothing to it.
        let other = try #require(TracingFixture.phone(seed: 35).publishable(at: start))
        let first = TracingFixture.batch([other], after: start)
        catchUp(&ben, until: first.release)
        _ = ben.compare(first, at: first.release)
        #expect(ben.state == .on && ben.advertisement(at: first.release) != nil)
        let second = TracingFixture.batch([other, key], at: BatchTime.next(after: first.release))
        let step = ben.compare(second, at: second.release)
        #expect(ben.state == .reported && ben.settings.keys == nil && ben.publishable(at: second.release) == nil)
        #expect(ben.advertisement(at: second.release) == nil)
        #expect(step.notices.map(\.kind) == [.reported])
        // What comes after is asked for as before, and thrown away.
        let third = TracingFixture.batch([other], at: BatchTime.next(after: second.release))
        #expect(ben.nextBatch(at: third.release) == third.release)
        let before = ben.snapshot
        let thrownAway = ben.compare(third, at: third.release)
        #expect(thrownAway.notices.isEmpty && ben.compared == before.compared && ben.contacts == before.contacts)
        #expect(ben.nextBatch(at: third.release) == nil)
    }

    @Test func `a batch out of turn, or once more, changes nothing`() throws {
        var (ana, ben) = meeting()
        let key = try #require(ben.publishable(at: start))
        let batch = TracingFixture.batch([key], after: start)
        let later = TracingFixture.batch([key], at: BatchTime.next(after: batch.release))
        let before = ana.snapshot
        _ = ana.conclude(later, matches: ana.contacts, at: later.release)
        #expect(ana.snapshot == before)
        catchUp(&ana, until: batch.release)
        _ = ana.compare(batch, at: batch.release)
        let after = ana.snapshot
        _ = ana.conclude(batch, matches: ana.contacts, at: batch.release)
        #expect(ana.snapshot == after)
    }

    @Test func `once a batch is compared only the day of a contact is left`() {
        var (ana, _) = meeting()
        #expect(ana.contacts.allSatisfy { $0.date == start })
        catchUp(&ana, until: start.advanced(bySeconds: 7300))
        #expect(!ana.contacts.isEmpty)
        #expect(ana.contacts.allSatisfy { $0.date == UTCDay(containing: start).begin })
    }

    @Test func `the first batch asked for is the current one, and the next two hours later`() {
        let now = start.advanced(bySeconds: 600)
        var tracer = TracingFixture.phone(seed: 34, at: now)
        #expect(tracer.nextBatch(at: now) == start)
        _ = tracer.compare(TracingFixture.batch([], at: start), at: now)
        #expect(tracer.nextBatch(at: now) == nil)
        #expect(tracer.nextBatch(at: start.advanced(bySeconds: 7200)) == start.advanced(bySeconds: 7200))
    }

    @Test func `batches that the server has no more are passed over and told`() {
        var tracer = TracingFixture.phone(seed: 35)
        let release = start.advanced(bySeconds: 10 * 7200)
        let step = tracer.passOver(until: release, at: release)
        #expect(step.notices.map(\.kind) == [.missedBatches(10)])
        #expect(tracer.nextBatch(at: release) == release)
        // Back it does not go.
        #expect(tracer.passOver(until: start, at: release).notices.isEmpty)
        #expect(tracer.nextBatch(at: release) == release)
    }

    @Test func `a day of exposure is kept for ten days`() throws {
        var (ana, ben) = meeting()
        let key = try #require(ben.publishable(at: start))
        let batch = TracingFixture.batch([key], after: start)
        catchUp(&ana, until: batch.release)
        _ = ana.compare(batch, at: batch.release)
        _ = ana.tick(at: start.advanced(bySeconds: 10 * 86_400))
        #expect(ana.exposureDays.count == 1)
        _ = ana.tick(at: start.advanced(bySeconds: 11 * 86_400))
        #expect(ana.exposureDays.isEmpty)
        // The heartbeats keep quiet while there is something else to say.
        #expect(!ana.settings.notices.contains { $0.kind == .heartbeat(days: 6) })
    }

    @Test func `a report destroys the keys and ends tracing for good`() throws {
        var (_, ben) = meeting()
        var random = SplitMix64(seed: 36)
        let now = start.advanced(bySeconds: 7200)
        let (report, _) = try #require(ben.beginReport(codeDigest: [1], at: now, using: &random))
        #expect(report.key == ben.publishable(at: now))
        // The same code again is the same attempt; another code is another.
        #expect(ben.beginReport(codeDigest: [1], at: now.advanced(bySeconds: 90_000), using: &random)?.report == report)
        #expect(ben.state == .on && ben.settings.keys != nil)
        let step = ben.reportTaken(at: now)
        #expect(step.notices.map(\.kind) == [.reported])
        #expect(ben.state == .reported && ben.settings.keys == nil && ben.settings.daySeed == nil)
        #expect(ben.publishable(at: now) == nil && ben.caseCode(at: now) == nil)
        _ = ben.tick(at: now)
        #expect(ben.advertisement(at: now) == nil)
        #expect(ben.nextBatch(at: now.advanced(bySeconds: 86_400)) != nil)
        #expect(ben.switchOn(at: now, using: &random) == nil)
        #expect(ben.beginReport(codeDigest: [2], at: now, using: &random) == nil)
    }

    @Test func `a refused report leaves everything as it was`() throws {
        var (_, ben) = meeting()
        var random = SplitMix64(seed: 37)
        let before = ben.snapshot
        _ = ben.beginReport(codeDigest: [1], at: start.advanced(bySeconds: 1860), using: &random)
        _ = ben.reportRefused()
        #expect(ben.snapshot == before)
    }

    @Test(arguments: 0..<16 as Range<UInt64>)
    func `a published key matches exactly what was heard of it before the release`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var ana = TracingFixture.phone(seed: random.next())
        var others = (0..<4).map { _ in TracingFixture.phone(seed: random.next()) }
        var now = start
        for _ in 0..<8 {
            let who = Int.random(in: 0..<4, using: &random)
            TracingFixture.meet(
                &ana, &others[who], from: now, minutes: Int.random(in: 5...40, using: &random), every: 30)
            now = now.advanced(bySeconds: Int64.random(in: 2700...9000, using: &random))
        }
        _ = ana.tick(at: now.advanced(bySeconds: 900))
        let infected = Int.random(in: 0..<4, using: &random)
        let reportedAt = start.advanced(bySeconds: Int64.random(in: 1...30_000, using: &random))
        let key = try #require(others[infected].publishable(at: now))
        let batch = TracingFixture.batch([key], after: reportedAt)
        let own = Set(key.identifiers(on: UTCDay(containing: start)) ?? [])
        let expected = ana.contacts.filter { own.contains($0.identifier) && $0.date < batch.release }
        catchUp(&ana, until: batch.release)
        _ = ana.compare(batch, at: max(now, batch.release))
        #expect(Set(ana.matched.map(\.identifier)) == Set(expected.map(\.identifier)))
        #expect(ana.matched.count == expected.count)
    }
}
