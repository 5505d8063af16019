import Accounts
import Beacons
import Loyalty
import Storage
import Time

/// The SQL of sightings and visits, within one transaction.
struct SightingStore {
    /// What the rules need to know of an account and a beacon's window.
    struct Facts {
        /// Whether the account chose the shop.
        let isChosen: Bool
        /// Whether it has proved its presence at the beacon in the window.
        let alreadyProved: Bool
        /// How many accounts have, counted up to the limit.
        let accountsInWindow: Int
        /// Where it was last, if that was minutes ago.
        let last: (venue: UUID128, beacon: BeaconRef, time: Timestamp)?
        /// In which venue it was before, and in which quarter of an hour.
        let lastVenue: (venue: UUID128, quarter: Timestamp)?
    }

    private let connection: any Connection

    init(_ connection: any Connection) {
        self.connection = connection
    }

    /// Whether an account chose a shop.
    func isChosen(account: [UInt8], venue: [UInt8], major: UInt16) throws -> Bool {
        try connection.first(
            "SELECT 1 FROM choices WHERE account_id = ?1 AND venue = ?2 AND major = ?3",
            [.blob(account), .blob(venue), .integer(Int64(major))]) != nil
    }

    /// Everything that is to be known before a sighting is believed, in one statement.
    ///
    /// - Parameter limit: How far to count the accounts in the window.
    func facts(
        account: [UInt8], venue: [UInt8], beacon: BeaconRef, window: Int64, limit: Int
    ) throws -> Facts {
        let row = try connection.first(
            Self.factsStatement,
            [
                .blob(account), .blob(venue), .integer(Int64(beacon.major)), .integer(Int64(beacon.minor)),
                .integer(window), .integer(Int64(limit)),
            ])
        guard let row else { throw StorageError.corrupt }
        return Facts(
            isChosen: try row.integer(0) != 0, alreadyProved: try row.integer(1) != 0,
            accountsInWindow: Int(try row.integer(2)), last: try recentPlace(row), lastVenue: try lastVenue(row))
    }

    /// Records that an account has proved its presence in a window; false when it had before.
    func insertSighting(
        account: [UInt8], venue: [UInt8], beacon: BeaconRef, window: Int64, at: Timestamp
    ) throws -> Bool {
        try connection.execute(
            """
            INSERT INTO sightings (venue, major, minor, period_window, account_id, at)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6) ON CONFLICT DO NOTHING
            """,
            [
                .blob(venue), .integer(Int64(beacon.major)), .integer(Int64(beacon.minor)), .integer(window),
                .blob(account), .integer(at.milliseconds),
            ]) == 1
    }

    /// Records where an account was, unless it is known to have been somewhere later.
    func putRecentPlace(account: [UInt8], venue: [UInt8], beacon: BeaconRef, at: Timestamp) throws {
        _ = try connection.execute(
            """
            INSERT INTO recent_places (account_id, venue, major, minor, at) VALUES (?1, ?2, ?3, ?4, ?5)
            ON CONFLICT (account_id) DO UPDATE SET venue = excluded.venue, major = excluded.major,
            minor = excluded.minor, at = excluded.at WHERE excluded.at >= recent_places.at
            """,
            [
                .blob(account), .blob(venue), .integer(Int64(beacon.major)), .integer(Int64(beacon.minor)),
                .integer(at.milliseconds),
            ])
    }

    /// Records a visit; it names a pseudonym and no account.
    func insertVisit(id: String, venue: [UInt8], major: UInt16, pseudonym: Pseudonym, at: Timestamp) throws {
        _ = try connection.execute(
            "INSERT INTO visits (id, venue, major, pseudonym, at) VALUES (?1, ?2, ?3, ?4, ?5)",
            [
                .text(id), .blob(venue), .integer(Int64(major)), .text(pseudonym.text), .integer(at.milliseconds),
            ])
    }

    /// The newest visits of a pseudonym in its shop.
    func visits(of pseudonym: Pseudonym, in shop: ShopReference, limit: Int) throws -> [Visit] {
        let rows = try connection.query(
            """
            SELECT id, at FROM visits WHERE venue = ?1 AND major = ?2 AND pseudonym = ?3 ORDER BY at DESC LIMIT ?4
            """,
            [
                .blob(shop.venue.bytes), .integer(Int64(shop.major)), .text(pseudonym.text), .integer(Int64(limit)),
            ])
        return try rows.map { Visit(id: try $0.text(0), shop: shop, at: Timestamp(milliseconds: try $0.integer(1))) }
    }

    /// How many different pseudonyms visited each shop of a venue since `start`.
    func visitors(of venue: [UInt8], since start: Timestamp) throws -> [UInt16: Int] {
        let rows = try connection.query(
            """
            SELECT major, COUNT(DISTINCT pseudonym) FROM visits WHERE venue = ?1 AND at >= ?2 GROUP BY major
            """,
            [.blob(venue), .integer(start.milliseconds)])
        var visitors: [UInt16: Int] = [:]
        for row in rows {
            guard let major = UInt16(exactly: try row.integer(0)) else { throw StorageError.corrupt }
            visitors[major] = Int(try row.integer(1))
        }
        return visitors
    }

    /// Removes what was proved at a beacon in windows before `window`.
    func deleteSightings(venue: [UInt8], beacon: BeaconRef, before window: Int64) throws {
        _ = try connection.execute(
            "DELETE FROM sightings WHERE venue = ?1 AND major = ?2 AND minor = ?3 AND period_window < ?4",
            [.blob(venue), .integer(Int64(beacon.major)), .integer(Int64(beacon.minor)), .integer(window)])
    }

    private func lastVenue(_ row: Row) throws -> (venue: UUID128, quarter: Timestamp)? {
        guard let bytes = try row.optionalBlob(7) else { return nil }
        guard let venue = UUID128(bytes: bytes) else { throw StorageError.corrupt }
        return (venue, Timestamp(milliseconds: try row.integer(8)))
    }

    private func recentPlace(_ row: Row) throws -> (venue: UUID128, beacon: BeaconRef, time: Timestamp)? {
        guard let bytes = try row.optionalBlob(3) else { return nil }
        guard
            let venue = UUID128(bytes: bytes), let major = UInt16(exactly: try row.integer(4)),
            let minor = UInt16(exactly: try row.integer(5))
        else { throw StorageError.corrupt }
        return (venue, BeaconRef(major: major, minor: minor), Timestamp(milliseconds: try row.integer(6)))
    }

    private static let factsStatement = """
        SELECT
        CASE WHEN EXISTS (SELECT 1 FROM choices WHERE account_id = ?1 AND venue = ?2 AND major = ?3)
        THEN 1 ELSE 0 END,
        CASE WHEN EXISTS (SELECT 1 FROM sightings WHERE venue = ?2 AND major = ?3 AND minor = ?4
        AND period_window = ?5 AND account_id = ?1) THEN 1 ELSE 0 END,
        (SELECT COUNT(*) FROM (SELECT 1 FROM sightings WHERE venue = ?2 AND major = ?3 AND minor = ?4
        AND period_window = ?5 LIMIT ?6) AS heard),
        place.venue, place.major, place.minor, place.at, earlier.venue, earlier.quarter
        FROM (SELECT 1 AS number) AS one LEFT JOIN recent_places AS place ON place.account_id = ?1
        LEFT JOIN last_places AS earlier ON earlier.account_id = ?1
        """
}
