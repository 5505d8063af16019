import AccountService
import Accounts
import Basics
import Ledger
import LedgerService
import Market
import MarketService
import Storage
import Testing

@testable import HTTPKit
@testable import ServiceKit
@testable import Simulation

@Suite("Trading in the centre")
struct SimulatedTradingTests {
    /// What happens in the markets of a centre within so many simulated minutes, while nobody walks.
    private func trade(
        seed: UInt64, minutes: Int64, points: Int64 = 0,
        _ body: (SimulatedCentre, MarketService) async throws -> Void = { _, _ in }
    ) async throws -> (report: SimulationReport.Trading, last: [PublicTrade]) {
        let configuration = SimulationConfiguration(seed: seed, visitors: 5)
        return try await SimulatedCentre.open(configuration, isQuiet: true) { centre in
            let market = MarketService(
                database: centre.database, clock: centre.clock.serverClock,
                random: .repeatable(SplitMix64(seed: seed)))
            if points > 0 {
                let account = centre.mall.visitors[0].phone.session.accountID
                try await centre.database.write { connection in
                    try LedgerAdministration.grantPoints(
                        points, toAccount: account, memo: nil, at: configuration.start, in: connection)
                }
            }
            var trading = try await SimulatedTrading(centre.mall, market: market)
            market.start()
            for second in 1...minutes * 60 {
                let now = configuration.start.advanced(bySeconds: second)
                centre.clock.advance(to: now)
                try await trading.live(until: now)
            }
            try await body(centre, market)
            await market.stop()
            let last = try await market.trades(try #require(MarketName("ETHCLP")), page: Page(page: 0, limit: 100))
            return (try await trading.report(in: centre.database), last.items)
        }
    }

    @Test("books have two sides, people trade, and the ledger is right to the last unit")
    func alive() async throws {
        let (report, last) = try await trade(seed: 1, minutes: 20, points: 500) { _, market in
            for traded in TradedMarket.all {
                let book = try await market.bookSnapshot(try #require(MarketName(traded.name)), perSide: 10)
                #expect(book.bids.count >= 3 && book.asks.count >= 3, "\(traded.name)")
                #expect(try #require(book.bids.first).ticks < #require(book.asks.first).ticks, "\(traded.name)")
            }
        }
        #expect(report.visitors == 2 && report.visitorOrders > 10)
        #expect(report.pointsSold > 0 && report.pointsSold <= 500)
        #expect(report.trades > 100 && report.orders > report.trades / 2)
        #expect(report.auditFaults == 0)
        #expect(!last.isEmpty)
    }

    @Test("a seed repeats every trade, and another one does not")
    func repeatable() async throws {
        let first = try await trade(seed: 3, minutes: 5)
        let second = try await trade(seed: 3, minutes: 5)
        #expect(first.report == second.report && first.last == second.last)
        #expect(try await trade(seed: 4, minutes: 5).last != first.last)
    }

    @Test("what visitors earned in the shops is what they own in points")
    func earned() async throws {
        let configuration = SimulationConfiguration(seed: 1, visitors: 12)
        try await SimulatedCentre.open(configuration, isQuiet: true) { centre in
            try await centre.live(until: configuration.start.advanced(bySeconds: 480))
            let worth = try await centre.database.read { connection in
                try connection.query(
                    """
                    SELECT offers.points FROM coupons
                    JOIN offers ON offers.venue = coupons.venue AND offers.id = coupons.offer_id
                    """
                ).reduce(0) { $0 + Int128(try $1.integer(0)) }
            }
            let audit = try await LedgerAdministration(database: centre.database).audit()
            #expect(worth > 0)
            #expect(audit.assets.first { $0.name.text == "PTS" }?.owned == worth)
            #expect(audit.isClean)
        }
    }

    @Test("a night is passed over, not made up for")
    func night() async throws {
        let configuration = SimulationConfiguration(seed: 1, visitors: 4)
        try await SimulatedCentre.open(configuration, isQuiet: true) { centre in
            let market = MarketService(
                database: centre.database, clock: centre.clock.serverClock,
                random: .repeatable(SplitMix64(seed: 1)))
            var trading = try await SimulatedTrading(centre.mall, market: market)
            market.start()
            try await trading.live(until: configuration.start.advanced(bySeconds: 12 * 3600))
            await market.stop()
            #expect(try await trading.report(in: centre.database).orders < 20)
        }
    }

    @Test("before the day there was trade, which charts show and the books have")
    func past() async throws {
        let configuration = SimulationConfiguration(seed: 1, visitors: 4)
        try await SimulatedCentre.open(configuration, isQuiet: true) { centre in
            let market = MarketService(
                database: centre.database, clock: centre.clock.serverClock,
                random: .repeatable(SplitMix64(seed: 1)))
            let trading = try await SimulatedTrading(centre.mall, market: market, hasPast: true)
            centre.clock.advance(to: configuration.start)
            let audit = try await market.administration.audit()
            #expect(audit.isClean && audit.fills > 3000)
            for traded in TradedMarket.all {
                let name = try #require(MarketName(traded.name))
                for (frame, least) in [(CandleFrame.fiveMinutes, 40), (.hour, 100), (.day, 7)] {
                    let candles = try await market.candles(
                        name, kind: .last, frame: frame, page: Page(from: nil, limit: 500))
                    #expect(candles.items.count >= least, "\(name) \(frame)")
                    #expect(candles.items.allSatisfy { $0.start < configuration.start }, "\(name) \(frame)")
                }
                let home = try Double((await market.market(named: name)).ticks(traded.price))
                let last = try #require(try await market.trades(name, page: Page(limit: 1)).items.first)
                #expect(abs(Double(last.ticks) / home - 1) < 0.02, "\(name)")
            }
            // The report is of the day.
            #expect(try await trading.report(in: centre.database).trades == 0)
        }
    }

    @Test("whoever signs up as a guest has a purse at once, and simulated people have none of it")
    func purse() async throws {
        try await SimulatedCentre.open(SimulationConfiguration(seed: 1, visitors: 2), isQuiet: true) { centre in
            let market = MarketService(database: centre.database, clock: centre.clock.serverClock)
            let guests = AccountService(
                database: centre.database, clock: centre.clock.serverClock, cost: .simulation, newcomers: .trading,
                welcome: GuestPurse.give)
            let guest = try await guests.signUp(email: "guest@example.org", password: "long enough").session.accountID
            let balances = try await market.balances(of: try await market.trader(of: guest))
            let owned = Dictionary(
                uniqueKeysWithValues: balances.filter { $0.balance.total > 0 }.map {
                    ($0.asset.name.text, DecimalText.text($0.balance.available, exponent: $0.asset.exponent))
                })
            var purse = Dictionary(uniqueKeysWithValues: GuestPurse.money)
            purse["PTS"] = "\(GuestPurse.points)"
            #expect(owned == purse)
            let walker = try await market.trader(of: centre.mall.visitors[0].phone.session.accountID)
            #expect(try await market.balances(of: walker).allSatisfy { $0.balance.total == 0 })
            #expect(try await market.administration.audit().isClean)
        }
    }
}
