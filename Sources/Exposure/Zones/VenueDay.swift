import Basics

/// A shop of a venue on one day (UTC): the finest place and time that a person who reported tells of.
public struct VenueDay: Hashable, Sendable {
    /// The venue.
    public let venue: UUID128
    /// The major of the shop.
    public let major: UInt16
    /// The number of the day, as `UTCDay` counts.
    public let day: Int

    /// A shop of a venue on one day.
    public init(venue: UUID128, major: UInt16, day: Int) {
        self.venue = venue
        self.major = major
        self.day = day
    }

    /// What a contribution is bound to: 16 bytes venue, 2 major, 8 day, big-endian, after a label.
    var context: [UInt8] {
        let number = UInt64(bitPattern: Int64(day))
        return Array("cerca venue-day 1".utf8) + venue.bytes + [UInt8(major >> 8), UInt8(truncatingIfNeeded: major)]
            + (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * UInt64($0))) }
    }
}

/// The fourteen days whose reports share one issuing key: among them one contributor cannot be told from another.
public struct VenueDayPeriod: Hashable, Sendable {
    /// How many days a period has, and how many days before a report count as contagious.
    public static let days = 14
    /// Days after a period in which its contributions may still arrive.
    public static let graceDays = 2

    /// The number of the period: the days since 1970-01-01 of its first day, divided by 14.
    public let number: Int

    /// The period with this number.
    public init(number: Int) {
        self.number = number
    }

    /// The period of a day.
    public init(containing day: Int) {
        number = Int(Int64(day).flooredQuotient(by: Int64(Self.days)))
    }

    /// The first day of reports.
    public var firstDay: Int { number * Self.days }
    /// The last day of reports.
    public var lastDay: Int { firstDay + Self.days - 1 }

    /// The days about which a contribution of this period may tell when it arrives on `today`; nil when it is too late.
    public func tellable(on today: Int) -> ClosedRange<Int>? {
        guard (firstDay...lastDay + Self.graceDays).contains(today) else { return nil }
        return max(firstDay, today) - Self.days...min(lastDay, today)
    }

    /// What a credential of this period is bound to.
    var context: [UInt8] {
        Array("cerca venue-days 1 \(number)".utf8)
    }
}

/// What a phone tells of its owner's days in venues, and when: one shop and day at a time, in no order.
public enum VenueDayPlan {
    /// The most contributions of one person.
    public static let most = 60
    /// The longest wait before one, in seconds: a day, so that those of several people mix.
    public static let longestDelay = 86_400

    /// Each shop and day once, in random order, each with the seconds to wait before it is sent.
    ///
    /// `visits` are where the phone proved its presence; those outside `days` are left out.
    public static func contributions(
        of visits: some Sequence<VenueDay>, during days: ClosedRange<Int>,
        using random: inout some RandomNumberGenerator
    ) -> [(place: VenueDay, delaySeconds: Int)] {
        // Sorted first: the order of a set would differ from run to run, whatever the generator.
        let places = Set(visits.filter { days.contains($0.day) }).sorted { one, other in
            (one.day, one.venue.description, one.major) < (other.day, other.venue.description, other.major)
        }
        return places.shuffled(using: &random).prefix(most).map { place in
            (place, Int.random(in: 0...longestDelay, using: &random))
        }
    }
}
