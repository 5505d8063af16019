import Basics

/// How people come to a centre over a week and a day, and what chance makes of it.
struct PastRhythm {
    /// How a day of the week compares with an average one, Monday first.
    private static let weekdays = [0.78, 0.80, 0.84, 0.92, 1.12, 1.44, 1.10]
    /// How an hour compares with the others of its day, from 10:00 on.
    private static let hours = [0.5, 0.75, 1.0, 1.05, 0.8, 0.65, 0.8, 1.1, 1.35, 1.35, 0.95, 0.5]

    /// The first hour of a day in which the centre is open.
    static let firstHour = 10
    /// The hours of a day.
    static var hourCount: Int { hours.count }

    private var random: SplitMix64

    /// A rhythm whose chance comes from `random`.
    init(random: SplitMix64) {
        self.random = random
    }

    /// How many times as many people as on an average day come on a day, counted from 1970-01-01, a Thursday.
    static func weight(ofDay day: Int) -> Double { weekdays[((day + 3) % 7 + 7) % 7] }

    /// Which part of a day's people come in an hour, counted from the first one.
    static func share(ofHour hour: Int) -> Double { hours[hour] / hours.reduce(0, +) }

    /// A number from 0 up to 1.
    mutating func uniform() -> Double { random.uniform() }

    /// How many come where so many come on average: as many as of people who do not know of each other.
    mutating func count(_ mean: Double) -> Int {
        max(0, Int((mean + mean.squareRoot() * spread()).rounded()))
    }

    /// A number around 0 with the standard deviation 1.
    mutating func spread() -> Double {
        (uniform() + uniform() + uniform() - 1.5) * 2
    }
}
