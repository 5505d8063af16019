import Basics
import Loyalty
import ServiceKit
import Storage

/// The SQL of coupons, within one transaction.
struct CouponStore {
    private let connection: any Connection

    init(_ connection: any Connection) {
        self.connection = connection
    }

    /// Whether an offer that a shop published is given, and the account has had none of its versions; one of the venue file
    /// is always given while its shop has not made it its own.
    ///
    /// The rows decide, not what a server has in memory: it may be seconds old.
    func mayGive(_ offer: Offer, of venue: [UInt8], to account: [UInt8], at now: Timestamp) throws -> Giving {
        guard let family = try family(of: offer, in: venue) else { return .given }
        let isGiven = try connection.first(
            "SELECT 1 FROM offers WHERE venue = ?1 AND id = ?2 AND given_from <= ?3 AND given_until > ?3",
            [.blob(venue), .text(offer.id), .integer(now.milliseconds)])
        guard isGiven != nil else { return .closed }
        for table in ["coupons", "fresh_coupons"] {
            let had = try connection.first(
                """
                SELECT 1 FROM \(table) JOIN offers ON offers.venue = \(table).venue AND offers.id = \(table).offer_id
                WHERE \(table).account_id = ?1 AND \(table).venue = ?2 AND offers.family = ?3
                """, [.blob(account), .blob(venue), .text(family)])
            if had != nil { return .hadBefore }
        }
        return .given
    }

    /// Gives an offer to an account unless it had it before, deleted or not; a limit is kept by `count`.
    ///
    /// The coupon is the account's at once, and lies among the fresh ones until the next batch.
    func give(_ offer: String, of venue: [UInt8], to account: [UInt8], _ coupon: Coupon) throws -> Giving {
        let settled = try connection.first(
            "SELECT 1 FROM coupons WHERE account_id = ?1 AND venue = ?2 AND offer_id = ?3",
            [.blob(account), .blob(venue), .text(offer)])
        guard settled == nil else { return .hadBefore }
        let isNew =
            try connection.execute(
                """
                INSERT INTO fresh_coupons (id, account_id, venue, offer_id, received_at, points, deleted_at)
                VALUES (?1, ?2, ?3, ?4, ?5, ?6, NULL) ON CONFLICT (account_id, venue, offer_id) DO NOTHING
                """,
                [
                    .text(coupon.id), .blob(account), .blob(venue), .text(offer),
                    .integer(coupon.receivedAt.milliseconds),
                    .integer(coupon.paysRedeemed ? 0 : Int64(coupon.points)),
                ]) == 1
        return isNew ? .given : .hadBefore
    }

    /// Counts a coupon of an offer with a limit that was just given, or takes it back because there was none left.
    ///
    /// One statement compares and counts, so that no two transactions give the last coupon.
    func count(_ offer: Offer, of venue: [UInt8], coupon id: String, at now: Timestamp) throws -> Giving {
        if offer.limit != nil {
            let isCounted =
                try connection.execute(
                    "UPDATE offers SET given = given + 1 WHERE venue = ?1 AND id = ?2 AND given < coupon_limit",
                    [.blob(venue), .text(offer.id)]) == 1
            guard isCounted else {
                _ = try connection.execute("DELETE FROM fresh_coupons WHERE id = ?1", [.text(id)])
                return .usedUp
            }
        }
        guard let family = try family(of: offer, in: venue) else { return .given }
        // A version that is to follow counts those of this one as well.
        _ = try connection.execute(
            """
            UPDATE offers SET given = given + 1
            WHERE venue = ?1 AND family = ?2 AND id <> ?3 AND given_from > ?4 AND coupon_limit IS NOT NULL
            """, [.blob(venue), .text(family), .text(offer.id), .integer(now.milliseconds)])
        return .given
    }

    /// What the versions of an offer have in common; nil for one that is as the venue file has it.
    private func family(of offer: Offer, in venue: [UInt8]) throws -> String? {
        try offer.family ?? PublishedOffers(connection).family(ofFileOffer: offer.id, in: venue)
    }

