import HTTPKit
import Ledger
import LedgerService
import Market
import ServiceKit
import Storage
import Time

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

    /// The trader's closed orders that were executed at least in part, in a market or in all, those closed last first;
    /// the filter's instants are those at which they were closed.
    package func closedOrders(
        of trader: Trader, market: MarketName?, _ filter: HistoryFilter, page: Page
    ) async throws(ServiceError) -> Paged<OrderRecord> {
        let markets = try await some(market)
        return try await database.readingHistory { connection in
            var history = try Self.closedHistory(of: trader, in: markets, page.cursor, connection)
            return try history.page(of: page.limit, lookingAt: HistoryFilter.mostLookedAt) {
                filter.verdict(at: $0.updatedAt, $0.terms.side)
            }
        }
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
