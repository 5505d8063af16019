import Time

/// How often a beacon is heard, learned from the gaps between its packets.
struct BeaconRhythm: Sendable {
    /// The interval that is assumed until a gap is known, in milliseconds.
    ///
    /// By the standard exit delay it gives the slowest frame five chances to be heard again: one of two frames in turn at
    /// the longest interval that Bluetooth allows.
    static let unknown = longest / 2
    /// A longer gap is an absence and not an interval, in milliseconds: two frames in turn at the longest interval, and the
    /// random delay of each.
    private static let longest: Int64 = 20_600
    /// How many gaps are remembered.
    private static let remembered = 8

    private var last: Timestamp?
    private var gaps: [Int64] = []

    /// The interval to go by, in milliseconds.
    ///
    /// It is the second shortest of the last gaps: a lost packet makes a gap longer, and a single copy or repetition of a
    /// packet, which makes one shorter, changes nothing.
    var interval: Int64 {
        guard let shortest = gaps.min() else { return Self.unknown }
        var second = Int64.max
        var isLeftOut = false
        for gap in gaps {
            if gap == shortest, !isLeftOut {
                isLeftOut = true
            } else {
                second = min(second, gap)
            }
        }
        return second == .max ? shortest : second
    }

    /// Takes note of a packet.
    mutating func hear(at now: Timestamp) {
        defer { last = now }
        guard let last else { return }
        let gap = now.milliseconds(since: last)
        guard gap >= 0, gap <= Self.longest else { return }
        if gaps.count >= Self.remembered { gaps.removeFirst() }
        gaps.append(gap)
    }
}
