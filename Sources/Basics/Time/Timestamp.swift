/// An instant in UTC, in whole milliseconds since 1970-01-01T00:00:00Z.
///
/// Cores never ask what time it is: an instant comes in as a value. Leap seconds do not exist here, as in POSIX time.
public struct Timestamp: Hashable, Comparable, Sendable {
    /// Milliseconds since 1970-01-01T00:00:00Z; negative before.
    public var milliseconds: Int64

    /// The instant `milliseconds` after 1970-01-01T00:00:00Z.
    @inlinable
    public init(milliseconds: Int64) {
        self.milliseconds = milliseconds
    }

    /// The instant `seconds` after 1970-01-01T00:00:00Z.
    @inlinable
    public init(seconds: Int64) {
        self.milliseconds = seconds * 1000
    }

    /// Whole seconds since 1970-01-01T00:00:00Z, rounded down.
    @inlinable
    public var seconds: Int64 {
        milliseconds.flooredQuotient(by: 1000)
    }

    /// Whether `left` comes before `right`.
    @inlinable
    public static func < (left: Timestamp, right: Timestamp) -> Bool {
        left.milliseconds < right.milliseconds
    }

    /// This instant moved by whole milliseconds, back when negative; it saturates at the ends of the range.
    @inlinable
    public func advanced(byMilliseconds delta: Int64) -> Timestamp {
        let (sum, overflow) = milliseconds.addingReportingOverflow(delta)
        return Timestamp(milliseconds: overflow ? (delta < 0 ? .min : .max) : sum)
    }

    /// This instant moved by whole seconds, back when negative.
    @inlinable
    public func advanced(bySeconds delta: Int64) -> Timestamp {
        advanced(byMilliseconds: delta * 1000)
    }

    /// Milliseconds from `earlier` to this instant; negative when `earlier` is in truth later.
    @inlinable
    public func milliseconds(since earlier: Timestamp) -> Int64 {
        let (difference, overflow) = milliseconds.subtractingReportingOverflow(earlier.milliseconds)
        return overflow ? (milliseconds < 0 ? .min : .max) : difference
    }

    /// Seconds from `earlier` to this instant.
    @inlinable
    public func seconds(since earlier: Timestamp) -> Double {
        Double(milliseconds(since: earlier)) / 1000
    }
}

extension Int64 {
    /// The quotient rounded towards negative infinity; `divisor` must be positive.
    @inlinable
    package func flooredQuotient(by divisor: Int64) -> Int64 {
        let quotient = self / divisor
        return self % divisor < 0 ? quotient - 1 : quotient
    }
}
