import Basics
import Beacons
import Exposure
import ExposureWire
import Phone
import Radio

/// Tracing on a visitor's phone, with the same code that runs on a real one; its owner had it on from the beginning.
struct SimulatedTracing {
    /// What the tracer remembers and decides.
    private(set) var tracer: Tracer
    /// What the phone's radio asks at each interval.
    let broadcast = TracingBroadcast()
    /// When the phone asks the server again.
    private(set) var nextSync: Timestamp
    private var random: SplitMix64
    /// Where in the round this phone begins to listen, in milliseconds.
    private let phase: Int64

    /// Two advertisements are this far apart, in milliseconds.
    ///
    /// Real phones send several times a second; a room full of simulated ones would do little else. What is left fills
    /// a five-minute window with twenty-five readings, where the EPFL recordings have thirty-five.
    static let intervalMilliseconds = 4000
    /// The mean strength in dBm at one metre from a phone that sends with Android's lowest power.
    ///
    /// With it the strongest fifth of a window at one metre, by which phones judge, has a mean of −75 dBm: the median of
    /// 839 windows of people 0.7 to 1.3 m apart in the EPFL recordings, most of them with the phone in a pocket.
    static let power = -86.0
    /// For tracing a phone listens so many milliseconds of each round, as the DP-3T SDK does: 20 of 60 seconds.
    private static let listening: Int64 = 20_000
    private static let round: Int64 = 60_000
    /// How long after a release a phone asks for it, in milliseconds; never all phones at once.
    private static let delay: ClosedRange<Int64> = 60_000...600_000

    /// Tracing that is switched on at `now`.
    init(at now: Timestamp, random: SplitMix64) {
        self.random = random
        phase = Int64.random(in: 0..<Self.round, using: &self.random)
        tracer = Tracer(using: &self.random)
        _ = tracer.switchOn(at: now, using: &self.random)
        broadcast.send(tracer.currentSignal)
        nextSync = now
        planSync(after: now)
    }

    /// Takes in an advertisement of another phone, if it comes while this one listens for tracing.
    mutating func hear(_ advertisement: HeardAdvertisement) {
        guard Self.isListening(at: advertisement.time, phase: phase) else { return }
        tracer.hear(advertisement)
    }

    /// Whether a phone listens for tracing at an instant.
    static func isListening(at time: Timestamp, phase: Int64 = 0) -> Bool {
        (time.milliseconds + phase) % round < listening
    }

    /// Follows the time, about every quarter of a minute.
    mutating func tick(at now: Timestamp) {
        _ = tracer.tick(at: now)
        broadcast.send(tracer.currentSignal)
    }

    /// Fetches every batch that is due, checks it as a real phone does, and compares it.
    ///
    /// As on a real phone, a batch that is wrong, refused or missing stops nothing: once a later one is right it is a gap,
    /// which is asked for again until the server no longer has it.
    mutating func synchronise(
        with server: some ExposureServer, verifier: BatchVerifier, at now: Timestamp
    ) async {
        defer { planSync(after: now) }
        let asking = BatchQuestion(server: server, verifier: verifier, now: now)
        await passOverWhatIsGone(asking)
        var failed: [BatchGap] = []
        var hasCompared = false
        do throws(SyncFailure) {
            while let release = tracer.nextBatch(at: now, after: failed) {
                let batch: KeyBatch
                do throws(SyncFailure) {
                    // What was released lately may not be there yet.
                    guard let given = try await asking.batch(release) else { break }
                    batch = given
                } catch {
                    let gap = try await gap(release, after: error, attempts: 1, asking)
                    failed.append(gap)
                    continue
                }
                conclude(batch, passing: failed, at: now)
                (failed, hasCompared) = ([], true)
            }
            // Where nothing is right, the gaps are not either.
            if failed.isEmpty || hasCompared { try await fillGaps(asking) }
        } catch {
            return
        }
        if failed.isEmpty { _ = tracer.synchronised(at: now, next: now) }
    }

