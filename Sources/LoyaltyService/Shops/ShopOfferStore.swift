import API
import Basics
import Beacons
import Loyalty
import Storage

extension ShopKey {
    /// The first two values of the key of each row of its offers.
    fileprivate var values: [SQLValue] { [.blob(venue.bytes), .integer(Int64(major))] }
}

/// The newest version of an offer.
struct OfferHead: Sendable {
    let id: String
    var version: Int64
    var terms: ShopOfferTermsBody
    var isDeleted: Bool
    var changedAt: Timestamp
    var changedBy: [UInt8]?
}

/// Something that was done to an offer.
struct OfferChange: Sendable {
    let version: Int64
    let change: ShopOfferChange
    let terms: ShopOfferTermsBody
    let at: Timestamp
    let by: [UInt8]?
}

/// The SQL of a shop's offers as the shop has them, within one transaction.
struct ShopOfferStore {
    private let connection: any Connection
    private let shop: ShopKey

    init(_ connection: any Connection, of shop: ShopKey) {
        self.connection = connection
        self.shop = shop
    }

    /// All offers, those with the latest change first.
    func heads(limit: Int) throws -> [OfferHead] {
        try connection.query(
            """
            SELECT id, version, terms, is_deleted, changed_at, account_id FROM shop_offers
            WHERE venue = ?1 AND major = ?2 ORDER BY changed_at DESC, id LIMIT ?3
            """, shop.values + [.integer(Int64(limit))]
        ).map(head)
    }

    /// One offer, or nil.
    func head(_ id: String) throws -> OfferHead? {
        try connection.first(
            """
            SELECT id, version, terms, is_deleted, changed_at, account_id FROM shop_offers
            WHERE venue = ?1 AND major = ?2 AND id = ?3
            """, shop.values + [.text(id)]
        ).map(head)
    }

    /// How many offers there are.
    func count() throws -> Int {
        let row = try connection.first(
            "SELECT COUNT(*) AS number FROM shop_offers WHERE venue = ?1 AND major = ?2", shop.values)
        return Int(try row?.integer("number") ?? 0)
    }

    /// Keeps the next version of an offer, with what was done.
    func put(_ head: OfferHead, _ change: ShopOfferChange) throws {
        let terms = SQLValue.text(String(decoding: try head.terms.json(), as: UTF8.self))
        let by: SQLValue = head.changedBy.map { .blob($0) } ?? .null
        _ = try connection.execute(
            """
            INSERT INTO shop_offers (venue, major, id, version, terms, is_deleted, changed_at, account_id)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
            ON CONFLICT (venue, major, id) DO UPDATE SET version = excluded.version, terms = excluded.terms,
            is_deleted = excluded.is_deleted, changed_at = excluded.changed_at, account_id = excluded.account_id
            """,
            shop.values + [
                .text(head.id), .integer(head.version), terms, .integer(head.isDeleted ? 1 : 0),
                .integer(head.changedAt.milliseconds), by,
            ])
        _ = try connection.execute(
            """
            INSERT INTO offer_versions (venue, major, offer, version, change, terms, at, account_id)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
            """,
            shop.values + [
                .text(head.id), .integer(head.version), .text(change.rawValue), terms,
                .integer(head.changedAt.milliseconds), by,
            ])
    }

    /// What was done to an offer, the newest first.
    func changes(of id: String, limit: Int) throws -> [OfferChange] {
        try connection.query(
            """
            SELECT version, change, terms, at, account_id FROM offer_versions
            WHERE venue = ?1 AND major = ?2 AND offer = ?3 ORDER BY version DESC LIMIT ?4
            """, shop.values + [.text(id), .integer(Int64(limit))]
        ).map { row in
            guard let change = ShopOfferChange(rawValue: try row.text("change")) else { throw StorageError.corrupt }
            return OfferChange(
                version: try row.integer("version"), change: change, terms: try terms(row),
                at: Timestamp(milliseconds: try row.integer("at")), by: try row.optionalBlob("account_id"))
        }
    }

    /// What a version of an offer said.
    func terms(of id: String, version: Int64) throws -> ShopOfferTermsBody {
        let row = try connection.first(
            "SELECT terms FROM offer_versions WHERE venue = ?1 AND major = ?2 AND offer = ?3 AND version = ?4",
            shop.values + [.text(id), .integer(version)])
        guard let row else { throw StorageError.corrupt }
        return try terms(row)
    }

    private func head(_ row: Row) throws -> OfferHead {
        OfferHead(
            id: try row.text("id"), version: try row.integer("version"), terms: try terms(row),
            isDeleted: try row.integer("is_deleted") != 0,
            changedAt: Timestamp(milliseconds: try row.integer("changed_at")),
            changedBy: try row.optionalBlob("account_id"))
    }

    private func terms(_ row: Row) throws -> ShopOfferTermsBody {
        do {
            return try ShopOfferTermsBody(json: Array(try row.text("terms").utf8))
        } catch is BodyError {
            throw StorageError.corrupt
        }
    }
}
