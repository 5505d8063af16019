import API
import HTTPKit
import Ledger
import LedgerService
import Market
import ServiceKit

extension RouteHandlers {
    /// Orders of whoever is signed in.
    mutating func addMarketOrderRoutes(_ market: MarketService, _ requireTrader: @escaping TraderCheck) {
        onKeyed(Routes.placeMarketOrder, market) { call, body, key in
            let draft = try OrderDraft(body)
            try await requireTrader(try call.session)
            return MarketOrderBody(
                try await market.place(draft, for: try await call.trader(market), keeping: key?.keeping(.order)))
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
        onKeyed(Routes.amendMarketOrder, market) { call, body, key in
            let draft = try AmendDraft(body)
            try await requireTrader(try call.session)
            return MarketAmendmentBody(
                try await market.amend(
                    try call.orderNumber, draft, for: try await call.trader(market),
                    keeping: key?.keeping(.amendment)))
        }
        onKeyed(Routes.cancelMarketOrder, market) { call, key in
            MarketOrderBody(
                try await market.cancel(
                    try call.orderNumber, for: try await call.trader(market), keeping: key?.keeping(.order)))
        }
        onKeyed(Routes.cancelMarketOrders, market) { call, key in
            let (name, trader) = (try call.chosenMarket, try await call.trader(market))
            guard let key else {
                let cancelled = try await market.cancelAll(market: name, for: trader)
                return MarketOrdersBody(orders: cancelled.map(MarketOrderBody.init))
            }
            return try await market.cancelAll(market: name, for: trader, once: key)
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
        onKeyed(Routes.exchangeInstantly, market) { call, body, key in
            try await requireTrader(try call.session)
            return MarketOrderBody(
                try await market.instant(
                    market: try MarketName(checking: body.market), side: Side(body.side),
                    amount: body.amount, bound: body.bound, for: try await call.trader(market),
                    keeping: key?.keeping(.order)))
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

extension MarketService {
    /// Cancels every open order of the trader, in one market or in all of them, once.
    ///
    /// Each market is a transaction of its own, which keeps its part of the answer: when the server ends between two of
    /// them, whoever asks again gets what was cancelled before and after.
    fileprivate func cancelAll(
        market name: MarketName?, for trader: Trader, once key: KeyedRequest
    ) async throws -> MarketOrdersBody {
        if let name {
            let keeping = key.keeping(.orders)
            let cancelled = try await cancelAll(in: name, for: trader, keeping: keeping)
            return MarketOrdersBody(orders: cancelled.map(MarketOrderBody.init))
        }
        var orders: [MarketOrderBody] = []
        for rules in try await markets() {
            let keeping = key.keeping(.orders, part: rules.number)
            do {
                orders += try await cancelAll(in: rules.name, for: trader, keeping: keeping).map(MarketOrderBody.init)
            } catch ServiceError.refused(KeyFault.answered(let kept)) {
                orders += try MarketOrdersBody(json: kept).orders
            }
        }
        let answer = MarketOrdersBody(orders: orders)
        try await database.writing { connection in
            let store = KeptAnswerStore(connection)
            try store.removeParts(of: key)
            try store.keep(try answer.json(), to: key, part: 0)
        }
        return answer
    }
}
