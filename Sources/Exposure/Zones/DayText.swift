import Basics

/// Days as numbers since 1970-01-01 and as texts.
public enum DayText {
    /// The day in the form of RFC 3339, as `2026-11-21`.
    public static func iso(_ day: Int) -> String {
        UTCDay(number: day).description
    }

    /// The day that a text says as `2026-11-21`, `21-11-2026` or `21/11/2026`; nil when it says none of 1970 to 2199.
    public static func day(_ text: some StringProtocol) -> Int? {
        let parts = text.utf8.split(omittingEmptySubsequences: false) { $0 == 0x2D || $0 == 0x2F }
        guard parts.count == 3 else { return nil }
        let isYearFirst = parts[0].count == 4
        guard
            let year = number(parts[isYearFirst ? 0 : 2], digits: 4...4), (1970...2199).contains(year),
            let month = number(parts[1], digits: 1...2),
            let day = number(parts[isYearFirst ? 2 : 0], digits: 1...2),
            let date = CivilDate(year: year, month: month, day: day)
        else { return nil }
        return Int(date.daysSinceEpoch)
    }

    private static func number(_ digits: some Collection<UInt8>, digits count: ClosedRange<Int>) -> Int? {
        guard count.contains(digits.count), digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }
}
