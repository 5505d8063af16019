import Ledger
import Market
import Storage
import Time

// What a trader ordered and what was executed.
extension MarketService {
    /// An order of the trader with its executions, oldest first; of a great many the last ten thousand.
    public func order(
        _ id: Int64, of trader: Trader
    ) async throws(ServiceError) -> (order: OrderRecord, fills: [FillRecord]) {
        try await load()
        let number = MarketNumbering.market(of: id)
        guard let rules = registry.known.catalogue.markets.first(where: { $0.number == number }) else {
            throw .market(.unknownOrder)
        }
        return try await database.reading { connection in
            guard let order = try OrderStore(connection).order(id), order.account == trader.number else {
                throw ServiceError.market(.unknownOrder)
            }
            let fills = try FillStore(connection).executions(of: order, market: number, limit: 10_000)
            return (order.record(rules), fills.map { $0.record(of: order.side, rules) })
        }
    }

    /// The trader's open orders in a market, or in all, newest first.
    public func openOrders(
        of trader: Trader, market: MarketName?, page: Page
    ) async throws(ServiceError) -> Paged<OrderRecord> {
        try await orders(market, page, sortedBy: { $0.createdAt }) { connection, rules, limit in
            try OrderStore(connection).open(of: trader.number, market: rules.number, limit: limit)
        }
    }

    /// The trader's closed orders that were executed at least in part, in a market or in all, those closed last first.
    public func closedOrders(
        of trader: Trader, market: MarketName?, page: Page
    ) async throws(ServiceError) -> Paged<OrderRecord> {
        try await orders(market, page, sortedBy: { $0.updatedAt }) { connection, rules, limit in
            try OrderStore(connection).history(of: trader.number, market: rules.number, limit: limit)
        }
    }

    /// The newest of each market by `instant`, in which `select` gives them, as one page.
    private func orders(
        _ market: MarketName?, _ page: Page, sortedBy instant: @escaping @Sendable (OrderRecord) -> Timestamp,
        _ select: @escaping @Sendable (any Connection, MarketRules, Int) throws -> [LiveOrder]
    ) async throws(ServiceError) -> Paged<OrderRecord> {
        let markets = try await some(market)
        let wanted = page.offset + page.limit + 1
        return try await database.reading { connection in
            var records: [OrderRecord] = []
            for rules in markets {
                records += try select(connection, rules, wanted).map { $0.record(rules) }
            }
            // Numbers of different markets do not tell which order came first; within one market the order stays.
            if markets.count > 1 {
                records = records.enumerated().sorted {
                    (instant($1.element), $0.offset) < (instant($0.element), $1.offset)
                }.map(\.element)
            }
            return Paged(fetched: Array(records.dropFirst(page.offset).prefix(page.limit + 1)), limit: page.limit)
        }
    }

    /// The executions of the trader's orders in a market, newest first, each with its order.
    public func fills(
        of trader: Trader, market: MarketName, page: Page
    ) async throws(ServiceError) -> Paged<(fill: FillRecord, order: OrderRecord)> {
        let rules = try await self.market(named: market)
        return try await database.reading { connection in
            let fills = try FillStore(connection).executions(
                of: trader.number, market: rules.number, limit: page.offset + page.limit + 1
            ).dropFirst(page.offset)
            var orders: [Int64: OrderRecord] = [:]
            var items: [(fill: FillRecord, order: OrderRecord)] = []
            for (fill, side) in fills.prefix(page.limit) {
                let record = fill.record(of: side, rules)
                let order = try orders[record.order] ?? OrderStore(connection).order(record.order)?.record(rules)
                guard let order else { throw StorageError.corrupt }
                orders[record.order] = order
                items.append((record, order))
            }
            return Paged(items: items, hasMore: fills.count > page.limit)
        }
    }
}
