import API
import AccountService
import Basics
import Storage
import TestServer
import Testing

@testable import HTTPKit
@testable import Loyalty
@testable import LoyaltyService

/// A shop's offers from the draft to their end (C13).
@Suite("Shops publish offers")
struct OfferPublishingTests {
    @Test("an offer is given from its publication on, beside those of the venue file", arguments: Engine.allCases)
    func published(engine: Engine) async throws {
        try await World.with(engine) { world in
            let trade = ShopTrade(world)
            let eva = try await trade.merchant("eva", of: 100)
            let ana = try await world.visitor(choosing: [100])
            let saved = try await trade.shops.save(
                ShopTrade.terms(), as: ShopTrade.first, from: 0, in: trade.key(100), by: eva)
            #expect(saved.state == .draft && saved.head.version == 1 && saved.savedBy == "eva@example.org")
            let published = try await trade.shops.publish(
                ShopTrade.first, at: nil, from: 1, in: trade.key(100), by: eva)
            #expect(published.state == .planned && !published.isChanged)
            #expect(try await world.prove(world.sighting(100, 1), ana).coupons.map(\.points) == [10])
            world.clock.advance(seconds: 60)
            let coupons = try await world.prove(world.sighting(100, 2), ana).coupons
            #expect(coupons.map(\.points) == [20] && coupons.map(\.paysRedeemed) == [true])
            #expect(coupons[0].validUntil == Timestamp(rfc3339: "2026-12-24T23:00:00Z"))
            world.clock.advance(seconds: 60)
            #expect(try await world.prove(world.sighting(100, 1), ana).coupons == [])
            // Points of such an offer come with its redemption, not with the visit.
            try await world.settle()
            #expect(try await trade.points(of: ana) == 10)
            #expect(
                try await trade.shops.offer(ShopTrade.first, of: trade.key(100), by: eva).state == .running)
        }
    }

    @Test("a publication is taken back within ten seconds and nobody has had it", arguments: Engine.allCases)
    func undo(engine: Engine) async throws {
        try await World.with(engine) { world in
            let trade = ShopTrade(world)
            let eva = try await trade.merchant("eva", of: 102)
            let ana = try await world.visitor(choosing: [102])
            _ = try await trade.shops.save(
                ShopTrade.terms(), as: ShopTrade.first, from: 0, in: trade.key(102), by: eva)
            _ = try await trade.shops.publish(ShopTrade.first, at: nil, from: 1, in: trade.key(102), by: eva)
            world.clock.advance(seconds: 9)
            let undone = try await trade.shops.undo(ShopTrade.first, from: 2, in: trade.key(102), by: eva)
            #expect(undone.state == .draft && undone.head.version == 3)
            world.clock.advance(seconds: 60)
            #expect(try await world.prove(world.sighting(102, 1), ana).coupons == [])
            // Published once more, it can be taken back no longer once it has begun; it can be ended.
            _ = try await trade.shops.publish(ShopTrade.first, at: nil, from: 3, in: trade.key(102), by: eva)
            world.clock.advance(seconds: 11)
            await #expect(
                code { _ = try await trade.shops.undo(ShopTrade.first, from: 4, in: trade.key(102), by: eva) }
                    == "shop.begun")
            await #expect(
                code { _ = try await trade.shops.delete(ShopTrade.first, from: 4, in: trade.key(102), by: eva) }
                    == "shop.published")
            let ended = try await trade.shops.end(ShopTrade.first, from: 4, in: trade.key(102), by: eva)
            #expect(ended.state == .ended)
            world.clock.advance(seconds: 60)
            #expect(try await world.prove(world.sighting(102, 1), ana).coupons == [])
            await #expect(
                code { _ = try await trade.shops.end(ShopTrade.first, from: 5, in: trade.key(102), by: eva) }
                    == "shop.not_running")
        }
    }

    @Test("a new version changes no coupon that was given, and nobody gets both", arguments: Engine.allCases)
    func versions(engine: Engine) async throws {
        try await World.with(engine) { world in
            let trade = ShopTrade(world)
            let eva = try await trade.merchant("eva", of: 102)
            let ana = try await world.visitor("ana", choosing: [102])
            let bea = try await world.visitor("bea", choosing: [102])
            try await trade.publish(by: eva)
            let old = try await world.prove(world.sighting(102, 1), ana).coupons
            #expect(old.map(\.text["en"]) == ["A coffee with every shirt"])
            _ = try await trade.shops.save(
                ShopTrade.terms("A tea with every shirt", points: 5), as: ShopTrade.first, from: 2,
                in: trade.key(102), by: eva)
            let changed = try await trade.shops.offer(ShopTrade.first, of: trade.key(102), by: eva)
            #expect(changed.isChanged && changed.state == .running)
            _ = try await trade.shops.publish(ShopTrade.first, at: nil, from: 3, in: trade.key(102), by: eva)
            world.clock.advance(seconds: 60)
            #expect(try await world.prove(world.sighting(102, 1), ana).coupons == [])
            #expect(try await world.prove(world.sighting(102, 1), bea).coupons.map(\.points) == [5])
            try await world.settle()
            #expect(try await world.loyalty.coupons(of: ana) == old)
            world.clock.advance(seconds: 60)
            #expect(try await world.prove(world.sighting(102, 1), ana).coupons == [])
        }
    }

    @Test("the limit holds over all versions, also while the next one waits", arguments: Engine.allCases)
    func limit(engine: Engine) async throws {
        try await World.with(engine, Centre(accountsPerWindow: 64)) { world in
            let trade = ShopTrade(world)
            let eva = try await trade.merchant("eva", of: 102)
            let people = try await world.visitors(6, choosing: [102])
            try await trade.publish(ShopTrade.terms(limit: 4), by: eva)
            var given = 0
            for person in people[0..<2] { given += try await world.prove(world.sighting(102, 1), person).coupons.count }
            _ = try await trade.shops.save(
                ShopTrade.terms("Tea", limit: 4), as: ShopTrade.first, from: 2, in: trade.key(102), by: eva)
            _ = try await trade.shops.publish(
                ShopTrade.first, at: world.clock.now.advanced(bySeconds: 100), from: 3, in: trade.key(102), by: eva)
            world.clock.advance(seconds: 60)
            given += try await world.prove(world.sighting(102, 1), people[2]).coupons.count
            try await world.settle()
            world.clock.advance(seconds: 120)
            for person in people[3...] { given += try await world.prove(world.sighting(102, 1), person).coupons.count }
            #expect(given == 4)
        }
    }

    @Test("an offer is given in its hours, past midnight and in the night in which clocks change")
    func hours() async throws {
        try await World.with(.sqlite) { world in
            let trade = ShopTrade(world)
            let eva = try await trade.merchant("eva", of: 102)
            // Saturday 22:00 to Sunday 02:30, by the clocks of Madrid; the clock of the world stands at 11:30.
            let night = ShopHoursBody(day: .sat, from: 1320, to: 1590)
            try await trade.publish(
                ShopTrade.terms(from: "2026-11-01", until: "2027-04-30", hours: [night]), by: eva)
            func isGiven(_ instant: String, to name: String) async throws -> Bool {
                let wanted = try #require(Timestamp(rfc3339: instant))
                world.clock.advance(seconds: wanted.milliseconds(since: world.clock.now) / 1000)
                let person = try await world.visitor(name, choosing: [102])
                return try await !world.prove(world.sighting(102, 1), person).coupons.isEmpty
            }
            #expect(try await !isGiven("2026-11-21T20:59:30Z", to: "a"))
            #expect(try await isGiven("2026-11-21T21:00:30Z", to: "b"))
            #expect(try await isGiven("2026-11-22T01:29:30Z", to: "c"))
            #expect(try await !isGiven("2026-11-22T01:30:30Z", to: "d"))
            // On 28 March 2027 the clocks go from 02:00 to 03:00: half past two never comes, and three is too late.
            #expect(try await isGiven("2027-03-28T00:59:30Z", to: "e"))
            #expect(try await !isGiven("2027-03-28T01:00:30Z", to: "f"))
        }
    }

    @Test("two who change an offer at once: the second is told the version that there is", arguments: Engine.allCases)
    func conflict(engine: Engine) async throws {
        try await World.with(engine) { world in
            let trade = ShopTrade(world)
            let eva = try await trade.merchant("eva", of: 102)
            let leo = try await trade.merchant("leo", of: 102)
            _ = try await trade.shops.save(
                ShopTrade.terms(), as: ShopTrade.first, from: 0, in: trade.key(102), by: eva)
            async let first = code {
                _ = try await trade.shops.save(
                    ShopTrade.terms("Tea"), as: ShopTrade.first, from: 1, in: trade.key(102), by: eva)
            }
            async let second = code {
                _ = try await trade.shops.save(
                    ShopTrade.terms("Milk"), as: ShopTrade.first, from: 1, in: trade.key(102), by: leo)
            }
            let both = await [first, second]
            #expect(both.contains(nil) && both.contains("shop.changed"))
            do {
                _ = try await trade.shops.publish(ShopTrade.first, at: nil, from: 1, in: trade.key(102), by: eva)
                Issue.record("a change of an old version was taken")
            } catch let error as ServiceError {
                var problem = error.problem.problem()
                if case .refused(let fault) = error { fault.complete(&problem) }
                #expect(problem.status == 412 && problem.faults == [Fault(path: "version", message: "2")])
            }
            let history = try await trade.shops.changes(of: ShopTrade.first, in: trade.key(102), by: leo)
            #expect(history.map { $0.change.version } == [2, 1])
            let entries = try await world.database.read { try AuditTrail.entries(of: .venue(world.uuid), in: $0) }
            #expect(entries.filter { $0.action.rawValue == "offer.saved" }.count == 2)
        }
    }

    @Test("drafts that cannot be are refused with the places, and what is missing keeps them from being published")
    func faults() async throws {
        try await World.with(.sqlite) { world in
            let trade = ShopTrade(world)
            let eva = try await trade.merchant("eva", of: 102)
            func refusal(_ terms: ShopOfferTermsBody) async -> String? {
                await code {
                    _ = try await trade.shops.save(
                        terms, as: ShopTrade.first, from: 0, in: trade.key(102), by: eva)
                }
            }
            let broken = [
                ShopTrade.terms(String(repeating: "x", count: 161)), ShopTrade.terms("a\u{202E}b"),
                ShopTrade.terms(from: "2026-12-24", until: "2026-12-23"), ShopTrade.terms(until: "2026-02-30"),
                ShopTrade.terms(until: "2028-01-01"),
                ShopTrade.terms(hours: [ShopHoursBody(day: .mon, from: 600, to: 600)]),
                ShopOfferTermsBody(text: ["fr": "Bonjour"], hours: [], points: 0),
            ]
            for terms in broken { #expect(await refusal(terms) == "shop.invalid_offer") }
            let empty = try await trade.shops.save(
                ShopOfferTermsBody(text: ["en": "  "], hours: [], points: 0), as: ShopTrade.first, from: 0,
                in: trade.key(102), by: eva)
            #expect(empty.faults.map(\.path) == ["text", "validFrom", "validUntil"])
            await #expect(
                code {
                    _ = try await trade.shops.publish(ShopTrade.first, at: nil, from: 1, in: trade.key(102), by: eva)
                }
                    == "shop.invalid_offer")
            let deleted = try await trade.shops.delete(ShopTrade.first, from: 1, in: trade.key(102), by: eva)
            #expect(deleted.state == .deleted)
            await #expect(refusal(ShopTrade.terms()) == "shop.changed")
            let restored = try await trade.shops.restore(ShopTrade.first, from: 2, in: trade.key(102), by: eva)
            #expect(restored.state == .draft)
        }
    }
}
