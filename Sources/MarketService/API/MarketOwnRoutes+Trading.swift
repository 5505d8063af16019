import API
import HTTPKit
import Ledger
import LedgerService
import Market
import ServiceKit

extension RouteHandlers {
    /// Pairs of orders, the end of all orders when nobody is there, and auctions.
    mutating func addMarketTradingRoutes(_ market: MarketService, _ requireTrader: @escaping TraderCheck) {
        onKeyed(Routes.placeMarketPair, market) { call, body, key in
            let pair = try OrderPair(body)
            try await requireTrader(try call.session)
            return try MarketPairBody(
                try await market.place(
                    pair, for: try await call.trader(market), keeping: key?.keeping(.pair)))
        }
        on(Routes.marketCancelTimer) { call in
            MarketCancelTimerBody(try await market.cancelTimer(of: try await call.trader(market)))
        }
        on(Routes.setMarketCancelTimer) { call, body in
            MarketCancelTimerBody(
                try await market.cancelAll(after: Int64(body.seconds), for: try await call.trader(market)))
        }
        on(Routes.marketAuction) { call in
            MarketAuctionBody(try await market.auction(try call.marketName))
        }
    }
}

extension OrderPair {
    /// The pair that a body asks for.
    init(_ body: MarketPairRequestBody) throws {
        func draft(_ kind: OrderKind, price: String, stop: String?, _ clientID: String?) throws -> OrderDraft {
            OrderDraft(
                market: try MarketName(checking: body.market), side: Side(body.side), kind: kind,
                amount: body.amount, price: price, stop: stop,
                clientID: try clientID.map(ClientOrderID.init(checking:)), expiresAt: body.expiresAt)
        }
        self.init(
            limit: try draft(.limit, price: body.price, stop: nil, body.clientId),
            stop: try draft(.stopLimit, price: body.stopPrice, stop: body.stop, body.stopClientId))
    }
}

extension MarketPairBody {
    /// The two orders of a pair, as the market's writer gives them.
    init(_ orders: [OrderRecord]) throws {
        guard orders.count == 2 else { throw ServiceError.market(.disabled) }
        self.init(limit: MarketOrderBody(orders[0]), stop: MarketOrderBody(orders[1]))
    }
}

extension MarketCancelTimerBody {
    init(_ timer: CancelTimer?) {
        self.init(at: timer?.dueAt, seconds: timer.map { Int($0.seconds) })
    }
}

extension MarketAuctionBody {
    init(_ auction: MarketAuction) {
        let (rules, price) = (auction.market, auction.price)
        let surplus = price?.surplus ?? 0
        self.init(
            market: rules.name.text, phase: rules.phase.apiValue, until: rules.phase.until,
            price: price.map { rules.priceText($0.ticks) }, amount: rules.volumeText(price?.lots ?? 0),
            surplus: rules.volumeText(Int128(surplus.magnitude)),
            surplusSide: surplus == 0 ? nil : surplus > 0 ? .buy : .sell)
    }
}
