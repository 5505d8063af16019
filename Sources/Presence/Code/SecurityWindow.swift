import Basics

/// The numbered stretches of time for which a beacon sends one code each.
///
/// Windows are half open and count from 1970-01-01T00:00:00Z on the beacon's own clock: window `n` lasts from
/// `n · period` up to `(n + 1) · period`.
public enum SecurityWindow {
    /// The periods that are understood, in seconds; one outside counts as the nearest inside.
    ///
    /// Beacon and server meet a nonsensical period in the same way, and neither divides by zero.
    public static let periodsInSeconds: ClosedRange<Int64> = 1...86_400

    /// The window in which a clock that reads `time` is, floor(time / period).
    public static func index(at time: Timestamp, periodSeconds: Int64) -> Int64 {
        time.milliseconds.flooredQuotient(by: milliseconds(of: periodSeconds))
    }

    /// What the beacon's clock reads when the window begins; it saturates for windows that no clock can reach.
    public static func start(of window: Int64, periodSeconds: Int64) -> Timestamp {
        let (start, overflow) = window.multipliedReportingOverflow(by: milliseconds(of: periodSeconds))
        return Timestamp(milliseconds: overflow ? (window < 0 ? .min : .max) : start)
    }

    private static func milliseconds(of periodSeconds: Int64) -> Int64 {
        min(max(periodSeconds, periodsInSeconds.lowerBound), periodsInSeconds.upperBound) * 1000
    }
}
