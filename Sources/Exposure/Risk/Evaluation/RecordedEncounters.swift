import Basics

/// One reception in a recording whose distances are known.
public struct RecordedReading: Hashable, Sendable {
    /// Which phone heard it.
    public let receiver: Int64
    /// Which phone sent it.
    public let transmitter: Int64
    /// The model of the phone that sent it; it weighs examples and is never shown to a rule.
    public let transmitterModel: String
    /// What the receiver heard.
    public let reading: RiskRule.Reading
    /// The distance between the two in metres.
    public let distance: Double

    /// A reception at a known distance.
    public init(
        receiver: Int64, transmitter: Int64, transmitterModel: String, reading: RiskRule.Reading, distance: Double
    ) {
        self.receiver = receiver
        self.transmitter = transmitter
        self.transmitterModel = transmitterModel
        self.reading = reading
        self.distance = distance
    }
}

/// A recording cut as rules and their evaluation need it: readings, five-minute windows, pairs.
///
/// A pair is a receiver and a transmitter, in this direction. Windows and epochs lie on the grid of Unix time, as the
/// identifiers of phones do. The truth of a window is whether the median of its readings' distances is within two
/// metres; a pair is near when at least three windows are: 15 minutes.
public struct RecordedEncounters: Sendable {
    /// The recording's name.
    public let name: String
    /// All five-minute windows in which a pair has readings, pair by pair, in the order of time.
    public let windows: [Window]
    /// For each pair the indices of its windows.
    public let pairs: [Range<Int>]

    /// How near counts as near, in metres.
    public static let nearMetres = 2.0

    /// One pair's readings of five minutes.
    public struct Window: Sendable {
        /// The readings and the distance of each.
        public let readings: [RecordedReading]
        /// All readings of the pair in the window's epoch.
        public let epoch: [RiskRule.Reading]
        /// What the receiver heard of everybody in the window's epoch.
        public let surroundings: RiskRule.Surroundings
        /// Whether the median distance was within two metres.
        public let isNear: Bool

        /// What a rule sees of it.
        public var heard: [RiskRule.Reading] { readings.map(\.reading) }
    }

    /// Whether the pair was near for 15 minutes or more.
    public func isNear(pair: Range<Int>) -> Bool {
        windows[pair].count { $0.isNear } >= 3
    }

    /// Cuts a recording; the order of the readings does not matter.
    public init(name: String, readings: [RecordedReading]) {
        let sorted = readings.sorted {
            ($0.receiver, $0.transmitter, $0.reading.time) < ($1.receiver, $1.transmitter, $1.reading.time)
        }
        let epochs = sorted.slices {
            $0.receiver == $1.receiver && $0.transmitter == $1.transmitter && $0.epochNumber == $1.epochNumber
        }
        let counts = Dictionary(grouping: epochs) { Hearing(receiver: $0[$0.startIndex].receiver, epoch: $0.epoch) }
        let surroundings = counts.mapValues { RiskRule.Surroundings(receptions: $0.lazy.map(\.count)) }
        var windows: [Window] = []
        var pairs: [Range<Int>] = []
        var pairBegin = 0
        for (index, epoch) in epochs.enumerated() {
            let first = epoch[epoch.startIndex]
            let heard = epoch.map(\.reading)
            let around = surroundings[Hearing(receiver: first.receiver, epoch: epoch.epoch)] ?? .unknown
            for window in epoch.slices(by: { $0.windowNumber == $1.windowNumber }) {
                windows.append(
                    Window(
                        readings: Array(window), epoch: heard, surroundings: around,
                        isNear: Self.median(window.map(\.distance)) <= Self.nearMetres))
            }
            let next = index + 1 < epochs.count ? epochs[index + 1].first : nil
            if next?.receiver != first.receiver || next?.transmitter != first.transmitter {
                pairs.append(pairBegin..<windows.count)
                pairBegin = windows.count
            }
        }
        self.name = name
        self.windows = windows
        self.pairs = pairs
    }

    private struct Hearing: Hashable {
        let receiver: Int64
        let epoch: Int64
    }

    /// The middle value, or the mean of the two in the middle; `values` must not be empty.
    private static func median(_ values: [Double]) -> Double {
        let sorted = values.sorted()
        let middle = sorted.count / 2
        return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
    }
}

extension RecordedReading {
    fileprivate var windowNumber: Int64 {
        reading.time.milliseconds.flooredQuotient(by: RiskRule.windowMilliseconds)
    }

    fileprivate var epochNumber: Int64 {
        reading.time.milliseconds.flooredQuotient(by: RiskRule.epochMilliseconds)
    }
}

extension ArraySlice<RecordedReading> {
    fileprivate var epoch: Int64 { self[startIndex].epochNumber }

    fileprivate func slices(
        by belongTogether: (RecordedReading, RecordedReading) -> Bool
    ) -> [ArraySlice<RecordedReading>] {
        var slices: [ArraySlice<RecordedReading>] = []
        var begin = startIndex
        for index in indices where index + 1 == endIndex || !belongTogether(self[index], self[index + 1]) {
            slices.append(self[begin...index])
            begin = index + 1
        }
        return slices
    }
}

extension [RecordedReading] {
    fileprivate func slices(
        _ belongTogether: (RecordedReading, RecordedReading) -> Bool
    ) -> [ArraySlice<RecordedReading>] {
        self[...].slices(by: belongTogether)
    }
}
