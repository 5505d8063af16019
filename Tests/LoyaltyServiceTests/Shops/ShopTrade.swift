import API
import AccountService
import Accounts
import Basics
import Beacons
import Ledger
import LedgerService
import Market
import MarketService
import Storage
import TestServer
import Testing

@testable import HTTPKit
@testable import Loyalty
@testable import LoyaltyService

/// Merchants, their tills and visitors who show coupons, in a world without HTTP.
struct ShopTrade: Sendable {
    let world: World
    let shops: ShopService
    let staff: VenueStaffService

    init(_ world: World) {
        self.world = world
        shops = ShopService(loyalty: world.loyalty)
        staff = VenueStaffService(database: world.database, clock: world.clock.serverClock)
    }

    /// A new account that is merchant of these shops.
    func merchant(_ name: String, of majors: UInt16...) async throws -> [UInt8] {
        let account = try await world.visitor(name).accountID
        for major in majors {
            try await staff.give(.merchant(venue: world.uuid, major: major), to: account, by: .operatorOfTheMachine)
        }
        return account
    }

    func key(_ major: UInt16) -> ShopKey { ShopKey(venue: world.uuid, major: major) }

    /// Terms that can be published.
    static func terms(
        _ text: String = "A coffee with every shirt", from: String = "2026-11-01", until: String = "2026-12-24",
        hours: [ShopHoursBody] = [], points: Int = 20, limit: Int? = nil
    ) -> ShopOfferTermsBody {
        ShopOfferTermsBody(
            text: ["en": text, "es": "\(text) (es)"], validFrom: from, validUntil: until, hours: hours, points: points,
            limit: limit)
    }

    static let first = String(repeating: "a1", count: 16)

    /// Saves and publishes terms of a new offer, and waits until they are given.
    @discardableResult
    func publish(
        _ terms: ShopOfferTermsBody = ShopTrade.terms(), as id: String = ShopTrade.first, major: UInt16 = 102,
        by account: [UInt8]
    ) async throws -> ShopOffer {
        let saved = try await shops.save(terms, as: id, from: 0, in: key(major), by: account)
        let offer = try await shops.publish(
            id, at: nil, from: saved.head.version, in: key(major), by: account)
        world.clock.advance(seconds: 60)
        return offer
    }

    /// The code of a coupon now, or so many half minutes from now.
    func code(_ coupon: Coupon, halfMinutes: Int64 = 0) -> String {
        let bytes = [UInt8](hexadecimal: coupon.id) ?? []
        return CouponCode(
            coupon: bytes, secret: coupon.secret, halfMinute: CouponCode.halfMinute(at: world.clock.now) + halfMinutes
        ).text
    }

    /// Shows a code at a till of a shop; by default now, and to a till whose clock is right.
    func show(
        _ code: String, major: UInt16 = 102, showing: UInt8 = 1, till: String = "Till 1", secondsAgo: Int64 = 0,
        clockBehind: Int64 = 0, by account: [UInt8]
    ) async throws -> TillAnswer {
        let sent = world.clock.now.advanced(bySeconds: -clockBehind)
        return try await shops.redeem(
            TillQuestion(
                code: code, key: [UInt8](repeating: showing, count: 16), till: till,
                shownAt: sent.advanced(bySeconds: -secondsAgo), sentAt: sent),
            in: key(major), by: account)
    }

    /// What an account has of points.
    func points(of session: Session) async throws -> Int128 {
        let market = MarketService(database: world.database, clock: world.clock.serverClock)
        let trader = try await market.trader(of: session.accountID)
        return try await market.balances(of: trader).first { $0.asset.name.text == "PTS" }?.balance.total ?? 0
    }
}
