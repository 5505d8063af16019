import Basics

/// How often a beacon is heard, learned from the gaps between its packets.
///
/// Gaps say more than a beacon's own interval does: a device that sends several frames in turn, or one of them by chance,
/// sends the same identity less often than it sends packets.
struct BeaconRhythm: Sendable {
    /// The interval that is assumed until a gap is known, in milliseconds.
    ///
    /// By the standard exit delay it gives one of two frames in turn, at the longest interval that Bluetooth allows, five
    /// chances to be heard again.
    static let unknown: Int64 = 10_300
    /// The longest interval that two gaps can show, in milliseconds: one of two frames in turn at 10.24 s, each with its
    /// random delay.
    private static let longestAtFirst: Int64 = 20_600
    /// The longest interval, in milliseconds: one of four frames by chance at 10.24 s, of which a third is lost.
    private static let longest: Int64 = 90_000
    /// How many intervals of silence are still a gap between packets and not an absence.
    private static let gapIntervals: Int64 = 10
    /// How many gaps are remembered.
    private static let remembered = 16
    /// How many gaps the mean goes back, at least.
    private static let averaged = 32
    /// The shortest interval that Bluetooth allows, in milliseconds; what is heard sooner repeats a packet.
    private static let repetition: Int64 = 20

    private var last: Timestamp?
    private var gaps: [Int64] = []
    /// How many of the gaps so far lie between two packets, and their mean in milliseconds.
    private var (count, mean) = (0, 0.0)

    /// The interval to go by, in milliseconds.
    ///
    /// It is the second shortest of the last gaps: a lost packet makes a gap longer, and a single copy or repetition of a
    /// packet, which makes one shorter, changes nothing. Where the mean gap is more than twice as long, packets arrive by
    /// chance. Then only the mean, with a quarter for what is not known of it, shows how long a silence may last.
    var interval: Int64 {
        guard let shortest = secondShortest else { return Self.unknown }
        guard count > 2 else { return min(shortest, Self.longestAtFirst) }
        guard mean > 2 * Double(shortest) else { return min(shortest, Self.longest) }
        return min(Int64(1.25 * mean), Self.longest)
    }

    /// The second shortest of the last gaps, or the only one.
    private var secondShortest: Int64? {
        var (first, second): (Int64?, Int64?) = (nil, nil)
        for gap in gaps {
            if gap < first ?? .max {
                (first, second) = (gap, first)
            } else if gap < second ?? .max {
                second = gap
            }
        }
        return second ?? first
    }

    /// Takes note of a packet.
    mutating func hear(at now: Timestamp) {
        defer { last = now }
        guard let last else { return }
        let gap = now.milliseconds(since: last)
        guard gap >= 0, gap <= Self.gapIntervals * max(interval, Self.unknown) else { return }
        if gaps.count >= Self.remembered { gaps.removeFirst() }
        gaps.append(gap)
        guard gap >= Self.repetition else { return }
        count = min(count + 1, Self.averaged)
        mean += (Double(gap) - mean) / Double(count)
    }
}
