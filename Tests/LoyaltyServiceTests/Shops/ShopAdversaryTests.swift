import API
import AccountService
import Basics
import Loyalty
import Storage
import TestServer
import Testing

@testable import HTTPKit
@testable import LoyaltyService

/// Merchants who ask for what is another's (C8).
@Suite("A merchant learns nothing of another shop")
struct ShopAdversaryTests {
    @Test(
        "each use case refuses merchants of other shops, those who run the venue, and everybody else alike",
        arguments: Engine.allCases)
    func strangers(engine: Engine) async throws {
        try await World.with(engine) { world in
            let trade = ShopTrade(world)
            let eva = try await trade.merchant("eva", of: 102)
            let leo = try await trade.merchant("leo", of: 101)
            let keeper = try await world.visitor("keeper").accountID
            try await trade.staff.give(.operator(venue: world.uuid), to: keeper, by: .operatorOfTheMachine)
            let ana = try await world.visitor("ana", choosing: [102])
            try await trade.publish(by: eva)
            let coupon = try #require(try await world.prove(world.sighting(102, 1), ana).coupons.first)
            let before = try await Contents(of: world.database)
            let elsewhere = ShopKey(venue: UUID128(high: 1, low: 2), major: 102)
            let always = Timestamp(milliseconds: 0)..<Timestamp(milliseconds: .max)
            for (account, shop) in [
                (leo, trade.key(102)), (keeper, trade.key(102)), (ana.accountID, trade.key(102)), (eva, elsewhere),
                (eva, trade.key(999)), (eva, trade.key(101)),
            ] {
                let id = ShopTrade.first
                let shops = trade.shops
                let refusals = await [
                    code { _ = try await shops.offers(of: shop, by: account) },
                    code { _ = try await shops.offer(id, of: shop, by: account) },
                    code { _ = try await shops.changes(of: id, in: shop, by: account) },
                    code { _ = try await shops.save(ShopTrade.terms(), as: id, from: 2, in: shop, by: account) },
                    code { _ = try await shops.save(ShopTrade.terms(), as: id, from: 0, in: shop, by: account) },
                    code { _ = try await shops.delete(id, from: 2, in: shop, by: account) },
                    code { _ = try await shops.restore(id, from: 2, in: shop, by: account) },
                    code { _ = try await shops.publish(id, at: nil, from: 2, in: shop, by: account) },
                    code { _ = try await shops.undo(id, from: 2, in: shop, by: account) },
                    code { _ = try await shops.end(id, from: 2, in: shop, by: account) },
                    code {
                        _ = try await shops.redemptions(
                            of: shop, from: always.lowerBound, until: always.upperBound, limit: 9, by: account)
                    },
                    code {
                        _ = try await shops.redemptionsTable(
                            of: shop, from: always.lowerBound, until: always.upperBound, separator: ",", by: account)
                    },
                    code {
                        _ = try await shops.redeem(
                            TillQuestion(
                                code: trade.code(coupon), key: [UInt8](repeating: 1, count: 16), till: "T",
                                shownAt: world.clock.now, sentAt: world.clock.now), in: shop, by: account)
                    },
                ]
                #expect(Set(refusals) == ["staff.not_yours"])
            }
            #expect(try await Contents(of: world.database).differences(from: before) == [])
        }
    }

    @Test("an offer of another shop is unknown by its identifier in the own one", arguments: Engine.allCases)
    func identifiers(engine: Engine) async throws {
        try await World.with(engine) { world in
            let trade = ShopTrade(world)
            let eva = try await trade.merchant("eva", of: 102)
            let leo = try await trade.merchant("leo", of: 101)
            let ana = try await world.visitor("ana", choosing: [101, 102])
            try await trade.publish(by: eva)
            let (id, own) = (ShopTrade.first, trade.key(101))
            await #expect(code { _ = try await trade.shops.offer(id, of: own, by: leo) } == "shop.unknown_offer")
            await #expect(code { _ = try await trade.shops.changes(of: id, in: own, by: leo) } == "shop.unknown_offer")
            await #expect(
                code { _ = try await trade.shops.end(id, from: 2, in: own, by: leo) } == "shop.unknown_offer")
            // The same identifier in the other shop is another offer.
            try await trade.publish(ShopTrade.terms("Bread"), as: id, major: 101, by: leo)
            let texts = try await world.prove(world.sighting(102, 1), ana).coupons.map(\.text["en"])
            #expect(texts == ["A coffee with every shirt"])
            #expect(
                try await trade.shops.offers(of: own, by: leo).1.map(\.head.terms.text["en"])
                    == ["Bread", "Ten per cent for the first three"])
        }
    }

    @Test("a role that ends while the page is open ends what it allowed", arguments: Engine.allCases)
    func ended(engine: Engine) async throws {
        try await World.with(engine) { world in
            let trade = ShopTrade(world)
            let eva = try await trade.merchant("eva", of: 102)
            try await trade.publish(by: eva)
            try await world.database.write { connection in
                _ = try connection.execute("DELETE FROM venue_staff WHERE account_id = ?1", [.blob(eva)])
            }
            await #expect(code { _ = try await trade.show("x", by: eva) } == "staff.not_yours")
            await #expect(
                code { _ = try await trade.shops.end(ShopTrade.first, from: 2, in: trade.key(102), by: eva) }
                    == "staff.not_yours")
        }
    }
}
