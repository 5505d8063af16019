import Basics
import Foundation
import Loyalty
import Presence
import ServiceKit
import Storage

/// The SQL of venues, their beacons and the terms of their offers, within one transaction.
struct VenueStore {
    /// What is stored of one venue.
    struct Content: Sendable {
        let document: String
        let beacons: [BeaconRef: StoredBeacon]
        /// The offers that its shops published and that are or will be given.
        let published: [Offer]
        /// How many rows of such offers can't be read.
        let unreadable: Int
        /// The identifiers of the document's offers that are their shops' own by now.
        let adopted: Set<String>
    }

    /// What changes of a venue are told apart by.
    struct Version: Equatable, Sendable {
        /// How often it was imported.
        let `import`: Int64
        /// How often one of its keys has changed.
        let keys: Int64
        /// How often its shops' offers have changed.
        let offers: Int64
    }

    let connection: any Connection

    init(_ connection: any Connection) {
        self.connection = connection
    }

    /// Each venue's version, in the order of names, and how many rows can't be read.
    func versions() throws -> (venues: [(uuid: UUID128, version: Version)], unreadable: Int) {
        let rows = try connection.query(
            """
            SELECT uuid, version, keys_version,
            COALESCE((SELECT number FROM offer_changes WHERE venue = venues.uuid), 0) AS offers_version
            FROM venues ORDER BY name, uuid
            """
        )
        var venues: [(uuid: UUID128, version: Version)] = []
        for row in rows {
            do { venues.append((try uuid(row), try version(row))) } catch { continue }
        }
        return (venues, rows.count - venues.count)
    }

    private func version(_ row: Row) throws -> Version {
        Version(
            import: try row.integer("version"), keys: try row.integer("keys_version"),
            offers: try row.integer("offers_version"))
    }

    /// What is stored of a venue that `versions` named, without the rows of beacons and offers that can't be read.
    func content(of uuid: UUID128, at now: Timestamp) throws -> Content {
        let row = try connection.first("SELECT document FROM venues WHERE uuid = ?1", [.blob(uuid.bytes)])
        guard let row, let document = try? row.text("document") else { throw StorageError.corrupt }
        let offers = PublishedOffers(connection)
        let (published, unreadable) = try offers.offers(of: uuid, notOverAt: now)
        return Content(
            document: document, beacons: try readableBeacons(of: uuid).beacons, published: published,
            unreadable: unreadable, adopted: try offers.adopted(in: uuid))
    }

    /// When the document of a venue came, or nil.
    func importedAt(of uuid: UUID128) throws -> Timestamp? {
        try connection.first("SELECT imported_at FROM venues WHERE uuid = ?1", [.blob(uuid.bytes)]).map {
            Timestamp(milliseconds: try $0.integer("imported_at"))
        }
    }

    /// The document of a venue and when it came, or nil.
    func document(of uuid: UUID128) throws -> (text: String, importedAt: Timestamp)? {
        try connection.first("SELECT document, imported_at FROM venues WHERE uuid = ?1", [.blob(uuid.bytes)]).map {
            (try $0.text("document"), Timestamp(milliseconds: try $0.integer("imported_at")))
        }
    }

    /// How many people chose a shop, and how many coupons of it can be used at `now`.
    func ties(of major: UInt16, at uuid: UUID128, at now: Timestamp) throws -> (choices: Int, coupons: Int) {
        let shop: [SQLValue] = [.blob(uuid.bytes), .integer(Int64(major))]
        let chosen = try connection.first("SELECT COUNT(*) AS n FROM choices WHERE venue = ?1 AND major = ?2", shop)
        var coupons: Int64 = 0
        for table in ["coupons", "fresh_coupons"] {
            let row = try connection.first(
                """
                SELECT COUNT(*) AS n FROM \(table) c JOIN offers o ON o.venue = c.venue AND o.id = c.offer_id
                WHERE o.venue = ?1 AND o.major = ?2 AND o.valid_until > ?3 AND c.deleted_at IS NULL
                """, shop + [.integer(now.milliseconds)])
            coupons += try row?.integer("n") ?? 0
        }
        return (Int(try chosen?.integer("n") ?? 0), Int(coupons))
    }

