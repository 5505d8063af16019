import Beacons
import Time

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
    /// - Returns: Each contact once, by identifier and so in an order that says nothing about times.
    public func matches(in batch: KeyBatch) -> [Contact] {
        let days = days(before: batch.release)
        var matched: Set<Contact> = []
        for start in stride(from: 0, to: batch.keys.count, by: Self.keysPerTask) {
            let end = min(start + Self.keysPerTask, batch.keys.count)
            matched.formUnion(Self.matches(of: batch.keys[start..<end], on: days, before: batch.release))
        }
        return Self.sorted(matched)
    }

    /// The same as `matches(in:)`, found by all the cores together.
    public func concurrentMatches(in batch: KeyBatch) async -> [Contact] {
        let days = days(before: batch.release)
        return await withTaskGroup(of: Set<Contact>.self) { group in
            for start in stride(from: 0, to: batch.keys.count, by: Self.keysPerTask) {
                let end = min(start + Self.keysPerTask, batch.keys.count)
                group.addTask { Self.matches(of: batch.keys[start..<end], on: days, before: batch.release) }
            }
            return Self.sorted(await group.reduce(into: []) { $0.formUnion($1) })
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
    ) -> Set<Contact> {
        var matched: Set<Contact> = []
        // A key of long ago would have to be followed over years to the first day of interest.
        let oldest = UTCDay(containing: release).advanced(by: -retentionDays - 1)
        var keys = published.filter { $0.day >= oldest }
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
                            if contact.date < release { matched.insert(contact) }
                        }
                    }
                }
            }
        }
        return matched
    }

    private static func sorted(_ contacts: Set<Contact>) -> [Contact] {
        contacts.sorted { left, right in
            (left.identifier.high, left.identifier.low, left.date, left.windows, left.weight)
                < (right.identifier.high, right.identifier.low, right.date, right.windows, right.weight)
        }
    }
}
