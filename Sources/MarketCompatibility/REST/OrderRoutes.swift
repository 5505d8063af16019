import Accounts
import Basics
import HTTPKit
import HTTPTypes
import Ledger
import LedgerService
import Market
import MarketService

extension RouteHandlers {
    /// A trader's own orders.
    mutating func addOrderRoutes(_ api: ExchangeAPI, _ version: APIVersion) {
        signed(.get, "orders/active", version, api, scope: .read) { try await api.active($0, $1) }
        signed(.get, "orders/executed", version, api, scope: .read) { try await api.executed($0, $1) }
        signed(.get, "orders/status", version, api, scope: .read) { try await api.status($0, $1) }
        signed(.post, "orders/create", version, api, scope: .trade) { try await api.create($0, $1) }
        signed(.post, "orders/cancel", version, api, scope: .trade) { try await api.cancel($0, $1) }
        guard version == .v2 else { return }
        signed(.post, "orders/amend", version, api, scope: .trade) { try await api.amend($0, $1) }
        signed(.post, "orders/create/pair", version, api, scope: .trade) { try await api.createPair($0, $1) }
        signed(.post, "orders/cancel_all_after", version, api, scope: .trade) { request, trader in
            let seconds = try OrderCodingV2.seconds { request.optional($0) }
            return ExchangeAnswer(OrderCodingV2.json(try await api.market.cancelAll(after: seconds, for: trader)))
        }
    }

    /// Amounts at once, at whatever prices the book has; API v2 dropped these paths.
    mutating func addInstantRoutes(_ api: ExchangeAPI) {
        signed(.get, "orders/instant/get", .v1, api, scope: .read) { try await api.instantQuote($0, $1) }
        signed(.post, "orders/instant/create", .v1, api, scope: .trade) { try await api.instantOrder($0, $1) }
    }
}

extension ExchangeAPI {
    fileprivate func active(_ request: ExchangeRequest, _ trader: Trader) async throws -> ExchangeAnswer {
        let name = try await market.market(named: request.market()).name
        let page = try request.page()
        let orders = try await market.openOrders(of: trader, market: name, page: page)
        return ExchangeAnswer(orders, page) { order in
            request.version == .v1 ? OrderCodingV1.active(order) : OrderCodingV2.json(order, amount: .remaining)
        }
    }

    /// In API v1 one row for each execution, in v2 one for each order.
    fileprivate func executed(_ request: ExchangeRequest, _ trader: Trader) async throws -> ExchangeAnswer {
        let name = try await market.market(named: request.market()).name
        let page = try request.page()
        switch request.version {
        case .v1:
            let fills = try await market.fills(of: trader, market: name, page: page)
            return ExchangeAnswer(fills, page) { OrderCodingV1.executed($0.fill, of: $0.order) }
        case .v2:
            // Orders that were cancelled before anything was executed are not among the closed ones.
            let closed = try await market.closedOrders(of: trader, market: name, page: page)
            return ExchangeAnswer(closed, page) { OrderCodingV2.json($0) }
        }
    }

    fileprivate func status(_ request: ExchangeRequest, _ trader: Trader) async throws -> ExchangeAnswer {
        let (order, fills) = try await market.order(request.name(), of: trader)
        return ExchangeAnswer(
            request.version == .v1 ? OrderCodingV1.json(order) : OrderCodingV2.json(order, fills: fills))
    }

    fileprivate func create(_ request: ExchangeRequest, _ trader: Trader) async throws -> ExchangeAnswer {
        let order = try await market.place(request.draft(), for: trader)
        return ExchangeAnswer(request.json(order))
    }

    fileprivate func cancel(_ request: ExchangeRequest, _ trader: Trader) async throws -> ExchangeAnswer {
        let order = try await market.cancel(request.order(), for: trader)
        return ExchangeAnswer(request.json(order))
    }

    /// Makes an open order another.
    fileprivate func amend(_ request: ExchangeRequest, _ trader: Trader) async throws -> ExchangeAnswer {
        let draft = try OrderCodingV2.amendment { request.optional($0) }
        return ExchangeAnswer(OrderCodingV2.json(try await market.amend(request.order(), draft, for: trader)))
    }

    /// Places a limit order and a stop of which one ends when anything happens to the other.
    fileprivate func createPair(_ request: ExchangeRequest, _ trader: Trader) async throws -> ExchangeAnswer {
        let orders = try await market.place(OrderCodingV2.pair { request.optional($0) }, for: trader)
        guard orders.count == 2 else { throw ExchangeFault.unavailable }
        return ExchangeAnswer(
            .object(["limit": OrderCodingV2.json(orders[0]), "stop": OrderCodingV2.json(orders[1])]))
    }

    /// What an amount would bring and cost; the book may be too thin for all of it.
    fileprivate func instantQuote(_ request: ExchangeRequest, _ trader: Trader) async throws -> ExchangeAnswer {
        let rules = try await market.market(named: request.market())
        let side = try request.side("type", "side")
        let quote = try await market.quote(
            market: rules.name, side: side, amount: request.required(.amount), for: trader)
        let (obtained, required) = side == .buy ? (rules.base, rules.quote) : (rules.quote, rules.base)
        return ExchangeAnswer(
            .object([
                "obtained": .string(DecimalText.text(quote.obtained, exponent: obtained.exponent)),
                "required": .string(DecimalText.text(quote.required, exponent: required.exponent)),
            ]))
    }

    /// Buys or sells the whole amount, or nothing.
    fileprivate func instantOrder(_ request: ExchangeRequest, _ trader: Trader) async throws -> ExchangeAnswer {
        _ = try await market.instant(
            market: request.market(), side: request.side("type", "side"), amount: request.required(.amount),
            bound: request.optional(.bound), for: trader)
        return ExchangeAnswer()
    }
}

extension ExchangeRequest {
    /// The number of the order that the request is about.
    fileprivate func order() throws(ExchangeFault) -> Int64 {
        guard let number = OrderIdentifier.number(try required("id")) else { throw .unknownOrder }
        return number
    }

    /// The order that the request asks after; in v2 also by the name that its sender gave it.
    fileprivate func name() throws(ExchangeFault) -> OrderName {
        guard version == .v2, let text = optional("client_id") else { return .number(try order()) }
        guard let clientID = ClientOrderID(text) else { throw .unknownOrder }
        return .client(clientID)
    }

    /// The order that the request wishes.
    fileprivate func draft() throws(ExchangeFault) -> OrderDraft {
        switch version {
        case .v1: try OrderCodingV1.draft(self)
        case .v2: try OrderCodingV2.draft { optional($0) }
        }
    }

    /// How the API of the request writes an order by itself.
    fileprivate func json(_ order: OrderRecord) -> JSONValue {
        version == .v1 ? OrderCodingV1.json(order) : OrderCodingV2.json(order)
    }
}
