import Basics

/// The latest readings of one beacon, and the one strength that stands for them.
struct SignalWindow: Sendable {
    private var readings: [(rssi: Int8, time: Timestamp)] = []
    private(set) var lastHeard: Timestamp

    init(firstHeard: Timestamp) {
        lastHeard = firstHeard
    }

    var count: Int { readings.count }

    mutating func add(rssi: Int8, at time: Timestamp, limit: Int) {
        if readings.count >= max(limit, 1) { readings.removeFirst() }
        readings.append((rssi, time))
        lastHeard = max(lastHeard, time)
    }

    /// Drops what is no longer in the window; readings from the time to come go when the clock was set back.
    mutating func keep(after start: Timestamp, until end: Timestamp) {
        readings.removeAll { $0.time <= start || $0.time > end }
    }

    /// The trimmed mean of the readings that are not outliers, in dBm, or nil without readings.
    ///
    /// The mean of the middle is as steady as the median against single wild values and 20 % less noisy for the
    /// Gaussian rest.
    func filteredStrength(_ configuration: RangingConfiguration) -> Double? {
        guard !readings.isEmpty else { return nil }
        var sorted = readings.map { Double($0.rssi) }
        sorted.sort()
        let middle = sorted.count / 2
        let median = sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
        let likely = sorted.filter { abs($0 - median) <= configuration.outlierLimit }
        // Two readings far apart are both outliers to their middle, which then is the best that can be said.
        guard !likely.isEmpty else { return median }
        let trimmed = Int(Double(likely.count) * min(max(configuration.trim, 0), 0.49))
        let kept = likely[trimmed..<likely.count - trimmed]
        return kept.reduce(0, +) / Double(kept.count)
    }
}
