import Basics

/// Builds contacts from observations, once their epochs are over.
public enum ContactBuilder {
    /// How many five-minute windows one identifier can fill: an epoch's.
    public static let windowsPerIdentifier = Int(Epoch.milliseconds / RiskRule.windowMilliseconds)

    /// The contacts that the observations of closed epochs make, and the observations that still wait.
    ///
    /// Observations are grouped by identifier; each group is cut into five-minute windows from its first sighting on, up
    /// to one epoch, and the rule judges each window beside all that was heard in the epoch. What is heard of
    /// an identifier after that is nothing that an honest phone sends. A contact of which no window is at all close is
    /// not remembered. Source: Applacovid, SDK fork, `ContactsFactory`.
    ///
    /// - Parameters:
    ///   - observations: What was heard, in any order; of each epoch all or nothing.
    ///   - rule: What makes a window close.
    ///   - now: Only epochs that ended at this time or before are closed.
    /// - Returns: The contacts, by identifier and so in an order that says nothing about time; and the observations of
    ///   the open epoch, in the order in which they came. All others have served and are to be deleted.
    public static func contacts(
        from observations: [Observation], rule: RiskRule, until now: Timestamp
    ) -> (contacts: [Contact], remaining: [Observation]) {
        let closed = Epoch.begin(of: now)
        var remaining: [Observation] = []
        var heard: [Identifier128: [RiskRule.Reading]] = [:]
        var receptions: [Timestamp: [Identifier128: Int]] = [:]
        for observation in observations {
            if observation.time < closed {
                heard[observation.identifier, default: []].append(observation.reading)
                let epoch = Epoch.begin(of: observation.time)
                receptions[epoch, default: [:]][observation.identifier, default: 0] += 1
            } else {
                remaining.append(observation)
            }
        }
        let surroundings = receptions.mapValues { RiskRule.Surroundings(receptions: $0.values.sorted()) }
        let contacts = heard.compactMap { identifier, readings -> Contact? in
            guard let first = readings.map(\.time).min() else { return nil }
            let around = surroundings[Epoch.begin(of: first)] ?? .unknown
            return contact(with: identifier, since: first, heard: readings, among: around, rule: rule)
        }
        let sorted = contacts.sorted { left, right in
            (left.identifier.high, left.identifier.low) < (right.identifier.high, right.identifier.low)
        }
        return (sorted, remaining)
    }

    private static func contact(
        with identifier: Identifier128, since first: Timestamp, heard: [RiskRule.Reading],
        among surroundings: RiskRule.Surroundings, rule: RiskRule
    ) -> Contact? {
        // By time, so that sums of decimal fractions do not depend on the order in which the readings came.
        let epoch = heard.filter { $0.time.milliseconds(since: first) < Epoch.milliseconds }.sorted(by: isEarlier)
        var windows = [[RiskRule.Reading]](repeating: [], count: windowsPerIdentifier)
        for reading in epoch {
            windows[Int(reading.time.milliseconds(since: first) / RiskRule.windowMilliseconds)].append(reading)
        }
        var counted = 0
        var weight = 0
        for window in windows where !window.isEmpty {
            let closeness = rule.closeness(of: window, epoch: epoch, surroundings: surroundings)
            guard closeness >= rule.countsFrom else { continue }
            counted += 1
            let probability = rule.nearProbability(of: window, epoch: epoch, surroundings: surroundings)
            weight += Int((min(max(probability, 0), 1) * 1000).rounded())
        }
        guard counted > 0 else { return nil }
        return Contact(identifier: identifier, date: first, windows: counted, weight: weight)
    }

    private static func isEarlier(_ left: RiskRule.Reading, _ right: RiskRule.Reading) -> Bool {
        (left.time, left.rssi, left.transmitPower ?? .min) < (right.time, right.rssi, right.transmitPower ?? .min)
    }
}
