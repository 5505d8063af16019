import Basics
import Market
import MarketService

/// Orders as API v1 reads and writes them: limit orders alone, and the same facts differently in each list.
enum OrderCodingV1 {
    // MARK: - Reading

    /// The order that the fields of a request say.
    static func draft(_ request: ExchangeRequest) throws(ExchangeFault) -> OrderDraft {
        OrderDraft(
            market: try request.market(), side: try request.side("type"), kind: .limit,
            amount: try request.required(.amount), price: try request.required(.price))
    }

    // MARK: - Writing

    /// An order's number as a text: `M103966`.
    static func identifier(_ number: Int64) -> String { "M\(number)" }

    /// An order by itself.
    static func json(_ order: OrderRecord) -> JSONValue {
        let status =
            switch order.status {
            case .waiting, .queued: "active"
            case .filled: "executed"
            case .cancelled: "cancelled"
            }
        return .object([
            "status": .string(status), "reason": order.reasonJSON, "created_at": .time(order.createdAt),
            "amount": amount("executed", order.executed, of: order),
            "avg_execution_price": .string(order.averagePriceText), "price": order.priceJSON,
            "type": .string(order.terms.side.wire), "id": .string(identifier(order.id)),
            "market": .string(order.market.name.text), "updated_at": .time(order.updatedAt),
        ])
    }

    /// An open order in the list of active ones.
    static func active(_ order: OrderRecord) -> JSONValue {
        .object([
            "status": "active", "created_at": .time(order.createdAt),
            "amount": .object([
                "original": .string(order.market.amountText(order.terms.lots)),
                "remaining": .string(order.market.amountText(order.remaining)),
            ]),
            "execution_price": .null, "price": order.priceJSON, "type": .string(order.terms.side.wire),
            "id": .string(identifier(order.id)), "market": .string(order.market.name.text),
            "updated_at": .time(order.updatedAt),
        ])
    }

    /// One execution in the list of executed orders: an order that was executed in parts has as many rows.
    static func executed(_ fill: FillRecord, of order: OrderRecord) -> JSONValue {
        .object([
            "status": "executed", "created_at": .time(order.createdAt),
            "amount": amount("executed", fill.lots, of: order),
            "execution_price": .string(fill.market.priceText(fill.ticks)), "executed_at": .time(fill.at),
            "price": order.priceJSON, "type": .string(order.terms.side.wire), "id": .string(identifier(order.id)),
            "market": .string(order.market.name.text),
        ])
    }

    private static func amount(_ name: String, _ lots: Int64, of order: OrderRecord) -> JSONValue {
        .object([
            .init(name, .string(order.market.amountText(lots))),
            .init("original", .string(order.market.amountText(order.terms.lots))),
        ])
    }
}
