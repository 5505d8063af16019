import Basics
import Foundation

/// The network between a visitor's phone and the server: when a sighting that is ready now will have arrived.
///
/// Nobody could measure the network of a centre that does not exist. This one is assumed: a request takes 0.1 to 1.5 s,
/// and about a twentieth of the time there is no network, for 30 s on average, exponentially. What it costs honest
/// phones that codes are short can then be compared between periods; it is no forecast for a real building.
struct SimulatedNetwork {
    /// Milliseconds that a request takes.
    private static let latency: ClosedRange<Int64> = 100...1500
    /// Seconds without a network, and with one between two gaps, both on average.
    private static let meanGap = 30.0
    private static let meanBetween = 570.0

    private var random: SplitMix64
    private var gap: Range<Timestamp>

    /// A network that is there at `now`.
    init(at now: Timestamp, random: SplitMix64) {
        self.random = random
        gap = now..<now
        gap = nextGap()
    }

    /// When what a phone begins to send at `now` has arrived; `now` never goes back.
    mutating func arrival(at now: Timestamp) -> Timestamp {
        while gap.upperBound <= now { gap = nextGap() }
        let sent = gap.contains(now) ? gap.upperBound : now
        return sent.advanced(byMilliseconds: .random(in: Self.latency, using: &random))
    }

    private mutating func nextGap() -> Range<Timestamp> {
        let begin = gap.upperBound.advanced(byMilliseconds: draw(mean: Self.meanBetween))
        return begin..<begin.advanced(byMilliseconds: draw(mean: Self.meanGap))
    }

    /// Milliseconds, exponentially distributed.
    private mutating func draw(mean seconds: Double) -> Int64 {
        Int64(-log(1 - random.uniform()) * seconds * 1000)
    }
}
