import Basics

/// The month whose reports share one issuing key: among all accounts with a credential of it no report is anybody's.
package struct ReportPeriod: Hashable, Comparable, Sendable {
    /// The months since January 1970.
    package let number: Int

    /// The period with this number.
    package init(number: Int) {
        self.number = number
    }

    /// The month of a day, in days since 1970-01-01.
    package init(containing day: Int) {
        let date = CivilDate(daysSinceEpoch: Int64(day))
        number = (date.year - 1970) * 12 + date.month - 1
    }

    /// The month that a text says as `2026-11`; nil when it says none of 1970 to 2199.
    package init?(_ text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, text.utf8.count == 7, let year = Int(parts[0]), (1970...2199).contains(year),
            let month = Int(parts[1]), (1...12).contains(month), parts[1].utf8.count == 2
        else { return nil }
        number = (year - 1970) * 12 + month - 1
        guard self.text == text else { return nil }
    }

    /// The month as `2026-11`.
    package var text: String {
        let month = number % 12 + 1
        return "\(1970 + number / 12)-\(month < 10 ? "0" : "")\(month)"
    }

    /// The first day, in days since 1970-01-01.
    package var firstDay: Int {
        CivilDate(year: 1970 + number / 12, month: number % 12 + 1, day: 1).map { Int($0.daysSinceEpoch) } ?? 0
    }

    /// The last day.
    package var lastDay: Int { ReportPeriod(number: number + 1).firstDay - 1 }

    /// What its credentials are bound to.
    package var context: [UInt8] { Array("cerca reports 1 \(text)".utf8) }

    /// The periods for which credentials are issued on `today` (UTC): those of which a venue somewhere has a day, from the
    /// one after it to those whose reports may still come.
    package static func issued(on today: Int) -> [ReportPeriod] {
        let first = ReportPeriod(containing: today - ReportTimes.lastDays - 1)
        return (first.number...ReportPeriod(containing: today + 1).number).map { ReportPeriod(number: $0) }
    }

    /// Whether reports of the period may still come on `today` (UTC) from any venue.
    package func isOpen(on today: Int) -> Bool {
        (firstDay - 1...lastDay + ReportTimes.lastDays + 1).contains(today)
    }

    /// By time.
    package static func < (one: ReportPeriod, other: ReportPeriod) -> Bool { one.number < other.number }
}
