import Beacons

/// A day on which the owner of this phone was near infected people for long enough to be warned.
///
/// It is all that a warning says: neither when on that day, nor where, nor whom.
public struct ExposureDay: Hashable, Sendable {
    /// For how many days back a day is worth a warning, by the published system: 10.
    public static let relevantDays = 10

    /// The day of the encounters.
    public let day: UTCDay
    /// The day on which the phone found out.
    public let foundOn: UTCDay
    /// The closeness of the day's matched windows, summed, in thousandths of a window.
    public let score: Int

    /// A day to warn of.
    public init(day: UTCDay, foundOn: UTCDay, score: Int) {
        self.day = day
        self.foundOn = foundOn
        self.score = score
    }
}

extension RiskRule {
    /// The days to warn of: those of the last ten whose matched contacts reach the rule's threshold together.
    ///
    /// One identifier is sent for one epoch, so that all contacts with it on a day count for no more than three
    /// windows, however often somebody repeated it.
    ///
    /// - Parameters:
    ///   - matched: Every contact that any batch has matched so far, not only the newest.
    ///   - today: The day of the warning.
    /// - Returns: The days, the latest first.
    public func exposureDays(matched: [Contact], today: UTCDay) -> [ExposureDay] {
        let earliest = today.advanced(by: -ExposureDay.relevantDays)
        var weights: [UTCDay: [Identifier128: Int]] = [:]
        for contact in Set(matched) where (earliest...today).contains(contact.day) {
            let most = ContactBuilder.windowsPerIdentifier * 1000
            let before = weights[contact.day]?[contact.identifier] ?? 0
            weights[contact.day, default: [:]][contact.identifier] = min(
                before + min(max(contact.weight, 0), most), most)
        }
        let threshold = Int((dayThreshold * 1000).rounded())
        return weights.compactMap { day, weights in
            let score = weights.values.reduce(0, +)
            return score >= threshold ? ExposureDay(day: day, foundOn: today, score: score) : nil
        }
        .sorted { $0.day > $1.day }
    }
}
