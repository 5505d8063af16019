// Written by `make api` from the table in API/; edit that, not this.
import Basics

/// What a coupon is worth.
package enum CouponState: String, CaseIterable, Codable, Sendable {
    /// It can be redeemed.
    case open
    /// It was redeemed.
    case used
    /// Its time is over.
    case expired

    /// The shape in JSON.
    package static let schema: Schema = .oneOf(["open", "used", "expired"])
}

/// When the points of a coupon are paid.
package enum CouponPointsMoment: String, CaseIterable, Codable, Sendable {
    /// They came with the coupon.
    case received
    /// They come when it is redeemed.
    case redeemed

    /// The shape in JSON.
    package static let schema: Schema = .oneOf(["received", "redeemed"])
}

/// How an offer stands.
package enum ShopOfferState: String, CaseIterable, Codable, Sendable {
    /// It was never published.
    case draft
    /// It is published and has not begun.
    case planned
    /// It is given.
    case running
    /// It is given no more.
    case ended
    /// It was deleted before it was published.
    case deleted

    /// The shape in JSON.
    package static let schema: Schema = .oneOf(["draft", "planned", "running", "ended", "deleted"])
}

/// What was done to an offer.
package enum ShopOfferChange: String, CaseIterable, Codable, Sendable {
    /// A draft was kept.
    case saved
    /// A version was published.
    case published
    /// A publication was taken back.
    case undone
    /// It was ended before its time.
    case ended
    /// The draft was deleted.
    case deleted
    /// The draft was restored.
    case restored
    /// It came with the venue file.
    case imported

    /// The shape in JSON.
    package static let schema: Schema = .oneOf([
        "saved", "published", "undone", "ended", "deleted", "restored", "imported",
    ])
}

/// A day of the week.
package enum ShopWeekday: String, CaseIterable, Codable, Sendable {
    /// `mon`.
    case mon
    /// `tue`.
    case tue
    /// `wed`.
    case wed
    /// `thu`.
    case thu
    /// `fri`.
    case fri
    /// `sat`.
    case sat
    /// `sun`.
    case sun

    /// The shape in JSON.
    package static let schema: Schema = .oneOf(["mon", "tue", "wed", "thu", "fri", "sat", "sun"])
}

/// What became of a coupon that was shown.
package enum RedemptionOutcome: String, CaseIterable, Codable, Sendable {
    /// It is redeemed, by this till with this key.
    case redeemed
    /// It was redeemed before.
    case used
    /// Its time is over.
    case expired
    /// It is a coupon of another shop.
    case otherShop
    /// The code was that of an earlier half minute: it is a picture, or the phone's clock is behind.
    case photographed
    /// The code is that of a later half minute: the phone's clock is ahead.
    case early
    /// No coupon has this code; it is forged, mistyped, or its owner has deleted the coupon.
    case unknown
    /// The till waited for more than three days before it asked.
    case tooLate
    /// The till asked before the coupon was shown, by its own clock; so it cannot be told when that was.
    case clock

    /// The shape in JSON.
    package static let schema: Schema = .oneOf([
        "redeemed", "used", "expired", "otherShop", "photographed", "early", "unknown", "tooLate", "clock",
    ])
}

/// A stretch of each week, by the wall clock of the venue.
package struct ShopHoursBody: APIBody, Hashable {
    /// The day on which it begins.
    package var day: ShopWeekday
    /// Minutes after that day's midnight.
    package var from: Int
    /// Minutes after the same midnight, more than `from`; more than 1,440 is in the next day.
    package var to: Int

    /// A stretch of each week, by the wall clock of the venue.
    package init(day: ShopWeekday, from: Int, to: Int) {
        self.day = day
        self.from = from
        self.to = to
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "ShopHours",
        [
            .required("day", ShopWeekday.schema),
            .required("from", .integer(0...1439)),
            .required("to", .integer(1...2879)),
        ])
}

/// What an offer says and when it is given.
package struct ShopOfferTermsBody: APIBody, Hashable {
    /// What it offers, by language (`es`, `en`, `pt`, `it`), 160 characters at most.
    package var text: [String: String]
    /// The first day on which it is given, in the time zone of the venue.
    package var validFrom: String?
    /// The last day on which it is given and redeemed.
    package var validUntil: String?
    /// When in the week it is given; always when there are none.
    package var hours: [ShopHoursBody]
    /// Loyalty points that are paid when it is redeemed, 1,000 at most in what you save; those of an offer as the venue
    /// file has it are paid with the coupon.
    package var points: Int
    /// How many are given in all, those of earlier versions among them, 1,000,000 at most in what you save; without it,
    /// without end.
    package var limit: Int?

    /// What an offer says and when it is given.
    package init(
        text: [String: String], validFrom: String? = nil, validUntil: String? = nil, hours: [ShopHoursBody],
        points: Int, limit: Int? = nil
    ) {
        self.text = text
        self.validFrom = validFrom
        self.validUntil = validUntil
        self.hours = hours
        self.points = points
        self.limit = limit
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "ShopOfferTerms",
        [
            .required("text", .map(of: .text())),
            .optional("validFrom", .text(10)),
            .optional("validUntil", .text(10)),
            .required("hours", .list(of: ShopHoursBody.schema, atMost: 84)),
            .required("points", .integer(0...1_000_000)),
            .optional("limit", .integer(1...1_000_000_000)),
        ])
}

