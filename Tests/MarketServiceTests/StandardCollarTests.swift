import Market
import Storage
import TestServer
import Testing

@testable import LedgerService
@testable import MarketService

/// A thief with a session or a key that may trade has an accomplice: what either of them gains must stay small.
@Suite("Markets have a collar from the start")
struct StandardCollarTests {
    private let xlm = MarketWorld.xlmclp

    @Test("no order carries a balance to an accomplice at an absurd price", arguments: Engine.allCases)
    func emptying(engine: Engine) async throws {
        try await MarketWorld.with(engine, collars: true) { world in
            let owner = try await world.person(1, ["CLP": "1000000", "XLM": "1000"])
            let accomplice = try await world.person(2, ["CLP": "1000000", "XLM": "1000"])
            try await world.limit(accomplice, .sell, "1", at: "100")
            try await world.limit(owner, .buy, "1", at: "100")
            let before = try await world.balance(owner, "CLP")
            // The accomplice waits far away, where nobody is hurt.
            try await world.limit(accomplice, .sell, "1", at: "900000")
            func refused(_ body: () async throws -> Void) async throws -> MarketError? { try await refusal(body) }
            #expect(try await refused { try await world.limit(owner, .buy, "1", at: "900000") } == .priceCollar)
            #expect(try await refused { try await world.limit(owner, .buy, "1", at: "120.01") } == .priceCollar)
            #expect(
                try await refused { try await world.limit(owner, .buy, "1", at: "900000", .fillOrKill) }
                    == .priceCollar)
            #expect(
                try await refused { try await world.limit(owner, .buy, "1", at: "900000", .immediateOrCancel) }
                    == .priceCollar)
            #expect(try await refused { try await world.take(owner, .buy, "1") } == .priceCollar)
            #expect(
                try await refused {
                    _ = try await world.market.instant(market: xlm, side: .buy, amount: "1", bound: nil, for: owner)
                } == .priceCollar)
            // The other side: everything for next to nothing.
            #expect(try await refused { try await world.limit(owner, .sell, "1000", at: "0.01") } == .priceCollar)
            #expect(try await refused { try await world.limit(owner, .sell, "1", at: "79.99") } == .priceCollar)
            // A stop that is reached is bounded like any other order.
            let stop = try await world.limit(owner, .buy, "1", at: "900000", stop: "110")
            try await world.limit(accomplice, .sell, "1", at: "110")
            let other = try await world.person(3, ["CLP": "1000"])
            try await world.limit(other, .buy, "1", at: "110")
            let ended = try await world.market.order(stop.id, of: owner).order
            #expect(ended.executed == 0 && ended.reason == .collar)
            #expect(try await world.balance(owner, "CLP") == before)
            try await world.expectClean()
        }
    }

    @Test("an operator sets another collar, or none, and a new market has the standard one", arguments: Engine.allCases)
    func settings(engine: Engine) async throws {
        try await MarketWorld.with(engine, collars: true) { world in
            func collar(_ name: String) async throws -> PriceCollar? {
                let markets = try await world.market.administration.markets()
                return try #require(markets.first { $0.name.text == name }).collar
            }
            let ledger = world.market.administration
            #expect(try await collar("XLMCLP") == .standard && PriceCollar.standard.millionths == 200_000)
            let added = try await ledger.addMarket(
                MarketDraft(
                    name: MarketWorld.name("EOSEUR"), base: MarketWorld.asset("EOS"), quote: MarketWorld.asset("EUR"),
                    tick: "0.01", lot: "1", minimum: "1"))
            #expect(added.collar == .standard)
            #expect(try await collar("EOSEUR") == .standard)
            try await ledger.setCollar(nil, market: xlm)
            #expect(try await collar("XLMCLP") == nil)
            let ana = try await world.person(1, ["CLP": "1000000"])
            let ben = try await world.person(2, ["XLM": "100"])
            try await world.market.refresh()
            for price in ["100", "1000"] {
                try await world.limit(ben, .sell, "1", at: price)
                try await world.limit(ana, .buy, "1", at: price)
            }
            try await ledger.setCollar(PriceCollar(millionths: 500_000), market: xlm)
            try await world.market.refresh()
            try await world.limit(ben, .sell, "2", at: "1400")
            try await world.limit(ana, .buy, "1", at: "1400")
            try await world.expectClean()
        }
    }
}
