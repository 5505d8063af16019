import Basics

/// An infected person's key as the server publishes it: the identifiers of `day` and of every later day follow from it.
public struct PublishedKey: Hashable, Sendable {
    /// The key of `day`.
    public let key: DayKey
    /// The first day that the key speaks of.
    public let day: UTCDay

    /// The key of a day.
    public init(key: DayKey, day: UTCDay) {
        self.key = key
        self.day = day
    }

    /// The same person's key of a later day, or nil for a day before `day` or more than 400 days after it.
    public func key(on later: UTCDay) -> DayKey? {
        let days = later.days(since: day)
        guard (0...400).contains(days) else { return nil }
        var deriver = IdentifierDeriver()
        var key = key
        for _ in 0..<days { key = deriver.next(after: key) }
        return key
    }

    /// The 96 identifiers of `day` or of a later day, in the order of their derivation; nil where `key(on:)` is nil.
    public func identifiers(on later: UTCDay) -> [Identifier128]? {
        key(on: later)?.identifiers
    }
}

extension Collection<PublishedKey> {
    /// Whether all keys can come from one phone: one key a day, each the SHA-256 of the key of the day before.
    ///
    /// The order does not matter, and days may be left out: the keys of these follow. Two keys of one day, also the same key
    /// twice, do not come from one phone. The work is one SHA-256 for each day between the first and the last.
    public var areOfOnePhone: Bool {
        let keys = sorted { $0.day < $1.day }
        return zip(keys, keys.dropFirst()).allSatisfy { earlier, later in
            earlier.day < later.day && earlier.key(on: later.day) == later.key
        }
    }
}
