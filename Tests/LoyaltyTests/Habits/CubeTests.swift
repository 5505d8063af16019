import Basics
import Testing

@testable import Loyalty

/// The closed sets, what presentations are for, and months.
struct CubeTests {
    @Test("the cubes of one shop and day cost one epsilon together, and their cells are all cells")
    func cells() {
        #expect(Cube.allCases.map(\.tenthsOfEpsilon).reduce(0, +) == 10)
        #expect(Cube.allCases.flatMap(\.cells) == Cell.allCases)
        #expect(Cube.allCases.map(\.cells.count) == [4, 5, 4, 6])
    }

    @Test("limits of days and minutes")
    func limits() {
        #expect(
            [nil, 0, 1, 7, 8, 30, 31, 365, 366].map { Cell.recency(days: $0) }
                == [.first, .first, .week, .week, .month, .month, .year, .year, .first])
        #expect(
            [119_999, 120_000, 299_999, 300_000, 1_200_000, 3_600_000, 21_600_000].map { Cell.dwell(milliseconds: $0) }
                == [nil, .from2, .from2, .from5, .from20, .from60, .from360])
    }

    @Test("no two contexts are the same")
    func contexts() {
        let venues = [UUID128(high: 1, low: 2), UUID128(high: 1, low: 3)]
        let places = venues.flatMap { venue in
            [1, 256].map { ShopKey(venue: venue, major: $0) }
        }.flatMap { shop in [1, 2].map { ShopDay(shop: shop, day: $0) } }
        let contexts = places.flatMap { place in Cube.allCases.map { place.context($0) } }
        #expect(Set(contexts).count == 32)
    }

    @Test("months as texts and days, and those that are issued at their ends")
    func months() throws {
        let november = try #require(ReportPeriod("2026-11"))
        #expect(november.text == "2026-11")
        #expect(november.lastDay - november.firstDay == 29)
        #expect(ReportPeriod(containing: november.firstDay) == november)
        #expect(ReportPeriod(containing: november.firstDay - 1).text == "2026-10")
        for text in ["2026-13", "2026-00", "2026-1", "26-11", "2026-1x", "-026-11", "2026-11-1"] {
            #expect(ReportPeriod(text) == nil)
        }
        #expect(ReportPeriod.issued(on: november.firstDay + 15) == [november])
        #expect(ReportPeriod.issued(on: november.firstDay).map(\.text) == ["2026-10", "2026-11"])
        #expect(ReportPeriod.issued(on: november.lastDay).map(\.text) == ["2026-11", "2026-12"])
        #expect(november.isOpen(on: november.lastDay + 8) && !november.isOpen(on: november.lastDay + 9))
    }
}
