import Basics
import Beacons
import Loyalty
import Storage

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
            func isAllowed(_ account: [UInt8], _ row: Row, within seconds: Int64) throws -> Bool {
                let at = Timestamp(milliseconds: try row.integer("at"))
                return ledger.allows(
                    account: account, shop: UInt16(truncatingIfNeeded: try row.integer("major")), from: at,
                    until: at.advanced(bySeconds: seconds))
            }
            var violations = 0
            for row in try connection.query("SELECT pseudonym, major, at FROM visits") {
                guard let account = accounts[try row.text("pseudonym")], try isAllowed(account, row, within: 0) else {
                    violations += 1
                    continue
                }
            }
            for (query, seconds) in Self.rowsOfAccounts {
                for row in try connection.query(query)
                where try !isAllowed(row.blob("account_id"), row, within: seconds) {
                    violations += 1
                }
            }
            return violations
        }
    }

    /// Every other table that ties an account to a shop, with how far apart what it tells and what it means may be:
    /// a place is timed by the phone, which may be a minute behind, and a coupon tells only its day.
    private static let rowsOfAccounts: [(query: String, seconds: Int64)] = [
        ("SELECT account_id, major, at FROM sightings", 0),
        ("SELECT account_id, major, at FROM recent_places", 60),
        (coupons("coupons"), 86_400), (coupons("fresh_coupons"), 86_400),
    ]

    private static func coupons(_ table: String) -> String {
        """
        SELECT coupons.account_id, offers.major, coupons.received_at AS at
        FROM \(table) AS coupons JOIN offers ON offers.id = coupons.offer_id AND offers.venue = coupons.venue
        """
    }
}
