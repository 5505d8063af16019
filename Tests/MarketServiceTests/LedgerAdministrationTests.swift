import Basics
import Ledger
import Market
import Storage
import TestServer
import Testing

@testable import HTTPKit
@testable import LedgerService
@testable import MarketService
@testable import ServiceKit

@Suite("The ledger and its administration")
struct LedgerAdministrationTests {
    private let clp = MarketWorld.asset("CLP")

    @Test("a withdrawal is held while it waits, and gone or free when it is decided", arguments: Engine.allCases)
    func withdrawals(engine: Engine) async throws {
        try await MarketWorld.with(engine) { world in
            let ana = try await world.person(1, ["CLP": "1000"])
            func ask(_ amount: String) async throws -> MoneyRequest {
                try await world.market.requestWithdrawal(
                    MoneyRequestDraft(asset: clp, amount: amount, bankAccount: "123456789"), for: ana)
            }
            let first = try await ask("300")
            let second = try await ask("700")
            #expect(first.email == "person1@example.org")
            #expect(try await world.balance(ana, "CLP") == "1000/0")
            #expect(try await refusal { _ = try await ask("1") } == .notEnoughBalance)
            try await world.expectClean()
            let administration = world.market.administration
            #expect(try await administration.requests(.waiting).items.map(\.id) == [first.id, second.id])
            #expect(try await administration.settle(request: first.id).status == .settled)
            #expect(try await administration.refuse(request: second.id).status == .refused)
            #expect(try await refusal { _ = try await administration.settle(request: second.id) } == .requestDecided)
            #expect(try await refusal { _ = try await administration.settle(request: 99) } == .unknownRequest)
            #expect(try await world.balance(ana, "CLP") == "700/700")
            #expect(try await administration.requests(.waiting).items.isEmpty)
            #expect(try await world.market.requests(of: ana, page: Page()).items.map(\.id) == [second.id, first.id])
            try await world.expectClean()
        }
    }

