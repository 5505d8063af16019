import Basics
import Beacons
import Testing

@testable import Loyalty

/// What a phone reports of what it heard.
struct HabitDiaryTests {
    private let shop = ShopKey(venue: UUID128(high: 1, low: 2), major: 100)
    private let venue = VenueDays(
        day: { Int($0.milliseconds / 86_400_000) },
        hour: { Timestamp(milliseconds: Int64($0) * 86_400_000 + Int64($1) * 3_600_000) })
    private let day = 20_000

    private func at(_ hour: Double, day: Int? = nil) -> Timestamp {
        Timestamp(milliseconds: Int64(day ?? self.day) * 86_400_000 + Int64(hour * 3_600_000))
    }

    private func reading(_ minor: UInt16, _ place: HabitPlace, _ at: Timestamp, _ metres: Double) -> HabitReading {
        HabitReading(
            beacon: BeaconIdentity(uuid: shop.venue, major: shop.major, minor: minor), place: place, at: at,
            metres: metres)
    }

    private func diary() -> HabitDiary {
        var diary = HabitDiary()
        diary.setTerms([shop: .habits])
        return diary
    }

    /// Somebody is inside from one hour to another, and proves it.
    private func stay(_ diary: inout HabitDiary, from: Timestamp, minutes: Int) {
        for second in stride(from: 0, through: minutes * 60, by: 10) {
            diary.hear(reading(1, .inside, from.advanced(bySeconds: Int64(second)), 3), in: venue)
        }
        diary.prove(shop, .inside, at: from.advanced(bySeconds: Int64(minutes * 60)), in: venue)
    }

    /// All cells that are reported after a day, each with its day.
    private func reports(_ diary: inout HabitDiary, after day: Int) -> [PlannedReport] {
        var random = SplitMix64(seed: 1)
        diary.plan(shop.venue, venue, at: at(3, day: day + 1), using: &random)
        return diary.due(at: at(9, day: day + 1))
    }

    @Test("a visit of ten minutes is a visitor's first, of five to twenty minutes")
    func visit() {
        var diary = diary()
        stay(&diary, from: at(12), minutes: 10)
        #expect(Set(reports(&diary, after: day).map(\.cell)) == [.visitor, .from5, .first])
        stay(&diary, from: at(12, day: day + 8), minutes: 2)
        #expect(Set(reports(&diary, after: day + 8).map(\.cell)) == [.bounced, .from2, .month])
        stay(&diary, from: at(12, day: day + 9), minutes: 70)
        #expect(Set(reports(&diary, after: day + 9).map(\.cell)) == [.engaged, .from60, .week])
    }

    @Test("who passes the window is a passer-by; who was inside without a proof is nothing")
    func passers() {
        var diary = diary()
        for second in 0..<5 {
            diary.hear(reading(2, .outside, at(12).advanced(bySeconds: Int64(second)), 4), in: venue)
        }
        #expect(reports(&diary, after: day).map(\.cell) == [.passerBy])
        for second in 0..<200 {
            diary.hear(reading(1, .inside, at(12, day: day + 1).advanced(bySeconds: Int64(second)), 4), in: venue)
        }
        #expect(reports(&diary, after: day + 1).isEmpty)
    }

    @Test("each report has a time of its own between three and nine of the next morning, or within six hours, or none")
    func times() {
        var (diary, random) = (diary(), SplitMix64(seed: 2))
        stay(&diary, from: at(12), minutes: 10)
        diary.plan(shop.venue, venue, at: at(2.9, day: day + 1), using: &random)
        #expect(diary.due(at: at(24, day: day + 1)).isEmpty)
        diary.plan(shop.venue, venue, at: at(3, day: day + 1), using: &random)
        let due = diary.due(at: at(9, day: day + 1))
        #expect(Set(due.map(\.at)).count == 3 && due.allSatisfy { $0.at >= at(3, day: day + 1) })
        #expect(diary.due(at: at(9, day: day + 1)).isEmpty)

        stay(&diary, from: at(12, day: day + 2), minutes: 10)
        diary.plan(shop.venue, venue, at: at(15, day: day + 5), using: &random)
        #expect(diary.due(at: at(21, day: day + 5)).map(\.place.day) == [day + 2, day + 2, day + 2])
        stay(&diary, from: at(12, day: day + 10), minutes: 10)
        diary.plan(shop.venue, venue, at: at(15, day: day + 18), using: &random)
        #expect(diary.due(at: at(24, day: day + 19)).isEmpty)
    }

