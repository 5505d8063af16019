import Basics
import Market
import MarketService

// What API v1, API v2 and the sockets say alike.

extension Side {
    /// The side that `buy` or `sell` names.
    init?(wire text: String) {
        switch text {
        case "buy": self = .buy
        case "sell": self = .sell
        default: return nil
        }
    }

    /// `buy` or `sell`.
    var wire: String { self == .buy ? "buy" : "sell" }
}

extension OrderReason {
    /// The reason in the style of the API's other words.
    var wire: String {
        switch self {
        case .user: "user"
        case .selfTrade: "self_trade"
        case .immediateRest: "immediate_rest"
        case .stopPostOnly: "stop_post_only"
        case .stopFillOrKill: "stop_fill_or_kill"
        case .stopRefused: "stop_refused"
        case .replaced: "replaced"
        case .expired: "expired"
        case .timer: "cancel_timer"
        case .partner: "partner"
        case .operator: "operator"
        case .paused: "market_paused"
        case .account: "account_disabled"
        case .collar: "price_collar"
        }
    }
}

extension OrderRecord {
    /// Why it was cancelled, in JSON; the API never had it, so that other orders are written as they always were.
    var reasonJSON: JSONValue? { reason.map { .string($0.wire) } }

    /// What its sender calls it, in JSON; the API never had it either.
    var clientIDJSON: JSONValue? { clientID.map { .string($0.text) } }

    /// The other order of its pair, in JSON.
    var partnerJSON: JSONValue? { partner.map { .string(OrderIdentifier.text($0)) } }

    /// Its limit in JSON; `0` for an order that takes any price.
    var priceJSON: JSONValue { .string(terms.ticks.map(market.priceText) ?? "0") }
}

extension JSONValue {
    /// An instant as the exchange's API writes it.
    static func time(_ instant: Timestamp) -> JSONValue { .string(ExchangeTime.text(instant)) }
}
