import API
import Basics
import Exposure
import ExposureWire
import Foundation
import Synchronization
import Testing

@testable import Phone

/// Somebody on the way between phones and server, who sees when which host is spoken to and how much goes each way, and who
/// wants to know whose upload was a report.
@Suite("What the network sees")
struct TrafficTests {
    /// Some dozens of phones always; hundreds when there is time, and then chance leaves less room.
    private static let isLong = ProcessInfo.processInfo.environment["CERCA_LONG"] == "1"
    private static let phones = isLong ? 400 : 80

    @Test(arguments: [false, true])
    func `fourteen days of packets after a report are like those after a decoy`(tellsVenueDays: Bool) async throws {
        let air = Recorder.Batches(from: TracingFixture.start, days: 24)
        var random = SplitMix64(seed: 21)
        var traces: [(isReport: Bool, features: [Double])] = []
        for number in 0..<Self.phones {
            let phone = WatchedPhone(seed: UInt64(number) + 1, air)
            let from = TracingFixture.start.advanced(bySeconds: .random(in: 3 * 86_400..<4 * 86_400, using: &random))
            if tellsVenueDays { try await phone.walk(shops: .random(in: 1...6, using: &random)) }
            let isReport = number % 2 == 0
            // Of those who remember their venue days, half agree to tell them.
            let upload =
                isReport
                ? try await phone.report(at: from, tellsVenueDays: number % 4 == 0) : try await phone.decoy(after: from)
            try await phone.live(until: upload.advanced(bySeconds: 14 * 86_400))
            #expect(await phone.session.tracer.state == (isReport ? .reported : .on))
            traces.append((isReport, phone.features(of: upload)))
        }
        // Both kinds have talked all the time.
        for trace in traces { #expect((160...200).contains(trace.features[0]), "\(trace)") }
        // By chance a half is right, give or take four standard deviations.
        let bound = 0.5 + 4 * (0.25 / Double(Self.phones)).squareRoot()
        let nearest = Classifier.accuracy(traces, Classifier.nearestCentroid)
        let stump = Classifier.accuracy(traces, Classifier.bestThreshold)
        #expect(nearest < bound, "the nearer mean tells reports from decoys: \(nearest)")
        #expect(stump < bound, "one threshold tells reports from decoys: \(stump)")
    }

    @Test func `the classifiers find a phone that falls silent`() {
        var random = SplitMix64(seed: 22)
        let traces = (0..<40).map { number in
            (
                isReport: number % 2 == 0,
                features: [number % 2 == 0 ? 0 : 168, Double.random(in: 0...1, using: &random)]
            )
        }
        #expect(Classifier.accuracy(traces, Classifier.nearestCentroid) == 1)
        #expect(Classifier.accuracy(traces, Classifier.bestThreshold) == 1)
    }

    @Test func `a phone that is switched off, or has reported, goes on asking and sending decoys`() async throws {
        let air = Recorder.Batches(from: TracingFixture.start, days: 120)
        for isReport in [true, false] {
            let phone = WatchedPhone(seed: 3, air)
            let day = TracingFixture.start.advanced(bySeconds: 86_400)
            try await phone.live(until: day)
            if isReport {
                _ = try await phone.report(at: day)
            } else {
                try await phone.session.take { $0.switchOff(at: day) }
            }
            let before = phone.packets.count
            try await phone.live(until: day.advanced(bySeconds: 100 * 86_400))
            let after = phone.packets.dropFirst(before)
            #expect(after.count { $0.kind == .fetch } >= 1190)
            // 20 are expected in 100 days, with a deviation of 4.5.
            #expect((1...45).contains(after.count { $0.isUpload }))
            #expect(await phone.session.tracer.settings.lastSync != nil)
        }
    }
}

/// What goes over the network of one phone.
private final class Recorder: ExposureServer {
    enum Kind {
        case fetch, upload, claim, contribution
    }

    struct Packet {
        let time: Timestamp
        let host: String
        let up: Int
        let down: Int
        /// What it is, which the test knows and a watcher guesses from its size.
        let kind: Kind

