import API
import HTTPKit
import Ledger
import LedgerService
import Market

extension RouteHandlers {
    /// Orders of whoever is signed in.
    mutating func addMarketOrderRoutes(_ market: MarketService, _ requireTrader: @escaping TraderCheck) {
        on(Routes.placeMarketOrder) { call, body in
            let draft = try OrderDraft(body)
            try await requireTrader(try call.session)
            return MarketOrderBody(try await market.place(draft, for: try await call.trader(market)))
        }
        on(Routes.marketOrder) { call in
            let (order, fills) = try await market.order(try call.orderNumber, of: try await call.trader(market))
            return MarketOrderDetailsBody(order: MarketOrderBody(order), fills: fills.map(MarketFillBody.init))
        }
        on(Routes.marketOrderByClientID) { call in
            let (order, fills) = try await market.order(
                .client(try call.clientOrderID), of: try await call.trader(market))
            return MarketOrderDetailsBody(order: MarketOrderBody(order), fills: fills.map(MarketFillBody.init))
        }
        on(Routes.cancelMarketOrder) { call in
            MarketOrderBody(try await market.cancel(try call.orderNumber, for: try await call.trader(market)))
        }
        on(Routes.cancelMarketOrders) { call in
            let name = try call.chosenMarket
            let cancelled = try await market.cancelAll(market: name, for: try await call.trader(market))
            return MarketOrdersBody(orders: cancelled.map(MarketOrderBody.init))
        }
        on(Routes.openMarketOrders) { call in
            let (name, page) = (try call.chosenMarket, try call.page(of: 50))
            return MarketOrdersBody(
                try await market.openOrders(of: try await call.trader(market), market: name, page: page))
        }
        on(Routes.quoteMarket) { call, body in
            let wish = try OrderWish(body, try await market.market(named: try MarketName(checking: body.market)))
            return MarketQuoteBody(try await market.preview(wish, for: try await call.trader(market)))
        }
        on(Routes.exchangeInstantly) { call, body in
            try await requireTrader(try call.session)
            return MarketOrderBody(
                try await market.instant(
                    market: try MarketName(checking: body.market), side: Side(body.side),
                    amount: body.amount, bound: body.bound, for: try await call.trader(market)))
        }
    }
}

extension RouteCall {
    /// What the path calls an order of the sender's; what no order can be called names none.
    fileprivate var clientOrderID: ClientOrderID {
        get throws {
            let unknown = ServiceError.market(.unknownOrder)
            guard let clientID = ClientOrderID(try value(RouteParameters.clientId, or: unknown)) else { throw unknown }
            return clientID
        }
    }

    /// The order that the path names, with a letter before its number or without.
    fileprivate var orderNumber: Int64 {
        get throws {
            guard let number = OrderIdentifier.number(try value(RouteParameters.id)) else {
                throw ServiceError.market(.unknownOrder)
            }
            return number
        }
    }
}
