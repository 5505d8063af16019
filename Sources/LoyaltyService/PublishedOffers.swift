import Basics
import Loyalty
import ServiceKit
import Storage

/// A version of a shop's offer that is, was or will be given.
package struct OfferRun: Sendable {
    /// Which version.
    package let version: Int64
    /// The instant from which it is given.
    package let from: Timestamp
    /// The instant from which it is given no more, unless its time is over before.
    package let until: Timestamp

    /// Version `version`, from one instant until another.
    package init(version: Int64, from: Timestamp, until: Timestamp) {
        self.version = version
        self.from = from
        self.until = until
    }
}

/// The SQL of the offers that shops publish, within one transaction.
///
/// Each version is a row of its own, and rows do not change but for the time in which they are given: what coupons say that
/// somebody has stays what it was.
package struct PublishedOffers {
    let connection: any Connection

    /// The offers in the database of `connection`.
    package init(_ connection: any Connection) {
        self.connection = connection
    }

    /// What the versions of an offer of a shop have in common; no offer of a venue file is called so.
    package static func family(_ offer: String, major: UInt16) -> String {
        "\(major).\(offer)"
    }

    /// The versions of an offer in their order, without what was taken back before it began.
    package func runs(of family: String, in venue: UUID128) throws -> [OfferRun] {
        try connection.query(
            """
            SELECT id, given_from, given_until FROM offers
            WHERE venue = ?1 AND family = ?2 AND given_until > given_from
            """,
            [.blob(venue.bytes), .text(family)]
        ).map(run).sorted { $0.version < $1.version }
    }

    /// Publishes a version from `offer.validFrom` on; the one that is given until then follows no longer.
    ///
    /// It counts from the coupons that earlier versions gave.
    package func add(_ offer: Offer, version: Int64, of shop: ShopReference) throws {
        guard let family = offer.family else { throw StorageError.corrupt }
        let (venue, from): (SQLValue, SQLValue) = (.blob(shop.venue.bytes), .integer(offer.validFrom.milliseconds))
        _ = try connection.execute(
            "UPDATE offers SET given_until = ?3 WHERE venue = ?1 AND family = ?2 AND given_until > ?3",
            [venue, .text(family), from])
        _ = try connection.execute(
            """
            INSERT INTO offers (venue, id, major, shop, texts, points, valid_until, coupon_limit, given, family,
                given_from, given_until, hours, pays_redeemed)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8,
                (SELECT COUNT(*) FROM coupons JOIN offers ON offers.venue = coupons.venue AND offers.id = coupons.offer_id
                WHERE offers.venue = ?1 AND offers.family = ?9)
                + (SELECT COUNT(*) FROM fresh_coupons
                JOIN offers ON offers.venue = fresh_coupons.venue AND offers.id = fresh_coupons.offer_id
                WHERE offers.venue = ?1 AND offers.family = ?9),
                ?9, ?10, ?7, ?11, ?12)
            """,
            [
                venue, .text(offer.id), .integer(Int64(offer.major)), .text(shop.name),
                .text(try LanguageTexts.encode(offer.text)), .integer(Int64(offer.points)),
                .integer(offer.validUntil.milliseconds), SQLValue(offer.limit.map { Int64($0) }), .text(family), from,
                .text(offer.hours.text), .integer(offer.paysRedeemed ? 1 : 0),
            ])
        try noteChange(in: shop.venue)
    }

    /// Takes back a version that has not begun, which nobody can have; the one before it goes on.
    package func remove(_ run: OfferRun, of family: String, in venue: UUID128) throws {
        let arguments: [SQLValue] = [.blob(venue.bytes), .text(family), .integer(run.from.milliseconds)]
        _ = try connection.execute(
            "DELETE FROM offers WHERE venue = ?1 AND family = ?2 AND given_from = ?3 AND id = ?4",
            arguments + [.text(Self.id(family, version: run.version))])
        // The row of an offer of the venue file stays, so that the next import knows that it is its shop's.
        _ = try connection.execute(
            """
            UPDATE offers SET given_until = given_from
            WHERE venue = ?1 AND family = ?2 AND given_from = ?3 AND id NOT LIKE family || '/%'
            """, arguments)
        _ = try connection.execute(
            """
            UPDATE offers SET given_until = valid_until WHERE venue = ?1 AND family = ?2 AND given_until = ?3
            AND given_from < ?3
            """, arguments)
        try noteChange(in: venue)
    }

    /// Gives no version any more from `now` on.
    package func end(_ family: String, in venue: UUID128, at now: Timestamp) throws {
        _ = try connection.execute(
            "UPDATE offers SET given_until = ?3 WHERE venue = ?1 AND family = ?2 AND given_until > ?3",
            [.blob(venue.bytes), .text(family), .integer(now.milliseconds)])
        try noteChange(in: venue)
    }

    /// What a version of an offer is called among all offers of its venue.
    package static func id(_ family: String, version: Int64) -> String {
        "\(family)/\(version)"
    }

    /// The offers of a venue's shops that are or will be given, and how many of their rows can't be read.
    func offers(of venue: UUID128, notOverAt now: Timestamp) throws -> (offers: [Offer], unreadable: Int) {
        let rows = try connection.query(
            """
            SELECT id, major, texts, points, valid_until, coupon_limit, family, given_from, given_until, hours,
                pays_redeemed
            FROM offers WHERE venue = ?1 AND family IS NOT NULL AND given_until > ?2 ORDER BY major, given_from, id
            """, [.blob(venue.bytes), .integer(now.milliseconds)]
        )
        var offers: [Offer] = []
        var unreadable = 0
        for row in rows {
            do { offers.append(try offer(row)) } catch { unreadable += 1 }
        }
        return (offers, unreadable)
    }

    private func offer(_ row: Row) throws -> Offer {
        guard let major = UInt16(exactly: try row.integer("major")),
            let hours = WeeklyHours(text: try row.text("hours"))
        else { throw StorageError.corrupt }
        return Offer(
            id: try row.text("id"), major: major, text: try LanguageTexts.decode(try row.text("texts")),
            validFrom: Timestamp(milliseconds: try row.integer("given_from")),
            validUntil: Timestamp(milliseconds: try row.integer("valid_until")), hours: hours,
            points: Int(try row.integer("points")), limit: try row.optionalInteger("coupon_limit").map { Int($0) },
            givenUntil: Timestamp(milliseconds: try row.integer("given_until")), family: try row.text("family"),
            paysRedeemed: try row.integer("pays_redeemed") != 0)
    }

    private func run(_ row: Row) throws -> OfferRun {
        let id = try row.text("id").split(separator: "/")
        // No identifier in a venue file has a slash: what came with the file is the first version.
        let version = id.count == 1 ? Self.fileVersion : id.last.flatMap { Int64($0) }
        guard let version else { throw StorageError.corrupt }
        return OfferRun(
            version: version, from: Timestamp(milliseconds: try row.integer("given_from")),
            until: Timestamp(milliseconds: try row.integer("given_until")))
    }

    /// Lets each server read the offers of a venue again.
    func noteChange(in venue: UUID128) throws {
        _ = try connection.execute(
            """
            INSERT INTO offer_changes (venue, number) VALUES (?1, 1)
            ON CONFLICT (venue) DO UPDATE SET number = offer_changes.number + 1
            """, [.blob(venue.bytes)])
    }
}
