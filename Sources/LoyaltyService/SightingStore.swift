import Accounts
import Basics
import Beacons
import Loyalty
import Storage

/// The SQL of sightings and visits, within one transaction.
package struct SightingStore {
    /// What the rules need to know of an account and a beacon's window.
    package struct Facts {
        /// What the shop may know of the account; nil when it was not chosen.
        let term: Term?
        /// Whether it has proved its presence at the beacon in the window.
        let alreadyProved: Bool
        /// Whether it is a new account.
        let isNewcomer: Bool
        /// How many accounts of its kind have, counted up to the limit.
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

    /// Everything that is to be known before a sighting is believed, in one statement.
    ///
    /// - Parameters:
    ///   - window: The window's slot.
    ///   - limit: How far to count the accounts in the window.
    ///   - day: The beginning of the first day whose accounts are still new.
    ///   - isOld: Whether the account is known to be from before that day, so that it need not be looked up.
    func facts(
        account: [UInt8], venue: [UInt8], beacon: BeaconRef, window: Int64, limit: Int, newFrom day: Timestamp,
        isOld: Bool
    ) throws -> Facts {
        let row = try connection.first(
            Self.factsStatement,
            [
                .blob(account), .blob(venue), .integer(Int64(beacon.major)), .integer(Int64(beacon.minor)),
                .integer(window), .integer(Int64(limit)), .integer(day.milliseconds), .integer(isOld ? 1 : 0),
            ])
        guard let row else { throw StorageError.corrupt }
        return Facts(
            term: try term(row), alreadyProved: try row.integer("is_proved") != 0,
            isNewcomer: try row.integer("is_newcomer") != 0, accountsInWindow: Int(try row.integer("accounts")),
            last: try recentPlace(row),
            lastVenue: try lastVenue(row))
    }

    /// Records that an account has proved its presence in a window; false when it had before.
    func insertSighting(
        account: [UInt8], isNewcomer: Bool, venue: [UInt8], beacon: BeaconRef, window: Int64, at: Timestamp
    ) throws -> Bool {
        try connection.execute(
            """
            INSERT INTO sightings (venue, major, minor, period_window, account_id, at, newcomer)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7) ON CONFLICT DO NOTHING
            """,
            [
                .blob(venue), .integer(Int64(beacon.major)), .integer(Int64(beacon.minor)), .integer(window),
                .blob(account), .integer(at.milliseconds), .integer(isNewcomer ? 1 : 0),
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

    /// Records a proved visit; it names a pseudonym and no account.
    ///
    /// - Parameter code: The number of the code that proved it, as accounts of this kind have it.
    func insertVisit(
        id: String, venue: [UInt8], major: UInt16, pseudonym: Pseudonym, code: Int64, at: Timestamp
    ) throws {
        _ = try connection.execute(
            "INSERT INTO visits (id, venue, major, pseudonym, at, code) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
            [
                .text(id), .blob(venue), .integer(Int64(major)), .text(pseudonym.text), .integer(at.milliseconds),
                .integer(code),
            ])
    }

    /// Says of a code that so many accounts have used it that whatever it proved is disputed.
    func dispute(code: Int64, venue: [UInt8], major: UInt16, on day: Int64) throws {
        _ = try connection.execute(
            "INSERT INTO disputed_codes (code, venue, major, day) VALUES (?1, ?2, ?3, ?4) ON CONFLICT DO NOTHING",
            [.integer(code), .blob(venue), .integer(Int64(major)), .integer(day)])
    }

    /// The newest proofs of a pseudonym in its shop.
    func proofs(of pseudonym: Pseudonym, in shop: ShopReference, limit: Int) throws -> [ShopProof] {
        try connection.query(
            """
            SELECT id, at, CASE WHEN EXISTS (SELECT 1 FROM disputed_codes WHERE disputed_codes.code = visits.code)
            THEN 1 ELSE 0 END AS is_disputed
            FROM visits WHERE venue = ?1 AND major = ?2 AND pseudonym = ?3 ORDER BY at DESC LIMIT ?4
            """,
            [
                .blob(shop.venue.bytes), .integer(Int64(shop.major)), .text(pseudonym.text), .integer(Int64(limit)),
            ]
        ).map { row in
            ShopProof(
                id: try row.text("id"), at: Timestamp(milliseconds: try row.integer("at")),
                isDisputed: try row.integer("is_disputed") != 0)
        }
    }

    /// Whether an account has proved a visit at a beacon with a code that nobody disputes.
    ///
    /// The visit names no beacon and the sighting no pseudonym: what they have in common is the instant, for as long as the
    /// sighting is kept.
    func hasProof(
        of account: [UInt8], _ pseudonym: Pseudonym, at beacon: BeaconIdentity, from: Timestamp, until: Timestamp
    ) throws -> Bool {
        try connection.first(
            """
            SELECT 1 FROM sightings JOIN visits ON visits.venue = sightings.venue AND visits.at = sightings.at
            WHERE sightings.venue = ?1 AND sightings.major = ?2 AND sightings.minor = ?3 AND sightings.account_id = ?4
            AND sightings.at >= ?5 AND sightings.at < ?6 AND visits.major = ?2 AND visits.pseudonym = ?7
            AND NOT EXISTS (SELECT 1 FROM disputed_codes WHERE disputed_codes.code = visits.code)
            """,
            [
                .blob(beacon.uuid.bytes), .integer(Int64(beacon.major)), .integer(Int64(beacon.minor)), .blob(account),
                .integer(from.milliseconds), .integer(until.milliseconds), .text(pseudonym.text),
            ]) != nil
    }

    /// The minors of a shop's beacons at which an account has proved a visit with a code that nobody disputes.
    ///
    /// Visit and sighting have the instant in common, as `hasProof` says.
    func provedMinors(
        of account: [UInt8], _ pseudonym: Pseudonym, in shop: ShopKey, from: Timestamp, until: Timestamp
    ) throws -> Set<UInt16> {
        let rows = try connection.query(
            """
            SELECT DISTINCT sightings.minor AS minor
            FROM sightings JOIN visits ON visits.venue = sightings.venue AND visits.at = sightings.at
            WHERE sightings.venue = ?1 AND sightings.major = ?2 AND sightings.account_id = ?3
            AND sightings.at >= ?4 AND sightings.at < ?5 AND visits.major = ?2 AND visits.pseudonym = ?6
            AND NOT EXISTS (SELECT 1 FROM disputed_codes WHERE disputed_codes.code = visits.code)
            """,
            [
                .blob(shop.venue.bytes), .integer(Int64(shop.major)), .blob(account), .integer(from.milliseconds),
                .integer(until.milliseconds), .text(pseudonym.text),
            ])
        return Set(try rows.map { UInt16(truncatingIfNeeded: try $0.integer("minor")) })
    }

    /// Removes what was proved at a beacon in windows before `window`.
    func deleteSightings(venue: [UInt8], beacon: BeaconRef, before window: Int64) throws {
        _ = try connection.execute(
            "DELETE FROM sightings WHERE venue = ?1 AND major = ?2 AND minor = ?3 AND period_window < ?4",
            [.blob(venue), .integer(Int64(beacon.major)), .integer(Int64(beacon.minor)), .integer(window)])
    }

    private func term(_ row: Row) throws -> Term? {
        guard let word = try row.optionalText("term") else { return nil }
        guard let term = Term(rawValue: word) else { throw StorageError.corrupt }
        return term
    }

    private func lastVenue(_ row: Row) throws -> (venue: UUID128, quarter: Timestamp)? {
        guard let bytes = try row.optionalBlob("earlier_venue") else { return nil }
        guard let venue = UUID128(bytes: bytes) else { throw StorageError.corrupt }
        return (venue, Timestamp(milliseconds: try row.integer("earlier_quarter")))
    }

    private func recentPlace(_ row: Row) throws -> (venue: UUID128, beacon: BeaconRef, time: Timestamp)? {
        guard let bytes = try row.optionalBlob("place_venue") else { return nil }
        guard
            let venue = UUID128(bytes: bytes), let major = UInt16(exactly: try row.integer("place_major")),
            let minor = UInt16(exactly: try row.integer("place_minor"))
        else { throw StorageError.corrupt }
        return (venue, BeaconRef(major: major, minor: minor), Timestamp(milliseconds: try row.integer("place_at")))
    }

    private static let factsStatement = """
        SELECT
        (SELECT term FROM choices WHERE account_id = ?1 AND venue = ?2 AND major = ?3) AS term,
        CASE WHEN EXISTS (SELECT 1 FROM sightings WHERE venue = ?2 AND major = ?3 AND minor = ?4
        AND period_window = ?5 AND account_id = ?1) THEN 1 ELSE 0 END AS is_proved,
        (SELECT COUNT(*) FROM (SELECT 1 FROM sightings WHERE venue = ?2 AND major = ?3 AND minor = ?4
        AND period_window = ?5 AND newcomer = one.newcomer LIMIT ?6) AS heard) AS accounts,
        place.venue AS place_venue, place.major AS place_major, place.minor AS place_minor, place.at AS place_at,
        earlier.venue AS earlier_venue, earlier.quarter AS earlier_quarter, one.newcomer AS is_newcomer
        FROM (
        SELECT CASE WHEN ?8 = 1 OR EXISTS (SELECT 1 FROM accounts WHERE id = ?1 AND created_at < ?7)
        THEN 0 ELSE 1 END AS newcomer
        ) AS one LEFT JOIN recent_places AS place ON place.account_id = ?1
        LEFT JOIN last_places AS earlier ON earlier.account_id = ?1
        """
}