/// When an offer is to begin.
package struct ShopOfferPublicationBody: APIBody {
    /// The instant; without it, in 10 seconds, for as long as that it can be undone.
    package var at: Timestamp?

    /// When an offer is to begin.
    package init(at: Timestamp? = nil) {
        self.at = at
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "ShopOfferPublication",
        [
            .optional("at", .dateTime)
        ])
}

/// A version that is or will be given.
package struct ShopOfferRunBody: APIBody {
    /// Which version.
    package var version: Int
    /// From when it is given.
    package var from: Timestamp
    /// Until when.
    package var until: Timestamp
    /// What it says.
    package var terms: ShopOfferTermsBody

    /// A version that is or will be given.
    package init(version: Int, from: Timestamp, until: Timestamp, terms: ShopOfferTermsBody) {
        self.version = version
        self.from = from
        self.until = until
        self.terms = terms
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "ShopOfferRun",
        [
            .required("version", .integer(1...9_007_199_254_740_991)),
            .required("from", .dateTime),
            .required("until", .dateTime),
            .required("terms", ShopOfferTermsBody.schema),
        ])
}

/// What keeps an offer from being published.
package struct ShopOfferFaultBody: APIBody {
    /// Where.
    package var path: String
    /// What.
    package var message: String

    /// What keeps an offer from being published.
    package init(path: String, message: String) {
        self.path = path
        self.message = message
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "ShopOfferFault",
        [
            .required("path", .text(100)),
            .required("message", .text(300)),
        ])
}

/// An offer as its shop has it.
package struct ShopOfferBody: APIBody {
    /// The offer's identifier.
    package var id: String
    /// What the next change names in `If-Match`; it grows with each.
    package var version: Int
    /// How it stands.
    package var state: ShopOfferState
    /// Whether it is as the venue file has it.
    ///
    /// The first change by its merchants makes it the shop's own, and later imports leave it as it is.
    package var isFromFile: Bool
    /// What its newest version says.
    package var terms: ShopOfferTermsBody
    /// Whether the newest version is another than the one that is published.
    package var isChanged: Bool
    /// The version that is given now.
    package var running: ShopOfferRunBody?
    /// The version that will be given; until then it can be taken back.
    package var planned: ShopOfferRunBody?
    /// When it was changed last.
    package var savedAt: Timestamp
    /// Who changed it last; missing when that account is gone, and for what the venue file says.
    package var savedBy: String?
    /// Coupons redeemed.
    package var redeemed: Int
    /// What keeps the newest version from being published.
    package var faults: [ShopOfferFaultBody]

    /// An offer as its shop has it.
    package init(
        id: String, version: Int, state: ShopOfferState, isFromFile: Bool, terms: ShopOfferTermsBody, isChanged: Bool,
        running: ShopOfferRunBody? = nil, planned: ShopOfferRunBody? = nil, savedAt: Timestamp, savedBy: String? = nil,
        redeemed: Int, faults: [ShopOfferFaultBody]
    ) {
        self.id = id
        self.version = version
        self.state = state
        self.isFromFile = isFromFile
        self.terms = terms
        self.isChanged = isChanged
        self.running = running
        self.planned = planned
        self.savedAt = savedAt
        self.savedBy = savedBy
        self.redeemed = redeemed
        self.faults = faults
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "ShopOffer",
        [
            .required("id", .hexadecimal(bytes: 16)),
            .required("version", .integer(1...9_007_199_254_740_991)),
            .required("state", ShopOfferState.schema),
            .required("isFromFile", .boolean),
            .required("terms", ShopOfferTermsBody.schema),
            .required("isChanged", .boolean),
            .optional("running", ShopOfferRunBody.schema),
            .optional("planned", ShopOfferRunBody.schema),
            .required("savedAt", .dateTime),
            .optional("savedBy", .text(254)),
            .required("redeemed", .count),
            .required("faults", .list(of: ShopOfferFaultBody.schema)),
        ])
}

/// The offers of a shop.
package struct ShopOffersBody: APIBody {
    /// The offers, those with the latest change first.
    package var offers: [ShopOfferBody]
    /// The name of the shop.
    package var shop: String
    /// The time zone of the venue.
    package var timeZone: String

    /// The offers of a shop.
    package init(offers: [ShopOfferBody], shop: String, timeZone: String) {
        self.offers = offers
        self.shop = shop
        self.timeZone = timeZone
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "ShopOffers",
        [
            .required("offers", .list(of: ShopOfferBody.schema)),
            .required("shop", .text(80)),
            .required("timeZone", .text(64)),
        ])
}

