import Basics
import Ledger
import Market
import Storage
import TestServer
import Testing

@testable import LedgerService
@testable import MarketService

@Suite("Halts, auctions and collars of a market")
struct HaltTests {
    private let xlm = MarketWorld.xlmclp

    private func refused(_ body: () async throws -> OrderRecord) async throws -> MarketError? {
        try await refusal { _ = try await body() }
    }

    @Test(
        "a halted market takes nothing; an auction trades at one price what it collected, and everybody pays as who waits",
        arguments: Engine.allCases)
    func auction(engine: Engine) async throws {
        try await MarketWorld.with(engine) { world in
            let ana = try await world.person(1, ["CLP": "1000", "XLM": "100"])
            let ben = try await world.person(2, ["CLP": "1000", "XLM": "100"])
            let eva = try await world.person(3, ["CLP": "1000", "XLM": "100"])
            let ledger = world.market.administration
            try await world.limit(ben, .sell, "1", at: "10")
            try await world.limit(ana, .buy, "3", at: "10")
            let waiting = try await world.market.openOrders(of: ana, market: xlm, page: Page(limit: 9)).items[0]
            #expect(try await refusal { try await ledger.beginAuction(xlm, seconds: 60) } == .wrongPhase)
            try await ledger.halt(xlm)
            try await world.market.refresh()
            #expect(try await refused { try await world.limit(ben, .sell, "1", at: "10") } == .halted)
            #expect(try await refused { try await world.take(ben, .sell, "1") } == .halted)
            let less = try await world.market.amend(waiting.id, AmendDraft(amount: "2.5"), for: ana)
            #expect(less.replaced == nil)
            let more = try await refusal {
                _ = try await world.market.amend(waiting.id, AmendDraft(amount: "4"), for: ana)
            }
            #expect(more == .halted)
            #expect(try await world.market.auction(xlm).price == nil)

            try await ledger.beginAuction(xlm, seconds: 60)
            try await world.market.refresh()
            #expect(try await refused { try await world.take(ben, .sell, "1") } == .collecting)
            #expect(try await refused { try await world.limit(ben, .sell, "1", at: "9", .fillOrKill) } == .collecting)
            #expect(
                try await refused { try await world.limit(ben, .sell, "1", at: "9", postOnly: true) } == .collecting)
            let instant = try await refusal {
                _ = try await world.market.instant(market: xlm, side: .sell, amount: "1", bound: nil, for: ben)
            }
            #expect(instant == .collecting)
            // Wanted: 1.5 at 10 (ana), 2 at 12 (eva); offered: 3 at 9 (ben).
            let bid = try await world.limit(eva, .buy, "2", at: "12")
            let offer = try await world.limit(ben, .sell, "3", at: "9")
            let stop = try await world.limit(eva, .sell, "1", at: "9", stop: "9.5")
            #expect(bid.executed == 0 && offer.executed == 0 && offer.status == .queued)
            #expect(try await refused { try await world.limit(ben, .buy, "1", at: "9") } == .selfTrade)
            let told = try #require(try await world.market.auction(xlm).price)
            #expect(told.ticks == 1000 && told.lots == 30_000_000 && told.surplus == 5_000_000)
            try await world.expectClean()
            // Another server finds the same, although the book crosses.
            try await world.expectSecondServer(at: try await world.hash())

            world.clock.advance(seconds: 60)
            try await world.market.carryOutWhatIsDue()
            let sold = try await world.market.order(offer.id, of: ben)
            #expect(sold.order.status == .filled && sold.fills.map(\.ticks) == [1000, 1000])
            #expect(sold.fills.map(\.lots) == [20_000_000, 10_000_000])
            // 30 CLP less 0.39 per cent, although it came last.
            #expect(sold.order.feeText == "0.117" && sold.fills.allSatisfy(\.isMaker))
            #expect(try await world.market.order(bid.id, of: eva).order.status == .filled)
            let rest = try await world.market.order(waiting.id, of: ana)
            #expect(rest.order.status == .queued && rest.order.remaining == 5_000_000)
            #expect(rest.fills.map(\.lots) == [10_000_000, 10_000_000] && rest.fills.map(\.isMaker) == [false, true])
            #expect(try await world.market.order(stop.id, of: eva).order.status == .waiting)
            #expect(try await world.market.ticker(xlm).last == 1000)
            try await world.market.refresh()
            #expect(try await world.market.auction(xlm).market.phase == .trading)
            let after = try await world.limit(ben, .sell, "0.5", at: "10")
            #expect(after.executed == 5_000_000)
            try await world.expectClean()
            try await world.expectSecondServer(at: try await world.hash())
        }
    }

    @Test("an auction that ended while no server ran is carried out first, without orders that had ended by then")
    func lateAuction() async throws {
        try await MarketWorld.with(.sqlite) { world in
            let ana = try await world.person(1, ["CLP": "1000"])
            let ben = try await world.person(2, ["XLM": "100"])
            let ledger = world.market.administration
            try await ledger.halt(xlm)
            try await ledger.beginAuction(xlm, seconds: 60)
            try await world.market.refresh()
            func bid(_ seconds: Int64) async throws -> OrderRecord {
                try await world.market.place(
                    OrderDraft(
                        market: xlm, side: .buy, kind: .limit, amount: "1", price: "10",
                        expiresAt: world.clock.now.advanced(bySeconds: seconds)), for: ana)
            }
            let (gone, there) = (try await bid(59), try await bid(61))
            try await world.limit(ben, .sell, "2", at: "10")
            await world.market.stop()
            world.clock.advance(seconds: 3600)
            try await world.withSecondServer { second in
                // Whoever comes meets the market after the auction.
                let sale = try await second.limit(ben, .sell, "1", at: "10")
                #expect(sale.executed == 0 && sale.status == .queued)
                #expect(try await second.market.order(gone.id, of: ana).order.reason == .expired)
                #expect(try await second.market.order(there.id, of: ana).order.status == .filled)
                try await second.expectClean()
            }
        }
    }

    @Test(
        "auctions of any orders keep money, books and trails right, on two servers", arguments: 0..<6 as Range<UInt64>)
    func property(seed: UInt64) async throws {
        try await MarketWorld.with(.sqlite) { world in
            var random = SplitMix64(seed: seed)
            var traders: [Trader] = []
            for number in 1...5 { traders.append(try await world.person(number, ["CLP": "5000", "XLM": "500"])) }
            let ledger = world.market.administration
            var isTraded = false
            for round in 0..<4 {
                for step in 0..<40 {
                    if step == 15 {
                        try await ledger.halt(xlm)
                        try await ledger.beginAuction(xlm, seconds: 30)
                        try await world.market.refresh()
                    }
                    let trader = traders[Int.random(in: 0..<5, using: &random)]
                    let side: Side = Bool.random(using: &random) ? .buy : .sell
                    let price = Int.random(in: 95...105, using: &random)
                    let text = "\(price / 10).\(price % 10)"
                    let rule: SelfTradePrevention =
                        [.cancelNewest, .cancelOldest, .cancelBoth].randomElement(using: &random) ?? .cancelNewest
                    let stop = step % 9 == 0 ? "\(Int.random(in: 96...104, using: &random) / 10).5" : nil
                    _ = try? await world.limit(
                        trader, side, "\(Int.random(in: 1...9, using: &random))", at: text, stop: stop, selfTrade: rule)
                }
                let price = try await world.market.auction(xlm).price
                let before = try await world.market.trades(xlm, page: Page(limit: 1)).items.first?.id ?? 0
                world.clock.advance(seconds: 30)
                try await world.market.carryOutWhatIsDue()
                let made = try await world.market.trades(xlm, page: Page(limit: 1000)).items.filter { $0.id > before }
                if let price {
                    // Stops that it triggered may have traded afterwards.
                    let lots = made.filter { $0.ticks == price.ticks }.reduce(0 as Int128) { $0 + Int128($1.lots) }
                    #expect(lots >= price.lots && made.last?.ticks == price.ticks)
                    isTraded = true
                }
                try await world.expectClean()
                if round == 1 { try await world.expectSecondServer(at: try await world.hash()) }
            }
            #expect(isTraded)
        }
    }

    @Test("an order trades no further from the last price than its market lets it", arguments: Engine.allCases)
    func collar(engine: Engine) async throws {
        try await MarketWorld.with(engine) { world in
            let ana = try await world.person(1, ["CLP": "1000", "XLM": "100"])
            let ben = try await world.person(2, ["CLP": "1000", "XLM": "100"])
            let ledger = world.market.administration
            try await world.limit(ben, .sell, "1", at: "10")
            try await world.limit(ana, .buy, "1", at: "10")
            try await ledger.setCollar(PriceCollar(millionths: 100_000), market: xlm)
            try await world.market.refresh()
            for price in ["10.5", "11", "11.01"] { try await world.limit(ben, .sell, "1", at: price) }
            let balance = try await world.balance(ana, "CLP")
            #expect(try await refused { try await world.limit(ana, .buy, "3", at: "12", .fillOrKill) } == .priceCollar)
            #expect(try await refused { try await world.limit(ana, .sell, "1", at: "8.99") } == .priceCollar)
            let instant = try await refusal {
                _ = try await world.market.instant(market: xlm, side: .buy, amount: "3", bound: nil, for: ana)
            }
            #expect(instant == .priceCollar)
            #expect(try await world.balance(ana, "CLP") == balance)
            let estimate = try await world.market.preview(
                OrderWish(market: xlm, side: .buy, price: "12", size: .amount("3")), for: ana)
            #expect(estimate.preview.atOnce.lots == 20_000_000 && estimate.preview.meetsCollar)
            #expect(estimate.preview.waiting.lots == 0)
            let order = try await world.limit(ana, .buy, "3", at: "12")
            #expect(order.executed == 20_000_000 && order.status == .cancelled && order.reason == .collar)
            #expect(try await world.balance(ana, "CLP") == "968.5/968.5")
            // From 11 it reaches to 12.1.
            let market = try await world.take(ana, .buy, "1")
            #expect(market.status == .filled)
            let amended = try await world.limit(ana, .buy, "1", at: "9")
            let far = try await refusal {
                _ = try await world.market.amend(amended.id, AmendDraft(price: "13"), for: ana)
            }
            #expect(far == .priceCollar)
            // A stop whose limit is too far finds nothing within the collar when it is reached.
            let stop = try await world.limit(ana, .buy, "1", at: "20", stop: "11.5")
            try await world.limit(ben, .sell, "1", at: "11.5")
            let eva = try await world.person(3, ["CLP": "1000"])
            try await world.limit(eva, .buy, "1", at: "11.5")
            let ended = try await world.market.order(stop.id, of: ana).order
            #expect(ended.status == .cancelled && ended.reason == .collar && ended.executed == 0)
            try await ledger.setCollar(nil, market: xlm)
            try await world.market.refresh()
            #expect(try await world.limit(ana, .buy, "1", at: "30").status == .queued)
            try await world.expectClean()
            try await world.expectSecondServer(at: try await world.hash())
        }
    }
}
