import Basics
import Exposure
import Testing

/// The cases that the reference implementation of DP-3T tests on its low-cost design, between two phones.
@Suite("The protocol between two phones")
struct ProtocolTests {
    private let day = UTCDay.example

    private func contacts(_ observations: [Observation]) -> [Contact] {
        ContactBuilder.contacts(from: observations, rule: .original, until: Timestamp(milliseconds: .max)).contacts
    }

    private func batch(of phone: TracedPhone, from first: UTCDay, release: Timestamp) throws -> KeyBatch {
        let key = try #require(phone.chain.key(on: first))
        return try #require(KeyBatch(release: release, keys: [PublishedKey(key: key, day: first)]))
    }

    @Test("a phone gives neither yesterday's nor tomorrow's identifier")
    func otherDays() throws {
        var phone = TracedPhone(seed: 1, since: day)
        #expect(try phone.identifier(at: day.at(12)) != nil)
        _ = try phone.identifier(at: day.advanced(by: 1).at(0))
        #expect(throws: KeyChainError.dayIsPast(newest: day.advanced(by: 1))) { try phone.identifier(at: day.at(12)) }
    }

    @Test("an hour together is four contacts, and all of them match")
    func multipleMatches() throws {
        var phone = TracedPhone(seed: 1, since: day)
        let contacts = contacts(try phone.heard(from: day.at(9), minutes: 60))
        #expect(contacts.count == 4)
        let matches = Matcher(contacts: contacts).matches(in: try batch(of: phone, from: day, release: day.at(12)))
        #expect(Set(matches.unmatched) == Set(contacts))
        #expect(
            RiskRule.original.exposureDays(matched: matches, today: day)
                == [ExposureDay(day: day, foundOn: day, minutes: 60, probability: 100, grade: .high)])
    }

    @Test("of several phones only the infected one's contact matches")
    func singleMatch() throws {
        var infected = TracedPhone(seed: 1, since: day)
        var healthy = TracedPhone(seed: 2, since: day)
        let theirs = contacts(try infected.heard(from: day.at(9), minutes: 10))
        let others = contacts(try healthy.heard(from: day.at(9), minutes: 60))
        let matches = Matcher(contacts: theirs + others)
            .matches(in: try batch(of: infected, from: day, release: day.at(12)))
        #expect(matches.unmatched == theirs && matches.count == 1)
        // Two windows are not three: known, but no reason to warn.
        #expect(RiskRule.original.exposureDays(matched: matches, today: day).isEmpty)
    }

    @Test("one key matches the contacts of every day from its own on")
    func severalDays() throws {
        var phone = TracedPhone(seed: 1, since: day)
        var heard: [Observation] = []
        for offset in 0..<5 { heard += try phone.heard(from: day.advanced(by: offset).at(9), minutes: 15) }
        let contacts = contacts(heard)
        let release = day.advanced(by: 5).at(2)
        let all = Matcher(contacts: contacts).matches(in: try batch(of: phone, from: day, release: release))
        #expect(Set(all.map(\.day)) == Set((0..<5).map { day.advanced(by: $0) }))
    }

    @Test("a contact before the contagious window does not match")
    func beforeWindow() throws {
        var phone = TracedPhone(seed: 1, since: day)
        let contacts = contacts(try phone.heard(from: day.at(23, 45), minutes: 30))
        let tomorrow = day.advanced(by: 1)
        #expect(contacts.map(\.day).contains(day))
        let matches = Matcher(contacts: contacts)
            .matches(in: try batch(of: phone, from: tomorrow, release: tomorrow.at(2)))
        #expect(matches.map(\.day) == [tomorrow])
    }

    @Test("identifiers that are sent again after the release do not match")
    func replayAfterRelease() throws {
        var phone = TracedPhone(seed: 1, since: day)
        _ = try phone.heard(from: day.at(8), minutes: 60)
        let release = day.at(10)
        let batch = try batch(of: phone, from: day, release: release)
        // Whoever reads the batch can send every identifier of this day and of the next.
        let replayed = (batch.keys[0].identifiers(on: day) ?? []).map { Observation.heard($0, at: release) }
        let tomorrow = day.advanced(by: 1)
        let foreseen = (batch.keys[0].identifiers(on: tomorrow) ?? []).map {
            Observation.heard($0, at: tomorrow.at(9))
        }
        let late = contacts(replayed + foreseen)
        #expect(late.count == 192)
        #expect(Matcher(contacts: late).matches(in: batch).isEmpty)
        // A moment before the release it might have been the phone itself.
        let inTime = contacts(
            replayed.map { .heard($0.identifier, at: release.advanced(byMilliseconds: -1)) })
        #expect(Matcher(contacts: inTime).matches(in: batch).count == 96)
    }

    @Test("an observation at the release is too late even when its contact began in the batch before")
    func firstSightingDecides() throws {
        var phone = TracedPhone(seed: 1, since: day)
        let identifier = try #require(try phone.identifier(at: day.at(9, 50)))
        let batch = try batch(of: phone, from: day, release: day.at(10))
        let heard = [Observation.heard(identifier, at: day.at(10)), .heard(identifier, at: day.at(10, 5))]
        #expect(Matcher(contacts: contacts(heard)).matches(in: batch).isEmpty)
    }

    @Test("replaying an identifier on another day than its own matches nothing")
    func replayOnAnotherDay() throws {
        var phone = TracedPhone(seed: 1, since: day)
        let identifier = try #require(try phone.identifier(at: day.at(9)))
        let tomorrow = day.advanced(by: 1)
        let replayed = contacts([.heard(identifier, at: tomorrow.at(9))])
        let matches = Matcher(contacts: replayed)
            .matches(in: try batch(of: phone, from: day, release: tomorrow.at(12)))
        #expect(matches.isEmpty)
    }

    @Test("contacts outside the retention do not match, at its edge they do")
    func retention() throws {
        var phone = TracedPhone(seed: 1, since: day)
        let contacts = contacts(try phone.heard(from: day.at(9), minutes: 15))
        let matcher = Matcher(contacts: contacts)
        let edge = try batch(of: phone, from: day, release: day.advanced(by: 21).at(22))
        #expect(matcher.matches(in: edge).unmatched == contacts)
        let outside = try batch(of: phone, from: day, release: day.advanced(by: 22).at(0))
        #expect(matcher.matches(in: outside).isEmpty)
    }

    @Test("a day's granularity after one batch still matches in the next")
    func granularity() throws {
        var phone = TracedPhone(seed: 1, since: day)
        let before = contacts(try phone.heard(from: day.at(13), minutes: 60))
        #expect(Set(before.map(\.date)) == [day.at(12)])
        let after = before.map { $0.coarsened(after: day.at(14)) }
        #expect(Set(after.map(\.date)) == [day.at(0)])
        let matches = Matcher(contacts: after).matches(in: try batch(of: phone, from: day, release: day.at(16)))
        #expect(Set(matches.unmatched) == Set(after))
    }
}
