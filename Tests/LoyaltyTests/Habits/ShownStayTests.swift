import Basics
import Testing

@testable import Loyalty

/// What two ten minutes prove, and what a phone asks for.
struct ShownStayTests {
    private static let shop = ShopKey(venue: UUID128(high: 1, low: 2), major: 100)
    private static let start = Timestamp(seconds: 20_786 * 86_400 + 9 * 3600)

    private func shown(_ one: Timestamp, _ other: Timestamp) -> ShownStay {
        ShownStay(shop: Self.shop, first: StaySlot(containing: one), last: StaySlot(containing: other))
    }

    @Test("what is long enough is more than twenty minutes, and thirty always are", arguments: 0..<50 as Range<UInt64>)
    func bound(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var taken = 0
        for _ in 0..<2000 {
            let one = Self.start.advanced(byMilliseconds: Int64.random(in: 0..<86_400_000, using: &random))
            let apart = Int64.random(in: -3_000_000..<3_000_000, using: &random)
            let stay = shown(one, one.advanced(byMilliseconds: apart))
            if stay.isLongEnough {
                taken += 1
                #expect(apart > 20 * 60_000)
            } else {
                #expect(apart < 30 * 60_000)
            }
        }
        #expect(taken > 0)
    }

    @Test("the bound is sharp: twenty minutes and two milliseconds can do, thirty less one can fall short")
    func sharp() {
        let (begin, end) = (StaySlot(containing: Self.start).beginning, StaySlot(containing: Self.start).end)
        let late = end.advanced(byMilliseconds: -1)
        #expect(shown(late, late.advanced(byMilliseconds: 20 * 60_000 + 1)).isLongEnough)
        #expect(!shown(late, late.advanced(byMilliseconds: 20 * 60_000)).isLongEnough)
        #expect(!shown(begin, begin.advanced(byMilliseconds: 30 * 60_000 - 1)).isLongEnough)
        #expect(shown(begin, begin.advanced(byMilliseconds: 30 * 60_000)).isLongEnough)
        #expect(!shown(begin.advanced(byMilliseconds: 40 * 60_000), begin).isLongEnough)
    }

    @Test("a slot is ten whole minutes, before 1970 as well, and is issued until five minutes after it")
    func slots() {
        for seconds in [-1, 0, 1, 599, 600, 1_764_300_000] as [Int64] {
            let slot = StaySlot(containing: Timestamp(seconds: seconds))
            #expect(slot.beginning <= Timestamp(seconds: seconds) && Timestamp(seconds: seconds) < slot.end)
            #expect(StaySlot(beginning: slot.beginning) == slot)
            #expect(StaySlot(beginning: slot.beginning.advanced(byMilliseconds: 1)) == nil)
            #expect(!slot.isIssued(at: slot.beginning.advanced(byMilliseconds: -1)))
            #expect(slot.isIssued(at: slot.beginning))
            #expect(slot.isIssued(at: slot.end.advanced(byMilliseconds: 299_999)))
            #expect(!slot.isIssued(at: slot.end.advanced(bySeconds: 300)))
        }
    }

    @Test("no two shops, slots, venues or days share a context, and none is a report's")
    func contexts() {
        var contexts: Set<[UInt8]> = []
        var count = 0
        for venue in 0..<3 as Range<UInt64> {
            for major in [0, 1, 255, 256, 65_535] as [UInt16] {
                let shop = ShopKey(venue: UUID128(high: venue, low: 2), major: major)
                for number in [0, 1, 255, 256, 2_900_000] as [Int64] {
                    contexts.insert(StaySlot(number: number).context(in: shop))
                    count += 1
                }
                contexts.insert(ShopDay(shop: shop, day: 20_786).context(.dwell))
                count += 1
            }
            for day in [0, 255, 256, 20_786] {
                contexts.insert(StayDay(venue: UUID128(high: venue, low: 2), day: day).context)
                count += 1
            }
        }
        contexts.insert(StaySlot.presentation)
        contexts.insert(StayDay.presentation)
        #expect(contexts.count == count + 2)
    }

    @Test("a day is shown from itself on for seven days, and paid from the next one on for eight")
    func days() {
        let taken = (20_000..<20_030).filter { StayTimes.isShown(20_010, on: $0) }
        let paid = (20_000..<20_030).filter { StayTimes.isPaid(20_010, on: $0) }
        #expect(taken == Array(20_010...20_017) && paid == Array(20_011...20_018))
        // What is forgotten can be paid nowhere, wherever the day began.
        for today in 20_000..<20_030 {
            let over = StayTimes.lastOver(on: today)
            for ahead in -1...1 { #expect(!StayTimes.isPaid(over, on: today + ahead)) }
        }
        let stay = shown(Self.start, Self.start.advanced(bySeconds: 3600))
        #expect(stay.day { Int($0.seconds / 86_400) } == 20_786)
        #expect(stay.day { Int($0.seconds / 3600) } == nil)
    }

    @Test("proofs every ten minutes suffice after thirty, and a gap or another day begins anew")
    func progress() {
        var progress = StayProgress(at: Self.start, on: 1)
        let steps = [600, 1200, 1799, 1800].map {
            progress.prove(at: Self.start.advanced(bySeconds: $0), on: 1)
        }
        #expect(steps == [.goesOn, .goesOn, .goesOn, .suffices])
        #expect(progress.prove(at: Self.start.advanced(bySeconds: 1900), on: 2) == .begins)
        #expect(progress.prove(at: Self.start.advanced(bySeconds: 1800 + 900), on: 1) == .begins)
        #expect(progress.prove(at: Self.start.advanced(bySeconds: 1800 + 899), on: 1) == .suffices)
        #expect(progress.isSound)
    }
}
