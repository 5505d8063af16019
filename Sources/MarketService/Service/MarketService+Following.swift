import HTTPKit
import Ledger
import LedgerService
import Market
import ServiceKit
import Storage

// What those ask who follow a trader's orders.
extension MarketService {
    /// A trader's open orders by the numbers of these markets, newest first, so many of each at most.
    package func openOrders(
        of trader: Trader, in markets: [MarketRules], count: Int
    ) async throws(ServiceError) -> [Int: [OrderRecord]] {
        try await eachMarket(markets) { try Self.openOrders(of: trader, in: [$0], page: Page(limit: count), $1) }
    }

    /// These orders of a trader, as they are now.
    package func orders(_ numbers: [Int64], of trader: Trader) async throws(ServiceError) -> [OrderRecord] {
        let markets = Dictionary(try await markets().map { ($0.number, $0) }) { first, _ in first }
        return try await database.reading { connection in
            try numbers.compactMap { number in
                guard let rules = markets[MarketNumbering.market(of: number)],
                    let order = try OrderStore(connection).order(number), order.account == trader.number
                else { return nil }
                return order.record(rules)
            }
        }
    }

    /// A trader's filled and cancelled orders by the numbers of these markets, those closed last first, so many of each
    /// at most.
    package func closedOrders(
        of trader: Trader, in markets: [MarketRules], count: Int
    ) async throws(ServiceError) -> [Int: [OrderRecord]] {
        try await eachMarket(markets) { try Self.closedOrders(of: trader, in: [$0], page: Page(limit: count), $1) }
    }

    /// What `read` gives for each of these markets by its number, in one read of the database.
    private func eachMarket(
        _ markets: [MarketRules],
        _ read: @escaping @Sendable (MarketRules, any Connection) throws -> Paged<OrderRecord>
    ) async throws(ServiceError) -> [Int: [OrderRecord]] {
        try await database.reading { connection in
            var orders: [Int: [OrderRecord]] = [:]
            for rules in markets { orders[rules.number] = try read(rules, connection).items }
            return orders
        }
    }
}
