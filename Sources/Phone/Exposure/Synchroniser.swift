import Beacons
import Encodings
import Exposure
import ExposureWire
import Foundation
import Time

/// Fetches the published keys batch by batch, checks them, and compares them with the phone's contacts.
///
/// Nothing but the request for a batch leaves the phone, the same for every phone at that time. A phone whose owner has
/// reported goes on asking and sending decoys as before, and throws away what it gets: if it fell silent, an observer
/// of the network would know that the upload before was no decoy.
public struct Synchroniser: Sendable {
    /// How far the phone's clock and the server's may be apart, in milliseconds.
    public static let clockTolerance: Int64 = 60_000
    /// How often a decoy goes out, per day: DP-3T's best practices name a Poisson process of this rate.
    public static let decoysPerDay = 0.2
    /// For how many days DP-3T's server keeps batches unless it is told otherwise.
    private static let usualRetentionDays = 14

    private let session: TracingSession
    private let server: any ExposureServer
    private let base: String
    private let pinnedKey: String?
    private let teller: VenueDayTeller?
    private let clock: @Sendable () -> Timestamp

    /// A synchroniser with `server`, which is at `base`.
    ///
    /// The server's key is `pinnedKey` in PEM form; without one, it is the one that the server itself tells at the first
    /// contact, and no other ever after. `venueDays` is the same server, if the phone may tell it where it was.
    public init(
        session: TracingSession, server: any ExposureServer, base: String, pinnedKey: String? = nil,
        venueDays: (any VenueDayServer)? = nil, clock: @escaping @Sendable () -> Timestamp
    ) {
        self.session = session
        self.server = server
        self.base = base
        self.pinnedKey = pinnedKey
        teller = venueDays.map { VenueDayTeller(session: session, server: $0, clock: clock) }
        self.clock = clock
    }

    /// Does what is due now: asks for batches, sends a decoy, and tells a venue day.
    ///
    /// - Returns: What came of asking; nil when it was not the time for it.
    public func followSchedule() async throws(TracingStoreError) -> SyncReport? {
        let settings = await session.tracer.settings
        let isDue = settings.state != .never && settings.nextSync.map { $0 <= clock() } ?? true
        let report = isDue ? await synchronise() : nil
        _ = try await sendDecoyIfDue()
        try await teller?.sendDue()
        return report
    }

    /// Compares everything that was released up to now.
    public func synchronise() async -> SyncReport {
        var report = SyncReport()
        do {
            try await synchronise(&report)
        } catch {
            report.failure = error
        }
        await plan(&report)
        report.exposureDays = await session.tracer.exposureDays
        return report
    }

    private func synchronise(_ report: inout SyncReport) async throws(SyncFailure) {
        let state = await session.tracer.state
        guard state != .never else { throw .nothingToCompare }
        report.isThrownAway = state == .reported
        var isLate = false
        var (known, verifier) = try await trustedServer(&report)
        try await skipWhatIsGone(known, &report)
        while let release = await session.tracer.nextBatch(at: clock()) {
            let answer: BatchAnswer
            do {
                guard let given = try await server.batch(release) else {
                    if try await keepsLess(&known) {
                        try await skipWhatIsGone(known, &report)
                        continue
                    }
                    guard clock().milliseconds(since: release) < BatchTime.milliseconds else {
                        throw SyncFailure.withheld(release: release)
                    }
                    // What was released lately may not be there yet, and is asked for again soon.
                    isLate = true
                    break
                }
                answer = given
            } catch let error as ExposureServerError {
                throw .server(error)
            } catch let error as SyncFailure {
                throw error
            } catch {
                throw .server(.unreachable(reason: "stopped"))
            }
            let (batch, rule): (KeyBatch, ServedRule)
            do {
                (batch, rule) = try Self.opened(answer, release: release, verifier: verifier, now: clock())
            } catch {
                // Which of the two it is helps whoever has to mend it.
                if case .signature(.signature) = error, let now = try? await server.parameters(),
                    now.publicKey != known.publicKey
                {
                    throw .changedKey
                }
                throw error
            }
            try await compare(batch, by: rule, &report)
        }
        do {
            try await session.take { tracer in
                isLate ? tracer.asked(next: soon()) : tracer.synchronised(at: clock(), next: nextTime())
            }
        } catch {
            throw .store(error)
        }
    }

