import Accounts
import Basics
import Ledger
import Market
import MarketService

/// Orders as API v2 reads and writes them: whoever adds a kind or a condition of orders adds it here.
enum OrderCodingV2 {
    // MARK: - Reading

    /// The order that fields say, of a form or of one object of many.
    static func draft(_ field: (String) -> String?) throws(ExchangeFault) -> OrderDraft {
        func amount(_ name: AmountField) -> String? { field(name.rawValue) }
        func required(_ name: String) throws(ExchangeFault) -> String {
            guard let value = field(name) else { throw .missing(name) }
            return value
        }
        guard let market = MarketName(try required("market").uppercased()) else { throw .unknownMarket }
        guard let side = Side(wire: try required("side")) else { throw .invalid("invalid_side") }
        guard let kind = OrderKind(wire: try required("type")) else { throw .invalid("invalid_type") }
        var draft = OrderDraft(
            market: market, side: side, kind: kind, amount: try required(AmountField.amount.rawValue))
        // The Python client cannot leave the price out, so that an order at any price says one: it means nothing.
        if kind != .market { draft.price = try required(AmountField.price.rawValue) }
        if kind == .stopLimit {
            // One client calls it so, the other so.
            guard let stop = amount(.stop) ?? amount(.limit) else { throw .missing("stop") }
            draft.stop = stop
        }
        draft.conditions = try conditions(field)
        if let text = field("client_id") {
            guard let clientID = ClientOrderID(text) else { throw .invalid("invalid_client_id") }
            draft.clientID = clientID
        }
        draft.expiresAt = try expiry(field)
        return draft
    }

    /// The pair of orders that fields say: `price` is that of the limit order, `stop` and `stop_price` are those of the
    /// other one.
    static func pair(_ field: (String) -> String?) throws(ExchangeFault) -> OrderPair {
        func amount(_ name: AmountField) -> String? { field(name.rawValue) }
        let common: Set<String> = ["market", "side", AmountField.amount.rawValue, "expires_at"]
        func one(_ own: [String: String?]) throws(ExchangeFault) -> OrderDraft {
            try draft { name in common.contains(name) ? field(name) : own[name] ?? nil }
        }
        return OrderPair(
            limit: try one(["type": "limit", "price": amount(.price), "client_id": field("client_id")]),
            stop: try one([
                "type": "stop-limit", "price": amount(.stopPrice), "stop": amount(.stop),
                "client_id": field("stop_client_id"),
            ]))
    }

    /// What fields allow and forbid.
    ///
    /// Beyond what the API has ever had, `time_in_force` (`GTC`, `GTD`, `IOC`, `FOK`), `post_only` (`true`, `false`) and
    /// `self_trade` (`cancel_newest`, `cancel_oldest`, `cancel_both`) may be said.
    private static func conditions(_ field: (String) -> String?) throws(ExchangeFault) -> OrderConditions {
        var conditions = OrderConditions()
        switch field("time_in_force") {
        case nil, "GTC", "GTD": break
        case "IOC": conditions.timeInForce = .immediateOrCancel
        case "FOK": conditions.timeInForce = .fillOrKill
        default: throw .invalid("invalid_time_in_force")
        }
        switch field("post_only") {
        case nil, "false": break
        case "true": conditions.isPostOnly = true
        default: throw .invalid("invalid_post_only")
        }
        switch field("self_trade") {
        case nil, "cancel_newest": break
        case "cancel_oldest": conditions.selfTrade = .cancelOldest
        case "cancel_both": conditions.selfTrade = .cancelBoth
        default: throw .invalid("invalid_self_trade")
        }
        return conditions
    }

    /// When an order ends: `expires_at` in milliseconds since 1970, which `GTD` asks for.
    private static func expiry(_ field: (String) -> String?) throws(ExchangeFault) -> Timestamp? {
        guard let text = field("expires_at") else {
            if field("time_in_force") == "GTD" { throw .missing("expires_at") }
            return nil
        }
        guard text.utf8.count <= 15, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let milliseconds = Int64(text)
        else { throw wrongUnit(text).map(ExchangeFault.expiryUnit) ?? .invalid("invalid_expires_at") }
        if let unit = wrongUnit(text) { throw .expiryUnit(unit) }
        return Timestamp(milliseconds: milliseconds)
    }

    /// The unit of an instant that is not in milliseconds, by how many digits it has; nil for every other text.
    ///
    /// In milliseconds an instant from 2001 on has 13 digits. Signed timestamps are seconds, with or without a fraction.
    private static func wrongUnit(_ text: String) -> String? {
        if let unit = SignedRequest.smallerUnit(of: text) { return unit == "milliseconds" ? nil : unit }
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard text.utf8.count <= 32, (9...11).contains(parts[0].utf8.count),
            parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } })
        else { return nil }
        return "seconds"
    }

    // MARK: - Writing

    /// How much of an order a list says beside the original amount.
    enum Amount {
        case executed
        case remaining
    }

    /// An order anywhere.
    ///
    /// - Parameter fills: Its executions where they are asked for.
    static func json(_ order: OrderRecord, amount: Amount = .executed, fills: [FillRecord]? = nil) -> JSONValue {
        let status =
            switch order.status {
            case .waiting, .queued: "queued"
            case .filled: "filled"
            case .cancelled: "cancelled"
            }
        let (rules, terms) = (order.market, order.terms)
        let part: JSONValue.Member =
            switch amount {
            case .executed: .init("executed", .string(rules.amountText(order.executed)))
            case .remaining: .init("remaining", .string(rules.amountText(order.remaining)))
            }
        return .object([
            "id": .string(OrderIdentifier.text(order.id)), "status": .string(status), "reason": order.reasonJSON,
            "type": .string(terms.kind.wire), "side": .string(terms.side.wire), "price": order.priceJSON,
            "stop": terms.stop.map { .string(rules.priceText($0)) } ?? .null, "fee": .string(order.feeText),
            "amount": .object([.init("original", .string(rules.amountText(terms.lots))), part]),
            "avg_execution_price": .string(order.averagePriceText), "market": .string(rules.name.text),
            "created_at": .time(order.createdAt), "updated_at": .time(order.updatedAt),
            "fills": fills.map { .array($0.map(json)) }, "client_id": order.clientIDJSON,
            "expires_at": order.expiresAt.map { .time($0) }, "partner": order.partnerJSON,
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
            "amount": .string(DecimalText.text(received, exponent: fill.feeAsset.exponent)), "date": .time(fill.at),
        ])
    }
}

extension OrderKind {
    /// The kind that API v2 names; its Python client's own description writes one of them with an underscore.
    fileprivate init?(wire text: String) {
        switch text {
        case "limit": self = .limit
        case "market": self = .market
        case "stop-limit", "stop_limit": self = .stopLimit
        default: return nil
        }
    }

    /// What API v2 calls it.
    fileprivate var wire: String {
        switch self {
        case .limit: "limit"
        case .market: "market"
        case .stopLimit: "stop-limit"
        }
    }
}
