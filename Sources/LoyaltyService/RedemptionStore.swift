import Basics
import LedgerService
import Loyalty
import ServiceKit
import Storage

/// A coupon's code that somebody shows at a till.
package struct CouponShowing: Sendable {
    /// The code.
    package let code: CouponCode
    /// The shop of the till.
    package let shop: ShopReference
    /// What the shop calls the till.
    package let till: String
    /// The till's own random number for this showing.
    package let key: [UInt8]
    /// When it was shown, by the server's clock.
    package let shownAt: Timestamp
    /// The beginning of the day on which it was shown, in the time zone of the venue.
    package let day: Timestamp

    /// A code that is shown at a till of `shop`.
    package init(
        code: CouponCode, shop: ShopReference, till: String, key: [UInt8], shownAt: Timestamp, day: Timestamp
    ) {
        self.code = code
        self.shop = shop
        self.till = till
        self.key = key
        self.shownAt = shownAt
        self.day = day
    }
}

/// What became of a coupon that was shown; nothing of whoever showed it.
package enum RedemptionResult: Sendable, Equatable {
    /// It is redeemed, in this minute, by this showing.
    case redeemed(text: [String: String], points: Int, at: Timestamp)
    /// It was redeemed before, in this minute at this till.
    case used(text: [String: String], at: Timestamp, till: String)
    /// Its time was over then.
    case expired(text: [String: String], at: Timestamp)
    /// It is a coupon of another shop.
    case otherShop
    /// The code is as many half minutes old.
    case photographed(halfMinutes: Int64)
    /// The code is one of so many half minutes later.
    case early(halfMinutes: Int64)
    /// No coupon has this code.
    case unknown
    /// The till has used the key of this showing for another coupon.
    case keyReused
}

/// A coupon that a shop has redeemed.
package struct RedeemedCoupon: Sendable, Equatable {
    /// What the versions of its offer have in common; nil for an offer of the venue file.
    package let family: String?
    /// The offer of the venue file, or the version of a shop's.
    package let offer: String
    /// What it offered, by language.
    package let text: [String: String]
    /// The points that were paid as it was redeemed.
    package let points: Int
    /// The minute.
    package let at: Timestamp
    /// The till.
    package let till: String
}