    /// The keys and clocks of a venue's beacons.
    func beacons(of uuid: UUID128) throws -> [BeaconRef: StoredBeacon] {
        let (beacons, failure) = try readableBeacons(of: uuid)
        if let failure { throw failure }
        return beacons
    }

    /// The keys and clocks of the beacons of a venue whose rows can be read, and why the first of the others can't.
    func readableBeacons(of uuid: UUID128) throws -> (beacons: [BeaconRef: StoredBeacon], failure: (any Error)?) {
        let rows = try connection.query(
            """
            SELECT major, minor, security_key, clock_floor, clock_ceiling, clock_as_of, generation FROM beacons
            WHERE venue = ?1
            """,
            [.blob(uuid.bytes)])
        var readable: [BeaconRef: StoredBeacon] = [:]
        var failure: (any Error)?
        for row in rows {
            do { readable[try reference(row)] = try beacon(row, of: uuid) } catch { failure = failure ?? error }
        }
        let second = try readableSecondKeys(of: uuid)
        for (reference, key) in second.keys { readable[reference]?.second = key }
        // A beacon whose second key is not known here keeps the one that is known in memory.
        for reference in second.unreadable { readable[reference] = nil }
        return (readable, failure ?? second.failure)
    }

    private func beacon(_ row: Row, of uuid: UUID128) throws -> StoredBeacon {
        let key = try connection.sealing.secret(
            in: LoyaltySecrets.beaconKey, row, of: Self.name(try reference(row), of: uuid))
        guard let key = key.flatMap(BeaconKey.init(bytes:)) else { throw StorageError.corrupt }
        let clock = BeaconClock(
            floor: try row.integer("clock_floor"), ceiling: try row.integer("clock_ceiling"),
            asOf: Timestamp(milliseconds: try row.integer("clock_as_of")))
        return StoredBeacon(key: key, clock: clock, generation: try row.integer("generation"))
    }

    /// Puts a venue in the place of its earlier import, and counts one more.
    func put(_ venue: Venue, at now: Timestamp) throws {
        _ = try connection.execute(
            """
            INSERT INTO venues (uuid, name, document, version, imported_at) VALUES (?1, ?2, ?3, 1, ?4)
            ON CONFLICT (uuid) DO UPDATE SET name = excluded.name, document = excluded.document,
            version = venues.version + 1, imported_at = excluded.imported_at
            """,
            [
                .blob(venue.uuid.bytes), .text(venue.name), .text(VenueFile.write(venue)),
                .integer(now.milliseconds),
            ])
    }

    /// Adds a beacon with a new key, whose clock is to be set right when it is installed.
    func insertBeacon(_ reference: BeaconRef, of uuid: UUID128, key: BeaconKey, clock: BeaconClock) throws {
        let secret = try connection.sealing.value(
            key.bytes, in: LoyaltySecrets.beaconKey, of: Self.name(reference, of: uuid))
        _ = try connection.execute(
            """
            INSERT INTO beacons (venue, major, minor, security_key, clock_floor, clock_ceiling, clock_as_of)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
            """,
            [
                .blob(uuid.bytes), .integer(Int64(reference.major)), .integer(Int64(reference.minor)),
                secret, .integer(clock.floor), .integer(clock.ceiling), .integer(clock.asOf.milliseconds),
            ])
    }

    /// The values of the key of a beacon's row.
    static func name(_ reference: BeaconRef, of uuid: UUID128) -> [SQLValue] {
        [.blob(uuid.bytes), .integer(Int64(reference.major)), .integer(Int64(reference.minor))]
    }

    /// Removes a beacon with its key, and what was proved at it.
    func removeBeacon(_ reference: BeaconRef, of uuid: UUID128) throws {
        let arguments = Self.name(reference, of: uuid)
        for table in ["beacons", "second_beacon_keys", "sightings"] {
            _ = try connection.execute(
                "DELETE FROM \(table) WHERE venue = ?1 AND major = ?2 AND minor = ?3", arguments)
        }
    }

