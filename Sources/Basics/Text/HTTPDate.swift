/// The date of HTTP header fields (RFC 9110 section 5.6.7), in the one form that is still sent.
public enum HTTPDate: Sendable {
    private static let weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// A second since 1970-01-01T00:00:00Z as `Sat, 21 Nov 2026 10:30:30 GMT`.
    public static func text(ofSecond second: Int64) -> String {
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

    /// The instant that `Sun, 06 Nov 1994 08:49:37 GMT` names, or nil for other text; the weekday is not looked at.
    public static func time(_ text: String) -> Timestamp? {
        let parts = text.utf8.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
        guard text.utf8.count == 29, parts.count == 6, parts[5].elementsEqual("GMT".utf8),
            let month = months.firstIndex(where: { parts[2].elementsEqual($0.utf8) })
        else { return nil }
        let (year, day, clock) = (String(Substring(parts[3])), String(Substring(parts[1])), String(Substring(parts[4])))
        return Timestamp(rfc3339: year + "-" + padded(Int64(month + 1)) + "-" + day + "T" + clock + "Z")
    }

    private static func padded(_ value: Int64, _ count: Int = 2) -> String {
        let digits = String(value)
        return String(repeating: "0", count: max(0, count - digits.utf8.count)) + digits
    }
}
