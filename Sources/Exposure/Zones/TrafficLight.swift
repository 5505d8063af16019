/// The colours of the traffic light, from calm to grave.
public enum TrafficLight: Int, CaseIterable, Comparable, Sendable {
    case green, yellow, orange, red

    /// Whether `left` is calmer than `right`.
    public static func < (left: TrafficLight, right: TrafficLight) -> Bool {
        left.rawValue < right.rawValue
    }

    /// The name in the interface and in files.
    public var name: String {
        switch self {
        case .green: "green"
        case .yellow: "yellow"
        case .orange: "orange"
        case .red: "red"
        }
    }
}

/// How a colour follows from the confirmed cases of an area: a table and a trend, the same for every area.
///
/// The original's colours were written into its program, state by state.
public struct TrafficLightRule: Equatable, Sendable {
    /// From how many cases of a week per 100,000 people on a colour holds, rising with the colours; green holds below.
    public let yellowFrom: Double
    /// The same for orange.
    public let orangeFrom: Double
    /// The same for red.
    public let redFrom: Double
    /// A week with at least so many times the cases of the week before is one colour graver.
    public let risingFrom: Double
    /// A week with at most so many times the cases of the week before is one colour calmer.
    public let fallingTo: Double
    /// The cases in two weeks from which on a trend is believed: with fewer it may be chance.
    public let leastForTrend: Int

    /// 10, 50 and 100 in a week per 100,000; a rise by half or a fall by 40 per cent moves one colour, from 20 cases on.
    public static let standard = TrafficLightRule(
        yellowFrom: 10, orangeFrom: 50, redFrom: 100, risingFrom: 1.5, fallingTo: 0.6, leastForTrend: 20)

    /// A custom rule.
    public init(
        yellowFrom: Double, orangeFrom: Double, redFrom: Double, risingFrom: Double, fallingTo: Double,
        leastForTrend: Int
    ) {
        self.yellowFrom = yellowFrom
        self.orangeFrom = orangeFrom
        self.redFrom = redFrom
        self.risingFrom = risingFrom
        self.fallingTo = fallingTo
        self.leastForTrend = leastForTrend
    }

    /// The colour of an area on a day, counted from 0; nil while less than a week or no population is known.
    public func colour(of series: CaseSeries, population: Int?, on day: Int) -> TrafficLight? {
        guard let population, population > 0, day >= CaseSeries.week - 1, day < series.dayCount else { return nil }
        let cases = series.weekSum(endingWith: day)
        let base = colour(incidence: CaseSeries.incidence(cases, population: population))
        guard day >= 2 * CaseSeries.week - 1 else { return base }
        let before = series.weekSum(endingWith: day - CaseSeries.week)
        guard cases + before >= leastForTrend else { return base }
        if Double(cases) >= risingFrom * Double(before) { return TrafficLight(rawValue: base.rawValue + 1) ?? base }
        if Double(cases) <= fallingTo * Double(before) { return TrafficLight(rawValue: base.rawValue - 1) ?? base }
        return base
    }

    private func colour(incidence: Double) -> TrafficLight {
        if incidence >= redFrom { return .red }
        if incidence >= orangeFrom { return .orange }
        return incidence >= yellowFrom ? .yellow : .green
    }

    /// A character for each day: `0` green to `3` red, `-` for none.
    public func colours(of series: CaseSeries, population: Int?) -> String {
        String(
            decoding: (0..<series.dayCount).map { day in
                colour(of: series, population: population, on: day).map { UInt8(0x30 + $0.rawValue) } ?? 0x2D
            }, as: UTF8.self)
    }
}