        var isUpload: Bool { kind == .upload }
    }

    /// Batches that all phones fetch, signed once.
    final class Batches: Sendable {
        let publicKey: String
        let answers: [Timestamp: BatchAnswer]

        init(from start: Timestamp, days: Int) {
            let clock = TestClock(start)
            let server = FakeServer(clock: clock)
            var random = SplitMix64(seed: 20)
            var answers: [Timestamp: BatchAnswer] = [:]
            for number in -1..<days * 12 {
                let release = start.advanced(bySeconds: Int64(number) * 7200)
                clock.now = release
                let keys = (0..<Int.random(in: 0...40, using: &random)).map { _ in
                    PublishedKey(key: DayKey(using: &random), day: UTCDay(containing: release).advanced(by: -5))
                }.sorted { $0.key.bytes.lexicographicallyPrecedes($1.key.bytes) }
                answers[release] = server.answer(release: release, keys: keys)
            }
            publicKey = server.signer.publicKeyPEM
            self.answers = answers
        }
    }

    private let batches: Batches
    private let clock: TestClock
    private let issuer = VenueDayIssuer(
        period: VenueDayPeriod(containing: UTCDay(containing: TracingFixture.start).number))
    let packets = Mutex<[Packet]>([])

    init(_ batches: Batches, clock: TestClock) {
        self.batches = batches
        self.clock = clock
    }

    private func record(up: Int, down: Int, _ kind: Kind) {
        packets.withLock {
            $0.append(Packet(time: clock.now, host: "a.example", up: up, down: down, kind: kind))
        }
    }

    func parameters() async throws(ExposureServerError) -> ExposureParameters {
        record(up: "GET /api/exposure/parameters".utf8.count, down: batches.publicKey.utf8.count, .fetch)
        return ExposureParameters(publicKey: batches.publicKey, retentionDays: 14)
    }

    func batch(_ release: Timestamp) async throws(ExposureServerError) -> BatchAnswer? {
        var answer = batches.answers[release]
        answer?.serverTime = clock.now
        record(
            up: "GET /v1/exposed/\(release.milliseconds)".utf8.count,
            down: (answer?.body.count ?? 0) + (answer?.signature.utf8.count ?? 0), .fetch)
        return answer
    }

    func upload(_ upload: ExposedUpload, attempt: String) async throws(ExposureServerError) {
        record(up: upload.json().count + attempt.utf8.count, down: 0, .upload)
    }
}

extension Recorder: VenueDayServer {
    func venueDayIssuer() async throws(ExposureServerError) -> (period: VenueDayPeriod, publicKey: [UInt8]) {
        let period = VenueDayPeriod(containing: UTCDay(containing: clock.now).number)
        record(up: "GET /api/exposure/venue-days".utf8.count, down: 200, .claim)
        return (period, issuer(of: period).publicKey)
    }

    func venueDayCredential(
        _ request: [UInt8], period: VenueDayPeriod, uploadSecret: String, isFake: Bool
    ) async throws(ExposureServerError) -> [UInt8] {
        let body = VenueDayClaimBody(
            uploadSecret: uploadSecret, period: period.number, request: request.hexadecimal, isFake: isFake)
        // As the server does: what is signed for a decoy is signed with a key of nobody.
        let issuer = isFake ? VenueDayIssuer(period: period) : issuer(of: period)
        guard let sent = try? body.evenedJSON(), let response = issuer.issue(request) else {
            throw .malformed(reason: "no request")
        }
        record(up: sent.count, down: response.count * 2, .claim)
        return response
    }

    func contribute(_ contribution: VenueDayContribution) async throws(ExposureServerError) {
        guard let sent = try? contribution.json() else { throw .malformed(reason: "no contribution") }
        if !contribution.isFake {
            let issuer = issuer(of: contribution.period)
            #expect(issuer.tag(of: contribution.presentation, for: contribution.place) != nil)
        }
        record(up: sent.count, down: 0, .contribution)
    }

