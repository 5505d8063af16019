import Basics
import Ledger
import Market
import MarketService

/// An order as the sockets' 2020 generation writes it: the members that every order has.
struct FeedOrder {
    var id: Int64
    var side: Side
    /// 1 for a market order, 2 for a limit order.
    var type: Int64
    var price: String
    var amount: String
    var initialAmount: String
    /// What a stop-limit order waits for; nil for any other.
    var condition: String?
    var at: Timestamp
    var market: MarketRules

    /// The order with `more` members at its end.
    func json(_ more: [JSONValue.Member] = []) -> JSONValue {
        .object(
            [
                .init("requestId", .string(requestID)), .init("tradeId", .string("O\(id)")),
                .init("stockId", .string(market.name.text)), .init("kind", .integer(side.rawValue)),
                .init("type", .integer(type)), .init("side", .integer(side.rawValue)), .init("price", .string(price)),
                .init("limit", .null), .init("condition", condition.map { .string($0) } ?? .null),
                .init("flag", .string(type == 1 ? "SIMPLE" : "GENERAL")), .init("amount", .string(amount)),
                .init("initAmount", .string(initialAmount)), .init("dateReceived", .integer(at.milliseconds)),
            ] + more)
    }

    /// `OO`, the market, nine digits and the time.
    ///
    /// The original had the trader's number there, by which everybody could join the orders of one trader. Here it is
    /// the order's.
    private var requestID: String {
        let number = String(id >> 10)
        let zeros = String(repeating: "0", count: max(0, 9 - number.utf8.count))
        return "OO\(market.name.text)\(zeros)\(number)\(at.milliseconds)"
    }
}

// MARK: - A trader's own orders

extension FeedOrder {
    /// An order as it is for its owner: its amount is what is left of it.
    private init(_ order: OrderRecord) {
        let (market, terms) = (order.market, order.terms)
        let left = order.status.isOpen ? order.remaining : terms.lots - order.executed
        self.init(
            id: order.id, side: terms.side, type: terms.kind == .market ? 1 : 2,
            price: BookFeedJSON.price(terms.ticks ?? 0, market), amount: BookFeedJSON.amount(left, market),
            initialAmount: BookFeedJSON.amount(terms.lots, market),
            condition: terms.stop.map { BookFeedJSON.price($0, market) }, at: order.createdAt, market: market)
    }

    /// Somebody's orders; of those in the past it is said when they were triggered, which is nothing so far, and of those
    /// that were cancelled why.
    static func json(_ orders: [OrderRecord], of trader: Trader, arePast: Bool) -> JSONValue {
        .array(
            orders.map { order in
                FeedOrder(order).json(
                    [.init("traderId", .string(String(trader.number.rawValue)))]
                        + (arePast ? [.init("dateTriggered", .null)] : [])
                        + (order.reasonJSON.map { [.init("reason", $0)] } ?? [])
                        + (order.clientIDJSON.map { [.init("clientId", $0)] } ?? []))
            })
    }

    /// What became of orders that were open, and why, in an event of ours beside those of the original's contract.
    static func ended(_ orders: [OrderRecord]) -> JSONValue {
        .array(
            orders.map { order in
                .object([
                    "tradeId": .string(OrderIdentifier.text(order.id)),
                    "stockId": .string(order.market.name.text),
                    "status": order.status == .filled ? "filled" : "cancelled", "reason": order.reasonJSON,
                    "clientId": order.clientIDJSON,
                ])
            })
    }
}
