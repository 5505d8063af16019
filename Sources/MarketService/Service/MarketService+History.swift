import Basics
import HTTPKit
import Ledger
import LedgerService
import Market
import ServiceKit
import Storage

// What a trader ordered and what was executed.
extension MarketService {
    /// Executions of an order that are read where nothing may take long; those of most orders are fewer.
    private static let fewExecutions = 100

    /// An order of the trader with its executions, oldest first; of a great many the last ten thousand.
    package func order(
        _ id: Int64, of trader: Trader
    ) async throws(ServiceError) -> (order: OrderRecord, fills: [FillRecord]) {
        try await order(.number(id), of: trader)
    }

    /// The trader's order of this name with its executions, oldest first; of a great many the last ten thousand.
    package func order(
        _ name: OrderName, of trader: Trader
    ) async throws(ServiceError) -> (order: OrderRecord, fills: [FillRecord]) {
        try await load()
        let markets = registry.known.catalogue.markets
        @Sendable func read(
            _ connection: any Connection, _ limit: Int
        ) throws -> (order: OrderRecord, fills: [FillRecord]) {
            let store = OrderStore(connection)
            let found =
                switch name {
                case .number(let id): try store.order(id)
                case .client(let clientID): try store.order(clientID, of: trader.number)
                }
            guard let order = found, order.account == trader.number,
                let rules = markets.first(where: { $0.number == MarketNumbering.market(of: order.id) })
            else { throw ServiceError.market(.unknownOrder) }
            let fills = try FillStore(connection).executions(of: order, market: rules.number, limit: limit)
            return (order.record(rules), fills.map { $0.record(of: order.terms.side, rules) })
        }
        let few = try await database.reading { try read($0, Self.fewExecutions) }
        if few.fills.count < Self.fewExecutions { return few }
        return try await database.readingHistory { try read($0, 10_000) }
    }

    /// The trader's open orders in a market, or in all, newest first.
    package func openOrders(
        of trader: Trader, market: MarketName?, page: Page
    ) async throws(ServiceError) -> Paged<OrderRecord> {
        let markets = try await some(market)
        return try await database.readingHistory { try Self.openOrders(of: trader, in: markets, page: page, $0) }
    }

    /// The trader's closed orders that were executed at least in part, in a market or in all, those closed last first.
    package func closedOrders(
        of trader: Trader, market: MarketName?, page: Page
    ) async throws(ServiceError) -> Paged<OrderRecord> {
        let markets = try await some(market)
        return try await database.readingHistory { try Self.closedOrders(of: trader, in: markets, page: page, $0) }
    }

    /// The executions of the trader's orders in a market, newest first, each with its order.
    package func fills(
        of trader: Trader, market: MarketName, page: Page
    ) async throws(ServiceError) -> Paged<(fill: FillRecord, order: OrderRecord)> {
        let rules = try await self.market(named: market)
        return try await database.readingHistory { connection in
            let places = try Self.places(of: page.cursor) {
                [rules.number: try TrailStore(connection).heads(of: trader.number, market: rules.number).fill]
            }
            var history = History(
                [FillStore(connection).list(of: trader.number, market: rules.number, from: places[rules.number] ?? 0)],
                isBefore: { $0.fill.id > $1.fill.id })
            let executions = try history.page(page)
            var orders: [Int64: OrderRecord] = [:]
            return try executions.map { execution in
                let record = execution.fill.record(of: execution.side, rules)
                let order = try orders[record.order] ?? OrderStore(connection).order(record.order)?.record(rules)
                guard let order else { throw StorageError.corrupt }
                orders[record.order] = order
                return (record, order)
            }
        }
    }

    // MARK: - Within one read

    /// The open orders in these markets.
    static func openOrders(
        of trader: Trader, in markets: [MarketRules], page: Page, _ connection: any Connection
    ) throws -> Paged<OrderRecord> {
        let places = places(of: page.cursor) {
            Dictionary(markets.map { ($0.number, HistoryList<OrderRecord>.newest) }) { first, _ in first }
        }
        var history = History(
            markets.map { rules in
                HistoryList(from: places[rules.number] ?? 0, number: \.id) { place, count in
                    let orders = try OrderStore(connection).open(
                        of: trader.number, market: rules.number, through: place, limit: count + 1)
                    return (orders.prefix(count).map { $0.record(rules) }, orders.count > count ? orders[count].id : 0)
                }
            },
            // Numbers of different markets do not tell which order came first.
            isBefore: { ($0.createdAt, $0.id) > ($1.createdAt, $1.id) })
        return try history.page(page)
    }

    /// The closed orders in these markets.
    static func closedOrders(
        of trader: Trader, in markets: [MarketRules], page: Page, _ connection: any Connection
    ) throws -> Paged<OrderRecord> {
        let places = try places(of: page.cursor) {
            try TrailStore(connection).heads(of: trader.number).mapValues(\.closedOrder)
        }
        var history = OrderStore(connection).history(
            markets.map { rules in
                (rules: rules, list: OrderTrail(chain: .closedOrders, place: places[rules.number] ?? 0))
            }, of: trader.number)
        return try history.page(page)
    }

    /// Where the lists of markets go on by their markets' numbers; 0 for those that are not mentioned.
    static func places(of cursor: HistoryCursor?, newest: () throws -> [Int: Int64]) rethrows -> [Int: Int64] {
        guard let cursor else { return try newest() }
        return Dictionary(cursor.numbers.map { (MarketNumbering.market(of: $0), $0) }) { first, _ in first }
    }
}

extension FillStore {
    /// An account's executions in a market, newest first, from a fill of its own on.
    func list(
        of account: LedgerAccount, market: Int, from place: Int64
    ) -> HistoryList<(fill: StoredFill, side: Side)> {
        HistoryList(from: place, number: { $0.fill.id }) { place, count in
            let some = try executions(of: account, market: market, from: place, limit: count)
            guard some.count == count, let last = some.last else { return (some, 0) }
            return (some, last.side == .buy ? last.fill.buyerPrevious : last.fill.sellerPrevious)
        } pass: { place, count in
            try execution(after: count, of: account, market: market, from: place)
        }
    }
}
