import AccountService
import Basics
import Foundation
import Logging
import Loyalty
import Sealing
import Storage
import Synchronization
import Testing

@testable import HTTPKit
@testable import LoyaltyService
@testable import ServiceKit

/// One shop's merchant, another shop's, and a clock that moves when it is told.
struct CampaignWorld: Sendable {
    let database: any Database
    let campaigns: CampaignService
    let shop = ShopKey(venue: UUID128(high: 7, low: 7), major: 100)
    let otherShop = ShopKey(venue: UUID128(high: 7, low: 7), major: 101)
    let merchant = [UInt8](repeating: 1, count: 16)
    let otherMerchant = [UInt8](repeating: 2, count: 16)
    let hands: Hands

    /// What the test holds: the time, and what was released.
    final class Hands: Sendable {
        // Saturday 21 November 2026, 11:30 in Madrid.
        private let time = Mutex(Timestamp(rfc3339: "2026-11-21T10:30:30Z") ?? Timestamp(milliseconds: 0))
        private let cells = Mutex<[Int64: [String: Int]]>([:])

        var now: Timestamp { time.withLock { $0 } }

        func advance(days: Int64) {
            time.withLock { $0 = $0.advanced(bySeconds: days * 86_400) }
        }

        func release(_ counts: [String: Int], for day: Int64) {
            cells.withLock { $0[day] = counts }
        }

        func released(_ day: Int64) -> [String: Int]? {
            cells.withLock { $0[day] }
        }
    }

    /// What the services look at of accounts.
    private static let accounts = Migration(
        number: 1, name: "accounts",
        sql: """
            CREATE TABLE accounts (id BYTEA NOT NULL PRIMARY KEY);
            CREATE TABLE roles (account_id BYTEA NOT NULL, role TEXT NOT NULL, PRIMARY KEY (account_id, role));
            """)

    /// The tables that these services need, numbered without those between them.
    private static let migrations = ([accounts] + VenueStaffMigrations.all + CampaignMigrations.all).enumerated().map {
        Migration(number: $0.offset + 1, name: $0.element.name, sql: $0.element.sql)
    }

    static func with(_ body: (CampaignWorld) async throws -> Void) async throws {
        let directory = FileManager.default.temporaryDirectory.appendingPathComponent("cerca-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: directory) }
        let key = try #require(SealingKey(bytes: [UInt8](repeating: 0x5E, count: SealingKey.byteCount)))
        let database = try await Databases.open(
            DatabaseURL("sqlite:\(directory.appendingPathComponent("test.sqlite").path)"),
            migrations: Self.migrations, keyring: Keyring(SealingKeys(key)),
            logger: Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() }), options: DatabaseOptions())
        let hands = Hands()
        let clock = ServerClock { hands.now }
        let world = CampaignWorld(
            database: database,
            campaigns: CampaignService(
                database: database, clock: clock,
                timeZone: { $0 == UUID128(high: 7, low: 7) ? "Europe/Madrid" : nil },
                released: { _, day, _ in hands.released(day) }),
            hands: hands)
        let staff = VenueStaffService(database: database, clock: clock)
        for (shop, account) in [(world.shop, world.merchant), (world.otherShop, world.otherMerchant)] {
            try await staff.give(
                .merchant(venue: shop.venue, major: shop.major), to: account, by: .operatorOfTheMachine)
        }
        do {
            try await body(world)
            await database.close()
        } catch {
            await database.close()
            throw error
        }
    }

    /// The code of what `body` is refused with, or nil.
    func refusal(_ body: () async throws -> Void) async -> String? {
        do {
            try await body()
            return nil
        } catch {
            return (error as? ServiceError)?.code ?? "\(error)"
        }
    }

    func isHeldOut(_ account: [UInt8], from shop: ShopKey) async throws -> Bool {
        let now = hands.now
        return try await database.read { try CampaignService.isHeldOut(account, from: shop, at: now, in: $0) }
    }
}
