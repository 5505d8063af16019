import Basics
import Ledger
import Market
import Storage
import TestServer
import Testing

@testable import LedgerService
@testable import MarketService

@Suite("Trails of fills and closed orders")
struct TrailTests {
    @Test("an order and its owner find every execution, across restarts", arguments: Engine.allCases)
    func long(engine: Engine) async throws {
        try await MarketWorld.with(engine) { world in
            let ana = try await world.person(1, ["CLP": "100000", "XLM": "100"])
            let ben = try await world.person(2, ["XLM": "1000", "CLP": "100000"])
            let order = try await world.limit(ana, .buy, "100", at: "50")
            for _ in 0..<40 {
                world.clock.advance(seconds: 1)
                try await world.take(ben, .sell, "1")
            }
            // As taker, and from another book that was built from what is stored.
            try await world.limit(ben, .buy, "1", at: "51")
            try await world.withSecondServer { second in
                try await second.limit(ana, .sell, "1", at: "51")
                try await second.take(ben, .sell, "1")
            }
            try await world.take(ben, .sell, "1")
            let fills = try await world.market.order(order.id, of: ana).fills
            #expect(fills.count == 42)
            #expect(fills.map(\.id) == fills.map(\.id).sorted())
            let page = Page(page: 0, limit: 100)
            let own = try await world.market.fills(of: ana, market: MarketWorld.xlmclp, page: page).items
            #expect(own.count == 43)
            #expect(own.map(\.fill.id) == own.map(\.fill.id).sorted(by: >))
            #expect(own.filter { $0.fill.side == .sell }.count == 1)
            let part = try await world.market.fills(
                of: ana, market: MarketWorld.xlmclp, page: Page(page: 2, limit: 20))
            #expect(part.items.map(\.fill) == own.suffix(3).map(\.fill) && !part.hasMore)
            let closed = try await world.market.closedOrders(of: ben, market: nil, page: page).items
            #expect(closed.count == 43)
            #expect(closed.map(\.updatedAt) == closed.map(\.updatedAt).sorted(by: >))
            #expect(try await world.market.closedOrders(of: ana, market: nil, page: page).items.count == 1)
            _ = try await world.market.cancel(order.id, for: ana)
            let last = try await world.market.closedOrders(of: ana, market: nil, page: page).items
            #expect(last.first?.id == order.id && last.count == 2)
            try await world.expectClean()
        }
    }

    @Test("a database from before has its trails afterwards, and its fees where they were", arguments: Engine.allCases)
    func migration(engine: Engine) async throws {
        try await MarketWorld.with(engine) { world in
            try await trade(world)
            // A database from before says nothing of reasons.
            try await world.database.write { try $0.execute("UPDATE orders SET reason = NULL") }
            let wanted = try await Contents(of: world.database)
            try await engine.withDatabase(before: 9) { older in
                try await copy(wanted, to: older)
            } _: { newer in
                let migrated = try await Contents(of: newer)
                for table in ["orders", "fills", "market_trails"] {
                    #expect(migrated.rows[table] == wanted.rows[table], "\(table)")
                    #expect(migrated.count(table) > 0)
                }
                let after = MarketWorld(
                    database: newer, clock: world.clock,
                    market: MarketService(database: newer, clock: world.clock.serverClock))
                try await after.expectClean()
                let house = LedgerAccount.fees(ofMarket: after.xlm.number)
                #expect(try await newer.read { try BalanceStore($0).balances(of: house) } == [:])
                try await after.running { after in
                    let cleo = try await after.person(3, ["CLP": "100", "XLM": "100"])
                    let dora = try await after.person(4, ["CLP": "100", "XLM": "100"])
                    try await after.limit(cleo, .buy, "1", at: "50")
                    try await after.take(dora, .sell, "1")
                }
                #expect(try await newer.read { try BalanceStore($0).balances(of: house) }.count == 2)
                try await after.expectClean()
            }
        }
    }

    /// Trades of two people, as maker and as taker, in part and to the end, in two markets.
    private func trade(_ world: MarketWorld) async throws {
        let ana = try await world.person(1, ["CLP": "1000000", "XLM": "100", "ETH": "10"])
        let ben = try await world.person(2, ["CLP": "1000000", "XLM": "100", "ETH": "10"])
        for step in 0..<12 {
            let (first, second) = step % 3 == 0 ? (ana, ben) : (ben, ana)
            let market = step % 4 == 3 ? MarketWorld.ethclp : MarketWorld.xlmclp
            world.clock.advance(seconds: 1)
            // Some end without a trade: one by one, and several at the same instant.
            let far = try await world.limit(first, .buy, "1", at: "2", in: market)
            if step % 3 == 0 {
                _ = try await world.market.cancel(far.id, for: first)
            } else if step % 3 == 2 {
                try await world.limit(first, .buy, "1", at: "3", in: market, .immediateOrCancel)
                world.clock.advance(seconds: 1)
                _ = try await world.market.cancelAll(market: market, for: first)
            }
            world.clock.advance(seconds: 1)
            let order = try await world.limit(first, step % 2 == 0 ? .buy : .sell, "3", at: "50", in: market)
            for _ in 0..<2 {
                world.clock.advance(seconds: 1)
                try await world.take(second, step % 2 == 0 ? .sell : .buy, "1", in: market)
            }
            world.clock.advance(seconds: 1)
            if step % 5 == 4 {
                _ = try await world.market.cancel(order.id, for: first)
            } else {
                try await world.take(second, step % 2 == 0 ? .sell : .buy, step == 10 ? "0.5" : "1", in: market)
            }
        }
        // Somebody who never traded.
        let ida = try await world.person(7, ["CLP": "100"])
        _ = try await world.market.cancel(try await world.limit(ida, .buy, "1", at: "2").id, for: ida)
    }

    /// Writes what an audit looks at into a database that has no trails and one account for all fees.
    private func copy(_ contents: Contents, to older: any Database) async throws {
        try await older.write { connection in
            for (table, columns) in [("transfers", 5), ("postings", 6), ("orders", 18), ("fills", 18)] {
                let places = (1...columns).map { "?\($0)" }.joined(separator: ", ")
                for row in contents.rows[table] ?? [] {
                    try connection.execute("INSERT INTO \(table) VALUES (\(places))", (0..<columns).map { row[$0] })
                }
            }
            for row in contents.rows["market_state"] ?? [] {
                try connection.execute("UPDATE market_state SET sequence = ?2 WHERE market = ?1", [row[0], row[1]])
            }
            for row in contents.rows["ledger_counters"] ?? [] {
                try connection.execute("UPDATE ledger_counters SET value = ?2 WHERE name = ?1", [row[0], row[1]])
            }
            var balances: [BalanceKey: Balance] = [:]
            for row in contents.rows["balances"] ?? [] {
                let owner = LedgerAccount(rawValue: try row.integer(0))
                let key = BalanceKey(account: owner.rawValue < 0 ? .fees : owner, asset: Int(try row.integer(1)))
                balances[key, default: Balance()].total += try row.amount(2)
                balances[key, default: Balance()].held += try row.amount(3)
            }
            for (key, balance) in balances {
                try connection.execute(
                    "INSERT INTO balances (account, asset, total, held) VALUES (?1, ?2, ?3, ?4)",
                    [
                        .integer(key.account.rawValue), .integer(Int64(key.asset)), .amount(balance.total),
                        .amount(balance.held),
                    ])
            }
        }
    }
}
