import Basics
import Exposure
import Testing

/// The plainest thing that does the same: derive everything, compare with everything.
private func naiveMatches(of contacts: [Contact], in batch: KeyBatch) -> Set<Contact> {
    let lastDay = UTCDay(containing: batch.release)
    var matched: Set<Contact> = []
    for published in batch.keys where lastDay.days(since: published.day) <= 22 {
        var key = published.key
        var day = published.day
        while day <= lastDay {
            for contact in contacts
            where contact.day == day && contact.date < batch.release && lastDay.days(since: day) <= 21
                && key.identifiers.contains(contact.identifier)
            {
                matched.insert(contact)
            }
            key = key.next
            day = day.advanced(by: 1)
        }
    }
    return matched
}

@Suite("Matching")
struct MatcherTests {
    /// Keys around the edges of every window, and contacts of which about half are with them.
    private func makeCase(seed: UInt64) throws -> (contacts: [Contact], batch: KeyBatch) {
        var random = SplitMix64(seed: seed)
        let release = BatchTime.floor(UTCDay.example.at(Int.random(in: 0...23, using: &random)))
        let today = UTCDay(containing: release)
        let keys = (0..<6).map { _ in
            PublishedKey(
                key: DayKey(using: &random), day: today.advanced(by: Int.random(in: -24...2, using: &random)))
        }
        let contacts = (0..<40).map { _ in
            let time = today.at(0).advanced(bySeconds: Int64.random(in: -23 * 86_400...2 * 86_400, using: &random))
            var identifier = Identifier128.random(using: &random)
            if random.uniform() < 0.7, let published = keys.randomElement(using: &random) {
                // Now and then an identifier of another day than the contact's.
                let offset = random.uniform() < 0.8 ? 0 : Int.random(in: -1...1, using: &random)
                let day = UTCDay(containing: time).advanced(by: offset)
                identifier = published.identifiers(on: day)?.randomElement(using: &random) ?? identifier
            }
            let windows = Int.random(in: 1...3, using: &random)
            return Contact(identifier: identifier, date: time, windows: windows, weight: 1000 * windows)
        }
        return (contacts, try #require(KeyBatch(release: release, keys: keys)))
    }

    @Test("it finds what comparing everything finds, and nothing else", arguments: 0..<24 as Range<UInt64>)
    func naive(seed: UInt64) async throws {
        let (contacts, batch) = try makeCase(seed: seed)
        let matcher = Matcher(contacts: contacts)
        let matches = matcher.matches(in: batch)
        let expected = naiveMatches(of: contacts, in: batch)
        #expect(Set(matches.unmatched) == expected)
        #expect(matches.count == expected.count)
        #expect(await matcher.concurrentMatches(in: batch) == matches)
    }

    @Test("the cases of the comparison do hold matches")
    func notVacuous() throws {
        let counts = try (0..<24 as Range<UInt64>).map { seed in
            let (contacts, batch) = try makeCase(seed: seed)
            return Matcher(contacts: contacts).matches(in: batch).count
        }
        #expect(counts.reduce(0, +) > 24)
    }

    @Test("many keys are matched by many tasks as by one")
    func concurrent() async throws {
        var random = SplitMix64(seed: 3)
        let day = UTCDay.example
        let keys = (0..<5000).map { _ in PublishedKey(key: DayKey(using: &random), day: day) }
        // One of the first, one of the last, and both sides of each edge between tasks.
        let contacts = [0, 2047, 2048, 4095, 4096, 4999].map {
            Contact(identifier: keys[$0].key.identifiers[$0 % 96], date: day.at(4), windows: 1, weight: 1000)
        }
        let strangers = (0..<500).map { _ in
            Contact(identifier: .random(using: &random), date: day.at(4), windows: 1, weight: 1000)
        }
        let batch = try #require(KeyBatch(release: day.at(6), keys: keys))
        let matcher = Matcher(contacts: strangers + contacts)
        #expect(Set(matcher.matches(in: batch).unmatched) == Set(contacts))
        #expect(await matcher.concurrentMatches(in: batch) == matcher.matches(in: batch))
    }

    @Test("identifiers that agree in half of their bytes do not match")
    func halfEqual() throws {
        let day = UTCDay.example
        let key = DayKey.example()
        let identifier = key.identifiers[40]
        let alike = [
            Identifier128(high: identifier.high, low: identifier.low ^ 1),
            Identifier128(high: identifier.high ^ 1, low: identifier.low),
            Identifier128(high: identifier.low, low: identifier.high),
        ].map { Contact(identifier: $0, date: day.at(1), windows: 3, weight: 3000) }
        let batch = try #require(KeyBatch(release: day.at(6), keys: [PublishedKey(key: key, day: day)]))
        #expect(Matcher(contacts: alike).matches(in: batch).isEmpty)
    }

    @Test("contacts with one identifier are all found, each once")
    func sameIdentifier() throws {
        let day = UTCDay.example
        let published = PublishedKey(key: .example(), day: day)
        let contacts = [2, 4, 6].map {
            Contact(identifier: published.key.identifiers[0], date: day.at($0), windows: 1, weight: 1000)
        }
        let batch = try #require(KeyBatch(release: day.at(8), keys: [published, published]))
        #expect(Matcher(contacts: contacts + contacts).matches(in: batch).unmatched == contacts)
    }

    @Test("a match says how long after its key's day it was, unless the key says nothing of an onset")
    func daysSinceKey() throws {
        let day = UTCDay.example
        let published = PublishedKey(key: .example(), day: day)
        let contacts = try [0, 1, 5, 12].map { offset in
            let identifiers = try #require(published.identifiers(on: day.advanced(by: offset)))
            return Contact(identifier: identifiers[7], date: day.advanced(by: offset).at(4), windows: 3, weight: 2100)
        }
        func days(released offset: Int) throws -> [Int: Int?] {
            let release = day.advanced(by: offset).at(6)
            let batch = try #require(KeyBatch(release: release, keys: [published]))
            return Dictionary(
                uniqueKeysWithValues: Matcher(contacts: contacts).matches(in: batch).map {
                    ($0.day.days(since: day), $0.daysSinceKey)
                })
        }
        #expect(try days(released: 12) == [0: 0, 1: 1, 5: 5, 12: 12])
        // A phone whose owner named no onset publishes the oldest key of 14 days.
        #expect(try days(released: 13) == [0: nil, 1: nil, 5: nil, 12: nil])
        // Two keys of one person for one day: the one that says less holds, or else the nearer.
        let later = PublishedKey(key: try #require(published.key(on: day.advanced(by: 4))), day: day.advanced(by: 4))
        let both = try #require(KeyBatch(release: day.advanced(by: 6).at(6), keys: [published, later]))
        #expect(Matcher(contacts: [contacts[2]]).matches(in: both).map(\.daysSinceKey) == [1])
    }

    @Test("no contacts, no keys and absurd dates match nothing")
    func nothing() throws {
        let day = UTCDay.example
        let absurd = [Int.min, 0, Int.max].map { PublishedKey(key: .example(), day: UTCDay(number: $0)) }
        let batch = try #require(KeyBatch(release: day.at(8), keys: absurd))
        #expect(Matcher(contacts: []).matches(in: batch).isEmpty)
        let contacts = [Int64.min, 0, day.at(7).milliseconds, .max].map {
            Contact(
                identifier: DayKey.example().identifiers[3], date: Timestamp(milliseconds: $0), windows: 1,
                weight: 1000)
        }
        #expect(Matcher(contacts: contacts).matches(in: batch).isEmpty)
        let empty = try #require(KeyBatch(release: day.at(8), keys: []))
        #expect(Matcher(contacts: contacts).matches(in: empty).isEmpty)
    }
}
