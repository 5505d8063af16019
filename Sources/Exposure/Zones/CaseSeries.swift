/// The cases of one area day by day, with sums at hand.
public struct CaseSeries: Sendable {
    /// The days of a window: with a week, weekends and late laboratories even out.
    public static let week = 7

    /// The sums of the first 0, 1, 2… days.
    private let sums: [Int]

    /// The sums of a row's cases.
    public init(_ counts: [UInt32]) {
        var sums = [0]
        sums.reserveCapacity(counts.count + 1)
        var total = 0
        for count in counts {
            total += Int(count)
            sums.append(total)
        }
        self.sums = sums
    }

    /// How many days there are.
    public var dayCount: Int { sums.count - 1 }

    /// The cases from the first day to the one with this index, counted from 0.
    public func total(through day: Int) -> Int {
        sums[max(0, min(day + 1, dayCount))]
    }

    /// The cases of the seven days that end with this one; at the beginning, of as many as there are.
    public func weekSum(endingWith day: Int) -> Int {
        total(through: day) - total(through: day - Self.week)
    }

    /// `cases` for every 100,000 of `population` people.
    public static func incidence(_ cases: Int, population: Int) -> Double {
        Double(cases) * 100_000 / Double(population)
    }
}
