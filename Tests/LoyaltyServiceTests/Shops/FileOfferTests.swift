import API
import Basics
import Beacons
import Foundation
import HTTPKit
import ServiceKit
import TestServer
import Testing

@testable import Loyalty
@testable import LoyaltyService

/// Offers of the venue file belong to their shops (F2).
@Suite("Shops own the offers of the venue file")
struct FileOfferTests {
    private static let coffee = "almendra-coffee"

    /// Puts a venue in force whose shop 100 has these offers.
    private func reimport(_ world: World, _ offers: [String]) async throws -> Venue {
        var centre = Centre()
        centre.offers = offers
        let venue = try centre.venue()
        try await world.loyalty.importVenue(venue)
        return venue
    }

    private func id(_ world: World, _ file: String = FileOfferTests.coffee) -> String {
        PublishedOffers.consoleID(ofFileOffer: file, in: world.uuid)
    }

    @Test("the merchant sees what the file gives, and what of it was redeemed", arguments: Engine.allCases)
    func listed(engine: Engine) async throws {
        try await World.with(engine) { world in
            let trade = ShopTrade(world)
            let eva = try await trade.merchant("eva", of: 100)
            let ana = try await world.visitor("ana", choosing: [100])
            let coupon = try #require(try await world.prove(world.sighting(100, 1), ana).coupons.first)
            #expect(try await trade.show(trade.code(coupon), major: 100, by: eva).outcome == .redeemed)
            let offers = try await trade.shops.offers(of: trade.key(100), by: eva).1
            let offer = try #require(offers.first)
            #expect(offers.count == 1 && offer.head.id == id(world) && offer.head.id.count == 32)
            #expect(offer.state == .running && offer.isFromFile && !offer.isChanged && offer.redeemed == 1)
            #expect(offer.head.version == 1 && offer.savedBy == nil && offer.faults.isEmpty)
            #expect(offer.head.terms.text["en"] == "A coffee with every shirt" && offer.head.terms.points == 10)
            // By the calendar of Madrid, where the year is an hour older.
            #expect(offer.head.terms.validFrom == "2026-01-01" && offer.head.terms.validUntil == "2027-01-01")
            #expect(try await trade.shops.offer(id(world), of: trade.key(100), by: eva).state == .running)
            let history = try await trade.shops.changes(of: id(world), in: trade.key(100), by: eva)
            #expect(history.map(\.change.change) == [.imported] && history[0].by == nil)
            let table = try await trade.shops.redemptionsTable(
                of: trade.key(100), from: Timestamp(milliseconds: 0), until: Timestamp(milliseconds: .max),
                separator: ",", by: eva)
            #expect(String(decoding: table, as: UTF8.self).contains(id(world)))
            // No other shop's merchant sees it, and the shop without offers has none.
            let leo = try await trade.merchant("leo", of: 102)
            #expect(try await trade.shops.offers(of: trade.key(102), by: leo).1.isEmpty)
            await #expect(
                code { _ = try await trade.shops.offer(id(world), of: trade.key(102), by: leo) }
                    == "shop.unknown_offer")
        }
    }

    @Test("while its shop has not changed it, each import says what it is", arguments: Engine.allCases)
    func untouched(engine: Engine) async throws {
        try await World.with(engine) { world in
            let trade = ShopTrade(world)
            let eva = try await trade.merchant("eva", of: 100)
            let venue = try await reimport(world, [Centre.offer(Self.coffee, 100, "A bigger coffee")])
            let offer = try await trade.shops.offer(id(world), of: trade.key(100), by: eva)
            #expect(offer.isFromFile && offer.head.version == 1 && offer.head.terms.text["en"] == "A bigger coffee")
            #expect(try await world.loyalty.offersOfShops(in: venue).isEmpty)
            _ = try await reimport(world, [])
            #expect(try await trade.shops.offers(of: trade.key(100), by: eva).1.isEmpty)
        }
    }

    @Test("an edited offer is the shop's own, and no import undoes it", arguments: Engine.allCases)
    func edited(engine: Engine) async throws {
        try await World.with(engine) { world in
            let trade = ShopTrade(world)
            let eva = try await trade.merchant("eva", of: 100)
            let people = try await world.visitors(3, choosing: [100])
            let (ana, bea) = (people[0], people[1])
            let other = LoyaltyService(database: world.database, clock: world.clock.serverClock, events: UserEvents())
            #expect(try await other.venues().count == 1)
            #expect(try await world.prove(world.sighting(100, 1), ana).coupons.map(\.points) == [10])
            let key = trade.key(100)
            var terms = try await trade.shops.offer(id(world), of: key, by: eva).head.terms
            terms.text["en"] = "A tea with every shirt"
            await #expect(
                code { _ = try await trade.shops.save(terms, as: id(world), from: 0, in: key, by: eva) }
                    == "shop.changed")
            let saved = try await trade.shops.save(terms, as: id(world), from: 1, in: key, by: eva)
            #expect(saved.state == .running && saved.isChanged && !saved.isFromFile && saved.head.version == 2)
            #expect(saved.running?.terms.text["en"] == "A coffee with every shirt")
            // It is given as before, also by a server that has not looked yet.
            let still = try await other.recordSighting(world.sighting(100, 3), session: people[2]).coupons
            #expect(still.map(\.points) == [10])
            // A draft is a change as well: the file no longer says what the offer is.
            let file = [Centre.offer(Self.coffee, 100, "A juice", points: 3)]
            let venue = try await reimport(world, file)
            #expect(try await world.loyalty.offersOfShops(in: venue).map(\.id) == [Self.coffee])
            #expect(
                try await trade.shops.offer(id(world), of: key, by: eva).running?.terms.text["en"]
                    == "A coffee with every shirt")
            #expect(try await trade.shops.offers(of: key, by: eva).1.map(\.head.id) == [id(world)])
            _ = try await trade.shops.publish(id(world), at: nil, from: 2, in: key, by: eva)
            world.clock.advance(seconds: 60)
            _ = try await reimport(world, file)
            // Who had it as the file said does not get it again; it pays at the till from now on.
            #expect(try await world.prove(world.sighting(100, 1), ana).coupons == [])
            let given = try await world.prove(world.sighting(100, 2), bea).coupons
            #expect(given.map(\.text["en"]) == ["A tea with every shirt"] && given.map(\.paysRedeemed) == [true])
            let history = try await trade.shops.changes(of: id(world), in: key, by: eva)
            #expect(history.map(\.change.change) == [.published, .saved, .imported])
            #expect(history.map(\.by) == ["eva@example.org", "eva@example.org", nil])
            try await world.settle()
            #expect(try await trade.points(of: ana) == 10)
        }
    }

    @Test("an ended offer is given to nobody, at no server and after no import", arguments: Engine.allCases)
    func ended(engine: Engine) async throws {
        try await World.with(engine) { world in
            let trade = ShopTrade(world)
            let eva = try await trade.merchant("eva", of: 100)
            let people = try await world.visitors(4, choosing: [100])
            let coupon = try #require(try await world.prove(world.sighting(100, 1), people[0]).coupons.first)
            let other = LoyaltyService(database: world.database, clock: world.clock.serverClock, events: UserEvents())
            #expect(try await other.venues().count == 1)
            let ended = try await trade.shops.end(id(world), from: 1, in: trade.key(100), by: eva)
            #expect(ended.state == .ended && !ended.isFromFile && ended.head.version == 2)
            // The other server has not looked yet: the rows decide.
            #expect(try await other.recordSighting(world.sighting(100, 1), session: people[1]).coupons == [])
            #expect(try await world.prove(world.sighting(100, 2), people[2]).coupons == [])
            _ = try await reimport(world, [Centre.offer(Self.coffee, 100, "A coffee again", points: 10)])
            world.clock.advance(seconds: 60)
            #expect(try await world.prove(world.sighting(100, 2), people[3]).coupons == [])
            #expect(try await trade.shops.offer(id(world), of: trade.key(100), by: eva).state == .ended)
            await #expect(
                code { _ = try await trade.shops.delete(id(world), from: 2, in: trade.key(100), by: eva) }
                    == "shop.published")
            // Coupons that people have stay good.
            #expect(try await trade.show(trade.code(coupon), major: 100, by: eva).outcome == .redeemed)
            #expect(try await trade.shops.offer(id(world), of: trade.key(100), by: eva).redeemed == 1)
            // Published again, it runs as the shop's own.
            let again = try await trade.shops.publish(id(world), at: nil, from: 2, in: trade.key(100), by: eva)
            #expect(again.state == .planned)
        }
    }

    @Test("an offer that has not begun is taken back and deleted, and stays so", arguments: Engine.allCases)
    func deleted(engine: Engine) async throws {
        try await World.with(engine) { world in
            let trade = ShopTrade(world)
            let eva = try await trade.merchant("eva", of: 100)
            let ana = try await world.visitor("ana", choosing: [100])
            let file = [Centre.offer("almendra-xmas", 100, "Nougat", from: "2026-12-01T00:00:00Z")]
            _ = try await reimport(world, file)
            let (xmas, key) = (id(world, "almendra-xmas"), trade.key(100))
            #expect(try await trade.shops.offer(xmas, of: key, by: eva).state == .planned)
            await #expect(
                code { _ = try await trade.shops.delete(xmas, from: 1, in: key, by: eva) } == "shop.published")
            #expect(try await trade.shops.undo(xmas, from: 1, in: key, by: eva).state == .draft)
            #expect(try await trade.shops.delete(xmas, from: 2, in: key, by: eva).state == .deleted)
            _ = try await reimport(world, file)
            #expect(try await trade.shops.offers(of: key, by: eva).1.map(\.state) == [.deleted])
            world.clock.advance(seconds: 20 * 86_400)
            #expect(try await world.prove(world.sighting(100, 1), ana).coupons == [])
        }
    }

    @Test("the limit of the file's offer counts for the shop's version of it", arguments: Engine.allCases)
    func limit(engine: Engine) async throws {
        try await World.with(engine, Centre(accountsPerWindow: 64)) { world in
            let trade = ShopTrade(world)
            let leo = try await trade.merchant("leo", of: 101)
            let people = try await world.visitors(4, choosing: [101])
            for person in people[0..<2] { try await world.prove(world.sighting(101, 1), person) }
            let (first, key) = (id(world, "bruma-first-three"), trade.key(101))
            var terms = try await trade.shops.offer(first, of: key, by: leo).head.terms
            #expect(terms.limit == 3)
            terms.text["en"] = "Ten per cent"
            _ = try await trade.shops.save(terms, as: first, from: 1, in: key, by: leo)
            _ = try await trade.shops.publish(first, at: nil, from: 2, in: key, by: leo)
            world.clock.advance(seconds: 60)
            var given = 0
            for person in people[2...] { given += try await world.prove(world.sighting(101, 1), person).coupons.count }
            #expect(given == 1)
        }
    }

    @Test("a language of the file may stay; what the console cannot save is refused by its place")
    func languages() async throws {
        try await World.with(.sqlite) { world in
            let trade = ShopTrade(world)
            let eva = try await trade.merchant("eva", of: 100)
            let offer = Centre.offer(
                "almendra-long", 100, "Socks", points: 5000, until: "2036-01-01T00:00:00Z"
            ).replacingOccurrences(of: "\"es\"", with: "\"fr\"")
            _ = try await reimport(world, [offer])
            let (long, key) = (id(world, "almendra-long"), trade.key(100))
            var terms = try await trade.shops.offer(long, of: key, by: eva).head.terms
            #expect(terms.points == 5000 && terms.text["fr"] == "Socks (es)" && terms.validUntil == "2036-01-01")
            await #expect(faults(of: terms, as: long, trade, by: eva) == ["points", "validUntil"])
            (terms.points, terms.validFrom, terms.validUntil) = (25, "2026-11-01", "2026-12-24")
            terms.text["de"] = "Socken"
            await #expect(faults(of: terms, as: long, trade, by: eva) == ["text.de"])
            terms.text["de"] = nil
            let saved = try await trade.shops.save(terms, as: long, from: 1, in: key, by: eva)
            #expect(saved.faults.isEmpty && saved.head.terms.text["fr"] == "Socks (es)")
        }
    }

    /// The places of what keeps terms from being saved, in order.
    private func faults(
        of terms: ShopOfferTermsBody, as id: String, _ trade: ShopTrade, by account: [UInt8]
    ) async -> [String] {
        do {
            _ = try await trade.shops.save(terms, as: id, from: 1, in: trade.key(100), by: account)
            return []
        } catch {
            guard case .refused(let fault) = error, case .invalidOffer(let faults)? = fault as? ShopError else {
                return ["\(error)"]
            }
            return faults.map(\.path).sorted()
        }
    }
}
