import Basics
import Beacons

/// A shop on one day of its venue.
package struct ShopDay: Hashable, Comparable, Sendable {
    /// The shop.
    package let shop: ShopKey
    /// The day of the venue's calendar, in days since 1970-01-01.
    package let day: Int

    /// `shop` on `day`.
    package init(shop: ShopKey, day: Int) {
        self.shop = shop
        self.day = day
    }

    /// By day, then shop.
    package static func < (one: ShopDay, other: ShopDay) -> Bool {
        one.day == other.day ? one.shop < other.shop : one.day < other.day
    }

    /// What the presentation of a report in `cube` is for; a credential gives one presentation for each.
    ///
    /// After a label: 16 bytes venue, 2 major, 8 day, big-endian, and the cube's name.
    package func context(_ cube: Cube) -> [UInt8] {
        let number = UInt64(bitPattern: Int64(day))
        return Array("cerca report 1".utf8) + shop.venue.bytes
            + [UInt8(shop.major >> 8), UInt8(truncatingIfNeeded: shop.major)]
            + (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * UInt64($0))) } + Array(cube.rawValue.utf8)
    }
}

/// When reports of a day come and when they are released.
package enum ReportTimes {
    /// A day's reports are taken from the next day on, until so many days after it.
    package static let lastDays = 7
    /// A day's cells are released on this day after it.
    package static let releaseDays = 8
    /// The hour of the venue's morning from which on phones report.
    package static let firstHour = 3
    /// For how long each morning phones report, in seconds.
    package static let windowSeconds: Int64 = 6 * 3600

    /// Whether a report of `day` is taken on `today`.
    package static func isTaken(_ day: Int, on today: Int) -> Bool {
        (today - lastDays...today - 1).contains(day)
    }
}
