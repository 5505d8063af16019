import Basics
import Exposure
import ExposureWire
import Testing

/// Keys and batches from a seed.
struct Samples {
    /// Saturday 21 November 2026, 10:00 in UTC, a multiple of two hours.
    static let release = Timestamp(rfc3339: "2026-11-21T10:00:00Z") ?? Timestamp(milliseconds: 0)

    var random: SplitMix64

    init(seed: UInt64) {
        random = SplitMix64(seed: seed)
    }

    /// A key of one of the last two weeks.
    mutating func key() -> PublishedKey {
        let day = UTCDay(containing: Self.release).advanced(by: -Int.random(in: 0...13, using: &random))
        return PublishedKey(key: DayKey(using: &random), day: day)
    }

    /// A batch of so many keys.
    mutating func batch(_ count: Int) throws -> KeyBatch {
        try #require(KeyBatch(release: Self.release, keys: (0..<count).map { _ in key() }))
    }
}
