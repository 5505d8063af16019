import Basics
import HTTPKit
import Ledger
import LedgerService
import Market
import ServiceKit
import Storage

// Histories of which only some entries are wanted. A page may have fewer than its limit although others follow: it ends
// after as many entries as one page looks at.
extension MarketService {
    /// The executions of the trader's orders, in a market or in all, newest first.
    package func fills(
        of trader: Trader, market: MarketName?, _ filter: HistoryFilter, page: Page
    ) async throws(ServiceError) -> Paged<FillRecord> {
        let markets = try await some(market)
        return try await database.readingHistory { connection in
            let places = try Self.places(of: page.cursor) {
                try TrailStore(connection).heads(of: trader.number).mapValues(\.fill)
            }
            let fills = FillStore(connection)
            var history = History(
                markets.map { rules in
                    HistoryList(from: places[rules.number] ?? 0, number: \.id) { place, count in
                        let some = try fills.executions(
                            of: trader.number, market: rules.number, from: place, limit: count)
                        let records = some.map { $0.fill.record(of: $0.side, rules) }
                        guard some.count == count, let last = some.last else { return (records, 0) }
                        return (records, last.side == .buy ? last.fill.buyerPrevious : last.fill.sellerPrevious)
                    }
                },
                isBefore: { ($0.at, $0.id) > ($1.at, $1.id) })
            return try history.page(of: page.limit, lookingAt: HistoryFilter.mostLookedAt) {
                filter.verdict(at: $0.at, $0.side)
            }
        }
    }

    /// The trader's closed orders, those that ended without a trade as well, in a market or in all, those closed last
    /// first; the filter's instants are those at which they were closed.
    package func endedOrders(
        of trader: Trader, market: MarketName?, _ filter: HistoryFilter, page: Page
    ) async throws(ServiceError) -> Paged<OrderRecord> {
        let markets = try await some(market)
        return try await database.readingHistory { connection in
            let orders = OrderStore(connection)
            let trails = try Self.orderTrails(of: trader, page.cursor, connection)
            var history = orders.history(
                markets.flatMap { rules in
                    (trails[rules.number] ?? []).filter { filter.mayWant($0.chain) }.map { (rules: rules, list: $0) }
                }, of: trader.number)
            return try history.page(of: page.limit, lookingAt: HistoryFilter.mostLookedAt) { filter.verdict($0) }
        }
    }

    /// Where the trails of a trader's closed orders go on, by the numbers of their markets: at their newest orders, or at
    /// those of a cursor, of which each belongs to the trail that it lies on.
    private static func orderTrails(
        of trader: Trader, _ cursor: HistoryCursor?, _ connection: any Connection
    ) throws -> [Int: [OrderTrail]] {
        guard let cursor else {
            return try TrailStore(connection).heads(of: trader.number).mapValues { heads in
                [HistoryChain.closedOrders, .untradedOrders].map { OrderTrail(chain: $0, place: heads[$0]) }
            }
        }
        let orders = OrderStore(connection)
        var trails: [Int: [OrderTrail]] = [:]
        for number in cursor.numbers {
            guard let order = try orders.order(number), order.account == trader.number else { continue }
            let trail = OrderTrail(chain: HistoryChain(of: order), place: number)
            let market = MarketNumbering.market(of: number)
            // Two places on one trail, which no page has ever named, would tell what follows twice.
            if trails[market]?.contains(where: { $0.chain == trail.chain }) == true { continue }
            trails[market, default: []].append(trail)
        }
        return trails
    }

    /// The trader's statement in an asset, newest first.
    ///
    /// - Parameters:
    ///   - kind: What moved the balance; nil for everything.
    ///   - market: The market of trades; nil for every line, those of no market as well.
    package func transactions(
        of trader: Trader, asset name: AssetName, kind: TransferKind?, market: MarketName?, _ filter: HistoryFilter,
        page: Page
    ) async throws(ServiceError) -> Paged<TransactionRecord> {
        let asset = try await asset(named: name)
        let all = try await markets().filter { $0.base.number == asset.number || $0.quote.number == asset.number }
        var number: Int?
        if let market { number = try await self.market(named: market).number }
        let wanted = number
        return try await database.readingHistory { connection in
            var history = try StatementLists(connection, trader, asset, page.cursor).history(all)
            return try history.page(of: page.limit, lookingAt: HistoryFilter.mostLookedAt) { line in
                if let kind, line.kind != kind { return filter.verdict(at: line.at) == .end ? .end : .pass }
                if let wanted, MarketNumbering.market(of: line.id) != wanted {
                    return filter.verdict(at: line.at) == .end ? .end : .pass
                }
                return filter.verdict(at: line.at)
            }
        }
    }
}
