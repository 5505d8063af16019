import Basics
import Exposure
import Testing

@Suite("Days to warn of, by the original's rule")
struct ExposureDayTests {
    private let today = UTCDay.example

    private func contact(_ number: UInt64, on day: UTCDay, windows: Int) -> Contact {
        Contact(
            identifier: Identifier128(high: number, low: 0), date: day.at(12), windows: windows, weight: windows * 1000)
    }

    @Test("three windows in a day are an exposure, two are none")
    func threshold() {
        let yesterday = today.advanced(by: -1)
        let two = [contact(1, on: yesterday, windows: 1), contact(2, on: yesterday, windows: 1)]
        #expect(RiskRule.original.exposureDays(matched: two, today: today).isEmpty)
        let three = two + [contact(3, on: yesterday, windows: 1)]
        #expect(
            RiskRule.original.exposureDays(matched: three, today: today)
                == [ExposureDay(day: yesterday, foundOn: today, minutes: 15, probability: 100, grade: .medium)])
    }

    @Test("windows of different days are not added")
    func separateDays() {
        let contacts = [contact(1, on: today, windows: 2), contact(2, on: today.advanced(by: -1), windows: 2)]
        #expect(RiskRule.original.exposureDays(matched: contacts, today: today).isEmpty)
    }

    @Test("the last ten days count, the latest first; the future does not")
    func window() {
        let contacts = [-11, -10, -3, 0, 1].enumerated().map {
            contact(UInt64($0), on: today.advanced(by: $1), windows: 3)
        }
        let days = RiskRule.original.exposureDays(matched: contacts.shuffled(), today: today)
        #expect(days.map { $0.day.days(since: today) } == [0, -3, -10])
        #expect(days.allSatisfy { $0.foundOn == today && $0.minutes == 15 })
    }

    @Test("one identifier that is repeated all day long counts for one epoch")
    func repeated() {
        let repeated = (0..<12).map {
            Contact(
                identifier: Identifier128(high: 7, low: 7), date: today.at(2 * $0), windows: 1, weight: 1000)
        }
        #expect(RiskRule.original.exposureDays(matched: repeated, today: today).map(\.minutes) == [15])
        // The same contact twice, as two batches may report it, is one.
        let once = [contact(1, on: today, windows: 2), contact(1, on: today, windows: 2)]
        #expect(RiskRule.original.exposureDays(matched: once, today: today).isEmpty)
    }

    @Test("nothing matched is nothing to warn of")
    func empty() {
        #expect(RiskRule.original.exposureDays(matched: [], today: today).isEmpty)
        #expect(RiskRule.original.exposureDays(matched: [], today: UTCDay(number: .min)).isEmpty)
    }

    @Test("weights that no builder makes are no danger")
    func hostileWeights() {
        let contacts = [Int.min, -1, .max].enumerated().map {
            Contact(identifier: Identifier128(high: UInt64($0), low: 0), date: today.at(1), windows: .max, weight: $1)
        }
        let days = RiskRule.original.exposureDays(matched: contacts, today: today)
        #expect(days.map(\.minutes) == [45] && days.map(\.probability) == [33])
        let none = [Int.min, -1, 0].map {
            Contact(identifier: Identifier128(high: 1, low: 0), date: today.at(1), windows: $0, weight: .max)
        }
        #expect(RiskRule.original.exposureDays(matched: none, today: today).isEmpty)
    }
}

@Suite("The grade of a day")
struct RiskGradeTests {
    private let today = UTCDay.example

    private func day(_ windows: [(probability: Int, daysSinceKey: Int?)], by rule: RiskRule = .cerca) -> ExposureDay? {
        let contacts = windows.enumerated().map {
            Contact(
                identifier: Identifier128(high: UInt64($0), low: 0), date: today.at(1), windows: 1,
                weight: $1.probability, daysSinceKey: $1.daysSinceKey)
        }
        return rule.exposureDays(matched: contacts, today: today).first
    }

    @Test("is that of the minutes, weighed by their probability")
    func minutesAndProbability() throws {
        let unsure = try #require(day([(400, nil), (400, nil), (400, nil)]))
        #expect(unsure.minutes == 15 && unsure.probability == 40 && unsure.grade == .low)
        // 15 minutes at two thirds are ten.
        #expect(day([(667, nil), (667, nil), (667, nil)])?.grade == .medium)
        #expect(day([(666, nil), (666, nil), (666, nil)])?.grade == .low)
        #expect(day(Array(repeating: (1000, nil), count: 6))?.grade == .high)
        #expect(day(Array(repeating: (999, nil), count: 6))?.grade == .medium)
        #expect(RiskGrade.allCases.sorted() == [.low, .medium, .high])
    }

    @Test("is less on days on which few infect, and the day is warned of all the same")
    func daysSinceKey() throws {
        let windows = { (days: Int?) in Array(repeating: (probability: 800, daysSinceKey: days), count: 3) }
        // Two days after the key's day is the onset.
        #expect(day(windows(2))?.grade == .medium)
        #expect(day(windows(7))?.grade == .low)
        #expect(day(windows(400))?.grade == .low)
        #expect(day(windows(nil))?.grade == .medium)
        #expect(Set([0, 2, 7, 400, nil].map { day(windows($0))?.minutes }) == [15])
    }

    @Test("follows the numbers that an authority gives, as does what counts")
    func otherNumbers() throws {
        let strict = try RiskParameters(
            version: 2, model: .shipped, nearFrom: 0.9, minutes: 30, mediumFrom: 1, highFrom: 2, dayWeights: [100, 0])
        let rule = RiskRule(parameters: strict)
        #expect(day(Array(repeating: (1000, nil), count: 5), by: rule) == nil)
        #expect(day(Array(repeating: (1000, nil), count: 6), by: rule)?.grade == .high)
        #expect(day(Array(repeating: (1000, 1), count: 6), by: rule)?.grade == .low)
        // −80 dBm alone: near by 0.3, not by 0.9.
        let window = [RiskRule.Reading(transmitPower: nil, rssi: -80, time: today.at(1))]
        #expect(RiskRule.cerca.closeness(of: window) == 1 && rule.closeness(of: window) == 0)
    }
}

@Suite("What a contact remembers")
struct ContactTests {
    @Test("the two hours, and after a batch was compared the day only")
    func granularity() {
        let day = UTCDay.example
        let contact = Contact(
            identifier: Identifier128(high: 1, low: 1), date: day.at(9, 59), windows: 3, weight: 3000)
        #expect(contact.date == day.at(8))
        #expect(contact.coarsened(after: day.at(8)) == contact)
        let coarse = contact.coarsened(after: day.at(10))
        #expect(coarse.date == day.at(0))
        #expect(coarse.day == day && coarse.identifier == contact.identifier)
        #expect(coarse.windows == 3 && coarse.weight == 3000)
    }
}