    /// The coupons of an account that are not deleted, those of the last day first.
    func coupons(of account: [UInt8], limit: Int, key: CouponKey) throws -> [Coupon] {
        try connection.query(
            """
            \(Self.selection(where: "account_id = ?1 AND deleted_at IS NULL"))
            ORDER BY coupons.received_at DESC, offers.valid_until, coupons.id LIMIT ?2
            """,
            [.blob(account), .integer(Int64(limit))]
        ).map { try coupon($0, key) }
    }

    /// One coupon of an account, deleted or not, or nil.
    func coupon(_ id: String, of account: [UInt8], key: CouponKey) throws -> Coupon? {
        try connection.first(
            Self.selection(where: "id = ?1 AND account_id = ?2"), [.text(id), .blob(account)]
        ).map { try coupon($0, key) }
    }

    /// The shop that an offer is of; nil when the offer is gone.
    func shop(ofOffer offer: String, in venue: [UInt8]) throws -> ShopReference? {
        let row = try connection.first(
            "SELECT major, shop FROM offers WHERE venue = ?1 AND id = ?2", [.blob(venue), .text(offer)])
        guard let row else { return nil }
        guard let uuid = UUID128(bytes: venue), let major = UInt16(exactly: try row.integer("major")) else {
            throw StorageError.corrupt
        }
        return ShopReference(venue: uuid, major: major, name: try row.text("shop"))
    }

    /// Marks a coupon of an account as deleted, or not deleted when `day` is nil; false when there is none.
    ///
    /// - Parameter day: The beginning of the day: the instant would say before when the visit was.
    func setDeleted(_ id: String, of account: [UInt8], on day: Timestamp?) throws -> Bool {
        for table in ["coupons", "fresh_coupons"] {
            let changed = try connection.execute(
                "UPDATE \(table) SET deleted_at = ?3 WHERE id = ?1 AND account_id = ?2",
                [.text(id), .blob(account), SQLValue(day?.milliseconds)])
            if changed == 1 { return true }
        }
        return false
    }

    private func coupon(_ row: Row, _ key: CouponKey) throws -> Coupon {
        let id = try row.text("id")
        guard let venue = UUID128(bytes: try row.blob("venue")),
            let major = UInt16(exactly: try row.integer("major")), let bytes = [UInt8](hexadecimal: id)
        else {
            throw StorageError.corrupt
        }
        return Coupon(
            id: id, shop: ShopReference(venue: venue, major: major, name: try row.text("shop")),
            text: try LanguageTexts.decode(try row.text("texts")), points: Int(try row.integer("points")),
            receivedAt: Timestamp(milliseconds: try row.integer("received_at")),
            validUntil: Timestamp(milliseconds: try row.integer("valid_until")),
            paysRedeemed: try row.integer("pays_redeemed") != 0, secret: key.secret(ofCoupon: bytes))
    }

    /// The coupons for which `condition` holds, settled or fresh.
    private static func selection(where condition: String) -> String {
        """
        SELECT coupons.id, coupons.venue, offers.major, offers.shop, offers.texts, offers.points,
        offers.pays_redeemed, coupons.received_at, offers.valid_until
        FROM (
        SELECT id, venue, offer_id, received_at FROM coupons WHERE \(condition)
        UNION ALL SELECT id, venue, offer_id, received_at FROM fresh_coupons WHERE \(condition)
        ) AS coupons JOIN offers ON offers.venue = coupons.venue AND offers.id = coupons.offer_id
        """
    }
}

/// How an attempt to give an offer ended.
enum Giving {
    /// The account has a new coupon.
    case given
    /// It had this offer before, and each offer comes once.
    case hadBefore
    /// The last coupon is gone.
    case usedUp
    /// The shop has ended the offer, or another version has taken its place.
    case closed
}
