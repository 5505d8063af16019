import Basics
import Ledger
import Market
import Storage
import Testing

@testable import HTTPKit
@testable import LedgerService
@testable import MarketService
@testable import ServiceKit

/// A market without HTTP: a new database, the service, and people with money.
package struct MarketWorld: Sendable {
    package let database: any Database
    package let clock: TestClock
    package let market: MarketService

    package init(database: any Database, clock: TestClock, market: MarketService) {
        (self.database, self.clock, self.market) = (database, clock, market)
    }

    package static let ethclp = name("ETHCLP")
    package static let xlmclp = name("XLMCLP")

    /// The name of a market that exists.
    package static func name(_ text: String) -> MarketName {
        guard let name = MarketName(text) else { preconditionFailure("\(text) is no market's name") }
        return name
    }

    /// The name of an asset that exists.
    package static func asset(_ text: String) -> AssetName {
        guard let name = AssetName(text) else { preconditionFailure("\(text) is no asset's name") }
        return name
    }

    /// Calls `body` with a running market on a new database.
    package static func with(
        _ engine: Engine, limits: MarketLimits = .standard, collars: Bool = false,
        _ body: (MarketWorld) async throws -> Void
    ) async throws {
        try await engine.withDatabase(collars: collars) { database in
            let clock = TestClock()
            let world = MarketWorld(
                database: database, clock: clock,
                market: MarketService(
                    database: database, clock: clock.serverClock,
                    random: .repeatable(SplitMix64(seed: 1)), limits: limits))
            try await world.running(body)
        }
    }

    /// Calls `body` while the market runs.
    package func running(_ body: (MarketWorld) async throws -> Void) async throws {
        market.start()
        do {
            try await body(self)
            await market.stop()
        } catch {
            await market.stop()
            throw error
        }
    }

    /// Calls `body` with a second server on the same database.
    package func withSecondServer(_ body: (MarketWorld) async throws -> Void) async throws {
        let second = MarketWorld(
            database: database, clock: clock,
            market: MarketService(
                database: database, clock: clock.serverClock, random: .repeatable(SplitMix64(seed: 2))))
        try await second.running(body)
    }

    /// Expects that a second server on the same database builds the same book from what is stored.
    package func expectSecondServer(at hash: UInt64, _ location: SourceLocation = #_sourceLocation) async throws {
        try await withSecondServer { second in
            let built = try await second.hash()
            #expect(built == hash, sourceLocation: location)
        }
    }

    /// The person of this number, who gets this money; the account is made at first use.
    package func person(_ number: Int, _ money: [String: String] = [:]) async throws -> Trader {
        let account = [UInt8](repeating: UInt8(number), count: 16)
        let text = "person\(number)@example.org"
        try await database.write { connection in
            try connection.execute(
                """
                INSERT INTO accounts (id, email, password, created_at) VALUES (?1, ?2, 'none', 0)
                ON CONFLICT DO NOTHING
                """, [.blob(account), .text(text)])
        }
        for (asset, amount) in money.sorted(by: { $0.key < $1.key }) {
            _ = try await market.administration.deposit(to: text, asset: MarketWorld.asset(asset), amount: amount)
        }
        return try await market.trader(of: account)
    }

    /// Places a limit order.
    @discardableResult
    package func limit(
        _ trader: Trader, _ side: Side, _ amount: String, at price: String, in market: MarketName = xlmclp,
        _ timeInForce: TimeInForce = .goodTillCancelled, postOnly: Bool = false, stop: String? = nil,
        selfTrade: SelfTradePrevention = .cancelNewest
    ) async throws -> OrderRecord {
        try await self.market.place(
            OrderDraft(
                market: market, side: side, kind: stop == nil ? .limit : .stopLimit, amount: amount, price: price,
                stop: stop,
                conditions: OrderConditions(timeInForce: timeInForce, isPostOnly: postOnly, selfTrade: selfTrade)),
            for: trader)
    }

    /// Places a market order.
    @discardableResult
    package func take(
        _ trader: Trader, _ side: Side, _ amount: String, in market: MarketName = xlmclp
    ) async throws -> OrderRecord {
        try await self.market.place(
            OrderDraft(market: market, side: side, kind: .market, amount: amount), for: trader)
    }

    /// What a trader has of an asset, as decimal numbers: `total/available`.
    package func balance(_ trader: Trader, _ asset: String) async throws -> String {
        let all = try await market.balances(of: trader)
        let (asset, balance) = try #require(all.first { $0.asset.name.text == asset })
        return DecimalText.text(balance.total, exponent: asset.exponent) + "/"
            + DecimalText.text(balance.available, exponent: asset.exponent)
    }

    /// The fingerprint of a market's book.
    package func hash(_ name: MarketName = xlmclp) async throws -> UInt64 {
        try await market.bookSnapshot(name, perSide: 0).hash
    }

    /// Expects that the audit finds nothing.
    package func expectClean(_ location: SourceLocation = #_sourceLocation) async throws {
        let report = try await market.administration.audit()
        #expect(report.faults == [], sourceLocation: location)
        #expect(report.isClean, sourceLocation: location)
    }
}

/// The error of the market that `body` throws, or nil when it throws none.
package func refusal(_ body: () async throws -> Void) async throws -> MarketError? {
    do {
        try await body()
        return nil
    } catch ServiceError.refused(let error as MarketError) {
        return error
    }
}
