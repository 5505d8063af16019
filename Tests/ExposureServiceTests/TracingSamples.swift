import Basics
import Exposure
import ExposureWire
import Storage
import TestServer
import Testing

@testable import AccountService
@testable import ExposureService
@testable import HTTPKit

extension World {
    /// A day key of some days ago.
    func dayKey(_ seed: UInt64, daysAgo: Int = 5) -> PublishedKey {
        var random = SplitMix64(seed: seed)
        let day = UTCDay(containing: clock.now).advanced(by: -daysAgo)
        return PublishedKey(key: DayKey(using: &random), day: day)
    }

    /// A new code.
    func code() async throws -> String {
        try await exposure.issueCode(by: .operatorOfTheMachine).code
    }

    /// The keys of one phone, of these days.
    func chain(_ seed: UInt64, daysAgo: [Int]) throws -> [PublishedKey] {
        let first = dayKey(seed, daysAgo: daysAgo.max() ?? 0)
        return try daysAgo.map { days in
            let day = UTCDay(containing: clock.now).advanced(by: -days)
            return PublishedKey(key: try #require(first.key(on: day)), day: day)
        }
    }

    /// Uploads the key of each phone with a new code.
    func upload(_ seeds: UInt64...) async throws {
        for seed in seeds { try await exposure.upload([dayKey(seed)], code: try await code()) }
    }

    /// The keys of a batch.
    func keys(of release: Timestamp) async throws -> Set<PublishedKey> {
        let stored = try await exposure.batch(release)
        let batch = try KeyBatch(protobuf: stored.protobuf)
        #expect(batch.release == release)
        #expect(batch.keys.map(\.key.bytes.hexadecimal) == batch.keys.map(\.key.bytes.hexadecimal).sorted())
        return Set(batch.keys)
    }

    /// The release of the batch that is being gathered.
    var nextRelease: Timestamp { BatchTime.next(after: clock.now) }

    /// Moves the clock to an instant.
    func advance(to instant: Timestamp) {
        clock.advance(seconds: instant.seconds - clock.now.seconds)
    }

    /// The same service with other rules, another clock or another key.
    func service(
        signer: BatchSigner? = nil, clock other: TestClock? = nil, _ change: (inout ExposurePolicy) -> Void = { _ in }
    ) -> ExposureService {
        var policy = ExposurePolicy.immediate
        change(&policy)
        return ExposureService(
            database: database, clock: (other ?? clock).serverClock, signer: signer ?? exposure.signer, policy: policy)
    }

    /// How an upload ended: `taken`, `keys`, `code` or the code of a failure.
    func outcome(
        _ keys: [PublishedKey], code: String, retry: String? = nil, service: ExposureService? = nil
    ) async -> String {
        do throws(UploadRefusal) {
            try await (service ?? exposure).upload(keys, code: code, retry: retry)
            return "taken"
        } catch {
            switch error {
            case .keys: return "keys"
            case .code: return "code"
            case .later(let seconds): return "later \(seconds)"
            case .service(let failure): return failure.code
            }
        }
    }
}
