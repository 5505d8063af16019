import API
import Basics
import Beacons
import Storage
import TestServer
import Testing

@testable import HTTPKit
@testable import Loyalty
@testable import LoyaltyService

/// Coupons at a till (C14).
@Suite("Coupons are redeemed at a till")
struct TillTests {
    /// A merchant of shop 102, a visitor, and the coupon that she has of it.
    private func scene(_ world: World) async throws -> (ShopTrade, merchant: [UInt8], Session, Coupon) {
        let trade = ShopTrade(world)
        let eva = try await trade.merchant("eva", of: 102)
        let ana = try await world.visitor("ana", choosing: [102])
        try await trade.publish(by: eva)
        let coupon = try #require(try await world.prove(world.sighting(102, 1), ana).coupons.first)
        return (trade, eva, ana, coupon)
    }

    @Test("a coupon is redeemed once, fresh or settled, and pays its points then", arguments: Engine.allCases)
    func once(engine: Engine) async throws {
        try await World.with(engine) { world in
            let (trade, eva, ana, coupon) = try await scene(world)
            let answer = try await trade.show(trade.code(coupon), by: eva)
            let minute = try #require(Timestamp(rfc3339: "2026-11-21T10:31:00Z"))
            #expect(answer.result == .redeemed(text: coupon.text, points: 20, at: minute))
            #expect(try await trade.points(of: ana) == 20)
            try await world.settle()
            world.clock.advance(seconds: 30)
            let again = try await trade.show(trade.code(coupon), showing: 2, till: "Till 2", by: eva)
            #expect(again.outcome == .used)
            #expect(again.result == .used(text: coupon.text, at: minute, till: "Till 1"))
            #expect(try await trade.points(of: ana) == 20)
            let card = try #require(try await world.loyalty.coupons(of: ana).first)
            #expect(card.usedOn == Timestamp(rfc3339: "2026-11-20T23:00:00Z"))
        }
    }

    @Test("two tills at once: one success", arguments: Engine.allCases)
    func twoTills(engine: Engine) async throws {
        try await World.with(engine) { world in
            let (trade, eva, ana, coupon) = try await scene(world)
            let code = trade.code(coupon)
            let outcomes = try await withThrowingTaskGroup(of: RedemptionOutcome.self) { group -> [RedemptionOutcome] in
                for till in 1...6 {
                    group.addTask {
                        try await trade.show(code, showing: UInt8(till), till: "Till \(till)", by: eva).outcome
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(outcomes.filter { $0 == .redeemed }.count == 1)
            #expect(outcomes.filter { $0 == .used }.count == 5)
            #expect(try await trade.points(of: ana) == 20)
        }
    }

    @Test(
        "what ends before the commit is not redeemed; what ends after it is redeemed once", arguments: Engine.allCases)
    func killed(engine: Engine) async throws {
        struct Killed: Error {}
        try await World.with(engine) { world in
            let (trade, eva, ana, coupon) = try await scene(world)
            let key = try await world.loyalty.couponKey()
            let code = try #require(CouponCode(trade.code(coupon)))
            let showing = CouponShowing(
                code: code, shop: coupon.shop, till: "Till 1", key: [UInt8](repeating: 1, count: 16),
                shownAt: world.clock.now, day: coupon.receivedAt)
            let random = world.loyalty.random
            await #expect(throws: (any Error).self) {
                try await world.database.write { connection in
                    let result = try RedemptionStore(connection, key: key).redeem(showing, random: random)
                    guard case .redeemed = result else { return }
                    throw Killed()
                }
            }
            #expect(try await trade.points(of: ana) == 0)
            // The till never got an answer, and asks again with the same key: also long after its code was good.
            #expect(try await trade.show(code.text, by: eva).outcome == .redeemed)
            world.clock.advance(seconds: 3600)
            #expect(try await trade.show(code.text, by: eva).outcome == .redeemed)
            #expect(try await trade.points(of: ana) == 20)
            let listed = try await trade.shops.redemptions(
                of: trade.key(102), from: Timestamp(milliseconds: 0), until: Timestamp(milliseconds: .max), limit: 10,
                by: eva)
            #expect(listed.total == 1 && listed.redeemed.map(\.till) == ["Till 1"])
        }
    }

    @Test("offline twice: the second is found and told, whatever the till's clock says", arguments: Engine.allCases)
    func offline(engine: Engine) async throws {
        try await World.with(engine) { world in
            let (trade, eva, _, coupon) = try await scene(world)
            let code = trade.code(coupon)
            world.clock.advance(seconds: 7200)
            // Both tills were without a network; one of them has a clock that is a day behind.
            let first = try await trade.show(code, showing: 1, secondsAgo: 7200, clockBehind: 86_400, by: eva)
            #expect(first.outcome == .redeemed && first.clockSeconds == 86_400)
            let second = try await trade.show(code, showing: 2, till: "Till 2", secondsAgo: 7170, by: eva)
            #expect(second.outcome == .used)
            // The same showing replayed is the same answer.
            #expect(try await trade.show(code, showing: 1, secondsAgo: 7200, by: eva).outcome == .redeemed)
        }
    }

    @Test(
        "pictures, clocks, other shops, forged, expired and deleted coupons are told apart", arguments: Engine.allCases)
    func refused(engine: Engine) async throws {
        try await World.with(engine) { world in
            let (trade, eva, ana, coupon) = try await scene(world)
            let leo = try await trade.merchant("leo", of: 101)
            let before = try await Contents(of: world.database)
            func shown(_ code: String, major: UInt16 = 102, by account: [UInt8]) async throws -> TillAnswer {
                try await trade.show(code, major: major, by: account)
            }
            #expect(
                try await shown(trade.code(coupon, halfMinutes: -10), by: eva).result == .photographed(halfMinutes: 10))
            #expect(try await shown(trade.code(coupon, halfMinutes: 4), by: eva).result == .early(halfMinutes: 4))
            let other = try await shown(trade.code(coupon), major: 101, by: leo)
            #expect(other.outcome == .otherShop && other.result == .otherShop)
            let genuine = trade.code(coupon)
            let forged = String(genuine.prefix(19)) + (genuine.hasSuffix("0") ? "1" : "0")
            for code in [forged, "", "CERCA:", "' OR 1=1 --", String(repeating: "0", count: 20), "ééé"] {
                #expect(try await shown(code, by: eva).outcome == .unknown)
            }
            let late = try await trade.show(genuine, secondsAgo: 4 * 86_400, by: eva)
            #expect(late.outcome == .tooLate)
            #expect(try await trade.show(genuine, secondsAgo: -60, by: eva).outcome == .clock)
            try await world.loyalty.deleteCoupon(coupon.id, of: ana)
            #expect(try await shown(genuine, by: eva).outcome == .unknown)
            _ = try await world.loyalty.restoreCoupon(coupon.id, of: ana)
            #expect(try await Contents(of: world.database).differences(from: before) == [])
            world.clock.advance(seconds: 40 * 86_400)
            let expired = try await shown(trade.code(coupon), by: eva)
            #expect(expired.outcome == .expired)
            #expect(expired.result == .expired(text: coupon.text, at: coupon.validUntil))
            #expect(try await Contents(of: world.database).count("redemptions") == 0)
        }
    }

    @Test("a key is for one coupon", arguments: Engine.allCases)
    func keys(engine: Engine) async throws {
        try await World.with(engine) { world in
            let (trade, eva, _, coupon) = try await scene(world)
            let bea = try await world.visitor("bea", choosing: [102])
            world.clock.advance(seconds: 60)
            let other = try #require(try await world.prove(world.sighting(102, 1), bea).coupons.first)
            #expect(try await trade.show(trade.code(coupon), by: eva).outcome == .redeemed)
            await #expect(
                code { _ = try await trade.show(trade.code(other), by: eva) } == "shop.key_reused")
            #expect(try await trade.show(trade.code(other), showing: 2, by: eva).outcome == .redeemed)
        }
    }