    /// The batch in an answer, once everything about it is right; anything else is refused whole.
    public static func checked(
        _ answer: BatchAnswer, release: Timestamp, verifier: BatchVerifier, now: Timestamp
    ) throws(SyncFailure) -> KeyBatch {
        try opened(answer, release: release, verifier: verifier, now: now).batch
    }

    /// The same with what the server's signature says of the risk rule.
    static func opened(
        _ answer: BatchAnswer, release: Timestamp, verifier: BatchVerifier, now: Timestamp
    ) throws(SyncFailure) -> (batch: KeyBatch, rule: ServedRule) {
        let difference = now.milliseconds(since: answer.serverTime)
        // The server's time comes in whole seconds.
        guard abs(difference) <= clockTolerance else { throw .clock(difference: difference / 1000) }
        let rule: ServedRule
        do {
            rule = try verifier.verify(signature: answer.signature, body: answer.body, release: release, now: now)
        } catch {
            throw error == .release ? .wrongBatch : .signature(error)
        }
        let batch: KeyBatch
        do {
            batch = try KeyBatch(protobuf: answer.body)
        } catch {
            throw .batch(error)
        }
        guard batch.release == release else { throw .wrongBatch }
        return (batch, rule)
    }

    private func compare(
        _ batch: KeyBatch, by rule: ServedRule, _ report: inout SyncReport
    ) async throws(SyncFailure) {
        do {
            // First what was heard before the release becomes contacts; those of later epochs cannot match it.
            report.notices += try await session.tick(at: clock())
            report.ruleFault = nil
            switch rule {
            case .compiledIn: try await session.take { $0.follow(nil) }
            case .parameters(let parameters): try await session.take { $0.follow(parameters) }
            case .unusable(let fault): report.ruleFault = fault
            }
            let matches = await session.tracer.matcher.concurrentMatches(in: batch)
            report.notices += try await session.take { $0.conclude(batch, matches: matches, at: clock()) }
        } catch {
            throw .store(error)
        }
        report.batches += 1
        report.keys += batch.keys.count
        report.matched += await session.tracer.compared.last { $0.release == batch.release }?.matches ?? 0
    }

    /// The server's key, as known, as given, or as the server tells it when neither is there.
    private func trustedServer(
        _ report: inout SyncReport
    ) async throws(SyncFailure) -> (known: KnownServer, verifier: BatchVerifier) {
        var known: KnownServer
        if let trusted = await session.tracer.settings.server {
            if let pinnedKey, !Self.areEqual(pinnedKey, trusted.publicKey) { throw .changedKey }
            known = trusted
            if known.base != base {
                // The same server may move; another one has another key.
                known.base = base
                try await trust(known)
            }
        } else {
            if let pinnedKey {
                let days = (try? await server.parameters())?.retentionDays ?? Self.usualRetentionDays
                known = KnownServer(base: base, publicKey: pinnedKey, retentionDays: days)
            } else {
                do {
                    let parameters = try await server.parameters()
                    known = KnownServer(
                        base: base, publicKey: parameters.publicKey, retentionDays: parameters.retentionDays)
                } catch {
                    throw .server(error)
                }
                report.hasTrustedAnew = true
            }
            guard (try? BatchVerifier(publicKeyPEM: known.publicKey)) != nil else { throw .unusableKey }
            try await trust(known)
        }
        guard let verifier = try? BatchVerifier(publicKeyPEM: known.publicKey) else { throw .unusableKey }
        return (known, verifier)
    }

