import Basics
import Beacons

/// What the words of figures mean; a change of any of these is a new version.
package enum Definitions {
    /// The version that figures name.
    package static let version = 1
    /// Two readings of one beacon make contact within so many milliseconds.
    static let contactMilliseconds: Int64 = 30_000
    /// One of them is nearer than this, in metres.
    static let contactMetres = 10.0
    /// A session goes on while its contacts are less than so many milliseconds apart.
    static let gapMilliseconds: Int64 = 300_000
    /// A session is cut at so many milliseconds.
    static let longestMilliseconds: Int64 = 12 * 3_600_000
    /// Who is inside for so many milliseconds is no passer-by.
    static let insideMilliseconds: Int64 = 120_000
    /// A visitor who stays for less than so many milliseconds has bounced.
    static let bouncedMilliseconds: Int64 = 300_000
    /// A visitor who stays for so many milliseconds is engaged.
    static let engagedMilliseconds: Int64 = 1_200_000
    /// A visit within so many days of a campaign's offer is its outcome.
    static let campaignDays = 7
}

/// Where a shop's beacon hangs, as far as habits tell it apart.
package enum HabitPlace: Sendable {
    /// At the window or the entrance: whoever passes by hears it.
    case outside
    /// At the door, the till, an aisle, a fitting room.
    case inside
}

/// What a phone heard of a shop's beacon once.
package struct HabitReading: Sendable {
    /// The beacon.
    package let beacon: BeaconIdentity
    /// Where it hangs.
    package let place: HabitPlace
    /// When.
    package let at: Timestamp
    /// How far away it seemed, in metres.
    package let metres: Double

    /// A reading of these parts.
    package init(beacon: BeaconIdentity, place: HabitPlace, at: Timestamp, metres: Double) {
        self.beacon = beacon
        self.place = place
        self.at = at
        self.metres = metres
    }

    /// The shop.
    package var shop: ShopKey { ShopKey(venue: beacon.uuid, major: beacon.major) }
}

/// What a phone knows of one shop and day.
struct DayHabit: Codable, Equatable, Sendable {
    /// Whether there was contact at the window or the entrance.
    var wasNear = false
    /// The longest session inside, in milliseconds; nil without contact there.
    var stay: Int64?
    /// Whether a sighting inside was proved.
    var isProvedInside = false
    /// Whether any sighting was proved.
    var isProved = false
    /// Whether a coupon was redeemed.
    var hasRedeemed = false

    private var wasInside: Bool { (stay ?? 0) >= Definitions.insideMilliseconds }

    /// Whether it was a visit: proved inside, or inside for two minutes with any proof.
    var isVisit: Bool { isProvedInside || (wasInside && isProved) }

    /// The cell of the class, or nil for who is neither.
    var `class`: Cell? {
        guard isVisit else { return wasNear && !wasInside ? .passerBy : nil }
        let stay = stay ?? 0
        if hasRedeemed || stay >= Definitions.engagedMilliseconds { return .engaged }
        return stay < Definitions.bouncedMilliseconds ? .bounced : .visitor
    }

    /// The cell of the stay, for a visit of two minutes.
    var dwell: Cell? { isVisit ? stay.flatMap { Cell.dwell(milliseconds: $0) } : nil }
}
