import Accounts
import Basics
import Exposure
import HTTPKit
import Presence
import Sealing
import Storage
import TestServer
import Testing
import Vault

@testable import AccountService
@testable import ExposureService
@testable import LoyaltyService
@testable import ServerApp
@testable import VaultService

/// Every secret that the server keeps: in clear as an older server wrote it, and sealed after this one opened it.
@Suite("What a database holds of secrets")
struct SecretColumnTests {
    private static let account: [UInt8] = Array(repeating: 0xA1, count: 16)
    private static let venue = UUID128(bytes: Array(repeating: 0xB2, count: 16))
    private static let period = VenueDayPeriod(containing: 20_000)
    private static let apiSecret = "0f1e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c4b5a69788796a5b4c3d2e1f0"

    private static func bytes(_ first: UInt8, _ count: Int) -> [UInt8] { (0..<count).map { first &+ UInt8($0) } }
    private static let factor = bytes(0x10, SecondFactor.byteCount)
    private static let pending = bytes(0x30, SecondFactor.byteCount)
    private static let pseudonymKey = bytes(0x50, 32)
    private static let beaconKey = bytes(0x70, 32)
    private static let receiptKey = bytes(0x90, 32)
    private static let slotKey = bytes(0x11, 48)
    private static let issuer = VenueDayIssuer(period: period).secret

    /// The tables that had secrets in clear.
    private static let tables: Set = [
        "api_keys", "second_factors", "pending_factors", "sessions", "beacons", "vault_slots", "venue_day_issuers",
    ]

    /// What an older server had written.
    private static func plant(_ database: any Database) async throws {
        let venue = try #require(venue)
        try await database.write { connection in
            let rows: [(String, [SQLValue])] = [
                (
                    "accounts (id, email, password, created_at) VALUES (?1, 'ana@example.com', '', 0)",
                    [.blob(account)]
                ),
                (
                    """
                    api_keys (public_text, account_id, secret, label, scopes, addresses, made_day)
                    VALUES ('public', ?1, ?2, '', 'read', '', 1)
                    """, [.blob(account), .text(apiSecret)]
                ),
                (
                    "second_factors (account_id, secret, last_step) VALUES (?1, ?2, 5)",
                    [.blob(account), .blob(factor)]
                ),
                (
                    "pending_factors (account_id, secret, expires_at) VALUES (?1, ?2, 1000)",
                    [.blob(account), .blob(pending)]
                ),
                (
                    """
                    sessions (token_digest, account_id, pseudonym_key, signed_in_at, expires_at)
                    VALUES (?2, ?1, ?3, 0, 1000)
                    """, [.blob(account), .blob([1, 2, 3]), .blob(pseudonymKey)]
                ),
                (
                    "venues (uuid, name, document, version, imported_at) VALUES (?1, '', '', 1, 0)",
                    [.blob(venue.bytes)]
                ),
                (
                    """
                    beacons (venue, major, minor, security_key, clock_floor, clock_ceiling, clock_as_of)
                    VALUES (?1, 100, 2, ?2, 0, 0, 0)
                    """, [.blob(venue.bytes), .blob(beaconKey)]
                ),
                (
                    """
                    vault_slots
                    (id, account_id, venue, major, minor, rule, private_key, receipt_key, failures, waits_until)
                    VALUES (?2, ?1, ?3, 100, 2, ?6, ?4, ?5, 0, 0)
                    """,
                    [
                        .blob(account), .blob([9]), .blob(venue.bytes), .blob(slotKey), .blob(receiptKey),
                        .integer(Int64(LockoutRule.allCases.first?.rawValue ?? 0)),
                    ]
                ),
                (
                    "venue_day_issuers (period, secret) VALUES (?1, ?2)",
                    [.integer(Int64(period.number)), .blob(issuer)]
                ),
            ]
            for (text, values) in rows { try connection.execute("INSERT INTO \(text)", values) }
            for table in tables {
                try connection.execute("UPDATE \(table) SET unsealed = 1")
                try connection.execute("INSERT INTO sealing_backlog (name) VALUES (?1)", [.text(table)])
            }
        }
    }

    /// How many of the planted secrets any table has in clear.
    private static func countInClear(_ database: any Database) async throws -> Int {
        let all = try await database.read { connection in
            try Set(Contents.tables + tables).map { "\(try connection.query("SELECT * FROM \($0)"))" }.joined()
        }
        let secrets = [factor, pending, pseudonymKey, beaconKey, receiptKey, slotKey, issuer].map {
            "\(SQLValue.blob($0))"
        }
        return (secrets + [apiSecret]).filter(all.contains).count
    }

    @Test("a migrated database has none of them in clear, and its stores open all of them", arguments: Engine.allCases)
    func migrated(engine: Engine) async throws {
        try await engine.withDatabase { database in
            try await Self.plant(database)
            #expect(try await Self.countInClear(database) == 8)
            try await SealingMigration.finish(database, ServerDatabase.secrets)
            #expect(try await Self.countInClear(database) == 0)
            let venue = try #require(Self.venue)
            try await database.read { connection in
                #expect(try connection.query("SELECT name FROM sealing_backlog").isEmpty)
                #expect(try APIKeyStore(connection).key("public")?.secret == Self.apiSecret)
                let signIn = SignInStore(connection)
                #expect(try signIn.factor(of: Self.account)?.factor.bytes == Self.factor)
                let pending = try signIn.pendingFactor(of: Self.account, at: Timestamp(milliseconds: 0))
                #expect(pending?.bytes == Self.pending)
                let session = try AccountStore(connection).session(tokenDigest: [1, 2, 3])
                #expect(session?.pseudonymKey.bytes == Self.pseudonymKey)
                let beacons = try VenueStore(connection).beacons(of: venue)
                #expect(beacons.values.map(\.key.bytes) == [Self.beaconKey])
                let slot = try VaultSlotStore(connection).slot([9], of: Self.account)
                #expect(slot?.key.bytes == Self.slotKey && slot?.receiptKey == Self.receiptKey)
                #expect(try VenueDayStore(connection).issuer(of: Self.period)?.secret == Self.issuer)
            }
            // What is written from now on is sealed too.
            try await database.write { connection in
                let factor = try #require(SecondFactor(bytes: Self.factor))
                try SignInStore(connection).setPendingFactor(factor, of: Self.account, until: Timestamp(seconds: 5))
                let key = try #require(try APIKeyStore(connection).key("public"))
                _ = try APIKeyStore(connection).delete("public", of: Self.account)
                try APIKeyStore(connection).insert(key, label: "", day: 2)
            }
            #expect(try await Self.countInClear(database) == 0)
        }
    }
}
