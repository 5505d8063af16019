import Basics
import Exposure
import Testing

@Suite("From observations to contacts, by the original's rule")
struct ContactBuilderTests {
    private let day = UTCDay.example
    private let someone = Identifier128(high: 1, low: 2)
    private let another = Identifier128(high: 3, low: 4)

    private func contacts(_ observations: [Observation], until now: Timestamp? = nil) -> [Contact] {
        ContactBuilder.contacts(from: observations, rule: .original, until: now ?? day.at(23)).contacts
    }

    @Test("a quarter of an hour beside somebody is one contact of three windows")
    func epoch() {
        let heard = (0..<15).map { Observation.heard(someone, at: day.at(9, 15 + $0)) }
        #expect(
            contacts(heard.reversed())
                == [Contact(identifier: someone, date: day.at(8), windows: 3, weight: 3000)])
    }

    @Test("windows are counted from the first sighting, not from the clock")
    func windowOrigin() {
        // 9:04 to 9:09 touches two five-minute slots of the clock, but is one window.
        let close = [(4, 0), (6, 30), (8, 59)].map { Observation.heard(someone, at: day.at(9, $0.0, $0.1)) }
        #expect(contacts(close).map(\.windows) == [1])
        let longer = close + [.heard(someone, at: day.at(9, 9))]
        #expect(contacts(longer).map(\.windows) == [2])
    }

    @Test("a window counts below 73 decibels on average, not at 73")
    func threshold() {
        func windows(_ attenuations: [Int]) -> [Int] {
            let heard = attenuations.enumerated().map {
                Observation.heard(someone, at: day.at(9, 0, $0), attenuation: $1)
            }
            return contacts(heard).map(\.windows)
        }
        #expect(windows([72]) == [1])
        #expect(windows([73]) == [])
        #expect(windows([72, 74]) == [])
        #expect(windows([72, 73]) == [1])
        #expect(windows([50, 95]) == [1])
        #expect(windows([50, 97]) == [])
    }

    @Test("only near windows are counted, and far ones make no contact")
    func mixed() {
        let heard = [
            Observation.heard(someone, at: day.at(9, 0), attenuation: 60),
            .heard(someone, at: day.at(9, 5), attenuation: 90),
            .heard(someone, at: day.at(9, 10), attenuation: 60),
            .heard(another, at: day.at(9, 0), attenuation: 90),
        ]
        #expect(contacts(heard) == [Contact(identifier: someone, date: day.at(8), windows: 2, weight: 2000)])
    }

    @Test("what is heard of an identifier after its epoch does not count")
    func repeated() {
        let heard = (0..<60).map { Observation.heard(someone, at: day.at(9, $0)) }
        #expect(contacts(heard).map(\.windows) == [3])
    }

    @Test("the contact is dated by the two hours of the first sighting")
    func date() {
        let heard = [Observation.heard(someone, at: day.at(10, 2)), .heard(someone, at: day.at(9, 59, 59))]
        #expect(contacts(heard).map(\.date) == [day.at(8)])
        #expect(contacts([.heard(someone, at: day.at(10))]).map(\.date) == [day.at(10)])
        #expect(contacts([.heard(someone, at: day.at(0))]).map(\.day) == [day])
    }

    @Test("only closed epochs are used, and their observations are used up")
    func closedEpochs() {
        let closed = [Observation.heard(someone, at: day.at(9, 14, 59)), .heard(another, at: day.at(8))]
        let open = [Observation.heard(another, at: day.at(9, 29)), .heard(someone, at: day.at(9, 15))]
        let heard = [open[0], closed[0], open[1], closed[1]]
        let (contacts, remaining) = ContactBuilder.contacts(from: heard, rule: .original, until: day.at(9, 29, 59))
        #expect(Set(contacts.map(\.date)) == [day.at(8)])
        #expect(contacts.count == 2)
        #expect(remaining == open)
        let later = ContactBuilder.contacts(from: remaining, rule: .original, until: day.at(9, 30))
        #expect(later.contacts.count == 2)
        #expect(later.remaining.isEmpty)
    }

    @Test("signals of unknown strength say nothing")
    func unknownStrength() {
        let heard = [
            Observation(time: day.at(9), identifier: someone, transmitPower: nil, rssi: -40),
            Observation(time: day.at(9, 1), identifier: someone, transmitPower: 0, rssi: 127),
        ]
        #expect(heard.allSatisfy { $0.attenuation == nil })
        #expect(contacts(heard).isEmpty)
        #expect(contacts([]).isEmpty)
    }

    @Test("the order in which they were heard changes nothing, nor does it show", arguments: 0..<32 as Range<UInt64>)
    func order(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let identifiers = (0..<8).map { _ in Identifier128.random(using: &random) }
        let heard = (0..<200).map { _ in
            Observation.heard(
                identifiers[Int.random(in: 0..<8, using: &random)],
                at: day.at(9, Int.random(in: 0..<60, using: &random), Int.random(in: 0..<60, using: &random)),
                attenuation: Int.random(in: 40...110, using: &random))
        }
        for rule in [RiskRule.original, .cerca] {
            let (contacts, remaining) = ContactBuilder.contacts(from: heard, rule: rule, until: day.at(9, 40))
            let shuffled = ContactBuilder.contacts(
                from: heard.shuffled(using: &random), rule: rule, until: day.at(9, 40))
            #expect(shuffled.contacts == contacts)
            #expect(Set(shuffled.remaining) == Set(remaining))
            #expect(remaining == heard.filter { $0.time >= day.at(9, 30) })
            #expect(contacts.allSatisfy { (0...3).contains($0.windows) && (0...3000).contains($0.weight) })
            #expect(Set(contacts.map(\.identifier)).count == contacts.count)
        }
    }

    @Test("the rule sees the whole epoch and everybody heard in it", arguments: 0..<32 as Range<UInt64>)
    func context(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let identifiers = (0..<6).map { _ in Identifier128.random(using: &random) }
        let start = day.at(9, 15)
        let heard = (0..<120).map { _ in
            // Of the first identifiers more is heard than of the last.
            let whom = min(Int.random(in: 0..<6, using: &random), Int.random(in: 0..<6, using: &random))
            let time = start.advanced(bySeconds: Int64.random(in: 0..<900, using: &random))
            return Observation(
                time: time, identifier: identifiers[whom], transmitPower: Bool.random(using: &random) ? -20 : -21,
                rssi: Int8.random(in: -95 ... -45, using: &random))
        }
        let contacts = ContactBuilder.contacts(from: heard, rule: .cerca, until: day.at(9, 30)).contacts
        let groups = Dictionary(grouping: heard, by: \.identifier)
        let surroundings = RiskRule.Surroundings(receptions: groups.values.map(\.count).sorted())
        for (identifier, group) in groups {
            let epoch = group.map(\.reading)
            guard let first = epoch.map(\.time).min() else { continue }
            let windows = (0..<3 as Range<Int64>).count { index in
                let window = epoch.filter { $0.time.milliseconds(since: first) / 300_000 == index }
                return RiskRule.cerca.closeness(of: window, epoch: epoch, surroundings: surroundings) == 1
            }
            #expect((contacts.first { $0.identifier == identifier }?.windows ?? 0) == windows)
        }
    }

    @Test("times at the ends of the range are no danger")
    func extremes() {
        let heard = [Int64.min, .min + 1, 0, .max - 1, .max].map {
            Observation.heard(someone, at: Timestamp(milliseconds: $0))
        }
        for until in [Int64.min, 0, .max] {
            let (contacts, remaining) = ContactBuilder.contacts(
                from: heard, rule: .original, until: Timestamp(milliseconds: until))
            #expect(contacts.count <= 1 && remaining.count <= heard.count)
        }
    }
}
