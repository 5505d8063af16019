import Basics

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
    /// For how many minutes: five for each window that counts.
    public let minutes: Int
    /// How sure the rule is that these were within two metres, in percent: the mean probability of the windows.
    public let probability: Int
    /// How grave it is, with what the day weighs.
    public let grade: RiskGrade

    /// A day to warn of.
    public init(day: UTCDay, foundOn: UTCDay, minutes: Int, probability: Int, grade: RiskGrade) {
        self.day = day
        self.foundOn = foundOn
        self.minutes = minutes
        self.probability = probability
        self.grade = grade
    }

    /// The same day, found on another one.
    public func found(on day: UTCDay) -> ExposureDay {
        ExposureDay(day: self.day, foundOn: day, minutes: minutes, probability: probability, grade: grade)
    }
}

extension RiskRule {
    /// The days to warn of: those of the last ten whose matched contacts reach the rule's threshold together.
    ///
    /// One identifier is sent for one epoch, so that all contacts with it on a day count for no more than three
    /// windows, however often it was repeated. The grade is that of the minutes, each weighed by its probability and
    /// by how long after the day of the published key it was.
    ///
    /// - Parameters:
    ///   - matched: Every contact that any batch has matched so far, not only the newest.
    ///   - today: The day of the warning.
    /// - Returns: The days, the latest first.
    public func exposureDays(matched: [Contact], today: UTCDay) -> [ExposureDay] {
        let earliest = today.advanced(by: -ExposureDay.relevantDays)
        var tallies: [UTCDay: [Identifier128: WindowTally]] = [:]
        // The nearest first, so that what counts does not depend on the order.
        let contacts = Set(matched).sorted { left, right in
            (left.windows, left.weight, left.daysSinceKey ?? -1)
                > (right.windows, right.weight, right.daysSinceKey ?? -1)
        }
        for contact in contacts where (earliest...today).contains(contact.day) {
            tallies[contact.day, default: [:]][contact.identifier, default: WindowTally()].add(
                contact, weight: grading.weight(daysSinceKey: contact.daysSinceKey))
        }
        return tallies.compactMap { day, tallies in
            let windows = tallies.values.reduce(0) { $0 + $1.windows }
            guard windows > 0, Double(windows) >= dayThreshold else { return nil }
            let thousandths = tallies.values.reduce(0) { $0 + $1.probability }
            let weighted = tallies.values.reduce(0) { $0 + $1.weighted }
            return ExposureDay(
                day: day, foundOn: today, minutes: windows * Int(Self.windowMinutes),
                probability: (thousandths + 5 * windows) / (10 * windows),
                grade: grading.grade(weightedMinutes: Double(weighted) / 100_000 * Self.windowMinutes))
        }
        .sorted { $0.day > $1.day }
    }
}

/// What counts of one identifier on one day.
private struct WindowTally {
    /// Windows, at most those of an epoch.
    var windows = 0
    /// Their probabilities, in thousandths.
    var probability = 0
    /// The same times the weights of their days, in hundred-thousandths.
    var weighted = 0

    /// Adds a contact, whose numbers may be anything, as far as there is room.
    mutating func add(_ contact: Contact, weight: Int) {
        let own = min(max(contact.windows, 0), ContactBuilder.windowsPerIdentifier)
        let room = min(own, ContactBuilder.windowsPerIdentifier - windows)
        guard room > 0 else { return }
        let share = min(max(contact.weight, 0), own * 1000) * room / own
        windows += room
        probability += share
        weighted += share * weight
    }
}