/// Something that was done to an offer.
package struct ShopOfferVersionBody: APIBody {
    /// The number that the offer got by it.
    package var version: Int
    /// What was done.
    package var change: ShopOfferChange
    /// When.
    package var at: Timestamp
    /// Who did it; missing when that account is gone, and for what came with the venue file.
    package var by: String?
    /// What it said from then on.
    package var terms: ShopOfferTermsBody

    /// Something that was done to an offer.
    package init(version: Int, change: ShopOfferChange, at: Timestamp, by: String? = nil, terms: ShopOfferTermsBody) {
        self.version = version
        self.change = change
        self.at = at
        self.by = by
        self.terms = terms
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "ShopOfferVersion",
        [
            .required("version", .integer(1...9_007_199_254_740_991)),
            .required("change", ShopOfferChange.schema),
            .required("at", .dateTime),
            .optional("by", .text(254)),
            .required("terms", ShopOfferTermsBody.schema),
        ])
}

/// The history of an offer.
package struct ShopOfferVersionsBody: APIBody {
    /// What was done, the newest first.
    package var versions: [ShopOfferVersionBody]

    /// The history of an offer.
    package init(versions: [ShopOfferVersionBody]) {
        self.versions = versions
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "ShopOfferVersions",
        [
            .required("versions", .list(of: ShopOfferVersionBody.schema))
        ])
}

/// A code that was shown at a till.
package struct CouponShownBody: APIBody {
    /// The code as it was scanned or typed; case, spaces, punctuation and invisible characters do not matter.
    package var code: String
    /// The till's own random number for this showing: however often it asks with it, it redeems once.
    package var key: String
    /// What the shop calls the till.
    package var till: String
    /// When it was shown, by the till's clock.
    package var shownAt: Timestamp
    /// What the till's clock says as it asks; the difference alone counts, so that its clock may be wrong.
    package var sentAt: Timestamp

    /// A code that was shown at a till.
    package init(code: String, key: String, till: String, shownAt: Timestamp, sentAt: Timestamp) {
        self.code = code
        self.key = key
        self.till = till
        self.shownAt = shownAt
        self.sentAt = sentAt
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "CouponShown",
        [
            .required("code", .text(100)),
            .required("key", .hexadecimal(bytes: 16)),
            .required("till", .line(30)),
            .required("shownAt", .dateTime),
            .required("sentAt", .dateTime),
        ])
}

/// What became of a coupon that was shown; nothing of whoever showed it.
package struct RedemptionBody: APIBody {
    /// What became of it.
    package var outcome: RedemptionOutcome
    /// What the coupon offers, by language; for coupons of this shop alone.
    package var text: [String: String]?
    /// The points that were paid.
    package var points: Int?
    /// The minute in which it was redeemed, now or before.
    package var usedAt: Timestamp?
    /// The till at which it was redeemed before.
    package var till: String?
    /// When its time was over.
    package var validUntil: Timestamp?
    /// How many half minutes a code is old or early.
    package var halfMinutes: Int?
    /// How far the till's clock is behind the server's, in seconds; negative when it is ahead.
    package var clockSeconds: Int

    /// What became of a coupon that was shown; nothing of whoever showed it.
    package init(
        outcome: RedemptionOutcome, text: [String: String]? = nil, points: Int? = nil, usedAt: Timestamp? = nil,
        till: String? = nil, validUntil: Timestamp? = nil, halfMinutes: Int? = nil, clockSeconds: Int
    ) {
        self.outcome = outcome
        self.text = text
        self.points = points
        self.usedAt = usedAt
        self.till = till
        self.validUntil = validUntil
        self.halfMinutes = halfMinutes
        self.clockSeconds = clockSeconds
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "Redemption",
        [
            .required("outcome", RedemptionOutcome.schema),
            .optional("text", .map(of: .text())),
            .optional("points", .count),
            .optional("usedAt", .dateTime),
            .optional("till", .text(30)),
            .optional("validUntil", .dateTime),
            .optional("halfMinutes", .count),
            .required("clockSeconds", .integer(-86_400_000...86_400_000)),
        ])
}

/// A coupon that was redeemed.
package struct ShopRedemptionBody: APIBody {
    /// The offer's identifier.
    package var offer: String
    /// What it offered, by language.
    package var text: [String: String]
    /// The points that were paid.
    package var points: Int
    /// The minute.
    package var at: Timestamp
    /// The till.
    package var till: String

    /// A coupon that was redeemed.
    package init(offer: String, text: [String: String], points: Int, at: Timestamp, till: String) {
        self.offer = offer
        self.text = text
        self.points = points
        self.at = at
        self.till = till
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "ShopRedemption",
        [
            .required("offer", .text(100)),
            .required("text", .map(of: .text())),
            .required("points", .count),
            .required("at", .dateTime),
            .required("till", .text(30)),
        ])
}

/// What a shop has redeemed.
package struct ShopRedemptionsBody: APIBody {
    /// What was redeemed, the newest first, 1,000 at most.
    package var redemptions: [ShopRedemptionBody]
    /// How many there are in all.
    package var total: Int

    /// What a shop has redeemed.
    package init(redemptions: [ShopRedemptionBody], total: Int) {
        self.redemptions = redemptions
        self.total = total
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "ShopRedemptions",
        [
            .required("redemptions", .list(of: ShopRedemptionBody.schema)),
            .required("total", .count),
        ])
}
