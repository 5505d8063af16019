import Basics
import Exposure
import Testing

extension LibraryExamples {
    @Test("Exposure: a phone finds out by itself that it was near")
    func exposure() throws {
        // example
        var random = SystemRandomNumberGenerator()
        let noon = UTCDay(number: 20_779).begin.advanced(bySeconds: 43_200)

        // Ana's phone sends another identifier every quarter of an hour, all of one key a day.
        let ana = KeyChain(today: UTCDay(containing: noon), using: &random)
        let schedule = DaySchedule(key: ana.newest.key, day: ana.newest.day, using: &random)

        // Luis's phone hears them for an hour, every ten seconds, from close by.
        let observations = stride(from: Int64(0), to: 3600, by: 10).compactMap { second -> Observation? in
            let time = noon.advanced(bySeconds: second)
            return schedule.identifier(at: time).map {
                Observation(time: time, identifier: $0, transmitPower: -21, rssi: -60)
            }
        }
        let rule = RiskRule.cerca
        let later = noon.advanced(bySeconds: 7200)
        let contacts = ContactBuilder.contacts(from: observations, rule: rule, until: later).contacts

        // Ana publishes a key. Nobody but Luis's phone learns that they met.
        let batch = try #require(
            KeyBatch(release: BatchTime.next(after: later), keys: [ana.publishable(at: later)]))
        let matched = Matcher(contacts: contacts).matches(in: batch)
        let days = rule.exposureDays(matched: matched, today: UTCDay(containing: later))
        // end of example
        #expect(contacts.count == 4)
        #expect(days.map(\.day) == [UTCDay(containing: noon)])
        #expect(days.first?.minutes == 60)
    }
}
