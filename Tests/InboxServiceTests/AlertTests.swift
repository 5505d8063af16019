import Basics
import Ledger
import Market
import Storage
import TestServer
import Testing

@testable import InboxService
@testable import LedgerService
@testable import MarketService
@testable import ServiceKit

@Suite("Alerts")
struct AlertTests {
    private func alerts(_ world: MarketWorld, _ events: UserEvents = UserEvents()) -> AlertService {
        AlertService(
            market: world.market,
            inbox: InboxService(database: world.database, clock: world.clock.serverClock, events: events),
            random: .system)
    }

    private func told(_ alerts: AlertService, _ trader: Trader) async throws -> [InboxContent] {
        var seen: [Int: UInt64] = [:]
        try await alerts.lookAtChanges(since: &seen)
        return try await alerts.inbox.notifications(of: trader.account).map(\.content)
    }

    /// One trade at a price.
    private func trade(_ world: MarketWorld, _ maker: Trader, _ taker: Trader, at price: String) async throws {
        try await world.limit(maker, .sell, "1", at: price)
        try await world.limit(taker, .buy, "1", at: price)
    }

    @Test("a price alert fires once, at the price or beyond it, for trades that came later", arguments: Engine.allCases)
    func price(engine: Engine) async throws {
        try await MarketWorld.with(engine) { world in
            let maker = try await world.person(1, ["XLM": "1000"])
            let taker = try await world.person(2, ["CLP": "1000000"])
            try await trade(world, maker, taker, at: "60")
            let events = UserEvents()
            let alerts = alerts(world, events)
            let stream = events.subscribe(account: taker.account)
            _ = try await alerts.addPriceAlert(market: "XLMCLP", isAbove: true, price: "55.50", of: taker.account)
            _ = try await alerts.addPriceAlert(market: "XLMCLP", isAbove: false, price: "40", of: taker.account)
            #expect(try await told(alerts, taker).isEmpty)
            try await trade(world, maker, taker, at: "50")
            #expect(try await told(alerts, taker).isEmpty)
            try await trade(world, maker, taker, at: "55.5")
            try await trade(world, maker, taker, at: "57")
            let high = InboxContent.priceReached(market: "XLMCLP", isAbove: true, price: "55.5")
            #expect(try await told(alerts, taker) == [high])
            #expect(try await alerts.alerts(of: taker.account).map(\.price?.price) == ["40"])
            // The list is in the order of milliseconds, and within one in none.
            world.clock.advance(seconds: 1)
            // Between two looks the price went down and up again: it was reached.
            try await trade(world, maker, taker, at: "39")
            try await trade(world, maker, taker, at: "58")
            let low = InboxContent.priceReached(market: "XLMCLP", isAbove: false, price: "40")
            #expect(try await told(alerts, taker) == [low, high])
            #expect(try await alerts.alerts(of: taker.account).isEmpty)
            let pushed = await received(stream, closing: events)
            #expect(pushed.count == 2)
        }
    }