/// The SQL of coupons that are redeemed, within one transaction.
package struct RedemptionStore {
    private let connection: any Connection
    private let key: CouponKey

    /// The redemptions in the database of `connection`.
    package init(_ connection: any Connection, key: CouponKey) {
        self.connection = connection
        self.key = key
    }

    /// Redeems a coupon, pays its points, and leaves both or neither.
    ///
    /// The same showing again is answered as before, however long ago it was; its code need not be valid any more.
    package func redeem(_ showing: CouponShowing, random: ServerRandom) throws -> RedemptionResult {
        let candidates = try coupons(of: showing.code)
        if let before = try redemption(by: showing) {
            guard let coupon = candidates.first(where: { key.redemption(ofCoupon: $0.id) == before.coupon }) else {
                return .keyReused
            }
            return .redeemed(text: coupon.text, points: coupon.pointsDue, at: before.at)
        }
        for coupon in candidates {
            guard let age = showing.code.age(madeBy: key.secret(ofCoupon: coupon.id), at: showing.shownAt) else {
                continue
            }
            return try redeem(coupon, age, showing, random)
        }
        return .unknown
    }

    private func redeem(
        _ coupon: ShownCoupon, _ age: CouponCodeAge, _ showing: CouponShowing, _ random: ServerRandom
    ) throws -> RedemptionResult {
        guard coupon.venue == showing.shop.venue.bytes, coupon.major == Int64(showing.shop.major) else {
            return .otherShop
        }
        // Its owner has no card of it to show.
        if coupon.isDeleted { return .unknown }
        let name = key.redemption(ofCoupon: coupon.id)
        if let used = try connection.first("SELECT at, till FROM redemptions WHERE coupon = ?1", [.blob(name)]) {
            return .used(
                text: coupon.text, at: Timestamp(milliseconds: try used.integer("at")), till: try used.text("till"))
        }
        switch age {
        case .old(let halfMinutes): return .photographed(halfMinutes: halfMinutes)
        case .early(let halfMinutes): return .early(halfMinutes: halfMinutes)
        case .current: break
        }
        if showing.shownAt >= coupon.validUntil { return .expired(text: coupon.text, at: coupon.validUntil) }
        let minute = Timestamp(milliseconds: showing.shownAt.milliseconds.flooredQuotient(by: 60_000) * 60_000)
        let isFirst =
            try connection.execute(
                """
                INSERT INTO redemptions (coupon, venue, major, offer_id, at, till, showing)
                VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7) ON CONFLICT DO NOTHING
                """,
                [
                    .blob(name), .blob(coupon.venue), .integer(coupon.major), .text(coupon.offer),
                    .integer(minute.milliseconds), .text(showing.till), .blob(showing.key),
                ]) == 1
        // Another till was quicker, in a transaction that this one does not see: the engine runs this one again.
        guard isFirst else { throw StorageError.busy }
        try Self.count(offer: coupon.offer, of: coupon.venue, in: connection)
        if coupon.pointsDue > 0 {
            try LedgerAdministration.grantPoints(
                Int64(coupon.pointsDue), toAccount: coupon.account, memo: nil, at: showing.day, random: random,
                in: connection)
        }
        return .redeemed(text: coupon.text, points: coupon.pointsDue, at: minute)
    }

    /// Counts one more redeemed coupon of an offer.
    static func count(offer: String, of venue: [UInt8], in connection: any Connection) throws {
        _ = try connection.execute(
            "UPDATE offers SET redeemed = redeemed + 1 WHERE venue = ?1 AND id = ?2", [.blob(venue), .text(offer)])
    }

    /// The coupons with the day on which each was redeemed.
    func marked(_ coupons: [Coupon], in venues: VenueSnapshot) throws -> [Coupon] {
        guard !coupons.isEmpty else { return [] }
        let names = coupons.map { key.redemption(ofCoupon: [UInt8](hexadecimal: $0.id) ?? []) }
        let places = (1...names.count).map { "?\($0)" }.joined(separator: ", ")
        let rows = try connection.query(
            "SELECT coupon, at FROM redemptions WHERE coupon IN (\(places))", names.map { .blob($0) })
        guard !rows.isEmpty else { return coupons }
        var days: [[UInt8]: Timestamp] = [:]
        for row in rows { days[try row.blob("coupon")] = Timestamp(milliseconds: try row.integer("at")) }
        return zip(coupons, names).map { coupon, name in
            guard let at = days[name] else { return coupon }
            var marked = coupon
            marked.usedOn = venues[coupon.shop.venue]?.beginningOfDay(at: at) ?? Timestamp(day: at.day)
            return marked
        }
    }

    /// A coupon as a till finds it by its code.
    private struct ShownCoupon {
        let id: [UInt8]
        let account: [UInt8]
        let venue: [UInt8]
        let major: Int64
        let offer: String
        let text: [String: String]
        let pointsDue: Int
        let validUntil: Timestamp
        let isDeleted: Bool
    }

    /// The coupons that a code can be of: those whose identifiers begin so.
    private func coupons(of code: CouponCode) throws -> [ShownCoupon] {
        let digits = String(code.coupon, radix: 16)
        let first = String(repeating: "0", count: 12 - digits.count) + digits
        var found: [ShownCoupon] = []
        for table in ["coupons", "fresh_coupons"] {
            found += try connection.query(
                """
                SELECT \(table).id AS coupon, account_id, \(table).venue AS venue, offer_id, deleted_at, major, texts,
                    offers.points AS points, pays_redeemed, valid_until
                FROM \(table) JOIN offers ON offers.venue = \(table).venue AND offers.id = offer_id
                WHERE \(table).id >= ?1 AND \(table).id < ?2 ORDER BY \(table).id
                """,
                // No hexadecimal digit comes after `f`.
                [.text(first), .text(first + "g")]
            ).map { row in
                guard let id = [UInt8](hexadecimal: try row.text("coupon")) else { throw StorageError.corrupt }
                return ShownCoupon(
                    id: id, account: try row.blob("account_id"), venue: try row.blob("venue"),
                    major: try row.integer("major"), offer: try row.text("offer_id"),
                    text: try LanguageTexts.decode(try row.text("texts")),
                    pointsDue: try row.integer("pays_redeemed") != 0 ? Int(try row.integer("points")) : 0,
                    validUntil: Timestamp(milliseconds: try row.integer("valid_until")),
                    isDeleted: try row.optionalInteger("deleted_at") != nil)
            }
        }
        return found
    }

    private func redemption(by showing: CouponShowing) throws -> (coupon: [UInt8], at: Timestamp)? {
        try connection.first(
            "SELECT coupon, at FROM redemptions WHERE venue = ?1 AND major = ?2 AND showing = ?3",
            [.blob(showing.shop.venue.bytes), .integer(Int64(showing.shop.major)), .blob(showing.key)]
        ).map { (try $0.blob("coupon"), Timestamp(milliseconds: try $0.integer("at"))) }
    }
}

