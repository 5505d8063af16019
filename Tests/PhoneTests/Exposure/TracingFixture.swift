import Basics
import Beacons
import Exposure
import ExposureWire
import Foundation
import Phone
import Radio
import Synchronization

/// Phones, times and servers that the tests of tracing have in common.
enum TracingFixture {
    /// A Saturday at 08:00 UTC: the beginning of a batch.
    static let start = Timestamp(milliseconds: 1_795_248_000_000)

    /// A phone that traces from `start` on.
    static func phone(
        seed: UInt64, at now: Timestamp = start, rule: RiskRule = .original, keepsJournal: Bool = false
    ) -> Tracer {
        var random = SplitMix64(seed: seed)
        var tracer = Tracer(rule: rule, keepsJournal: keepsJournal, using: &random)
        _ = tracer.switchOn(at: now, using: &random)
        return tracer
    }

    /// Lets two phones lie side by side for so many minutes; the second's notices are not looked at.
    static func meet(
        _ one: inout Tracer, _ other: inout Tracer, from begin: Timestamp, minutes: Int, rssi: Int8 = -60,
        every seconds: Int64 = 10
    ) {
        var now = begin
        let end = begin.advanced(bySeconds: Int64(minutes) * 60)
        while now < end {
            _ = one.tick(at: now)
            _ = other.tick(at: now)
            if let sent = other.advertisement(at: now) { one.hear(heard(sent, at: now, rssi: rssi)) }
            if let sent = one.advertisement(at: now) { other.hear(heard(sent, at: now, rssi: rssi)) }
            now = now.advanced(bySeconds: seconds)
        }
    }

    static func heard(_ sent: TracingAdvertisement, at now: Timestamp, rssi: Int8? = -60) -> HeardAdvertisement {
        HeardAdvertisement(time: now, address: sent.address, rssi: rssi, data: sent.payload)
    }

    /// A batch of one key, released at the next time after `now`.
    static func batch(_ keys: [PublishedKey], after now: Timestamp) -> KeyBatch {
        batch(keys, at: BatchTime.next(after: now))
    }

    /// A batch released at a multiple of two hours.
    static func batch(_ keys: [PublishedKey], at release: Timestamp) -> KeyBatch {
        guard let batch = KeyBatch(release: release, keys: keys) else { preconditionFailure("not aligned") }
        return batch
    }

    /// A folder that is gone after `body`.
    static func withFolder(_ body: (URL) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "cerca-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await body(folder)
    }
}

/// A clock that only the test moves.
final class TestClock: Sendable {
    private let time: Mutex<Timestamp>

    init(_ start: Timestamp = TracingFixture.start) {
        time = Mutex(start)
    }

    var now: Timestamp {
        get { time.withLock { $0 } }
        set { time.withLock { $0 = newValue } }
    }

    func pass(seconds: Int64) {
        time.withLock { $0 = $0.advanced(bySeconds: seconds) }
    }
}

/// An exposure server whose answers a test spoils as it likes.
final class FakeServer: ExposureServer {
    struct Content {
        var batches: [Timestamp: [PublishedKey]] = [:]
        var uploads: [(upload: ExposedUpload, attempt: String)] = []
        var asked: [Timestamp] = []
        /// Batches released earlier than this are gone.
        var oldest = Timestamp(milliseconds: .min)
        var clockOffset: Int64 = 0
        var parametersKey: String?
        var retentionDays = 14
        var uploadAnswer: ExposureServerError?
        /// Whether an upload is taken although its answer is lost.
        var losesAnswers = false
        /// What is signed of the risk rule.
        var riskRule: String?
        var spoil: (@Sendable (BatchAnswer, Timestamp) throws(ExposureServerError) -> BatchAnswer?)?
    }

    let signer: BatchSigner
    let content = Mutex(Content())
    private let clock: TestClock

    init(clock: TestClock, signer: BatchSigner = .generate()) {
        self.clock = clock
        self.signer = signer
    }

    func publish(_ key: PublishedKey, receivedAt now: Timestamp) {
        content.withLock { $0.batches[BatchTime.next(after: now), default: []].append(key) }
    }

    func parameters() async throws(ExposureServerError) -> ExposureParameters {
        let (other, days) = content.withLock { ($0.parametersKey, $0.retentionDays) }
        return ExposureParameters(publicKey: other ?? signer.publicKeyPEM, retentionDays: days)
    }

    func batch(_ release: Timestamp) async throws(ExposureServerError) -> BatchAnswer? {
        let (keys, oldest, offset, spoil) = content.withLock { content in
            content.asked.append(release)
            return (content.batches[release] ?? [], content.oldest, content.clockOffset, content.spoil)
        }
        guard release <= clock.now, release >= oldest else { return nil }
        guard let answer = answer(release: release, keys: keys, offset: offset) else {
            throw .malformed(reason: "it cannot be signed")
        }
        return spoil == nil ? answer : try spoil?(answer, release)
    }

    func answer(release: Timestamp, keys: [PublishedKey], offset: Int64 = 0) -> BatchAnswer? {
        guard let body = try? KeyBatch(release: release, keys: keys)?.protobuf() else { return nil }
        return signed(body, release: release, offset: offset)
    }

    func signed(_ body: [UInt8], release: Timestamp, offset: Int64 = 0) -> BatchAnswer? {
        let rule = content.withLock { $0.riskRule }
        let signature = try? signer.sign(
            body: body, at: clock.now, retentionDays: 14,
            protected: [(name: "batch-release-time", value: "\(release.milliseconds)")]
                + (rule.map { [(name: ServedRule.claimName, value: $0)] } ?? []))
        return signature.map {
            BatchAnswer(body: body, signature: $0, serverTime: clock.now.advanced(bySeconds: offset))
        }
    }

    func upload(_ upload: ExposedUpload, attempt: String) async throws(ExposureServerError) {
        let answer = content.withLock { content in
            // A code is spent once, and an attempt that was taken is taken again.
            if content.uploadAnswer == nil || content.losesAnswers,
                !content.uploads.contains(where: { $0.attempt == attempt })
            {
                content.uploads.append((upload, attempt))
            }
            return content.losesAnswers ? .unreachable(reason: "the answer is lost") : content.uploadAnswer
        }
        if let answer { throw answer }
    }
}

/// Keys in memory, as a telephone's key chain would have them.
final class MemoryKeyStore: DeviceKeyStore {
    let keys = Mutex<[String: [UInt8]]>([:])

    func key(named name: String) throws(DeviceKeyStoreError) -> [UInt8]? {
        keys.withLock { $0[name] }
    }

    func keep(_ key: [UInt8], as name: String) throws(DeviceKeyStoreError) {
        keys.withLock { $0[name] = key }
    }

    func remove(named name: String) throws(DeviceKeyStoreError) {
        keys.withLock { $0[name] = nil }
    }
}
