import Basics

/// Ten minutes of UTC in which somebody was proved inside of a shop.
///
/// Many may share one: it is all that a credential says beside the shop. Shorter ones would have fewer who share them, longer
/// ones would pay the impatient and refuse the patient: see ``ShownStay/isLongEnough``.
package struct StaySlot: Hashable, Comparable, Sendable {
    /// How long one is, in seconds.
    package static let seconds: Int64 = 600
    /// For so many seconds after its end its credential is still issued: a phone may have to try again.
    package static let graceSeconds: Int64 = 300

    /// The numbers that a file can have: with what is beyond one cannot reckon.
    package static let sound: Range<Int64> = 0..<1 << 32

    /// The tens of minutes since 1970.
    package let number: Int64

    /// The one of this number.
    package init(number: Int64) {
        self.number = number
    }

    /// The one with an instant.
    package init(containing instant: Timestamp) {
        number = instant.milliseconds.flooredQuotient(by: Self.seconds * 1000)
    }

    /// The one that begins at an instant; nil when none does.
    package init?(beginning instant: Timestamp) {
        self.init(containing: instant)
        guard beginning == instant else { return nil }
    }

    /// Its first instant.
    package var beginning: Timestamp { Timestamp(milliseconds: number * Self.seconds * 1000) }
    /// The first instant after it.
    package var end: Timestamp { beginning.advanced(bySeconds: Self.seconds) }

    /// Whether its credential is issued at `now`.
    package func isIssued(at now: Timestamp) -> Bool {
        beginning <= now && now < end.advanced(bySeconds: Self.graceSeconds)
    }

    /// What its credential in a shop is bound to.
    ///
    /// After a label: 16 bytes venue, 2 major, 8 the seconds of the beginning since 1970, big-endian.
    package func context(in shop: ShopKey) -> [UInt8] {
        Array("cerca.stay/1".utf8) + shop.venue.bytes
            + [UInt8(shop.major >> 8), UInt8(truncatingIfNeeded: shop.major)] + bigEndian(beginning.seconds)
    }

    /// What its credential is presented for: once, wherever it is shown.
    package static let presentation = Array("cerca.stay.shown/1".utf8)

    /// By time.
    package static func < (one: StaySlot, other: StaySlot) -> Bool { one.number < other.number }
}

/// A venue on one of its days, of which an account is paid for time once.
package struct StayDay: Hashable, Comparable, Sendable {
    /// The venue.
    package let venue: UUID128
    /// The day of the venue's calendar, in days since 1970-01-01.
    package let day: Int

    /// `venue` on `day`.
    package init(venue: UUID128, day: Int) {
        self.venue = venue
        self.day = day
    }

    /// What a credential for time is bound to: after a label, 16 bytes venue and 8 the day, big-endian.
    package var context: [UInt8] { Array("cerca.stay.grant/1".utf8) + venue.bytes + bigEndian(Int64(day)) }

    /// What a credential for time is presented for: once, whoever is paid.
    package static let presentation = Array("cerca.stay.paid/1".utf8)

    /// By day, then venue.
    package static func < (one: StayDay, other: StayDay) -> Bool {
        one.day == other.day ? one.venue.description < other.venue.description : one.day < other.day
    }
}

/// The 8 bytes of a number, the highest first.
private func bigEndian(_ number: Int64) -> [UInt8] {
    let number = UInt64(bitPattern: number)
    return (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * UInt64($0))) }
}
