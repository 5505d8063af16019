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

    /// Fetches every batch that is due, checks it as a real phone does, and compares it; what fails waits for another try.
    mutating func synchronise(with server: SimulatedExposureServer, at now: Timestamp) async {
        defer { planSync(after: now) }
        while let release = tracer.nextBatch(at: now) {
            guard let answer = try? await server.batch(release),
                let batch = try? Synchroniser.checked(answer, release: release, verifier: server.verifier, now: now)
            else { return }
            _ = tracer.compare(batch, at: now)
        }
        _ = tracer.synchronised(at: now, next: now)
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
        nextSync = BatchTime.next(after: now)
            .advanced(byMilliseconds: .random(in: Self.delay, using: &random))
    }
}
