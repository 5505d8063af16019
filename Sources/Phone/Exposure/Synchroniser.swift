import Basics
import Exposure
import ExposureWire

/// Fetches the published keys batch by batch, checks them, and compares them with the phone's contacts.
///
/// Nothing but the request for a batch leaves the phone, the same for every phone at that time. A phone whose owner has
/// reported goes on asking and sending decoys as before, and throws away what it gets: if it fell silent, an observer
/// of the network would know that the upload before was no decoy.
public struct Synchroniser: Sendable {
    /// How far the phone's clock and the server's may be apart, in milliseconds.
    public static let clockTolerance: Int64 = 60_000
    /// After so many failures in a row the newest batch shows whether any is right, before the others are asked for.
    private static let suspicious = 3
    /// For how many days DP-3T's server keeps batches unless it is told otherwise.
    private static let usualRetentionDays = 14

    let session: TracingSession
    let server: any ExposureServer
    private let base: String
    private let pinnedKey: String?
    let teller: VenueDayTeller?
    let clock: @Sendable () -> Timestamp

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
        let report = isDue ? await synchronise(askingForAllGaps: false) : nil
        _ = try await sendDecoyIfDue()
        try await teller?.sendDue()
        return report
    }

    /// Compares everything that was released up to now, and asks for every gap again.
    public func synchronise() async -> SyncReport {
        await synchronise(askingForAllGaps: true)
    }

    private func synchronise(askingForAllGaps all: Bool) async -> SyncReport {
        var report = SyncReport()
        do {
            try await synchronise(askingForAllGaps: all, &report)
        } catch {
            report.failure = error
        }
        await plan(&report)
        report.exposureDays = await session.tracer.exposureDays
        report.gaps = await session.tracer.settings.gaps
        return report
    }

    private func synchronise(askingForAllGaps all: Bool, _ report: inout SyncReport) async throws(SyncFailure) {
        let state = await session.tracer.state
        guard state != .never else { throw .nothingToCompare }
        report.isThrownAway = state == .reported
        var (known, verifier) = try await trustedServer(&report)
        try await skipWhatIsGone(known, &report)
        // Those that failed since the last that was compared, and why the first of them did.
        var (failed, failure): ([BatchGap], SyncFailure?) = ([], nil)
        var passed: Set<Timestamp> = []
        var isLate = false
        while !isLate, let release = await session.tracer.nextBatch(at: clock(), after: failed) {
            do throws(SyncFailure) {
                if let (batch, rule) = try await fetch(release, known, verifier) {
                    try await compare(batch, by: rule, passing: failed, &report)
                    passed.formUnion(failed.map(\.release))
                    (failed, failure) = ([], nil)
                } else if try await keepsLess(&known) {
                    try await skipWhatIsGone(known, &report)
                    let last = await session.tracer.settings.lastBatch
                    failed.removeAll { gap in last.map { gap.release <= $0 } ?? false }
                    if failed.isEmpty { failure = nil }
                } else if clock().milliseconds(since: release) < BatchTime.milliseconds {
                    // What was released lately may not be there yet, and is asked for again soon.
                    isLate = true
                } else {
                    throw .withheld(release: release)
                }
            } catch {
                guard let gap = await gap(release, after: error) else { throw error }
                failed.append(gap)
                failure = failure ?? error
                if failed.count == Self.suspicious, await !isRight(BatchTime.floor(clock()), known, verifier) { break }
            }
        }
        // Where nothing is right, the gaps are not either.
        if failure == nil || report.batches > 0 {
            let gaps = await session.tracer.settings.gaps
            let due = gaps.filter { all ? !passed.contains($0.release) : $0.next <= clock() }
            try await fill(due, known, verifier, &report)
        }
        if let failure { throw failure }
        do {
            try await session.take { tracer in
                let next = isLate ? soon() : nextTime(filling: tracer.settings.gaps)
                return isLate ? tracer.asked(next: next) : tracer.synchronised(at: clock(), next: next)
            }
        } catch {
            throw .store(error)
        }
    }

    // MARK: One batch

    /// The batch of `release` with the rule that is signed with it, once everything about it is right; nil when the server
    /// has none.
    private func fetch(
        _ release: Timestamp, _ known: KnownServer, _ verifier: BatchVerifier
    ) async throws(SyncFailure) -> (batch: CheckedBatch, rule: ServedRule)? {
        let answer: BatchAnswer
        do {
            guard let given = try await server.batch(release) else { return nil }
            answer = given
        } catch {
            throw .server(error)
        }
        do {
            return try Self.opened(answer, release: release, verifier: verifier, now: clock())
        } catch {
            // Which of the two it is helps whoever has to mend it.
            if case .signature(.signature) = error, let now = try? await server.parameters(),
                now.publicKey != known.publicKey
            {
                throw .changedKey
            }
            throw error
        }
    }

    /// What to remember of a batch that failed; nil when the failure is not the batch's but the phone's or the server's.
    private func gap(_ release: Timestamp, after failure: SyncFailure, attempts: Int = 1) async -> BatchGap? {
        guard let reason = failure.gapReason else { return nil }
        if case .server(.unreachable) = failure, await !isReachable() { return nil }
        return BatchGap(
            release: release, reason: reason, attempts: attempts,
            next: clock().advanced(byMilliseconds: Self.wait(afterAttempts: attempts)))
    }

    /// Whether the server answers anything else.
    private func isReachable() async -> Bool {
        do {
            _ = try await server.parameters()
            return true
        } catch {
            switch error {
            case .unreachable, .later: return false
            case .refused, .malformed: return true
            }
        }
    }

    private func isRight(_ release: Timestamp, _ known: KnownServer, _ verifier: BatchVerifier) async -> Bool {
        (try? await fetch(release, known, verifier)) != nil
    }

    /// Asks for gaps again.
    private func fill(
        _ due: [BatchGap], _ known: KnownServer, _ verifier: BatchVerifier, _ report: inout SyncReport
    ) async throws(SyncFailure) {
        var (failed, stopped): ([BatchGap], SyncFailure?) = ([], nil)
        for gap in due {
            do throws(SyncFailure) {
                guard let (batch, _) = try await fetch(gap.release, known, verifier) else {
                    throw .withheld(release: gap.release)
                }
                // The rule of an old batch is an old rule.
                try await compare(batch, by: nil, passing: [], &report)
            } catch {
                guard let again = await self.gap(gap.release, after: error, attempts: gap.attempts + 1) else {
                    stopped = error
                    break
                }
                failed.append(again)
            }
        }
        do {
            if !failed.isEmpty { try await session.take { [failed] in $0.askedAgain(failed) } }
        } catch {
            throw .store(error)
        }
        if let stopped { throw stopped }
    }

    /// The batch in an answer, once everything about it is right; anything else is refused whole.
    public static func checked(
        _ answer: BatchAnswer, release: Timestamp, verifier: BatchVerifier, now: Timestamp
    ) throws(SyncFailure) -> KeyBatch {
        try opened(answer, release: release, verifier: verifier, now: now).batch.batch
    }

    /// A batch, and how many of its entries were no keys.
    typealias CheckedBatch = (batch: KeyBatch, skipped: Int)

    /// The same with what the server's signature says of the risk rule.
    static func opened(
        _ answer: BatchAnswer, release: Timestamp, verifier: BatchVerifier, now: Timestamp
    ) throws(SyncFailure) -> (batch: CheckedBatch, rule: ServedRule) {
        let difference = now.milliseconds(since: answer.serverTime)
        // The server's time comes in whole seconds.
        guard abs(difference) <= clockTolerance else { throw .clock(difference: difference / 1000) }
        let rule: ServedRule
        do {
            rule = try verifier.verify(signature: answer.signature, body: answer.body, release: release, now: now)
        } catch {
            throw error == .release ? .wrongBatch : .signature(error)
        }
        var skipped = 0
        let batch: KeyBatch
        do {
            batch = try KeyBatch(protobuf: answer.body, skipped: &skipped)
        } catch {
            throw .batch(error)
        }
        guard batch.release == release else { throw .wrongBatch }
        return ((batch, skipped), rule)
    }

    /// Compares a batch by the rule that it gives, or by the present one where that is nil.
    private func compare(
        _ checked: CheckedBatch, by rule: ServedRule?, passing failed: [BatchGap], _ report: inout SyncReport
    ) async throws(SyncFailure) {
        let batch = checked.batch
        do {
            // First what was heard before the release becomes contacts; those of later epochs cannot match it.
            report.notices += try await session.tick(at: clock())
            if rule != nil { report.ruleFault = nil }
            switch rule {
            case nil: break
            case .compiledIn: try await session.take { $0.follow(nil) }
            case .parameters(let parameters): try await session.take { $0.follow(parameters) }
            case .unusable(let fault): report.ruleFault = fault
            }
            let matches = await session.tracer.matcher.concurrentMatches(in: batch)
            report.notices += try await session.take {
                $0.conclude(batch, matches: matches, passing: failed, at: clock())
            }
        } catch {
            throw .store(error)
        }
        report.batches += 1
        report.keys += batch.keys.count
        report.skipped += checked.skipped
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
            if known.codesHaveCheckDigit == nil, let answer = await codesHaveCheckDigit() {
                known.codesHaveCheckDigit = answer
                try await trust(known)
            }
        } else {
            if let pinnedKey {
                let parameters = try? await server.parameters()
                known = KnownServer(
                    base: base, publicKey: pinnedKey,
                    retentionDays: parameters?.retentionDays ?? Self.usualRetentionDays,
                    codesHaveCheckDigit: parameters?.codesHaveCheckDigit)
            } else {
                do {
                    let parameters = try await server.parameters()
                    known = KnownServer(
                        base: base, publicKey: parameters.publicKey, retentionDays: parameters.retentionDays,
                        codesHaveCheckDigit: parameters.codesHaveCheckDigit)
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

    /// Whether the server's codes have a check digit; nil when it does not answer.
    private func codesHaveCheckDigit() async -> Bool? {
        do {
            return try await server.parameters().codesHaveCheckDigit
        } catch {
            switch error {
            case .unreachable, .later: return nil
            case .refused, .malformed: return false
            }
        }
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
        let days = min(known.retentionDays, await session.tracer.policy.catchUpDays)
        let oldest = Self.oldestKept(at: now, days: days)
        let missed = await session.tracer.missing(before: oldest)
        guard missed > 0 else { return }
        do {
            report.notices += try await session.take { $0.passOver(until: oldest, at: now) }
        } catch {
            throw .store(error)
        }
        report.missed += missed
    }

    /// The release of the oldest batch that a server still has which keeps them for `days`: strictly within its retention,
    /// also by a clock that is ahead.
    package static func oldestKept(at now: Timestamp, days: Int) -> Timestamp {
        let latest = now.advanced(byMilliseconds: clockTolerance)
        return BatchTime.next(after: latest.advanced(byMilliseconds: -Int64(days) * UTCDay.milliseconds))
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
        clock().advanced(byMilliseconds: Self.wait(afterAttempts: 1))
    }

    /// How long to wait before the same batch is asked for again: some minutes, each time for twice as long, up to the time
    /// between two batches and twice that.
    static func wait(afterAttempts attempts: Int) -> Int64 {
        var random = SystemRandomNumberGenerator()
        return wait(afterAttempts: attempts, using: &random)
    }

    /// The same with randomness that is given.
    package static func wait(afterAttempts attempts: Int, using random: inout some RandomNumberGenerator) -> Int64 {
        let shortest = min(600_000 << Int64(min(attempts - 1, 8)), BatchTime.milliseconds)
        return Int64.random(in: shortest...2 * shortest, using: &random)
    }

    /// Shortly after the next release, at a time of this phone's own, or when the first gap is due.
    private func nextTime(filling gaps: [BatchGap]) -> Timestamp {
        let next = BatchTime.next(after: clock()).advanced(byMilliseconds: Int64.random(in: 60_000...1_200_000))
        return gaps.map(\.next).reduce(next) { min($0, $1) }
    }
}
