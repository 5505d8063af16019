import Basics

/// The quarters of an hour in which a phone keeps one identifier.
///
/// Source: DP-3T reference implementation, `EPOCH_LENGTH`: epoch = floor((t − midnight) / 900 s).
public enum Epoch {
    /// How long an epoch is, in milliseconds: fifteen minutes.
    public static let milliseconds: Int64 = 900_000

    /// How many epochs a day has.
    public static let perDay = 96

    /// The epoch of its day in which `time` lies, from 0 to 95.
    public static func index(at time: Timestamp) -> Int {
        let sinceEpoch = time.milliseconds.flooredQuotient(by: milliseconds)
        return Int(sinceEpoch - sinceEpoch.flooredQuotient(by: Int64(perDay)) * Int64(perDay))
    }

    /// The begin of the epoch in which `time` lies.
    public static func begin(of time: Timestamp) -> Timestamp {
        let (product, overflow) = time.milliseconds.flooredQuotient(by: milliseconds)
            .multipliedReportingOverflow(by: milliseconds)
        return Timestamp(milliseconds: overflow ? .min : product)
    }
}
