/// How many phones heard a beacon otherwise by how many whole decibels: all that is kept of what they said.
package struct ResidualHistogram: Equatable, Sendable {
    /// The most decibels that a residual has, either way.
    package static let largest = 12
    /// With fewer reports than this nothing is said of a beacon, to nobody.
    package static let leastReports = 20
    /// The most decibels by which a beacon is corrected, either way.
    package static let mostCorrection = 6

    private var counts: [Int: Int] = [:]
    /// How many reports there are.
    package private(set) var reports = 0

    /// A histogram of nothing.
    package init() {}

    /// Takes in so many reports of so many decibels.
    package mutating func add(_ decibels: Int, reports: Int = 1) {
        counts[min(max(decibels, -Self.largest), Self.largest), default: 0] += reports
        self.reports += reports
    }

    /// The median, and of two in the middle the one nearer to nothing; nil with too few reports.
    package var median: Int? {
        guard reports >= Self.leastReports else { return nil }
        let (low, high) = (value(at: (reports - 1) / 2), value(at: reports / 2))
        return abs(low) <= abs(high) ? low : high
    }

    /// The value at a place of all in order.
    private func value(at place: Int) -> Int {
        var seen = 0
        for (decibels, count) in counts.sorted(by: { $0.key < $1.key }) {
            seen += count
            if seen > place { return decibels }
        }
        return 0
    }

    /// By how many decibels a beacon with this median is corrected.
    package static func correction(of median: Int) -> Int { min(max(median, -mostCorrection), mostCorrection) }
}
