import Basics
import Testing

@testable import RadioMaps

@Suite("What phones say of a beacon, counted")
struct ResidualHistogramTests {
    @Test("nineteen reports say nothing, twenty say their median")
    func least() {
        var histogram = ResidualHistogram()
        for _ in 0..<19 { histogram.add(-4) }
        #expect(histogram.median == nil && histogram.reports == 19)
        histogram.add(12)
        #expect(histogram.median == -4)
    }

    @Test("the median is that of the sorted reports, and of two in the middle the one nearer to nothing")
    func median() {
        var random = SplitMix64(seed: 4)
        for _ in 0..<200 {
            var histogram = ResidualHistogram()
            let count = 20 + Int(random.uniform() * 40)
            let values = (0..<count).map { _ in Int((random.uniform() * 25).rounded(.down)) - 12 }
            for value in values { histogram.add(value) }
            let sorted = values.sorted()
            let (low, high) = (sorted[(count - 1) / 2], sorted[count / 2])
            #expect(histogram.median == (abs(low) <= abs(high) ? low : high))
        }
    }

    @Test("liars move the median no further than to the reports of the honest, while they are fewer than those")
    func liars() {
        for liars in 0...60 {
            var histogram = ResidualHistogram()
            // Honest phones agree within two decibels around nothing.
            for index in 0..<50 { histogram.add(index % 5 - 2) }
            for _ in 0..<liars { histogram.add(12) }
            let median = histogram.median ?? 0
            if liars < 50 { #expect(abs(median) <= 2, "\(liars)") } else { #expect(median <= 12) }
            #expect(abs(ResidualHistogram.correction(of: median)) <= 6)
        }
    }

    @Test("what no report can say counts as the most that one can")
    func clipped() {
        var histogram = ResidualHistogram()
        histogram.add(.max, reports: 10)
        histogram.add(.min, reports: 11)
        #expect(histogram.median == -12)
        #expect(ResidualHistogram.correction(of: -12) == -6 && ResidualHistogram.correction(of: 3) == 3)
    }
}
