import AccountService
import Basics
import Foundation
import Loyalty
import Storage

/// A version of a plan as it is told.
struct PlanVersion: Equatable, Sendable {
    let number: Int64
    let at: Timestamp
    /// Who put it in force; nil for the machine's operator, and after the end of the account.
    let email: String?
    let note: String
    let restored: Int64?
    let shops: Int
    let beacons: Int
}

/// The draft of a venue's plan; before the first one, all of it is nothing.
struct PlanDraftRow: Equatable, Sendable {
    var number: Int64 = 0
    var base: Int64 = 0
    var document: String?
    var at: Timestamp?
    var email: String?
}

/// The SQL of plans, within one transaction.
struct PlanStore {
    /// How many versions of a plan are kept.
    static let mostVersions: Int64 = 200

    private let connection: any Connection
    private let venue: UUID128

    init(_ connection: any Connection, of venue: UUID128) {
        self.connection = connection
        self.venue = venue
    }

    private var key: SQLValue { .blob(venue.bytes) }

    /// The numbers of the newest version and of the draft.
    func numbers() throws -> (version: Int64, draft: Int64) {
        (try latest()?.number ?? 0, try draft().number)
    }

    // MARK: Versions

    /// The newest version with its document, or nil before the first one.
    func latest() throws -> (number: Int64, document: String)? {
        try connection.first(
            "SELECT number, document FROM plan_versions WHERE venue = ?1 ORDER BY number DESC LIMIT 1", [key]
        ).map { (try $0.integer("number"), try $0.text("document")) }
    }

    /// The versions, the newest first.
    func versions() throws -> [PlanVersion] {
        let accounts = AccountStore(connection)
        var emails: [[UInt8]: String?] = [:]
        return try connection.query(
            """
            SELECT number, account_id, at, note, restored, shops, beacons FROM plan_versions WHERE venue = ?1
            ORDER BY number DESC
            """, [key]
        ).map { row in
            var email: String?
            if let account = try row.optionalBlob("account_id") {
                let known = try emails[account] ?? accounts.email(ofAccount: account)
                emails[account] = known
                email = known
            }
            return PlanVersion(
                number: try row.integer("number"), at: Timestamp(milliseconds: try row.integer("at")), email: email,
                note: try row.text("note"), restored: try row.optionalInteger("restored"),
                shops: Int(try row.integer("shops")), beacons: Int(try row.integer("beacons")))
        }
    }

    /// The document of a version, or nil.
    func document(of number: Int64) throws -> String? {
        try connection.first(
            "SELECT document FROM plan_versions WHERE venue = ?1 AND number = ?2", [key, .integer(number)]
        )?.text("document")
    }

    /// Adds a version, and removes those that are too old to be kept.
    func add(
        _ plan: Venue, by account: [UInt8]?, note: String = "", restored: Int64? = nil, at now: Timestamp
    ) throws -> Int64 {
        let number = (try latest()?.number ?? 0) + 1
        try connection.execute(
            """
            INSERT INTO plan_versions (venue, number, document, account_id, at, note, restored, shops, beacons)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
            """,
            [
                key, .integer(number), .text(VenueFile.write(plan)), account.map { .blob($0) } ?? .null,
                .integer(now.milliseconds), .text(note), SQLValue(restored), .integer(Int64(plan.shops.count)),
                .integer(Int64(plan.beacons.count)),
            ])
        try connection.execute(
            "DELETE FROM plan_versions WHERE venue = ?1 AND number <= ?2",
            [key, .integer(number - Self.mostVersions)])
        return number
    }

    // MARK: The draft

    /// The draft.
    func draft() throws -> PlanDraftRow {
        let row = try connection.first(
            "SELECT number, base, document, account_id, at FROM plan_drafts WHERE venue = ?1", [key])
        guard let row else { return PlanDraftRow() }
        let account = try row.optionalBlob("account_id")
        return PlanDraftRow(
            number: try row.integer("number"), base: try row.integer("base"),
            document: try row.optionalText("document"),
            at: try row.optionalInteger("at").map { Timestamp(milliseconds: $0) },
            email: try account.flatMap { try AccountStore(connection).email(ofAccount: $0) })
    }

    /// Puts a draft, or none, in the place of the one before; its number grows.
    func setDraft(_ document: String?, base: Int64, by account: [UInt8], at now: Timestamp) throws {
        try connection.execute(
            """
            INSERT INTO plan_drafts (venue, number, base, document, account_id, at) VALUES (?1, 1, ?2, ?3, ?4, ?5)
            ON CONFLICT (venue) DO UPDATE SET number = plan_drafts.number + 1, base = excluded.base,
            document = excluded.document, account_id = excluded.account_id, at = excluded.at
            """,
            [
                key, .integer(base), document.map { .text($0) } ?? .null, .blob(account),
                .integer(now.milliseconds),
            ])
    }

    // MARK: Pictures

    /// Keeps a picture; one that is there already is used today again.
    func add(picture: [UInt8], digest: [UInt8], day: Int64) throws {
        try connection.execute(
            """
            INSERT INTO plan_pictures (venue, digest, picture, day) VALUES (?1, ?2, ?3, ?4)
            ON CONFLICT (venue, digest) DO UPDATE SET day = excluded.day
            """, [key, .blob(digest), .blob(picture), .integer(day)])
    }

    /// A picture, or nil.
    func picture(_ digest: [UInt8]) throws -> [UInt8]? {
        try connection.first(
            "SELECT picture FROM plan_pictures WHERE venue = ?1 AND digest = ?2", [key, .blob(digest)]
        )?.blob("picture")
    }

    /// How many pictures came today or later.
    func pictureCount(since day: Int64) throws -> Int {
        let row = try connection.first(
            "SELECT COUNT(*) AS n FROM plan_pictures WHERE venue = ?1 AND day >= ?2", [key, .integer(day)])
        return Int(try row?.integer("n") ?? 0)
    }

    /// Removes the pictures that came before `day` and that neither a version nor the draft nor the plan in force names.
    func removeUnusedPictures(before day: Int64) throws {
        let old = try connection.query(
            "SELECT digest FROM plan_pictures WHERE venue = ?1 AND day < ?2", [key, .integer(day)])
        for row in old {
            let digest = try row.blob("digest")
            let isNamed = try connection.first(
                """
                SELECT 1 FROM plan_versions WHERE venue = ?1 AND document LIKE ?2
                UNION ALL SELECT 1 FROM plan_drafts WHERE venue = ?1 AND document LIKE ?2
                UNION ALL SELECT 1 FROM venues WHERE uuid = ?1 AND document LIKE ?2
                """, [key, .text("%\(PlanService.address(of: digest, at: venue))%")])
            guard isNamed == nil else { continue }
            try connection.execute(
                "DELETE FROM plan_pictures WHERE venue = ?1 AND digest = ?2", [key, .blob(digest)])
        }
    }
}
