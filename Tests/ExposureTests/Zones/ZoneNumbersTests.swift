import Basics
import Exposure
import Testing

@Suite("Classes, sums and colours of areas")
struct ZoneNumbersTests {
    @Test("five classes of distinct values hold a fifth each")
    func quintiles() {
        let classes = QuantileClasses((1...100).map(Double.init))
        #expect(classes.bounds == [20, 40, 60, 80, 100])
        let sizes = Dictionary(grouping: (1...100).map { classes.index(of: Double($0)) }) { $0 }.mapValues(\.count)
        #expect(sizes == [0: 20, 1: 20, 2: 20, 3: 20, 4: 20])
    }

    @Test("ties never part, few values make few classes, none make none")
    func ties() {
        #expect(QuantileClasses([0, 0, 0]).bounds == [])
        #expect(QuantileClasses([]).index(of: 3) == nil)
        #expect(QuantileClasses([7]).bounds == [7])
        #expect(QuantileClasses([2, 2, 2, 2, 9]).bounds == [2, 9])
        #expect(QuantileClasses([0, 0, 0, 0, 0, 0, 0, 0, 1, 2]).bounds == [1, 2])
        #expect(QuantileClasses([1, 2]).index(of: 0) == nil)
        #expect(QuantileClasses([1, 2]).index(of: 50) == 1)
        #expect(QuantileClasses([1.23, .nan, .infinity]).bounds == [1.3])
    }

    @Test("bounds rise, and a value is never above its class's bound", arguments: 0..<32 as Range<UInt64>)
    func properties(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let values = (0..<Int.random(in: 1...200, using: &random)).map { _ in
            (Double.random(in: 0...50, using: &random) * 4).rounded() / 4
        }
        let classes = QuantileClasses(values)
        #expect(zip(classes.bounds, classes.bounds.dropFirst()).allSatisfy { $0 < $1 })
        #expect(classes.bounds.count <= 5)
        for value in values where value > 0 {
            let index = try #require(classes.index(of: value))
            #expect(value <= classes.bounds[index])
            #expect(index == 0 || value > classes.bounds[index - 1])
        }
    }

    @Test("the sum of a week has seven days, and fewer at the beginning")
    func sums() {
        let series = CaseSeries([1, 2, 3, 4, 5, 6, 7, 8, 9])
        #expect((0..<9).map { series.weekSum(endingWith: $0) } == [1, 3, 6, 10, 15, 21, 28, 35, 42])
        #expect(series.total(through: 8) == 45 && series.total(through: 99) == 45 && series.total(through: -1) == 0)
        #expect(CaseSeries.incidence(12, population: 24_000) == 50)
    }

    /// Two weeks of cases a day each, in 100,000 people.
    private func colour(_ before: UInt32, _ now: UInt32, population: Int? = 700_000) -> TrafficLight? {
        let counts = [UInt32](repeating: before, count: 7) + [UInt32](repeating: now, count: 7)
        return TrafficLightRule.standard.colour(of: CaseSeries(counts), population: population, on: 13)
    }

    @Test("colours follow the table while cases are steady")
    func table() {
        // A case a day in 700,000 people is one in a week per 100,000.
        #expect(colour(9, 9) == .green)
        #expect(colour(10, 10) == .yellow)
        #expect(colour(49, 49) == .yellow)
        #expect(colour(50, 50) == .orange)
        #expect(colour(100, 100) == .red)
    }

    @Test("a rise or a fall moves one colour and no further")
    func trend() {
        #expect(colour(30, 45) == .orange)
        #expect(colour(31, 45) == .yellow)
        #expect(colour(80, 48) == .green)
        #expect(colour(1000, 110) == .orange)
        #expect(colour(10, 1000) == .red)
        #expect(colour(20, 5) == .green)
    }

    @Test("a handful of cases is no trend, and without population or a week there is no colour")
    func unknown() {
        #expect(colour(0, 1, population: 200_000) == .green)
        #expect(colour(10, 10, population: nil) == nil)
        let series = CaseSeries([1, 1, 1, 1, 1, 1, 1, 1])
        #expect(TrafficLightRule.standard.colours(of: series, population: 100_000) == "------00")
        #expect(TrafficLightRule.standard.colours(of: series, population: nil) == "--------")
        #expect(TrafficLightRule.standard.colours(of: CaseSeries([1, 2]), population: 100) == "--")
        #expect(TrafficLightRule.standard.colours(of: CaseSeries([]), population: 100) == "")
    }

    @Test("days are read and written")
    func days() {
        #expect(DayText.day("1970-01-01") == 0 && DayText.iso(0) == "1970-01-01")
        #expect(DayText.day("21-11-2026") == DayText.day("2026-11-21"))
        #expect(DayText.day("1/3/2021") == DayText.day("2021-03-01"))
        for text in ["", "2026-11", "2026-11-32", "21-11-26", "1969-12-31", "2026-11-21x", "-1-1-2026"] {
            #expect(DayText.day(text) == nil, "\(text)")
        }
    }
}
