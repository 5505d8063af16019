import Basics
import Foundation
import ServiceKit
import Storage

/// When and of what an account wants to be told, on all its devices.
package struct PushRules: Hashable, Sendable {
    /// How many shops may be muted.
    package static let mostMutedShops = 500
    /// Of how many shops an account is told in one day.
    package static let offersPerDay = 3

    /// A shop.
    package struct Shop: Hashable, Sendable {
        /// Its venue.
        package let venue: UUID128
        /// Its number there.
        package let major: UInt16

        /// A shop.
        package init(venue: UUID128, major: UInt16) {
            self.venue = venue
            self.major = major
        }
    }

    /// Whether nothing is pushed at all.
    package var isSilent = false
    /// The hours in which nothing is pushed: minutes of the day, 0 to 1439; from the second one on there are pushes again.
    package var quiet: (from: Int, until: Int)? {
        get { quietMinutes.map { ($0[0], $0[1]) } }
        set { quietMinutes = newValue.map { [$0.from, $0.until] } }
    }
    /// The account's time zone, by its name in the IANA's database.
    package var timeZone = "UTC"
    /// The shops whose offers are not pushed.
    package var mutedShops: Set<Shop> = []

    private var quietMinutes: [Int]?

    /// The rules of somebody who has made none.
    package init() {}

    /// When something that happens `now` may be pushed: now, or when the quiet hours end.
    package func earliest(_ now: Timestamp) -> Timestamp {
        guard let quiet, quiet.from != quiet.until else { return now }
        let second = (now.seconds + offset(at: now)).quotientAndRemainder(dividingBy: 86_400).remainder
        let (minute, length) = (Int(second / 60), (quiet.until - quiet.from + 1440) % 1440)
        let passed = (minute - quiet.from + 1440) % 1440
        guard passed < length else { return now }
        return now.advanced(bySeconds: Int64(length - passed) * 60 - second % 60)
    }

    /// The number of the day in the account's time zone.
    func day(of now: Timestamp) -> Int64 { now.advanced(bySeconds: offset(at: now)).day }

    private func offset(at now: Timestamp) -> Int64 {
        let instant = Date(timeIntervalSince1970: Double(now.milliseconds) / 1000)
        return Int64(TimeZone(identifier: timeZone)?.secondsFromGMT(for: instant) ?? 0)
    }
}

/// The SQL of what accounts want to be told, within one transaction.
struct PushRuleStore {
    private let connection: any Connection

    init(_ connection: any Connection) {
        self.connection = connection
    }

    /// What an account wants.
    func rules(of account: [UInt8]) throws -> PushRules {
        var rules = PushRules()
        let row = try connection.first(
            "SELECT is_silent, quiet_from, quiet_until, time_zone FROM push_rules WHERE account_id = ?1",
            [.blob(account)])
        if let row {
            rules.isSilent = try row.integer("is_silent") != 0
            rules.timeZone = try row.text("time_zone")
            if let from = try row.optionalInteger("quiet_from"), let until = try row.optionalInteger("quiet_until") {
                rules.quiet = (Int(from), Int(until))
            }
        }
        for row in try connection.query(
            "SELECT venue, major FROM push_muted_shops WHERE account_id = ?1", [.blob(account)])
        {
            guard let venue = UUID128(bytes: try row.blob("venue")),
                let major = UInt16(exactly: try row.integer("major"))
            else { throw StorageError.corrupt }
            rules.mutedShops.insert(PushRules.Shop(venue: venue, major: major))
        }
        return rules
    }

    /// Replaces what an account wants.
    func set(_ rules: PushRules, of account: [UInt8]) throws {
        _ = try connection.execute(
            """
            INSERT INTO push_rules (account_id, is_silent, quiet_from, quiet_until, time_zone)
            VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT (account_id) DO UPDATE
            SET is_silent = ?2, quiet_from = ?3, quiet_until = ?4, time_zone = ?5
            """,
            [
                .blob(account), .integer(rules.isSilent ? 1 : 0), SQLValue(rules.quiet.map { Int64($0.from) }),
                SQLValue(rules.quiet.map { Int64($0.until) }), .text(rules.timeZone),
            ])
        _ = try connection.execute("DELETE FROM push_muted_shops WHERE account_id = ?1", [.blob(account)])
        for shop in rules.mutedShops.sorted(by: { ($0.venue.description, $0.major) < ($1.venue.description, $1.major) })
        {
            _ = try connection.execute(
                "INSERT INTO push_muted_shops (account_id, venue, major) VALUES (?1, ?2, ?3)",
                [.blob(account), .blob(shop.venue.bytes), .integer(Int64(shop.major))])
        }
    }

    /// Notes that an account is told of a shop; false when it was told of it, or of as many as it may, on that day.
    func takeOffer(_ shop: PushRules.Shop, day: Int64, of account: [UInt8]) throws -> Bool {
        let told = try connection.first(
            "SELECT COUNT(*) AS n FROM pushed_offers WHERE account_id = ?1 AND day = ?2",
            [.blob(account), .integer(day)])
        guard try told?.integer("n") ?? 0 < PushRules.offersPerDay else { return false }
        return try connection.execute(
            """
            INSERT INTO pushed_offers (account_id, venue, major, day) VALUES (?1, ?2, ?3, ?4) ON CONFLICT DO NOTHING
            """,
            [.blob(account), .blob(shop.venue.bytes), .integer(Int64(shop.major)), .integer(day)]) == 1
    }

    /// Forgets of which shops accounts were told before a day.
    func deleteOffers(before day: Int64) throws {
        _ = try connection.execute("DELETE FROM pushed_offers WHERE day < ?1", [.integer(day)])
    }
}