// MARK: - What a shop is told

extension RedemptionStore {
    /// What a shop redeemed from an instant on and until another, the newest first.
    ///
    /// The order within a minute is that of texts, not that in which they came.
    package static func redeemed(
        in venue: UUID128, _ major: UInt16, from: Timestamp, until: Timestamp, limit: Int, connection: any Connection
    ) throws -> [RedeemedCoupon] {
        try connection.query(
            """
            SELECT redemptions.offer_id AS offer_id, at, till, texts, points, pays_redeemed, family
            FROM redemptions JOIN offers ON offers.venue = redemptions.venue AND offers.id = redemptions.offer_id
            WHERE redemptions.venue = ?1 AND redemptions.major = ?2 AND at >= ?3 AND at < ?4
            ORDER BY at DESC, redemptions.offer_id, till, redemptions.coupon LIMIT ?5
            """,
            [
                .blob(venue.bytes), .integer(Int64(major)), .integer(from.milliseconds), .integer(until.milliseconds),
                .integer(Int64(limit)),
            ]
        ).map { row in
            RedeemedCoupon(
                family: try row.optionalText("family"), offer: try row.text("offer_id"),
                text: try LanguageTexts.decode(try row.text("texts")),
                points: try row.integer("pays_redeemed") != 0 ? Int(try row.integer("points")) : 0,
                at: Timestamp(milliseconds: try row.integer("at")), till: try row.text("till"))
        }
    }

    /// How many coupons a shop redeemed from an instant on and until another.
    package static func count(
        in venue: UUID128, _ major: UInt16, from: Timestamp, until: Timestamp, connection: any Connection
    ) throws -> Int {
        let row = try connection.first(
            """
            SELECT COUNT(*) AS number FROM redemptions WHERE venue = ?1 AND major = ?2 AND at >= ?3 AND at < ?4
            """,
            [
                .blob(venue.bytes), .integer(Int64(major)), .integer(from.milliseconds), .integer(until.milliseconds),
            ])
        return Int(try row?.integer("number") ?? 0)
    }

    /// How many coupons of each offer a shop redeemed, by what the versions of the offer have in common, or by the
    /// identifier of an offer that is as the venue file has it.
    package static func counts(
        in venue: UUID128, _ major: UInt16, connection: any Connection
    ) throws -> [String: Int] {
        let rows = try connection.query(
            """
            SELECT name, CAST(SUM(redeemed) AS BIGINT) AS number FROM (
            SELECT COALESCE(family, id) AS name, redeemed FROM offers WHERE venue = ?1 AND major = ?2 AND redeemed > 0
            ) AS named GROUP BY name
            """, [.blob(venue.bytes), .integer(Int64(major))])
        var counts: [String: Int] = [:]
        for row in rows { counts[try row.text("name")] = Int(try row.integer("number")) }
        return counts
    }
}
