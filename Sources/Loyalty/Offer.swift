import Basics

/// Something a shop gives for a proved visit.
package struct Offer: Equatable, Sendable {
    /// What names the offer within its venue, 1 to 64 characters.
    ///
    /// It is what the file says, or else is made from the shop, the texts and the validity, so that moving an offer
    /// within the file changes nothing, and giving an offer other words makes it a new one.
    package let id: String
    /// The shop that makes the offer.
    package let major: UInt16
    /// What it says, by language tag; at least one.
    package let text: [String: String]
    /// The first instant at which it is given.
    package let validFrom: Timestamp
    /// The instant from which it is neither given nor taken.
    package let validUntil: Timestamp
    /// When in the week it is given.
    package let hours: WeeklyHours
    /// Points that come with it, 0 to 1,000,000.
    package let points: Int
    /// How many are given to all visitors together, at least 1; nil is without end.
    package let limit: Int?
    /// The instant from which it is no longer given, at most `validUntil`: a later version takes its place.
    package let givenUntil: Timestamp
    /// What the versions of one offer have in common, of which each visitor gets one; nil in a venue file.
    package let family: String?
    /// Whether its points are paid when a coupon of it is redeemed; those of a venue file's offers come with the coupon.
    package let paysRedeemed: Bool

    /// An offer of a shop, or of a venue file when it has no `family`.
    package init(
        id: String, major: UInt16, text: [String: String], validFrom: Timestamp, validUntil: Timestamp,
        hours: WeeklyHours, points: Int, limit: Int?, givenUntil: Timestamp? = nil, family: String? = nil,
        paysRedeemed: Bool = false
    ) {
        self.id = id
        self.major = major
        self.text = text
        self.validFrom = validFrom
        self.validUntil = validUntil
        self.hours = hours
        self.points = points
        self.limit = limit
        self.givenUntil = min(givenUntil ?? validUntil, validUntil)
        self.family = family
        self.paysRedeemed = paysRedeemed
    }

    /// Whether it is given at `instant`, which is minute `localMinuteOfWeek` from Monday 00:00 in the venue's zone.
    package func isOpen(at instant: Timestamp, localMinuteOfWeek: Int) -> Bool {
        validFrom <= instant && instant < givenUntil && hours.contains(minuteOfWeek: localMinuteOfWeek)
    }

    /// The id of an offer that the file gives none: 64 bits of FNV-1a over all that visitors can tell it by.
    ///
    /// It need not resist an attacker: the whole file is the operator's, and two equal ids in it are a fault.
    static func derivedID(
        major: UInt16, text: [String: String], validFrom: Timestamp, validUntil: Timestamp
    ) -> String {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        func mix(_ part: String) {
            // A zero byte ends each part: no text of a venue contains one.
            for byte in part.utf8 + [0] {
                hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
            }
        }
        mix("\(major)")
        for (language, words) in text.sorted(by: { $0.key < $1.key }) {
            mix(language)
            mix(words)
        }
        mix("\(validFrom.milliseconds)")
        mix("\(validUntil.milliseconds)")
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
