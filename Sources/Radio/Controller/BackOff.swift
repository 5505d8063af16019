/// How long to wait before a controller that went away is tried again.
public struct BackOff: Equatable, Sendable {
    /// The shortest wait, that before the first try.
    public var shortest: Duration

    /// No wait is longer.
    public var longest: Duration

    /// Waits between these two, doubling with each try that fails.
    public init(shortest: Duration, longest: Duration) {
        self.shortest = shortest
        self.longest = longest
    }

    /// From half a second to half a minute.
    public static let standard = BackOff(shortest: .milliseconds(500), longest: .seconds(30))

    /// The wait before the try that follows this many failed ones.
    ///
    /// It is drawn evenly from the upper half of a span that doubles, so that many hosts that lost one controller do not
    /// all come back at once.
    public func delay(afterFailures failures: Int, using generator: inout some RandomNumberGenerator) -> Duration {
        let span = min(shortest * (1 << (min(max(failures, 0), 19) + 1)), longest)
        let fraction = Double(UInt64.random(in: 0...1_000_000, using: &generator)) / 2_000_000
        return max(span * (0.5 + fraction), min(shortest, longest))
    }
}