    private func issuer(of period: VenueDayPeriod) -> VenueDayIssuer {
        VenueDayIssuer(period: period, secret: issuer.secret) ?? issuer
    }
}

/// A phone in somebody's pocket: its program looks every 15 s what is due.
private final class WatchedPhone {
    let session: TracingSession
    private let clock = TestClock()
    private let server: Recorder
    private let synchroniser: Synchroniser
    private var random: SplitMix64

    init(seed: UInt64, _ batches: Recorder.Batches) {
        random = SplitMix64(seed: seed)
        session = TracingSession(tracer: TracingFixture.phone(seed: seed))
        let clock = clock
        server = Recorder(batches, clock: clock)
        synchroniser = Synchroniser(
            session: session, server: server, base: "https://a.example", pinnedKey: batches.publicKey,
            venueDays: server, clock: { clock.now })
    }

    /// Remembers so many shops of the first day.
    func walk(shops: Int) async throws {
        let venue = try #require(UUID128(bytes: (0..<16).map { UInt8($0) }))
        try await session.take { $0.rememberVenueDays(true) }
        for major in 0..<shops {
            let day = UTCDay(containing: clock.now).number
            try await session.take { $0.proved(VenueDay(venue: venue, major: UInt16(100 + major), day: day)) }
        }
    }

    var packets: [Recorder.Packet] { server.packets.withLock { $0 } }

    /// Lives until an instant, from one thing that is due to the next.
    func live(until end: Timestamp) async throws {
        while clock.now < end {
            _ = try await session.tick(at: clock.now)
            _ = try await synchroniser.followSchedule()
            let settings = await session.tracer.settings
            let waiting = settings.venueDays.waiting.map(\.at).min()
            let due = [settings.nextSync, settings.nextDecoy, waiting].compactMap { $0 }.min() ?? end
            let next = max(due, clock.now).advanced(byMilliseconds: .random(in: 1...15_000, using: &random))
            clock.now = min(next, end)
        }
    }

    /// Reports at an instant; says when.
    func report(at instant: Timestamp, tellsVenueDays: Bool = false) async throws -> Timestamp {
        try await live(until: instant)
        let clock = clock
        let code = ReportCode.random(using: &random)
        let reporter = Reporter(session: session, server: server, venueDays: server, clock: { clock.now })
        #expect(try await reporter.report(code, tellsVenueDays: tellsVenueDays) == .taken)
        return instant
    }

    /// Lives on until a decoy goes out; says when.
    func decoy(after instant: Timestamp) async throws -> Timestamp {
        try await live(until: instant)
        while true {
            let due = try #require(await session.tracer.settings.nextDecoy)
            // A phone that waits for weeks is not like one that reports on that day: its decoy is moved there.
            guard due.seconds(since: instant) > 86_400 else {
                try await live(until: due.advanced(bySeconds: 16))
                return try #require(packets.last { $0.isUpload }).time
            }
            let day = instant.advanced(bySeconds: .random(in: 0..<86_400, using: &random))
            try await session.take { $0.planDecoy(at: day) }
        }
    }

