import Basics
import Foundation
import Loyalty

extension VenueDays {
    /// The days of the IANA time zone with this name; those of UTC where this machine does not know it.
    package init(timeZone name: String) {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = TimeZone(identifier: name) ?? .gmt
        let zone = calendar.timeZone
        self.init(
            day: { instant in
                let date = Date(timeIntervalSince1970: Double(instant.seconds))
                return Int((instant.seconds + Int64(zone.secondsFromGMT(for: date))).flooredQuotient(by: 86_400))
            },
            hour: { [calendar] day, hour in
                let date = CivilDate(daysSinceEpoch: Int64(day))
                let wall = DateComponents(year: date.year, month: date.month, day: date.day, hour: hour)
                guard let instant = calendar.date(from: wall) else {
                    return Timestamp(seconds: Int64(day) * 86_400 + Int64(hour) * 3600)
                }
                return Timestamp(seconds: Int64(instant.timeIntervalSince1970))
            })
    }
}