    @Test("a lower term and a workplace stop what is not sent yet, and what comes after")
    func lowering() {
        for isWork in [true, false] {
            var (diary, random) = (diary(), SplitMix64(seed: 3))
            stay(&diary, from: at(12), minutes: 10)
            diary.plan(shop.venue, venue, at: at(3, day: day + 1), using: &random)
            if isWork { diary.setWorkplaces([shop]) } else { diary.setTerms([shop: .visits]) }
            #expect(diary.due(at: at(9, day: day + 1)).isEmpty)
            stay(&diary, from: at(12, day: day + 1), minutes: 10)
            #expect(reports(&diary, after: day + 1).isEmpty)
        }
    }

    @Test("a campaign is told of once, with what came of it within seven days")
    func campaigns() {
        var diary = diary()
        stay(&diary, from: at(12), minutes: 10)
        diary.begin(campaignOf: shop, isHeldOut: true, measuredOn: day + 20, on: day)
        diary.begin(campaignOf: shop, isHeldOut: true, measuredOn: day + 20, on: day + 3)
        #expect(reports(&diary, after: day).count == 3)
        stay(&diary, from: at(12, day: day + 7), minutes: 10)
        diary.redeem(shop, at: at(12.2, day: day + 7), in: venue)
        #expect(reports(&diary, after: day + 7).map(\.cell).contains(.engaged))
        let last = reports(&diary, after: day + 20)
        #expect(last.map(\.cell) == [.heldOutRedeemed])
        #expect(last.map(\.place.day) == [day + 20])
    }

    @Test("any course of readings gives what the definitions say", arguments: 0..<60)
    func reference(_ seed: Int) {
        var (random, diary) = (SplitMix64(seed: UInt64(seed)), diary())
        var all: [HabitReading] = []
        var proofs: [(Timestamp, HabitPlace)] = []
        var now = at(20)
        while now < at(28) {
            let far = Int.random(in: 0..<100, using: &random)
            let wait: ClosedRange<Int64> = far < 90 ? 1...20 : far < 98 ? 20...400 : 400...4000
            now = now.advanced(bySeconds: Int64.random(in: wait, using: &random))
            let minor = UInt16.random(in: 1...3, using: &random)
            let place = minor == 3 ? HabitPlace.outside : .inside
            if Int.random(in: 0..<200, using: &random) == 0 {
                proofs.append((now, place))
                diary.prove(shop, place, at: now, in: venue)
            } else {
                let one = reading(minor, place, now, Double.random(in: 1...25, using: &random))
                all.append(one)
                diary.hear(one, in: venue)
            }
        }
        let expected = plain(all, proofs)
        var found: [Int: Set<Cell>] = [:]
        for report in reports(&diary, after: day) + reports(&diary, after: day + 1) {
            #expect(found[report.place.day, default: []].insert(report.cell).inserted)
        }
        #expect(found == expected.filter { !$0.value.isEmpty })
    }

    /// The same, said as plainly as the definitions are.
    private func plain(_ readings: [HabitReading], _ proofs: [(Timestamp, HabitPlace)]) -> [Int: Set<Cell>] {
        let contacts = readings.indices.filter { index in
            readings.indices.contains { other in
                other != index && readings[other].beacon == readings[index].beacon
                    && abs(readings[other].at.milliseconds(since: readings[index].at)) <= 30_000
                    && min(readings[other].metres, readings[index].metres) < 10
            }
        }.map { readings[$0] }
        var sessions: [[Timestamp]] = []
        for contact in contacts where contact.place == .inside {
            if let last = sessions.last?.last, let first = sessions.last?.first,
                contact.at.milliseconds(since: last) < 300_000, contact.at.milliseconds(since: first) <= 43_200_000
            {
                sessions[sessions.count - 1].append(contact.at)
            } else {
                sessions.append([contact.at])
            }
        }
        var habits: [Int: DayHabit] = [:]
        for contact in contacts where contact.place == .outside {
            habits[venue.day(contact.at), default: DayHabit()].wasNear = true
        }
        for session in sessions {
            let stay = session[session.count - 1].milliseconds(since: session[0])
            let day = venue.day(session[0])
            habits[day, default: DayHabit()].stay = max(habits[day]?.stay ?? 0, stay)
        }
        for (at, place) in proofs {
            let session = sessions.last { $0[0] <= at }
            let last = session?.last { $0 <= at }
            let isDuring = last.map { at.milliseconds(since: $0) < 300_000 } ?? false
            let day = venue.day(isDuring ? session?[0] ?? at : at)
            habits[day, default: DayHabit()].isProved = true
            if place == .inside { habits[day, default: DayHabit()].isProvedInside = true }
        }
        var (cells, lastVisit): ([Int: Set<Cell>], Int?) = ([:], nil)
        for (day, habit) in habits.sorted(by: { $0.key < $1.key }) {
            cells[day] = Set([habit.class, habit.dwell].compactMap { $0 })
            guard habit.isVisit else { continue }
            cells[day]?.insert(Cell.recency(days: lastVisit.map { day - $0 }))
            lastVisit = day
        }
        return cells
    }
}