    /// Asks for the gaps that are due.
    private mutating func fillGaps(_ asking: BatchQuestion<some ExposureServer>) async throws(SyncFailure) {
        for due in tracer.settings.gaps where due.next <= asking.now {
            let batch: KeyBatch
            do throws(SyncFailure) {
                guard let given = try await asking.batch(due.release) else { continue }
                batch = given
            } catch {
                let gap = try await gap(due.release, after: error, attempts: due.attempts + 1, asking)
                _ = tracer.askedAgain([gap])
                continue
            }
            conclude(batch, at: asking.now)
        }
    }

    /// Passes over what the server no longer has.
    private mutating func passOverWhatIsGone(_ asking: BatchQuestion<some ExposureServer>) async {
        guard let parameters = try? await asking.server.parameters() else { return }
        let days = min(parameters.retentionDays, tracer.policy.catchUpDays)
        _ = tracer.passOver(until: Synchroniser.oldestKept(at: asking.now, days: days), at: asking.now)
    }

    private mutating func conclude(_ batch: KeyBatch, passing failed: [BatchGap] = [], at now: Timestamp) {
        // What was heard before the release has to be a contact by now.
        _ = tracer.tick(at: now)
        _ = tracer.conclude(batch, matches: tracer.matcher.matches(in: batch), passing: failed, at: now)
    }

    /// What to remember of a batch that failed.
    ///
    /// - Throws: The failure, when it is not the batch's but the server's as a whole.
    private mutating func gap(
        _ release: Timestamp, after failure: SyncFailure, attempts: Int, _ asking: BatchQuestion<some ExposureServer>
    ) async throws(SyncFailure) -> BatchGap {
        guard let reason = failure.gapReason, await asking.isReachable(after: failure) else { throw failure }
        let wait = Synchroniser.wait(afterAttempts: attempts, using: &random)
        return BatchGap(
            release: release, reason: reason, attempts: attempts, next: asking.now.advanced(byMilliseconds: wait))
    }

    /// Reports with a code from the authority and gives the key that is published; nil when the report was not taken.
    mutating func report(
        with code: String, to server: SimulatedExposureServer, at now: Timestamp
    ) async -> PublishedKey? {
        tick(at: now)
        guard let begun = tracer.beginReport(codeDigest: Array(code.utf8), at: now, using: &random)?.report else {
            return nil
        }
        do {
            try await server.upload(
                ExposedUpload(key: begun.key, authorization: code), attempt: begun.attempt.bytes.hexadecimal)
        } catch {
            _ = tracer.reportRefused()
            return nil
        }
        _ = tracer.reportTaken(at: now)
        broadcast.send(tracer.currentSignal)
        return begun.key
    }

    private mutating func planSync(after now: Timestamp) {
        let next = BatchTime.next(after: now).advanced(byMilliseconds: .random(in: Self.delay, using: &random))
        nextSync = tracer.settings.gaps.map(\.next).filter { $0 > now }.reduce(next) { min($0, $1) }
    }
}

/// What a phone asks a server with.
private struct BatchQuestion<Server: ExposureServer>: Sendable {
    let server: Server
    let verifier: BatchVerifier
    let now: Timestamp

    /// The batch of a release, once everything about it is right; nil when it may not be there yet.
    func batch(_ release: Timestamp) async throws(SyncFailure) -> KeyBatch? {
        let answer: BatchAnswer?
        do throws(ExposureServerError) {
            answer = try await server.batch(release)
        } catch {
            throw .server(error)
        }
        guard let answer else {
            guard now.milliseconds(since: release) < BatchTime.milliseconds else {
                throw .withheld(release: release)
            }
            return nil
        }
        return try Synchroniser.checked(answer, release: release, verifier: verifier, now: now)
    }

    /// Whether the server answers anything else after a failure to reach it.
    func isReachable(after failure: SyncFailure) async -> Bool {
        guard case .server(.unreachable) = failure else { return true }
        return (try? await server.parameters()) != nil
    }
}