    /// Whether the server says that it keeps batches for a shorter time than is known; then that is known from now on.
    private func keepsLess(_ known: inout KnownServer) async throws(SyncFailure) -> Bool {
        guard let now = try? await server.parameters(), now.retentionDays < known.retentionDays else { return false }
        known.retentionDays = now.retentionDays
        try await trust(known)
        return true
    }

    private func trust(_ server: KnownServer) async throws(SyncFailure) {
        do { try await session.take { $0.trust(server) } } catch { throw .store(error) }
    }

    private static func areEqual(_ left: String, _ right: String) -> Bool {
        left.split(whereSeparator: \.isWhitespace) == right.split(whereSeparator: \.isWhitespace)
    }

    /// Passes over what is older than any server keeps it.
    private func skipWhatIsGone(_ known: KnownServer, _ report: inout SyncReport) async throws(SyncFailure) {
        let now = clock()
        guard let next = await session.tracer.nextBatch(at: now) else { return }
        let days = min(known.retentionDays, await session.tracer.policy.catchUpDays)
        // The oldest that the server still has: strictly within its retention, also by a clock that is ahead.
        let latest = now.advanced(byMilliseconds: Self.clockTolerance)
        let oldest = BatchTime.next(after: latest.advanced(byMilliseconds: -Int64(days) * UTCDay.milliseconds))
        guard next < oldest else { return }
        do {
            report.notices += try await session.take { $0.passOver(until: oldest, at: now) }
        } catch {
            throw .store(error)
        }
        report.missed = Int(oldest.milliseconds(since: next) / BatchTime.milliseconds)
    }

    /// After a failure the server is asked again soon, and otherwise when there is something new; never all phones at once.
    private func plan(_ report: inout SyncReport) async {
        guard report.failure != .nothingToCompare else { return }
        if report.failure == nil {
            report.next = await session.tracer.settings.nextSync
        } else {
            let next = soon()
            report.next = next
            _ = try? await session.take { $0.asked(next: next) }
        }
    }

    /// In some minutes.
    private func soon() -> Timestamp {
        clock().advanced(byMilliseconds: Int64.random(in: 600_000...1_200_000))
    }

    /// Shortly after the next release, at a time of this phone's own.
    private func nextTime() -> Timestamp {
        BatchTime.next(after: clock()).advanced(byMilliseconds: Int64.random(in: 60_000...1_200_000))
    }

    // MARK: Decoys

    /// Sends an upload that only looks like a report, if one is due, and plans the next.
    ///
    /// An observer of the network sees phones that report all the time, most of them nothing. Whether it arrives does
    /// not matter, and whether it does is not said. A phone that has reported goes on, and so does one that is
    /// switched off: its owner may still report.
    public func sendDecoyIfDue() async throws(TracingStoreError) -> Bool {
        let now = clock()
        guard await session.tracer.state != .never else { return false }
        guard let due = await session.tracer.settings.nextDecoy else {
            try await session.take { $0.planDecoy(at: Self.nextDecoy(after: now)) }
            return false
        }
        guard due <= now else { return false }
        try await session.take { $0.planDecoy(at: Self.nextDecoy(after: now)) }
        var random = SystemRandomNumberGenerator()
        let real = await session.tracer.publishable(at: now)
        let decoy = ExposedUpload(
            key: PublishedKey(key: DayKey(using: &random), day: real?.day ?? UTCDay(containing: now)),
            authorization: ReportCode.random(using: &random).digits, isFake: true)
        let attempt = Identifier128(high: random.next(), low: random.next()).bytes.hexadecimal
        do {
            try await server.upload(decoy, attempt: attempt)
        } catch {
            return true
        }
        try await teller?.begin(uploadSecret: attempt, isFake: true)
        return true
    }

    /// The gaps of a Poisson process are exponential.
    static func nextDecoy(after now: Timestamp) -> Timestamp {
        let days = -log(Double.random(in: Double.leastNonzeroMagnitude..<1)) / decoysPerDay
        return now.advanced(byMilliseconds: Int64(min(days, 60) * Double(UTCDay.milliseconds)))
    }
}
