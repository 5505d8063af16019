import Beacons
import Loyalty
import Storage
import Time

/// Looks into the database from outside the service and counts what the visitors' choices did not allow.
struct ConsentAudit {
    /// The truth to compare with.
    let ledger: ConsentLedger
    /// The centre.
    let venue: Venue

    /// The number of rows about a visit to a shop that its visitor had not chosen at that moment.
    ///
    /// A visit whose pseudonym belongs to nobody counts as well: such a row cannot be accounted for.
    func violations(in database: any Database) async throws -> Int {
        let accounts = ledger.accountsByPseudonym(venue: venue.uuid, shops: venue.shops.map(\.major))
        return try await database.read { [ledger] connection in
            var violations = 0
            for row in try connection.query("SELECT major, pseudonym, at FROM visits") {
                let shop = try Self.shop(row, 0)
                guard let account = accounts[try row.text(1)] else {
                    violations += 1
                    continue
                }
                if try !ledger.allows(account: account, shop: shop, at: Self.instant(row, 2)) { violations += 1 }
            }
            for row in try connection.query("SELECT account_id, major, at FROM sightings")
            where try !ledger.allows(account: row.blob(0), shop: Self.shop(row, 1), at: Self.instant(row, 2)) {
                violations += 1
            }
            let coupons = """
                SELECT coupons.account_id, offers.major, coupons.received_at
                FROM coupons JOIN offers ON offers.id = coupons.offer_id AND offers.venue = coupons.venue
                """
            for row in try connection.query(coupons)
            where try !ledger.allows(account: row.blob(0), shop: Self.shop(row, 1), onDayFrom: Self.instant(row, 2)) {
                violations += 1
            }
            return violations
        }
    }

    private static func shop(_ row: Row, _ column: Int) throws -> UInt16 {
        UInt16(truncatingIfNeeded: try row.integer(column))
    }

    private static func instant(_ row: Row, _ column: Int) throws -> Timestamp {
        Timestamp(milliseconds: try row.integer(column))
    }
}