    @Test("the tables name no coupon and no account beside a redemption, and their order tells nothing")
    func privacy() async throws {
        try await World.with(.sqlite) { world in
            let trade = ShopTrade(world)
            let eva = try await trade.merchant("eva", of: 102)
            let people = try await world.visitors(40, choosing: [102])
            try await trade.publish(by: eva)
            var coupons: [Coupon] = []
            for person in people {
                coupons += try await world.prove(world.sighting(102, 1), person).coupons
                world.clock.advance(seconds: 60)
            }
            #expect(coupons.count == 40)
            for (number, coupon) in coupons.enumerated() {
                let answer = try await trade.show(trade.code(coupon), showing: UInt8(number), by: eva)
                #expect(answer.outcome == .redeemed)
            }
            try await world.settle()
            let key = try await world.loyalty.couponKey()
            let names = coupons.map { key.redemption(ofCoupon: [UInt8](hexadecimal: $0.id) ?? []) }
            let rows = try await world.database.read { try $0.query("SELECT coupon, at FROM redemptions") }
            let order = try rows.map { try $0.blob("coupon") }
            #expect(Set(order) == Set(names) && order != names)
            let telling = coupons.map { SQLValue.text($0.id) } + people.map { SQLValue.blob($0.accountID) }
            let all = try await world.database.read { try $0.query("SELECT * FROM redemptions") }
            for row in all { for column in 0..<row.count { #expect(!telling.contains(row[column])) } }
            let instants = try rows.map { try $0.integer("at") }
            #expect(instants.allSatisfy { $0 % 60_000 == 0 })
        }
    }

    @Test("a table for spreadsheets has day and minute by the venue's clocks, and nobody")
    func table() async throws {
        try await World.with(.sqlite) { world in
            let (trade, eva, _, coupon) = try await scene(world)
            _ = try await trade.show(trade.code(coupon), till: "=1+1", by: eva)
            let table = try await trade.shops.redemptionsTable(
                of: trade.key(102), from: Timestamp(milliseconds: 0), until: Timestamp(milliseconds: .max),
                separator: ";", by: eva)
            let lines = String(decoding: table, as: UTF8.self).split(separator: "\r\n")
            #expect(lines.count == 2)
            #expect(lines.last?.hasPrefix("2026-11-21;11:31;\(ShopTrade.first);") == true)
            #expect(lines.last?.hasSuffix(";20;'=1+1") == true)
        }
    }
}
