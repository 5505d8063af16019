import Basics

/// What a phone remembers of an encounter when its epoch is over: whom, on what two hours, and how near for how long.
///
/// The exact times and strengths are gone.
public struct Contact: Hashable, Sendable {
    /// The other phone's identifier.
    public let identifier: Identifier128
    /// The two hours in which it was first heard, by their begin; only the day once a batch has been compared with it.
    public let date: Timestamp
    /// How many five-minute windows count as near by the rule, at most three.
    public let windows: Int
    /// The probabilities that those windows were spent within two metres, summed, in thousandths; at most 3,000.
    public let weight: Int
    /// How many days after the day of the published key that it matched it was; nil while it matched none, and when the
    /// key says nothing of an onset.
    public let daysSinceKey: Int?

    /// An encounter; `date` is rounded down to a multiple of two hours.
    public init(identifier: Identifier128, date: Timestamp, windows: Int, weight: Int, daysSinceKey: Int? = nil) {
        self.identifier = identifier
        self.date = BatchTime.floor(date)
        self.windows = windows
        self.weight = weight
        self.daysSinceKey = daysSinceKey
    }

    /// The same encounter, so many days after the day of the key that it matched.
    public func matched(daysSinceKey: Int?) -> Contact {
        Contact(identifier: identifier, date: date, windows: windows, weight: weight, daysSinceKey: daysSinceKey)
    }

    /// The day of the encounter.
    public var day: UTCDay { UTCDay(containing: date) }

    /// The same encounter, of which only the day is remembered when it was before `release`.
    ///
    /// The two hours matter only until the first batch after them has been compared: every later batch may accept the
    /// encounter anyway. Keeping less protects the infected person from being recognised by the time.
    public func coarsened(after release: Timestamp) -> Contact {
        guard date < release else { return self }
        return Contact(
            identifier: identifier, date: day.begin, windows: windows, weight: weight, daysSinceKey: daysSinceKey)
    }
}
