import Beacons
import Time

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
    /// The windows' closeness by the rule, summed, in thousandths of a window; at most 3,000.
    public let weight: Int

    /// An encounter; `date` is rounded down to a multiple of two hours.
    public init(identifier: Identifier128, date: Timestamp, windows: Int, weight: Int) {
        self.identifier = identifier
        self.date = BatchTime.floor(date)
        self.windows = windows
        self.weight = weight
    }

    /// The day of the encounter.
    public var day: UTCDay { UTCDay(containing: date) }

    /// The same encounter, of which only the day is remembered when it was before `release`.
    ///
    /// The two hours matter only until the first batch after them has been compared: every later batch may accept the
    /// encounter anyway. Keeping less protects the infected person from being recognised by the time.
    public func coarsened(after release: Timestamp) -> Contact {
        guard date < release else { return self }
        return Contact(identifier: identifier, date: day.begin, windows: windows, weight: weight)
    }
}
