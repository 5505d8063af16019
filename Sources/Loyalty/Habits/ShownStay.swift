import Basics
import Beacons

/// A stay in a shop as it is shown: by two proofs, of which nothing but their ten minutes is told.
package struct ShownStay: Hashable, Sendable {
    /// How many slots the second is after the first at least.
    package static let apart: Int64 = 3

    /// The shop.
    package let shop: ShopKey
    /// In which ten minutes the first proof was.
    package let first: StaySlot
    /// In which ten minutes the last proof was.
    package let last: StaySlot

    /// A stay in `shop` from `first` to `last`.
    package init(shop: ShopKey, first: StaySlot, last: StaySlot) {
        self.shop = shop
        self.first = first
        self.last = last
    }

    /// Whether more than twenty minutes lie between the two proofs, whenever in their ten minutes they were.
    ///
    /// Between a proof in one slot and one in the third after it lie two whole slots. Two proofs that are thirty minutes
    /// apart are always in such slots; of those that are less apart, it depends on the clock. Nothing is known of the time
    /// between: somebody may have been elsewhere, as two visits may be of two people who trust one another.
    package var isLongEnough: Bool { last >= first && last.number - first.number >= Self.apart }

    /// The day that it is of, when both ten minutes begin on one day of the venue; nil when midnight is between them.
    package func day(by day: (Timestamp) -> Int) -> Int? {
        let (one, other) = (day(first.beginning), day(last.beginning))
        return one == other ? one : nil
    }
}

/// When a stay is shown and when it is paid, by the days of its venue.
package enum StayTimes {
    /// A stay is taken from its day on, until so many days after it.
    package static let shownDays = 7
    /// A day is paid from the next one on, until so many days after it.
    package static let paidDays = 8
    /// In which hours of a morning phones show stays.
    package static let showing = 3..<9
    /// In which hours of a day phones ask to be paid.
    package static let asking = 9..<21

    /// Whether a stay of `day` is taken on `today`.
    package static func isShown(_ day: Int, on today: Int) -> Bool {
        (today - shownDays...today).contains(day)
    }

    /// Whether `day` is paid on `today`.
    package static func isPaid(_ day: Int, on today: Int) -> Bool {
        (today - paidDays...today - 1).contains(day)
    }

    /// The last day (UTC) that can be paid nowhere any more on `today` (UTC), whatever the time zone.
    package static func lastOver(on today: Int) -> Int { today - paidDays - 2 }
}

/// What a phone does in a shop to have its stay paid, decided from its proofs alone.
///
/// It asks for a credential with its first proof, and for a second one with the first proof that is late enough; nothing in
/// between. Both come right after a proof, so that asking tells whoever hears it nothing that the proof did not.
package struct StayProgress: Codable, Hashable, Sendable {
    /// Two proofs that are not of one stay: so many seconds lie between them, as in ``Loyalty/Stay``.
    static let gapSeconds = Stay.gapSeconds

    /// The slot of the first proof.
    package let first: Int64
    /// The day of the venue on which that slot began.
    package let day: Int
    /// When the shop was proved last, in milliseconds since 1970.
    package private(set) var proved: Int64

    /// A stay that begins with a proof at `now`.
    package init(at now: Timestamp, on day: Int) {
        first = StaySlot(containing: now).number
        self.day = day
        proved = now.milliseconds
    }

    /// Whether it can have been written by a phone: with what is beyond one cannot reckon.
    package var isSound: Bool {
        StaySlot.sound.contains(first) && (0..<1_000_000).contains(day) && (0..<1 << 50).contains(proved)
    }

    /// What a proof means to a stay.
    package enum Step: Hashable, Sendable {
        /// The stay goes on.
        case goesOn
        /// It has been long enough: this is the last proof that it needs.
        case suffices
        /// Another stay begins.
        case begins
    }

    /// Takes a proof at `now`, on `day` of the venue.
    package mutating func prove(at now: Timestamp, on day: Int) -> Step {
        guard day == self.day, now.milliseconds - proved < Self.gapSeconds * 1000 else { return .begins }
        proved = max(proved, now.milliseconds)
        return StaySlot(containing: now).number - first >= ShownStay.apart ? .suffices : .goesOn
    }
}