    @Test("a deposit that somebody announced counts once it is settled", arguments: Engine.allCases)
    func deposits(engine: Engine) async throws {
        try await MarketWorld.with(engine) { world in
            let ana = try await world.person(1)
            let request = try await world.market.requestDeposit(
                MoneyRequestDraft(asset: clp, amount: "10000", bankAccount: "12345", voucher: "slip.png"), for: ana)
            #expect(try await world.balance(ana, "CLP") == "0/0")
            try await world.market.administration.settle(request: request.id)
            #expect(try await world.balance(ana, "CLP") == "10000/10000")
            for (amount, bank) in [("0", "1"), ("-1", "1"), ("1e9", "1"), ("1", ""), ("1", "a\u{0}b")] {
                let draft = MoneyRequestDraft(asset: clp, amount: amount, bankAccount: bank)
                #expect(try await refusal { _ = try await world.market.requestDeposit(draft, for: ana) } != nil)
            }
            let administration = world.market.administration
            #expect(
                try await refusal {
                    _ = try await administration.deposit(to: "nobody@example.org", asset: clp, amount: "1")
                }
                    == .unknownAccount)
            let most = String(repeating: "9", count: 21)
            #expect(
                try await refusal {
                    _ = try await administration.deposit(to: "person1@example.org", asset: clp, amount: most)
                } == .amount(.tooLarge))
            try await world.expectClean()
        }
    }

    @Test("money goes to whoever has the address, and to nobody else", arguments: Engine.allCases)
    func transfers(engine: Engine) async throws {
        try await MarketWorld.with(engine) { world in
            let ana = try await world.person(1, ["ETH": "2"])
            let ben = try await world.person(2)
            let eth = MarketWorld.asset("ETH")
            let address = try await world.market.address(of: ben, asset: eth)
            #expect(try await world.market.address(of: ben, asset: eth) == address)
            #expect(try await world.market.address(of: ben, asset: clp) != address)
            func send(_ amount: String, to address: String, _ asset: AssetName, from trader: Trader) async throws {
                try await world.market.transfer(
                    to: address, amount: amount, asset: asset, memo: "a b+c", from: trader)
            }
            try await send("0.5", to: address, eth, from: ana)
            #expect(try await world.balance(ben, "ETH") == "0.5/0.5")
            let received = try await world.market.transactions(of: ben, asset: eth, page: Page()).items
            #expect(received.map(\.kind) == [.received])
            #expect(received.map(\.memo) == ["a b+c"])
            #expect(try await refusal { try await send("2", to: address, eth, from: ana) } == .notEnoughBalance)
            #expect(try await refusal { try await send("1", to: "c0", eth, from: ana) } == .unknownAddress)
            #expect(try await refusal { try await send("1", to: address, clp, from: ana) } == .unknownAddress)
            #expect(try await refusal { try await send("0.1", to: address, eth, from: ben) } == .toOneself)
            try await world.expectClean()
        }
    }

    @Test("a market that another process adds or pauses is noticed without a restart", arguments: Engine.allCases)
    func catalogue(engine: Engine) async throws {
        try await MarketWorld.with(engine) { world in
            let ana = try await world.person(1, ["BRL": "1000"])
            let administration = LedgerAdministration(database: world.database, clock: world.clock.serverClock)
            let name = MarketWorld.name("XLMBRL")
            let draft = MarketDraft(
                name: name, base: MarketWorld.asset("XLM"), quote: MarketWorld.asset("BRL"), tick: "0.0001", lot: "0.1",
                minimum: "1")
            let added = try await administration.addMarket(draft)
            #expect(added.number == 8)
            #expect(try await refusal { _ = try await administration.addMarket(draft) } == .nameTaken)
            var wrong = draft
            wrong.name = MarketWorld.name("XLMBRL2")
            wrong.tick = "0"
            #expect(try await refusal { _ = try await administration.addMarket(wrong) } == .invalidRules)
            try await eventually { try await world.market.markets().count == 8 }
            try await eventually {
                try await refusal { try await world.limit(ana, .buy, "1", at: "0.5", in: name) } == nil
            }
            try await administration.setActive(false, market: name)
            #expect(
                try await refusal { try await world.limit(ana, .buy, "1", at: "0.5", in: name) } == .marketInactive)
            #expect(try await world.market.cancelAll(market: name, for: ana).count == 1)
            try await eventually { try await world.market.market(named: name).isActive == false }
        }
    }

    @Test("what was traded in thirty days lowers the fee from the next day on", arguments: Engine.allCases)
    func tiers(engine: Engine) async throws {
        try await MarketWorld.with(engine) { world in
            let ana = try await world.person(1, ["CLP": "10000"])
            let ben = try await world.person(2, ["XLM": "100"])
            let lower = try #require(FeeRate(rawValue: 1000))
            let fees = try #require(
                FeeSchedule([
                    FeeTier(threshold: 0, maker: .standardMaker, taker: .standardTaker),
                    FeeTier(
                        threshold: 1_000_000_000_000_000_000_000, maker: .none,
                        taker: lower),
                ]))
            try await world.market.administration.setFees(fees, market: MarketWorld.xlmclp)
            try await world.market.refresh()
            try await world.limit(ana, .buy, "20", at: "50")
            let first = try await world.take(ben, .sell, "20")
            #expect(first.feeText == "6.8")
            world.clock.advance(seconds: 86_400)
            try await world.market.addUpVolumes()
            #expect(try await world.market.tier(of: ben, market: MarketWorld.xlmclp).level == 1)
            try await world.limit(ana, .buy, "1", at: "50")
            let second = try await world.take(ben, .sell, "1")
            #expect(second.feeText == "0.05")
            world.clock.advance(seconds: 31 * 86_400)
            try await world.market.addUpVolumes()
            #expect(try await world.market.tier(of: ben, market: MarketWorld.xlmclp).level == 0)
            try await world.expectClean()
        }
    }

    @Test(
        "what was traded is added up in a market that is there before its work has begun", .timeLimit(.minutes(1)),
        arguments: Engine.allCases)
    func volumesBeforeWork(engine: Engine) async throws {
        try await engine.withDatabase { database in
            let clock = TestClock()
            let market = MarketService(
                database: database, clock: clock.serverClock, random: .repeatable(SplitMix64(seed: 1)))
            try await market.refresh()
            // Whoever adds up is the one who begins the work, and must not wait for it.
            try await market.addUpVolumes()
            let rules = try #require(try await market.markets().first)
            let progress = try await database.read { try TradedVolumeStore($0).progress(of: rules.number) }
            #expect(progress?.day == TradedVolumeStore.day(of: clock.now) - 1)
        }
    }

    @Test("the ticker counts the last 24 hours, before and after a restart", arguments: Engine.allCases)
    func ticker(engine: Engine) async throws {
        try await MarketWorld.with(engine) { world in
            let ana = try await world.person(1, ["CLP": "10000"])
            let ben = try await world.person(2, ["XLM": "100"])
            func trade(_ price: String) async throws {
                try await world.limit(ana, .buy, "1", at: price)
                try await world.take(ben, .sell, "1")
            }
            #expect(try await world.market.ticker(MarketWorld.xlmclp).last == nil)
            try await trade("50")
            world.clock.advance(seconds: 90_000)
            try await trade("40")
            world.clock.advance(seconds: 600)
            try await trade("60")
            func check(_ world: MarketWorld) async throws {
                let ticker = try await world.market.ticker(MarketWorld.xlmclp)
                #expect(ticker.high == 6000)
                #expect(ticker.low == 4000)
                #expect(ticker.last == 6000)
                #expect(ticker.volume == 20_000_000)
                #expect(ticker.change1d == 0.2)
            }
            try await check(world)
            try await world.withSecondServer { try await check($0) }
        }
    }

    @Test("points are an asset like any other", arguments: Engine.allCases)
    func points(engine: Engine) async throws {
        try await MarketWorld.with(engine) { world in
            let ana = try await world.person(1)
            let now = world.clock.now
            for _ in 0..<2 {
                try await world.database.write {
                    try LedgerAdministration.grantPoints(10, toAccount: ana.account, memo: nil, at: now, in: $0)
                }
            }
            try await world.market.refresh()
            #expect(try await world.balance(ana, "PTS") == "20/20")
            func statement(_ page: Page = Page()) async throws -> [TransactionRecord] {
                try await world.market.transactions(of: ana, asset: MarketWorld.asset("PTS"), page: page).items
            }
            #expect(try await statement().map(\.kind) == [.points, .points])
            #expect(try await statement().map(\.balanceAfter) == [20, 10])
            // What came otherwise stands between them by its time, page by page, and has the record that it made.
            world.clock.advance(seconds: 60)
            let administration = LedgerAdministration(database: world.database, clock: world.clock.serverClock)
            let hub = world.market.hub
            hub.watch(ana.number)
            let first = hub.accountVersion(ana.number)
            let deposit = try await administration.deposit(
                toAccount: ana.account, asset: MarketWorld.asset("PTS"), amount: "5")
            #expect(deposit.amount == 5 && deposit.balanceAfter == 25)
            world.clock.advance(seconds: 60)
            let later = world.clock.now
            try await eventually { hub.accountVersion(ana.number) > first }
            let version = hub.accountVersion(ana.number)
            try await world.database.write {
                try LedgerAdministration.grantPoints(1, toAccount: ana.account, memo: nil, at: later, in: $0)
            }
            try await eventually { hub.accountVersion(ana.number) > version }
            #expect(try await statement().map(\.balanceAfter) == [26, 25, 20, 10])
            var pages: [TransactionRecord] = []
            for page in 0..<4 { pages += try await statement(Page(page: page, limit: 1)) }
            #expect(try await pages == statement())
            #expect(Set(pages.map(\.id)).count == 4 && pages.allSatisfy { $0.id > 0 })
            try await world.expectClean()
        }
    }

    @Test("the audit sees what was tampered with")
    func audit() async throws {
        for damage in [
            "UPDATE balances SET total = '1' WHERE account = 1000 AND asset = 1",
            "UPDATE balances SET held = '1' WHERE account = 1000 AND asset = 1",
            "DELETE FROM balances WHERE account = 1001",
            "UPDATE orders SET executed = executed + 1 WHERE status = 2",
            "DELETE FROM orders WHERE status = 2", "DELETE FROM fills", "UPDATE postings SET amount = '5'",
            "UPDATE orders SET status = 3 WHERE status = 1", "UPDATE fills SET buyer_fee = '1'",
            "UPDATE fills SET buyer_previous = 1", "UPDATE fills SET maker_previous = 1",
            "UPDATE orders SET last_made = 0", "UPDATE orders SET previous_closed = 1 WHERE status = 2",
            "UPDATE market_trails SET last_fill = 0", "UPDATE market_trails SET last_closed = 0",
            "UPDATE market_trails SET last_untraded = 0", "UPDATE orders SET previous_closed = 1 WHERE status = 3",
            "DELETE FROM market_trails WHERE account = 1000",
        ] {
            try await MarketWorld.with(.sqlite) { world in
                let ana = try await world.person(1, ["CLP": "1000"])
                let ben = try await world.person(2, ["XLM": "100"])
                try await world.limit(ana, .buy, "1", at: "50")
                try await world.take(ben, .sell, "1")
                try await world.limit(ana, .buy, "1", at: "50")
                _ = try await world.market.cancel(try await world.limit(ana, .buy, "1", at: "49").id, for: ana)
                try await world.expectClean()
                try await world.database.write { try $0.execute(damage) }
                #expect(try await world.market.administration.audit().isClean == false, "\(damage)")
            }
        }
    }

    @Test("whoever follows a market or an account sees that it has changed", arguments: Engine.allCases)
    func hub(engine: Engine) async throws {
        try await MarketWorld.with(engine) { world in
            let ana = try await world.person(1, ["CLP": "1000"])
            let ben = try await world.person(2, ["XLM": "100"])
            let hub = world.market.hub
            hub.watch(ana.number)
            let before = (hub.marketVersion(3), hub.accountVersion(ana.number))
            try await world.limit(ana, .buy, "1", at: "50")
            #expect(hub.marketVersion(3) > before.0)
            let placed = hub.accountVersion(ana.number)
            #expect(placed > before.1)
            try await world.take(ben, .sell, "1")
            #expect(hub.accountVersion(ana.number) > placed)
            #expect(hub.accountVersion(ben.number) == 0)
            #expect(hub.recentTrades(3).map(\.ticks) == [5000])
            // What other processes do is noticed soon.
            let last = (hub.marketVersion(3), hub.accountVersion(ana.number))
            let administration = LedgerAdministration(database: world.database, clock: world.clock.serverClock)
            try await administration.deposit(to: "person1@example.org", asset: clp, amount: "1")
            try await eventually { hub.accountVersion(ana.number) > last.1 }
            try await world.withSecondServer { second in
                try await second.limit(ana, .buy, "1", at: "40")
                try await eventually { hub.marketVersion(3) > last.0 }
            }
            hub.unwatch(ana.number)
            #expect(hub.accountVersion(ana.number) == 0)
        }
    }
}

/// Waits until a condition holds, which another task brings about.
func eventually(
    _ location: SourceLocation = #_sourceLocation, _ condition: () async throws -> Bool
) async throws {
    let deadline = ContinuousClock.now + .seconds(30)
    while try await !condition() {
        guard ContinuousClock.now < deadline else {
            Issue.record("It never came true.", sourceLocation: location)
            return
        }
        try await Task.sleep(for: .milliseconds(20))
    }
}
