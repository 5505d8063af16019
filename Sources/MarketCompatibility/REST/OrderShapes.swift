import Encodings
import Ledger
import Market
import Time

/// How an order is written: API v1 and v2 write the same facts differently, and v1 differently in each list.
enum OrderShapes {
    // MARK: - Version 1

    /// An open order in the list of active ones.
    static func active(_ order: OrderRecord) -> JSONValue {
        .object([
            "status": "active", "created_at": time(order.createdAt),
            "amount": .object([
                "original": .string(order.market.amountText(order.lots)),
                "remaining": .string(order.market.amountText(order.remaining)),
            ]),
            "execution_price": .null, "price": price(order), "type": .string(order.side.wire),
            "id": .string(OrderIdentifier.text(order.id, .v1)), "market": .string(order.market.name.text),
            "updated_at": time(order.updatedAt),
        ])
    }

    /// One execution in the list of executed orders: an order that was executed in parts has as many rows.
    static func executed(_ fill: FillRecord, of order: OrderRecord) -> JSONValue {
        .object([
            "status": "executed", "created_at": time(order.createdAt),
            "amount": .object([
                "executed": .string(fill.market.amountText(fill.lots)),
                "original": .string(order.market.amountText(order.lots)),
            ]),
            "execution_price": .string(fill.market.priceText(fill.ticks)), "executed_at": time(fill.at),
            "price": price(order), "type": .string(order.side.wire),
            "id": .string(OrderIdentifier.text(order.id, .v1)), "market": .string(order.market.name.text),
        ])
    }

    /// An order by itself.
    static func first(_ order: OrderRecord) -> JSONValue {
        let status =
            switch order.status {
            case .waiting, .queued: "active"
            case .filled: "executed"
            case .cancelled: "cancelled"
            }
        return .object([
            "status": .string(status), "reason": reason(order), "created_at": time(order.createdAt),
            "amount": .object([
                "executed": .string(order.market.amountText(order.executed)),
                "original": .string(order.market.amountText(order.lots)),
            ]),
            "avg_execution_price": .string(order.averagePriceText), "price": price(order),
            "type": .string(order.side.wire), "id": .string(OrderIdentifier.text(order.id, .v1)),
            "market": .string(order.market.name.text), "updated_at": time(order.updatedAt),
        ])
    }

    // MARK: - Version 2

    /// How much of an order a list says beside the original amount.
    enum Amount {
        case executed
        case remaining
    }

    /// An order anywhere.
    ///
    /// - Parameter fills: Its executions where they are asked for.
    static func second(_ order: OrderRecord, amount: Amount = .executed, fills: [FillRecord]? = nil) -> JSONValue {
        let status =
            switch order.status {
            case .waiting, .queued: "queued"
            case .filled: "filled"
            case .cancelled: "cancelled"
            }
        let rules = order.market
        let part: JSONValue.Member =
            switch amount {
            case .executed: .init("executed", .string(rules.amountText(order.executed)))
            case .remaining: .init("remaining", .string(rules.amountText(order.remaining)))
            }
        return .object([
            "id": .string(OrderIdentifier.text(order.id, .v2)), "status": .string(status), "reason": reason(order),
            "type": .string(order.kind.wire), "side": .string(order.side.wire), "price": price(order),
            "stop": order.stop.map { .string(rules.priceText($0)) } ?? .null, "fee": .string(order.feeText),
            "amount": .object([.init("original", .string(rules.amountText(order.lots))), part]),
            "avg_execution_price": .string(order.averagePriceText), "market": .string(rules.name.text),
            "created_at": time(order.createdAt), "updated_at": time(order.updatedAt),
            "fills": fills.map { .array($0.map(json)) },
        ])
    }

    /// One execution; its amount is what was received before the fee, in the asset in which the fee is.
    private static func json(_ fill: FillRecord) -> JSONValue {
        let rules = fill.market
        let received =
            switch fill.side {
            case .buy: rules.amountUnits(fill.lots)
            // What was executed has been multiplied before, so it fits.
            case .sell: (try? rules.notional(ticks: fill.ticks, lots: fill.lots)) ?? 0
            }
        return .object([
            "price": .string(rules.priceText(fill.ticks)),
            "fee": .string(DecimalText.text(fill.fee, exponent: fill.feeAsset.exponent)),
            "amount": .string(DecimalText.text(received, exponent: fill.feeAsset.exponent)), "date": time(fill.at),
        ])
    }

    // MARK: - Both

    /// Why an order was cancelled; the API never had it, so that other orders are written as they always were.
    static func reason(_ order: OrderRecord) -> JSONValue? {
        order.reason.map { .string($0.wire) }
    }

    /// The limit; `0` for an order that takes any price.
    private static func price(_ order: OrderRecord) -> JSONValue {
        .string(order.ticks.map(order.market.priceText) ?? "0")
    }
}

extension OrderReason {
    /// The reason in the style of the API's other words.
    var wire: String { String(word.map { $0 == "-" ? "_" : $0 }) }
}

extension OrderKind {
    /// The kind that API v2 names; its Python client's own description writes one of them with an underscore.
    init?(wire text: String) {
        switch text {
        case "limit": self = .limit
        case "market": self = .market
        case "stop-limit", "stop_limit": self = .stopLimit
        default: return nil
        }
    }

    /// What API v2 calls it.
    var wire: String {
        switch self {
        case .limit: "limit"
        case .market: "market"
        case .stopLimit: "stop-limit"
        }
    }
}

private func time(_ instant: Timestamp) -> JSONValue {
    .string(ExchangeTime.text(instant))
}
