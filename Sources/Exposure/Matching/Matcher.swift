import Basics

/// Compares published keys with a phone's contacts.
///
/// Only days on which there are contacts are derived, each only with that day's contacts. A contact that began at or
/// after a batch's release is never compared with it: from the release on, everybody can send the identifiers of its
/// keys. Source: DP-3T white paper, "low-cost design"; reference implementation, `matches_with_batch`.
public struct Matcher: Sendable {
    /// How many days before a release a contact may lie, by the published system: 21.
    ///
    /// A key's own day may lie one day further back: it was young enough when it was reported.
    public static let retentionDays = KeyChain.retentionDays

    /// A key of at least so many days before its release says nothing of an onset: it is what a phone publishes whose
    /// owner named none, the oldest of its last 14 days.
    static let daysWithoutOnset = KeyChain.publishedDays - 1

    /// How many keys one task derives at a time: enough to keep a day's bit array in the first cache meanwhile.
    private static let keysPerTask = 2048

    /// The days with contacts, the earliest first.
    private let days: [DayIndex]

    /// A matcher for these contacts.
    public init(contacts: [Contact]) {
        days = Dictionary(grouping: contacts, by: \.day)
            .map { DayIndex(day: $0.key, contacts: $0.value) }
            .sorted { $0.day < $1.day }
    }

    /// The contacts that were infected people's, by this batch.
    ///
    /// - Returns: Each contact once, with the days since its key, by identifier and so in an order that says nothing about
    ///   times.
    public func matches(in batch: KeyBatch) -> [Contact] {
        let days = days(before: batch.release)
        var matched: Found = [:]
        for start in stride(from: 0, to: batch.keys.count, by: Self.keysPerTask) {
            let end = min(start + Self.keysPerTask, batch.keys.count)
            Self.merge(Self.matches(of: batch.keys[start..<end], on: days, before: batch.release), into: &matched)
        }
        return Self.sorted(matched)
    }

    /// The same as `matches(in:)`, found by all the cores together.
    public func concurrentMatches(in batch: KeyBatch) async -> [Contact] {
        let days = days(before: batch.release)
        return await withTaskGroup(of: Found.self) { group in
            for start in stride(from: 0, to: batch.keys.count, by: Self.keysPerTask) {
                let end = min(start + Self.keysPerTask, batch.keys.count)
                group.addTask { Self.matches(of: batch.keys[start..<end], on: days, before: batch.release) }
            }
            return Self.sorted(await group.reduce(into: [:]) { Self.merge($1, into: &$0) })
        }
    }

    /// Contacts that matched, with the days since the key that each did.
    private typealias Found = [Contact: Int?]

    /// Adds what other keys matched; of two keys for one contact the one that says more of an onset holds less.
    private static func merge(_ found: Found, into all: inout Found) {
        all.merge(found) { left, right in
            guard let left, let right else { return nil }
            return min(left, right)
        }
    }

    /// The days whose contacts a batch may be compared with.
    private func days(before release: Timestamp) -> ArraySlice<DayIndex> {
        let earliest = UTCDay(containing: release).advanced(by: -Self.retentionDays)
        let end = days.firstIndex { $0.day.begin >= release } ?? days.endIndex
        return days[..<end].drop { $0.day < earliest }
    }

    /// What some keys of a batch match, day by day, so that only one day's index is in use at a time.
    private static func matches(
        of published: ArraySlice<PublishedKey>, on days: ArraySlice<DayIndex>, before release: Timestamp
    ) -> Found {
        var matched: Found = [:]
        let today = UTCDay(containing: release)
        // A key of long ago would have to be followed over years to the first day of interest.
        let oldest = UTCDay(containing: release).advanced(by: -retentionDays - 1)
        var keys = published.filter { $0.day >= oldest }
        let firstDays = keys.map(\.day)
        var deriver = IdentifierDeriver()
        for index in days {
            index.withLookup { lookup in
                for position in keys.indices where keys[position].day <= index.day {
                    var key = keys[position].key
                    for _ in 0..<index.day.days(since: keys[position].day) { key = deriver.next(after: key) }
                    keys[position] = PublishedKey(key: key, day: index.day)
                    deriver.withIdentifiers(of: key) { identifiers in
                        lookup.scan(identifiers) { found in
                            let contact = index.contacts[found]
                            guard contact.date < release else { return }
                            let first = firstDays[position]
                            let days = today.days(since: first) < daysWithoutOnset ? index.day.days(since: first) : nil
                            merge([contact: days], into: &matched)
                        }
                    }
                }
            }
        }
        return matched
    }

    private static func sorted(_ found: Found) -> [Contact] {
        found.map { $0.key.matched(daysSinceKey: $0.value) }.sorted { left, right in
            (left.identifier.high, left.identifier.low, left.date, left.windows, left.weight)
                < (right.identifier.high, right.identifier.low, right.date, right.windows, right.weight)
        }
    }
}
