import Basics

extension PublishedKey {
    /// How many days before an onset people are taken to infect others: two.
    public static let daysBeforeOnset = 2

    /// For how many days back an onset can be told: as far as keys reach.
    public static let longestOnset = KeyChain.retentionDays

    /// The same person's key of the first day on which they can have infected others, by an onset; what was before it
    /// cannot be derived from that.
    ///
    /// A key that begins later stays as it is.
    public func narrowed(toOnset onset: UTCDay) -> PublishedKey {
        let first = onset.advanced(by: -Self.daysBeforeOnset)
        guard first > day, let key = key(on: first) else { return self }
        return PublishedKey(key: key, day: first)
    }
}
