import Basics

/// A phone's own day keys: one for each day, each the SHA-256 of the one before, the newest today's.
///
/// What is older than the retention is forgotten, and after a report everything is: a new chain begins at random.
public struct KeyChain: Equatable, Sendable {
    /// How many days a phone keeps, by the published system: 21.
    public static let retentionDays = 21

    /// For how many days back a report speaks, by the published system: 14.
    public static let publishedDays = 14

    /// How far a chain is followed at once, in days; a clock that leaps further is wrong.
    public static let longestGap = 36_525

    /// A day and its key.
    public struct Entry: Hashable, Sendable {
        /// The day that the key is of.
        public let day: UTCDay
        /// The key from which the day's identifiers follow.
        public let key: DayKey

        /// The key of a day.
        public init(day: UTCDay, key: DayKey) {
            self.day = day
            self.key = key
        }
    }

    /// The keys that are held, one for each day in turn, the oldest first; never empty.
    public private(set) var entries: [Entry]

    /// A new chain that begins today; `generator` must be fit for secrets.
    public init(today: UTCDay, using generator: inout some RandomNumberGenerator) {
        entries = [Entry(day: today, key: DayKey(using: &generator))]
    }

    /// The chain as it was kept, in any order, or nil when it is not one.
    ///
    /// A chain has at least one key, no gap, and each key is the SHA-256 of the one before.
    public init?(restoring entries: [Entry]) {
        let entries = entries.sorted { $0.day < $1.day }
        guard !entries.isEmpty else { return nil }
        for (earlier, later) in zip(entries, entries.dropFirst()) {
            guard later.day.days(since: earlier.day) == 1, later.key == earlier.key.next else { return nil }
        }
        self.entries = entries
    }

    /// The oldest key that is held.
    public var oldest: Entry { entries[0] }

    /// The newest key that is held, today's after `advance`.
    public var newest: Entry { entries[entries.count - 1] }

    /// The key of `day`, or nil when it is not held: forgotten, before the chain began, or not yet derived.
    public func key(on day: UTCDay) -> DayKey? {
        let index = day.days(since: oldest.day)
        return entries.indices.contains(index) ? entries[index].key : nil
    }

    /// Derives the keys up to `day` and forgets those of more than `days` days before it.
    ///
    /// The same day again only forgets. A day before the newest is refused, and the chain stays as it was: there is no
    /// way back, and a clock that was put back must not make a phone send a day's identifiers twice.
    public mutating func advance(to day: UTCDay, retaining days: Int = retentionDays) throws(KeyChainError) {
        let gap = day.days(since: newest.day)
        guard gap >= 0 else { throw .dayIsPast(newest: newest.day) }
        guard gap <= Self.longestGap else { throw .dayIsTooFar(newest: newest.day) }
        let first = day.advanced(by: -max(0, days))
        var entries = entries
        var last = newest
        while last.day < day {
            last = Entry(day: last.day.advanced(by: 1), key: last.key.next)
            entries.append(last)
        }
        self.entries = entries.filter { $0.day >= first }
    }

    /// The key to publish after a positive test: the oldest that is held of the last `windowDays` days before `now`.
    ///
    /// It covers today and, when the chain is that old, the whole window before it. Advance the chain first: a chain
    /// that stopped before the window gives its newest key.
    public func publishable(at now: Timestamp, windowDays: Int = publishedDays) -> PublishedKey {
        let first = UTCDay(containing: now).advanced(by: -max(0, windowDays))
        let entry = entries.first { $0.day >= first } ?? newest
        return PublishedKey(key: entry.key, day: entry.day)
    }
}

/// Why a chain of day keys does not go on.
public enum KeyChainError: Error, Equatable, Sendable {
    /// The day is before the newest that the chain has reached.
    case dayIsPast(newest: UTCDay)
    /// The day is more than a century after the newest.
    case dayIsTooFar(newest: UTCDay)

    /// Stable text for logs and answers.
    public var code: String {
        switch self {
        case .dayIsPast: "exposure.day_is_past"
        case .dayIsTooFar: "exposure.day_is_too_far"
        }
    }
}
