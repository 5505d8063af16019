import Time

extension Timestamp {
    /// The number of the day in UTC, counted since 1970-01-01.
    package var day: Int64 { milliseconds.flooredQuotient(by: 86_400_000) }

    /// The beginning of a day in UTC.
    package init(day: Int64) {
        self.init(milliseconds: day * 86_400_000)
    }
}
