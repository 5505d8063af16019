import AccountService
import Accounts
import Basics
import Foundation
import HTTPKit
import Ledger
import LedgerService
import Market
import MarketService
import Storage

/// Accounts with money and keys, in the market that is measured.
///
/// Those with even numbers only buy, the others only sell, so that none meets itself.
struct MarketBenchmarkTraders: Sendable {
    struct One: Sendable {
        let trader: Trader
        let key: APIKey
        let side: Side
    }

    /// The market that is measured: of those that a new database has the one with the most usual steps.
    static let market = "ETHCLP"
    /// Another one with the same steps, whose base asset everybody has as well.
    static let otherMarket = "BTCCLP"

    let all: [One]

    /// Signs up so many accounts in `database`, pays them in and gives each a key.
    static func prepare(_ count: Int, in database: any Database) async throws -> MarketBenchmarkTraders {
        let clock = ServerClock.system()
        let accounts = AccountService(database: database, clock: clock, cost: .simulation, sessionCacheSeconds: 3600)
        let market = MarketService(database: database, clock: clock)
        let keys = APIKeyService(database: database, clock: clock)
        let administration = LedgerAdministration(database: database, clock: clock)
        let domain = "\(UUID().uuidString.lowercased()).bench.invalid"
        guard let base = AssetName("ETH"), let other = AssetName("BTC"), let quote = AssetName("CLP") else {
            throw BenchmarkServer.Failure(description: "there is no ETH, BTC or CLP")
        }
        @Sendable func make(_ number: Int) async throws -> (Int, One) {
            let account = try await accounts.signUp(
                email: "trader\(number)@\(domain)", password: "a password", proof: .trading
            )
            .session.accountID
            try await administration.deposit(toAccount: account, asset: base, amount: "1000000")
            try await administration.deposit(toAccount: account, asset: other, amount: "1000000")
            try await administration.deposit(toAccount: account, asset: quote, amount: "1000000000000")
            let key = try await keys.make(for: account, scopes: [.read, .trade], label: "bench")
            let trader = try await market.trader(of: account)
            return (number, One(trader: trader, key: key, side: number % 2 == 0 ? .buy : .sell))
        }
        var made = [One?](repeating: nil, count: count)
        try await withThrowingTaskGroup(of: (Int, One).self) { group in
            var next = 0
            while next < min(64, count) {
                let number = next
                group.addTask { try await make(number) }
                next += 1
            }
            for try await (number, one) in group {
                made[number] = one
                if next < count {
                    let number = next
                    group.addTask { try await make(number) }
                    next += 1
                }
            }
        }
        return MarketBenchmarkTraders(all: made.compactMap { $0 })
    }
}

/// Amounts and prices of limit orders close around one price, so that about every other order trades at once.
struct OrderFigures: Sendable {
    private static let amounts = (1...40).map { "0.\($0 < 10 ? "0" : "")\($0)" }
    private static let prices = (-5...5).map { String(500_000 + 10 * $0) }

    private var random: SplitMix64

    init(seed: UInt64) {
        random = SplitMix64(seed: seed)
    }

    /// The next amount and price.
    mutating func next() -> (amount: String, price: String) {
        (
            Self.amounts[Int(random.next() % UInt64(Self.amounts.count))],
            Self.prices[Int(random.next() % UInt64(Self.prices.count))]
        )
    }
}
