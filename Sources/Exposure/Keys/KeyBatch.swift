import Basics

/// The keys that are released at one time.
public struct KeyBatch: Equatable, Sendable {
    /// When the batch is released: a multiple of two hours.
    public let release: Timestamp
    /// The keys received in the two hours before.
    public let keys: [PublishedKey]

    /// The batch, or nil when `release` is not a multiple of two hours.
    public init?(release: Timestamp, keys: [PublishedKey]) {
        guard BatchTime.isAligned(release) else { return nil }
        self.release = release
        self.keys = keys
    }
}
