import AccountService
import Basics
import Loyalty
import Storage
import Synchronization
import TestServer
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

    static func with(_ body: (CampaignWorld) async throws -> Void) async throws {
        try await Engine.sqlite.withDatabase { database in
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
                try await database.write { connection in
                    _ = try connection.execute(
                        "INSERT INTO accounts (id, email, password, created_at) VALUES (?1, ?2, '', 0)",
                        [.blob(account), .text("\(shop.major)@example.org")])
                }
                try await staff.give(
                    .merchant(venue: shop.venue, major: shop.major), to: account, by: .operatorOfTheMachine)
            }
            try await body(world)
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
