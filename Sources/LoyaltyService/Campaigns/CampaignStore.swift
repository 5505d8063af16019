import API
import Basics
import Beacons
import Loyalty
import Storage

/// The SQL of campaigns, within one transaction.
struct CampaignStore {
    private let connection: any Connection

    init(_ connection: any Connection) {
        self.connection = connection
    }

    private static let columns = """
        id, version, name, hold_out, weeks, baseline, expected, weekly, first_day, last_day, given_from, given_until,
        stopped_day
        """

    /// The campaigns of a shop, the newest first.
    func campaigns(of shop: ShopKey) throws -> [Campaign] {
        try connection.query(
            "SELECT \(Self.columns) FROM campaigns WHERE venue = ?1 AND major = ?2 ORDER BY made_at DESC, id",
            [.blob(shop.venue.bytes), .integer(Int64(shop.major))]
        ).map(campaign)
    }

    /// A campaign of a shop.
    func campaign(_ id: [UInt8], of shop: ShopKey) throws -> Campaign? {
        try connection.first(
            "SELECT \(Self.columns) FROM campaigns WHERE id = ?1 AND venue = ?2 AND major = ?3",
            [.blob(id), .blob(shop.venue.bytes), .integer(Int64(shop.major))]
        ).map(campaign)
    }

    /// Keeps a new draft.
    func insert(_ campaign: Campaign, secret: [UInt8], of shop: ShopKey, at now: Timestamp) throws {
        let sealed = try connection.sealing.value(secret, in: CampaignSecrets.division, of: [.blob(campaign.id)])
        let terms = campaign.terms
        _ = try connection.execute(
            """
            INSERT INTO campaigns (id, venue, major, version, name, hold_out, weeks, baseline, expected, weekly, secret,
                made_at)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)
            """,
            [
                .blob(campaign.id), .blob(shop.venue.bytes), .integer(Int64(shop.major)), .integer(campaign.version),
                .text(terms.name), .integer(Int64(terms.holdOut)), .integer(Int64(terms.weeks)),
                .integer(Int64(terms.baseline)), .integer(Int64(terms.expected)), .integer(Int64(terms.weekly)), sealed,
                .integer(now.milliseconds),
            ])
    }

    /// Keeps what of a campaign may change, as its next version.
    func update(_ campaign: Campaign) throws {
        let (terms, days) = (campaign.terms, campaign.days)
        _ = try connection.execute(
            """
            UPDATE campaigns SET version = version + 1, name = ?2, hold_out = ?3, weeks = ?4, baseline = ?5, expected = ?6,
                weekly = ?7, first_day = ?8, last_day = ?9, given_from = ?10, given_until = ?11, stopped_day = ?12
            WHERE id = ?1
            """,
            [
                .blob(campaign.id), .text(terms.name), .integer(Int64(terms.holdOut)), .integer(Int64(terms.weeks)),
                .integer(Int64(terms.baseline)), .integer(Int64(terms.expected)), .integer(Int64(terms.weekly)),
                SQLValue(days?.firstDay), SQLValue(days?.lastDay), SQLValue(days?.from.milliseconds),
                SQLValue(days?.until.milliseconds), SQLValue(campaign.stoppedDay),
            ])
    }

    /// Removes a draft.
    func delete(_ id: [UInt8]) throws {
        _ = try connection.execute("DELETE FROM campaigns WHERE id = ?1", [.blob(id)])
    }

    /// What divides the people of a shop at `now`: hold-out and secret of the campaign that runs, and its days.
    func running(of shop: ShopKey, at now: Timestamp) throws -> Division? {
        try connection.first(
            """
            SELECT id, hold_out, secret, first_day, last_day FROM campaigns
            WHERE venue = ?1 AND major = ?2 AND given_until > ?3 AND given_from <= ?3
            """, [.blob(shop.venue.bytes), .integer(Int64(shop.major)), .integer(now.milliseconds)]
        ).map { row in
            let id = try row.blob("id")
            guard let secret = try connection.sealing.secret(in: CampaignSecrets.division, row, of: [.blob(id)]) else {
                throw StorageError.corrupt
            }
            return Division(
                holdOut: Int(try row.integer("hold_out")), secret: secret, firstDay: try row.integer("first_day"),
                lastDay: try row.integer("last_day"))
        }
    }

    /// Whether a campaign that was not stopped ended on this day.
    func hasEnded(on day: Int64, of shop: ShopKey) throws -> Bool {
        try connection.first(
            "SELECT 1 FROM campaigns WHERE venue = ?1 AND major = ?2 AND last_day = ?3 AND stopped_day IS NULL",
            [.blob(shop.venue.bytes), .integer(Int64(shop.major)), .integer(day)]) != nil
    }

    /// What divides people into two groups.
    struct Division {
        let holdOut: Int
        let secret: [UInt8]
        let firstDay: Int64
        let lastDay: Int64

        /// Whether the account is offered nothing.
        func isHeldOut(_ account: [UInt8]) -> Bool {
            CampaignArm.isHeldOut(account: account, secret: secret, holdOut: holdOut)
        }
    }

    private func campaign(_ row: Row) throws -> Campaign {
        var days: Campaign.Days?
        if let first = try row.optionalInteger("first_day") {
            days = Campaign.Days(
                firstDay: first, lastDay: try row.integer("last_day"),
                from: Timestamp(milliseconds: try row.integer("given_from")),
                until: Timestamp(milliseconds: try row.integer("given_until")))
        }
        return Campaign(
            id: try row.blob("id"), version: try row.integer("version"),
            terms: CampaignTermsBody(
                name: try row.text("name"), holdOut: Int(try row.integer("hold_out")),
                weeks: Int(try row.integer("weeks")), baseline: Int(try row.integer("baseline")),
                expected: Int(try row.integer("expected")), weekly: Int(try row.integer("weekly"))),
            days: days, stoppedDay: try row.optionalInteger("stopped_day"))
    }
}
