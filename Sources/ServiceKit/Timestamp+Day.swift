import Basics

extension Timestamp {
    /// The number of the day in UTC, counted since 1970-01-01.
    package var day: Int64 { milliseconds.flooredQuotient(by: 86_400_000) }

    /// The beginning of a day in UTC.
    package init(day: Int64) {
        self.init(milliseconds: day * 86_400_000)
    }

    /// The day in UTC as text, such as `2026-11-21`.
    package var dayText: String { String(rfc3339.prefix(10)) }

    /// The beginning of the day in UTC that a text such as `2026-11-21` names, or nil.
    package init?(dayText: String) {
        guard dayText.utf8.count == 10 else { return nil }
        self.init(rfc3339: dayText + "T00:00:00Z")
    }
}
