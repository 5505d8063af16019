import HTTPKit
import Ledger
import LedgerService
import Market
import ServiceKit

// Pairs of orders, and auctions.
extension MarketService {
    /// Places a limit order and a stop of the same side and amount, of which one ends when anything happens to the
    /// other.
    ///
    /// They hold what the dearer one needs. When either trades, in part as well, is triggered, ends or is cancelled, the
    /// other one ends in the same step.
    ///
    /// - Returns: The limit order and the stop.
    package func place(
        _ pair: OrderPair, for trader: Trader, keeping: OrdersKeeping? = nil
    ) async throws(ServiceError) -> [OrderRecord] {
        let (rules, writer) = try await writer(pair.limit.market)
        let limit: PlaceCommand
        let stop: PlaceCommand
        do throws(MarketError) {
            limit = try PlaceCommand(pair.limit, account: trader.number, rules: rules)
            do throws(MarketError) {
                stop = try PlaceCommand(pair.stop, account: trader.number, rules: rules)
            } catch MarketError.order(let fault) {
                throw .stopPrice(fault)
            }
            try Self.check(limit.terms, stop.terms)
        } catch {
            throw .market(error)
        }
        guard pair.stop.market == pair.limit.market,
            limit.clientID == nil || limit.clientID != stop.clientID
        else { throw .market(.invalidOrder) }
        return try await writer.submit([MarketCommand.placePair(limit, stop).keeping(keeping)]).first?.get() ?? []
    }

    /// Whether two orders can be a pair: the stop is where the price goes the wrong way.
    private static func check(_ limit: OrderTerms, _ stop: OrderTerms) throws(MarketError) {
        guard let price = limit.ticks, let reached = stop.stop, limit.side == stop.side, limit.lots == stop.lots,
            limit.stop == nil, limit.conditions == OrderConditions(), stop.conditions == OrderConditions()
        else { throw .invalidOrder }
        guard limit.side == .buy ? reached > price : reached < price else { throw .stopReached }
    }

    /// Whether a market trades, and at which price its auction would if it ended now.
    package func auction(_ market: MarketName) async throws(ServiceError) -> MarketAuction {
        try await writer(market).writer.read { engine in
            MarketAuction(
                market: engine.rules, price: engine.rules.phase.isAuction ? engine.matching.auctionPrice() : nil)
        }
    }
}