    @Test("nothing is lost when the server ends, and of two servers one tells", arguments: Engine.allCases)
    func restart(engine: Engine) async throws {
        try await MarketWorld.with(engine) { world in
            let maker = try await world.person(1, ["XLM": "1000"])
            let taker = try await world.person(2, ["CLP": "1000000"])
            _ = try await alerts(world).addPriceAlert(
                market: "XLMCLP", isAbove: true, price: "50", of: taker.account)
            _ = try await alerts(world).addOrderAlert(market: nil, of: taker.account)
            try await trade(world, maker, taker, at: "50")
            // Whoever looked before has gone; new ones begin with what is in the database.
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<4 { group.addTask { _ = try await told(alerts(world), taker) } }
                try await group.waitForAll()
            }
            #expect(try await told(alerts(world), taker).count == 2)
        }
    }

    @Test(
        "an order alert tells of own orders that are executed to the last unit, and stays", arguments: Engine.allCases)
    func orders(engine: Engine) async throws {
        try await MarketWorld.with(engine) { world in
            let maker = try await world.person(1, ["XLM": "1000"])
            let taker = try await world.person(2, ["CLP": "1000000"])
            let alerts = alerts(world)
            let made = try await alerts.addOrderAlert(market: "XLMCLP", of: maker.account)
            let order = try await world.limit(maker, .sell, "2", at: "50")
            try await world.limit(taker, .buy, "1.5", at: "50")
            #expect(try await told(alerts, maker).isEmpty)
            try await world.limit(taker, .buy, "0.5", at: "50")
            let first = InboxContent.orderExecuted(
                order: "O\(order.id)", market: "XLMCLP", side: "sell", amount: "2", price: "50")
            #expect(try await told(alerts, maker) == [first])
            try await trade(world, maker, taker, at: "51")
            #expect(try await told(alerts, maker).count == 2)
            // Nobody else is told.
            #expect(try await told(alerts, taker).isEmpty)
            try await alerts.delete(made.id, of: maker.account)
            try await trade(world, maker, taker, at: "52")
            #expect(try await told(alerts, maker).count == 2)
            // What happened while nobody asked is no news for who asks later.
            _ = try await alerts.addOrderAlert(market: nil, of: maker.account)
            #expect(try await told(alerts, maker).count == 2)
        }
    }

    @Test("a market that is made later is looked at as well", arguments: Engine.allCases)
    func laterMarket(engine: Engine) async throws {
        try await MarketWorld.with(engine) { world in
            let maker = try await world.person(1, ["XLM": "1000"])
            let taker = try await world.person(2, ["EUR": "1000000"])
            let alerts = alerts(world)
            _ = try await alerts.addOrderAlert(market: nil, of: taker.account)
            let name = MarketWorld.name("XLMEUR")
            try await world.market.administration.addMarket(
                MarketDraft(
                    name: name, base: MarketWorld.asset("XLM"), quote: MarketWorld.asset("EUR"), tick: "0.01",
                    lot: "0.1", minimum: "0.1"))
            try await world.market.administration.setCollar(nil, market: name)
            try await world.market.refresh()
            func trade(at price: String) async throws {
                try await world.limit(maker, .sell, "1", at: price, in: name)
                try await world.limit(taker, .buy, "1", at: price, in: name)
            }
            // Also when nobody looked before the first trade.
            try await trade(at: "5")
            #expect(try await told(alerts, taker).count == 1)
            _ = try await alerts.addPriceAlert(market: "XLMEUR", isAbove: true, price: "7", of: maker.account)
            try await trade(at: "7")
            #expect(try await told(alerts, taker).count == 2)
            #expect(try await told(alerts, maker).count == 1)
        }
    }

    @Test("decisions about money are told once", arguments: Engine.allCases)
    func requests(engine: Engine) async throws {
        try await MarketWorld.with(engine) { world in
            let person = try await world.person(1, ["CLP": "5000"])
            let alerts = alerts(world)
            try await alerts.lookAtRequests()
            let deposit = try await world.market.requestDeposit(
                MoneyRequestDraft(asset: AssetName("CLP")!, amount: "100", bankAccount: "1"), for: person)
            let withdrawal = try await world.market.requestWithdrawal(
                MoneyRequestDraft(asset: AssetName("CLP")!, amount: "200", bankAccount: "1"), for: person)
            try await alerts.lookAtRequests()
            #expect(try await alerts.inbox.notifications(of: person.account).isEmpty)
            world.clock.advance(seconds: 5)
            _ = try await world.market.administration.settle(request: deposit.id)
            _ = try await world.market.administration.refuse(request: withdrawal.id)
            for _ in 0..<3 { try await alerts.lookAtRequests() }
            let contents = try await alerts.inbox.notifications(of: person.account).map(\.content)
            #expect(
                Set(contents) == [
                    .requestDecided(
                        request: "\(deposit.id)", isDeposit: true, isSettled: true, asset: "CLP", amount: "100"),
                    .requestDecided(
                        request: "\(withdrawal.id)", isDeposit: false, isSettled: false, asset: "CLP", amount: "200"),
                ])
            #expect(contents.count == 2)
        }
    }

    @Test("alerts that no market can have are refused, and their number is bounded")
    func bounds() async throws {
        try await MarketWorld.with(.sqlite) { world in
            let person = try await world.person(1)
            let alerts = alerts(world)
            for (market, price) in [
                ("NOWHERE", "1"), ("xlmclp", "1"), ("XLMCLP", "0"), ("XLMCLP", "-1"), ("XLMCLP", "1e3"),
                ("XLMCLP", "0.001"), ("XLMCLP", String(repeating: "9", count: 40)), ("", ""),
            ] {
                await #expect(
                    code {
                        _ = try await alerts.addPriceAlert(
                            market: market, isAbove: true, price: price, of: person.account)
                    } == "inbox.invalid_alert", "\(market) \(price)")
            }
            for _ in 0..<AlertService.alertsPerAccount {
                _ = try await alerts.addOrderAlert(market: nil, of: person.account)
            }
            await #expect(
                code { _ = try await alerts.addOrderAlert(market: nil, of: person.account) }
                    == "inbox.too_many_alerts")
            let other = try await world.person(2)
            let mine = try #require(try await alerts.alerts(of: person.account).first)
            await #expect(code { try await alerts.delete(mine.id, of: other.account) } == "inbox.unknown_alert")
        }
    }
}
