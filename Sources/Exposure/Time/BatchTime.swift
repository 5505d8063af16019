import Basics

/// The two-hour grid on which keys are published and contacts are dated.
///
/// Batch B holds what was received in [B − 2 h, B) and is released at B: when a key appears says no more than these two
/// hours about when it was reported. Source: DP-3T white paper, "batch"; dp3t-sdk-backend, `bucketlength`.
public enum BatchTime {
    /// How long a batch gathers, in milliseconds: two hours.
    public static let milliseconds: Int64 = 7_200_000

    /// Whether a batch can be released at this instant.
    public static func isAligned(_ time: Timestamp) -> Bool {
        time.milliseconds % milliseconds == 0
    }

    /// The latest release that is not after `time`.
    public static func floor(_ time: Timestamp) -> Timestamp {
        let (product, overflow) = time.milliseconds.flooredQuotient(by: milliseconds)
            .multipliedReportingOverflow(by: milliseconds)
        // Only the two hours before the earliest representable instant do not begin within the range.
        return Timestamp(milliseconds: overflow ? .min : product)
    }

    /// The first release after `time`: the one that publishes what is received at `time`.
    public static func next(after time: Timestamp) -> Timestamp {
        floor(time).advanced(byMilliseconds: milliseconds)
    }
}
