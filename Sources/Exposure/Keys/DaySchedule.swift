import Basics

/// The identifiers that a phone sends on one day, in the order in which it sends them.
///
/// The order is shuffled once a day and kept: a reader of the published key later knows which identifiers were this
/// phone's, but not at what time of the day each of them was sent.
public struct DaySchedule: Equatable, Sendable {
    /// The day on which they are sent.
    public let day: UTCDay
    /// The identifier of each epoch, 96 of them.
    public let identifiers: [Identifier128]

    /// The day's identifiers in a new random order; `generator` must be fit for secrets.
    public init(key: DayKey, day: UTCDay, using generator: inout some RandomNumberGenerator) {
        self.day = day
        self.identifiers = key.identifiers.shuffled(using: &generator)
    }

    /// The order as it was kept, or nil when there are not 96 identifiers.
    public init?(restoring day: UTCDay, identifiers: [Identifier128]) {
        guard identifiers.count == DayKey.identifiersPerDay else { return nil }
        self.day = day
        self.identifiers = identifiers
    }

    /// The identifier to send at `time`, or nil when that lies in another day.
    public func identifier(at time: Timestamp) -> Identifier128? {
        guard UTCDay(containing: time) == day else { return nil }
        return identifiers[Epoch.index(at: time)]
    }
}