    /// Keeps what was learned of the clock of the device that has this key, unless something newer is kept.
    func store(_ clock: BeaconClock, of reference: BeaconRef, venue: [UInt8], generation: Int64) throws {
        _ = try connection.execute(
            """
            UPDATE beacons SET clock_floor = ?4, clock_ceiling = ?5, clock_as_of = ?6
            WHERE venue = ?1 AND major = ?2 AND minor = ?3 AND clock_as_of <= ?6 AND generation = ?7
            """,
            [
                .blob(venue), .integer(Int64(reference.major)), .integer(Int64(reference.minor)),
                .integer(clock.floor), .integer(clock.ceiling), .integer(clock.asOf.milliseconds), .integer(generation),
            ])
    }

    /// Keeps the words and terms of an offer; how many coupons were given stays, and so does an offer that its shop has
    /// changed.
    func put(_ offer: Offer, of shop: ShopReference) throws {
        let key: [SQLValue] = [.blob(shop.venue.bytes), .text(offer.id)]
        let known = try connection.first(
            "SELECT coupon_limit, family FROM offers WHERE venue = ?1 AND id = ?2", key)
        guard try known?.optionalText("family") == nil else { return }
        try upsert(offer, of: shop)
        // Coupons of an offer without a limit are not counted as they are given; one that gets a limit must know.
        guard offer.limit != nil, let known, try known.optionalInteger("coupon_limit") == nil else { return }
        _ = try connection.execute(
            """
            UPDATE offers SET given = (SELECT COUNT(*) FROM coupons WHERE venue = ?1 AND offer_id = ?2)
            + (SELECT COUNT(*) FROM fresh_coupons WHERE venue = ?1 AND offer_id = ?2)
            WHERE venue = ?1 AND id = ?2
            """, key)
    }

    private func upsert(_ offer: Offer, of shop: ShopReference) throws {
        _ = try connection.execute(
            """
            INSERT INTO offers (venue, id, major, shop, texts, points, valid_until, coupon_limit, given)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, 0)
            ON CONFLICT (venue, id) DO UPDATE SET major = excluded.major, shop = excluded.shop,
            texts = excluded.texts, points = excluded.points, valid_until = excluded.valid_until,
            coupon_limit = excluded.coupon_limit
            """,
            [
                .blob(shop.venue.bytes), .text(offer.id), .integer(Int64(offer.major)), .text(shop.name),
                .text(try LanguageTexts.encode(offer.text)), .integer(Int64(offer.points)),
                .integer(offer.validUntil.milliseconds), SQLValue(offer.limit.map { Int64($0) }),
            ])
    }

    /// Gives no more what shops published that are not among `majors`: another shop may get the number of one that is gone.
    func endPublishedOffers(of uuid: UUID128, except majors: Set<UInt16>, at now: Timestamp) throws {
        let venue: SQLValue = .blob(uuid.bytes)
        let instant: SQLValue = .integer(now.milliseconds)
        let given = try connection.query(
            "SELECT DISTINCT major FROM offers WHERE venue = ?1 AND family IS NOT NULL AND given_until > ?2",
            [venue, instant])
        for row in given {
            let major = try row.integer("major")
            if let known = UInt16(exactly: major), majors.contains(known) { continue }
            _ = try connection.execute(
                """
                UPDATE offers SET given_until = ?3
                WHERE venue = ?1 AND major = ?2 AND family IS NOT NULL AND given_until > ?3
                """, [venue, .integer(major), instant])
        }
    }

    /// Removes the choices of shops that are not among `majors`.
    func removeChoices(of uuid: UUID128, except majors: Set<UInt16>) throws {
        let chosen = try connection.query(
            "SELECT DISTINCT major FROM choices WHERE venue = ?1", [.blob(uuid.bytes)])
        for row in chosen {
            let major = try row.integer("major")
            if let known = UInt16(exactly: major), majors.contains(known) { continue }
            _ = try connection.execute(
                "DELETE FROM choices WHERE venue = ?1 AND major = ?2", [.blob(uuid.bytes), .integer(major)])
        }
    }

    private func uuid(_ row: Row) throws -> UUID128 {
        guard let uuid = UUID128(bytes: try row.blob("uuid")) else { throw StorageError.corrupt }
        return uuid
    }

    func reference(_ row: Row) throws -> BeaconRef {
        guard
            let major = UInt16(exactly: try row.integer("major")),
            let minor = UInt16(exactly: try row.integer("minor"))
        else { throw StorageError.corrupt }
        return BeaconRef(major: major, minor: minor)
    }
}
