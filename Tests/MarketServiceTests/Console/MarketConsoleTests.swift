import AccountService
import Basics
import HTTPKit
import Ledger
import LedgerService
import Market
import Storage
import TestServer
import Testing

@testable import MarketService

@Suite("The market's console: journal, audit, figures")
struct MarketConsoleTests {
    private static let staff = [UInt8](repeating: 101, count: 16)

    @Test("the journal shows every change of what was written", arguments: Engine.allCases)
    func journal(engine: Engine) async throws {
        try await MarketWorld.with(engine) { world in
            let console = MarketConsole(market: world.market)
            _ = try await world.person(101)
            for isActive in [false, true, false] {
                _ = try await console.setActive(
                    isActive, market: MarketWorld.xlmclp, by: Self.staff, keeping: nil)
            }
            let whole = try await console.journal(before: nil)
            #expect(whole.isIntact && whole.total == 3 && !whole.hasMore)
            #expect(whole.entries.map(\.action.rawValue) == ["market.paused", "market.resumed", "market.paused"])
            #expect(whole.emails[.account(Self.staff)] == "person101@example.org")
            #expect(try await console.journal(before: 2).entries.map(\.number) == [1])
            // The other console's trail has nothing of it.
            #expect(try await world.database.read { try AuditTrail.entries(in: $0) }.isEmpty)
            for change in [
                "UPDATE market_journal SET subject = 'ETHCLP' WHERE number = 2",
                "UPDATE market_journal SET subject = 'XLMCLP', at = at + 1 WHERE number = 2",
                "DELETE FROM market_journal WHERE number = 1",
            ] {
                try await world.database.write { try $0.execute(change) }
                #expect(try await !console.journal(before: nil).isIntact, "\(change)")
            }
        }
    }

    @Test("a change that is refused stands in no journal", arguments: Engine.allCases)
    func refused(engine: Engine) async throws {
        try await MarketWorld.with(engine) { world in
            let console = MarketConsole(market: world.market)
            let name = MarketWorld.name("ABCXYZ")
            let draft = AssetDraft(name: MarketWorld.asset("CLP"), kind: .currency, decimals: 0, title: "Peso")
            let paused = try await refusal {
                _ = try await console.setActive(false, market: name, by: Self.staff, keeping: nil)
            }
            #expect(paused == .unknownMarket)
            let added = try await refusal { _ = try await console.add(draft, by: Self.staff, keeping: nil) }
            #expect(added == .nameTaken)
            let set = try await refusal {
                _ = try await console.setTerms(
                    .init(fee: "1"), asset: MarketWorld.asset("XYZ"), by: Self.staff, keeping: nil)
            }
            #expect(set == .unknownAsset)
            let journal = try await console.journal(before: nil)
            #expect(journal.total == 0)
        }
    }

    @Test(
        "an account is found by its whole address alone, and that somebody asked is written down",
        arguments: Engine.allCases)
    func limits(engine: Engine) async throws {
        try await MarketWorld.with(engine) { world in
            let console = MarketConsole(market: world.market)
            let ana = try await world.person(1, ["CLP": "10000"])
            try await world.market.administration.setWithdrawalRules(
                .init(dailyLimit: "500"), asset: MarketWorld.asset("CLP"))
            for address in ["person1@example.or", "person", "%", "person1@example.org%", ""] {
                let fault = try await refusal { _ = try await console.limits(of: address, by: Self.staff) }
                #expect(fault == .unknownAccount, "\(address)")
            }
            let set = try await console.setLimit(
                "2000", of: "Person1@example.org", asset: MarketWorld.asset("CLP"), by: Self.staff, keeping: nil)
            #expect(set.own == 2000 * 1_000_000_000_000_000_000 && set.account == ana.number)
            let found = try await console.limits(of: "PERSON1@example.org", by: Self.staff)
            #expect(found.filter { $0.own != nil }.map(\.asset.name.text) == ["CLP"])
            let terms = try await world.market.withdrawalTerms(of: ana, asset: MarketWorld.asset("CLP"))
            #expect(terms.most == set.own)
            let number = ana.number.rawValue
            #expect(
                try await console.journal(before: nil).entries.map { "\($0.action.rawValue) \($0.subject)" } == [
                    "account.found \(number)", "account.limit \(number) CLP 2000",
                ] + Array(repeating: "account.found -", count: 5))
        }
    }

    @Test("an audit tells each piece of what it looked at, and what it found", arguments: Engine.allCases)
    func audit(engine: Engine) async throws {
        try await MarketWorld.with(engine) { world in
            let console = MarketConsole(market: world.market)
            let (ana, ben) = (try await world.person(1, ["CLP": "1000"]), try await world.person(2, ["XLM": "100"]))
            try await world.limit(ben, .sell, "10", at: "50")
            try await world.take(ana, .buy, "4")
            let clean = try await run(console)
            let markets = try await world.market.administration.markets()
            #expect(clean.progress == .ended && clean.report?.isClean == true && clean.report?.fills == 1)
            #expect(clean.pieces.map(\.piece) == markets.map { .market($0.name) } + [.postings, .balances])
            #expect(clean.inAll == clean.pieces.count)
            try await world.database.write { connection in
                try connection.execute(
                    "UPDATE balances SET total = '5' WHERE account = ?1 AND asset = 1", [.integer(ana.number.rawValue)])
            }
            let faulty = try await run(console)
            #expect(faulty.progress == .ended && faulty.report?.isClean == false)
            #expect(faulty.pieces.last.map { $0.faults > 0 } == true)
            let subjects = try await console.journal(before: nil).entries.map(\.subject)
            #expect(subjects.count == 2 && subjects[1].hasPrefix("clean ") && subjects[0].hasPrefix("faults:"))
        }
    }

    /// Begins an audit and waits for its end.
    private func run(_ console: MarketConsole) async throws -> LedgerAuditState {
        #expect(console.audits.begin(by: Self.staff).progress == .running)
        let deadline = ContinuousClock.now + .seconds(120)
        while console.audits.state.progress == .running, ContinuousClock.now < deadline {
            try await Task.sleep(for: .milliseconds(5))
        }
        return console.audits.state
    }

    @Test("figures of a market tell its last trade, and whether anybody writes it")
    func figures() async throws {
        try await MarketWorld.with(.sqlite) { world in
            let (ana, ben) = (try await world.person(1, ["CLP": "1000"]), try await world.person(2, ["XLM": "100"]))
            try await world.limit(ben, .sell, "10", at: "50")
            func xlmclp() async throws -> MarketFigures {
                try #require(try await world.market.figures().first { $0.rules.name == MarketWorld.xlmclp })
            }
            let before = try await xlmclp()
            #expect(before.lastTradeAt == nil && before.writer.isOpen && before.writer.waiting == 0)
            try await world.take(ana, .buy, "4")
            #expect(try await xlmclp().lastTradeAt == world.clock.now)
            await world.market.stop()
            #expect(try await !xlmclp().writer.isOpen)
        }
    }
}
