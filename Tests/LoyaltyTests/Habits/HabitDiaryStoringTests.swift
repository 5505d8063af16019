import Basics
import Beacons
import Testing

@testable import Loyalty

/// A diary that outlives its process.
struct HabitDiaryStoringTests {
    private let shop = ShopKey(venue: UUID128(high: 1, low: 2), major: 100)
    private let venue = VenueDays(
        day: { Int($0.milliseconds / 86_400_000) },
        hour: { Timestamp(milliseconds: Int64($0) * 86_400_000 + Int64($1) * 3_600_000) })
    private let noon = Timestamp(milliseconds: 20_000 * 86_400_000 + 12 * 3_600_000)

    private func restored(_ diary: HabitDiary) -> HabitDiary { HabitDiary(stored: diary.stored()) }

    /// Lives three days with a visit each and a campaign, and reports; `between` comes at each reading.
    private func live(_ between: (HabitDiary) -> HabitDiary) -> [PlannedReport] {
        var (diary, random, reports) = (HabitDiary(), SplitMix64(seed: 4), [PlannedReport]())
        diary.setTerms([shop: .habits])
        diary.begin(campaignOf: shop, isHeldOut: false, measuredOn: 20_008, on: 20_000)
        for day in 0..<10 as Range<Int64> {
            let start = noon.advanced(bySeconds: day * 86_400)
            if day < 3 {
                for second in stride(from: 0, through: 420, by: 20) as StrideThrough<Int64> {
                    let reading = HabitReading(
                        beacon: BeaconIdentity(uuid: shop.venue, major: 100, minor: 1),
                        place: second < 30 ? .outside : .inside, at: start.advanced(bySeconds: second), metres: 3)
                    diary.hear(reading, in: venue)
                    diary = between(diary)
                }
                diary.prove(shop, .inside, at: start.advanced(bySeconds: 430), in: venue)
                diary = between(diary)
                if day == 1 { diary.redeem(shop, at: start.advanced(bySeconds: 440), in: venue) }
            }
            diary.plan(shop.venue, venue, at: start.advanced(bySeconds: 15 * 3600), using: &random)
            diary = between(diary)
            reports += diary.due(at: start.advanced(bySeconds: 22 * 3600))
        }
        return reports
    }

    @Test("one that is restored after each reading, proof and plan reports the same at the same instants")
    func goesOn() {
        let (straight, stopped) = (live { $0 }, live(restored))
        #expect(straight == stopped)
        #expect(
            Set(straight.map(\.cell)).isSuperset(of: [.first, .from5, .visitor, .engaged, .week, .offeredRedeemed]))
    }

    @Test("where the owner works stays so")
    func workplaces() {
        var diary = HabitDiary()
        diary.setTerms([shop: .habits])
        diary.setWorkplaces([shop])
        #expect(restored(diary).workplaces == [shop])
    }

    @Test("what cannot be read is an empty diary")
    func toleratesDamage() {
        var diary = HabitDiary()
        diary.setTerms([shop: .habits])
        let text = String(decoding: diary.stored(), as: UTF8.self)
        #expect(HabitDiary(stored: diary.stored()).terms == [shop: .habits])
        var damaged = ["", "{", "[]", "null", text.replacing("\"format\":1", with: "\"format\":2")]
        damaged.append(text.replacing("habits", with: "everything"))
        damaged.append(text.replacing("\"days\":[]", with: "\"lastVisit\":9223372036854775807,\"days\":[]"))
        damaged += (0..<text.utf8.count).map { String(decoding: text.utf8.prefix($0), as: UTF8.self) }
        for one in damaged {
            let diary = HabitDiary(stored: Array(one.utf8))
            #expect(diary.terms.isEmpty, "\(one)")
        }
    }

    @Test("a report that is put off is due at its new instant, with the shop still counted")
    func postpones() {
        var diary = HabitDiary()
        diary.setTerms([shop: .habits])
        let report = PlannedReport(place: ShopDay(shop: shop, day: 20_000), cell: .first, at: noon)
        diary.postpone(report, until: noon.advanced(bySeconds: 60))
        let early = diary.due(at: noon)
        let due = diary.due(at: noon.advanced(bySeconds: 60))
        #expect(early.isEmpty && due.map(\.cell) == [.first])
        diary.postpone(report, until: noon)
        diary.setTerms([shop: .visits])
        let none = diary.due(at: noon)
        #expect(none.isEmpty)
    }
}