    /// What can be told of an upload from the fourteen days after it.
    func features(of upload: Timestamp) -> [Double] {
        let packets = packets
        let after = packets.filter { $0.time > upload }
        let fetches = after.filter { $0.kind == .fetch }.map(\.time)
        // What follows within a day and a bit belongs to this upload, unless another one came in between.
        let told = packets.filter {
            $0.kind == .contribution && $0.time > upload && $0.time < upload.advanced(bySeconds: 88_000)
        }
        let claims = packets.filter { $0.kind == .claim && $0.time == upload }
        let gaps: [Double] = zip(fetches.dropFirst(), fetches).map { $0.seconds(since: $1) }
        let count = Double(max(gaps.count, 1))
        let mean: Double = gaps.reduce(0, +) / count
        let squares: [Double] = gaps.map { ($0 - mean) * ($0 - mean) }
        let own = packets.first { $0.time == upload && $0.isUpload }
        let before = packets.last { $0.time < upload }?.time ?? upload
        let uploads = after.filter { $0.isUpload }
        var features: [Double] = []
        features.append(Double(fetches.count))
        features.append(Double(uploads.count))
        features.append(mean)
        features.append(squares.reduce(0, +) / count)
        features.append(gaps.max() ?? 0)
        features.append(gaps.min() ?? 0)
        features.append(after.first?.time.seconds(since: upload) ?? -1)
        features.append(upload.seconds(since: before))
        features.append(Double(own?.up ?? 0))
        features.append(Double(own?.down ?? 0))
        features.append(Double(after.map(\.up).reduce(0, +)))
        features.append(Double(uploads.map(\.up).max() ?? own?.up ?? 0))
        features.append(Double(Set(packets.map(\.host)).count))
        features.append(Double(told.count))
        features.append(Double(told.map(\.up).reduce(0, +)))
        features.append(Double(claims.count))
        features.append(Double(claims.map(\.up).reduce(0, +)))
        features.append(Double(claims.map(\.down).reduce(0, +)))
        features.append(told.first?.time.seconds(since: upload) ?? -1)
        return features
    }
}

/// Two simple ways to tell one kind of traces from another, each judged on traces that it has not seen.
private enum Classifier {
    typealias Trace = (isReport: Bool, features: [Double])

    /// The share of traces that are told rightly by what was learned from all others.
    static func accuracy(_ traces: [Trace], _ learn: ([Trace]) -> ([Double]) -> Bool) -> Double {
        let right = traces.indices.count { index in
            var others = traces
            let left = others.remove(at: index)
            return learn(others)(left.features) == left.isReport
        }
        return Double(right) / Double(traces.count)
    }

    /// The kind whose mean is nearer, each feature in units of its own deviation.
    static func nearestCentroid(_ traces: [Trace]) -> ([Double]) -> Bool {
        let width = traces[0].features.count
        func mean(_ rows: [Trace]) -> [Double] {
            var sums = [Double](repeating: 0, count: width)
            for row in rows {
                for column in 0..<width { sums[column] += row.features[column] }
            }
            let count = Double(max(rows.count, 1))
            return sums.map { $0 / count }
        }
        let all: [Double] = mean(traces)
        var squares = [Double](repeating: 0, count: width)
        for trace in traces {
            for column in 0..<width {
                let away: Double = trace.features[column] - all[column]
                squares[column] += away * away
            }
        }
        let variances: [Double] = squares.map { $0 / Double(traces.count) }
        let reports: [Double] = mean(traces.filter { $0.isReport })
        let decoys: [Double] = mean(traces.filter { !$0.isReport })
        func distance(_ features: [Double], _ centre: [Double]) -> Double {
            var sum = 0.0
            for column in 0..<width where variances[column] > 0 {
                let away: Double = features[column] - centre[column]
                sum += away * away / variances[column]
            }
            return sum
        }
        return { distance($0, reports) < distance($0, decoys) }
    }

    /// The one feature and threshold that tell most of them.
    static func bestThreshold(_ traces: [Trace]) -> ([Double]) -> Bool {
        var best = (right: -1, column: 0, limit: 0.0, isAbove: true)
        for column in traces[0].features.indices {
            let sorted = traces.map { (value: $0.features[column], isReport: $0.isReport) }.sorted {
                $0.value < $1.value
            }
            let reports = sorted.count { $0.isReport }
            var below = 0
            for index in sorted.indices {
                // A limit just below this value.
                if index == 0 || sorted[index - 1].value < sorted[index].value {
                    let above = (reports - below) + (index - below)
                    for (right, isAbove) in [(above, true), (sorted.count - above, false)] where right > best.right {
                        best = (right, column, sorted[index].value, isAbove)
                    }
                }
                if sorted[index].isReport { below += 1 }
            }
        }
        return { ($0[best.column] >= best.limit) == best.isAbove }
    }
}
