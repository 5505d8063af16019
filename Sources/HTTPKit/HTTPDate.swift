import Synchronization
import Time

/// The time of the server's clock as the header field Date has it (RFC 9110 section 5.6.7).
///
/// Phones compare it with their own clock before they believe what they fetched; so it is the clock by which the server
/// decides, whatever the system's shows. One text serves for a second.
final class HTTPDate: Sendable {
    private struct Shown {
        var second = Int64.min
        var text = ""
    }

    private let clock: ServerClock
    private let shown = Mutex(Shown())

    /// The dates of a clock.
    init(_ clock: ServerClock) {
        self.clock = clock
    }

    /// The date now.
    var text: String {
        let second = clock.now().seconds
        return shown.withLock { shown in
            if shown.second != second { shown = Shown(second: second, text: Self.text(ofSecond: second)) }
            return shown.text
        }
    }

    /// A second since 1970-01-01T00:00:00Z as `Sat, 21 Nov 2026 10:30:30 GMT`.
    static func text(ofSecond second: Int64) -> String {
        let days = second.flooredQuotient(by: 86_400)
        let time = second - days * 86_400
        let date = CivilDate(daysSinceEpoch: days)
        // 1970-01-01 was a Thursday.
        let weeks = (days + 3).flooredQuotient(by: 7)
        let weekday = weekdays[Int(days + 3 - weeks * 7)]
        let day = "\(padded(Int64(date.day))) \(months[date.month - 1]) \(padded(Int64(date.year), 4))"
        let clock = "\(padded(time / 3600)):\(padded(time / 60 % 60)):\(padded(time % 60))"
        return "\(weekday), \(day) \(clock) GMT"
    }

    private static let weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    private static func padded(_ value: Int64, _ count: Int = 2) -> String {
        let digits = String(value)
        return String(repeating: "0", count: max(0, count - digits.utf8.count)) + digits
    }
}
