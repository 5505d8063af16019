import Basics
import Market

// Orders as API v2 reads and writes them: whoever adds a kind or a condition of orders adds it here.

/// An order as it is sent; amounts and prices are decimal texts.
public struct MarketOrderDraft: Equatable, Sendable {
    /// What kind of order it is.
    public enum Kind: Equatable, Sendable {
        /// At this price or a better one.
        case limit(price: String)
        /// At the best prices there are.
        case market
        /// A limit order that sleeps until a trade reaches `stop`.
        case stopLimit(price: String, stop: String)
    }

    /// The market, such as `ETHCLP`.
    public var market: String
    /// Whether to buy or to sell.
    public var side: Side
    /// How much of the base asset, as a decimal text.
    public var amount: String
    /// What kind of order it is.
    public var kind: Kind

    /// An order to be sent.
    public init(market: String, side: Side, amount: String, kind: Kind) {
        self.market = market
        self.side = side
        self.amount = amount
        self.kind = kind
    }

    var fields: KeyValuePairs<String, String?> {
        switch kind {
        case .limit(let price):
            ["market": market, "side": side.word, "type": "limit", "amount": amount, "price": price]
        case .market:
            ["market": market, "side": side.word, "type": "market", "amount": amount]
        case .stopLimit(let price, let stop):
            // One of the official clients calls the waking price `limit`, another one `stop`.
            ["market": market, "side": side.word, "type": "stop-limit", "amount": amount, "price": price, "stop": stop]
        }
    }
}

/// An order of the account; prices and amounts are decimal texts.
public struct MarketOrder: Equatable, Sendable {
    /// A trade of an order.
    public struct Fill: Equatable, Sendable {
        /// The price in the quote asset, as a decimal text.
        public let price: String
        /// How much of the base asset, as a decimal text.
        public let amount: String
        /// The fee, in what was received.
        public let fee: String
        /// When, as the exchange writes it.
        public let date: String
    }

    /// What names the order, as `O1025`.
    public let id: String
    /// The market, such as `ETHCLP`.
    public let market: String
    /// `queued`, `active`, `filled`, `executed` or `cancelled`.
    public let status: String
    /// Why it was cancelled, where the exchange says it.
    public let reason: String?
    /// `limit`, `market` or `stop-limit`; lists of some servers say the side here and no type.
    public let type: String?
    /// `buy` or `sell`.
    public let side: String?
    /// The limit; nil or 0 in a market order.
    public let price: String?
    /// The price at which a stop order wakes.
    public let stop: String?
    /// How much was ordered.
    public let original: String
    /// How much was traded; nil where the exchange says what remains.
    public let executed: String?
    /// How much is left; nil where the exchange says what was traded.
    public let remaining: String?
    /// The average price of what was traded.
    public let averagePrice: String?
    /// The fee so far, in what was received.
    public let fee: String?
    /// When it was placed and when it last changed, as the exchange writes it.
    public let createdAt, updatedAt: String?
    /// Its trades; empty in lists.
    public let fills: [Fill]

    init(_ json: JSONValue) throws(MarketClientError) {
        id = try json.text("id")
        market = try json.text("market")
        status = try json.text("status")
        reason = json.optionalText("reason")
        let kind = json.optionalText("type")
        let isSide = kind == "buy" || kind == "sell"
        type = isSide ? nil : kind
        side = isSide ? kind : json.optionalText("side")
        price = json.optionalText("price")
        stop = json.optionalText("stop")
        guard let amount = json["amount"] else { throw .unexpectedAnswer }
        original = try amount.text("original")
        executed = amount.optionalText("executed")
        remaining = amount.optionalText("remaining")
        averagePrice = json.optionalText("avg_execution_price") ?? json.optionalText("execution_price")
        fee = json.optionalText("fee")
        createdAt = json.optionalText("created_at")
        updatedAt = json.optionalText("updated_at") ?? json.optionalText("executed_at")
        var fills: [Fill] = []
        if case .array(let rows)? = json["fills"] {
            for row in rows {
                fills.append(
                    Fill(
                        price: try row.text("price"), amount: try row.text("amount"),
                        fee: row.optionalText("fee") ?? "0", date: row.optionalText("date") ?? ""))
            }
        }
        self.fills = fills
    }
}

/// What became of a request to cancel several orders.
public struct MarketCancellations: Equatable, Sendable {
    /// The orders that were cancelled, as they are now.
    public let cancelled: [MarketOrder]
    /// The ids of the others, and why each of them could not be, in the exchange's words.
    public let refused: [(id: String, message: String)]

    init(_ json: JSONValue) throws(MarketClientError) {
        guard case .array(let done)? = json["canceled"], case .array(let failed)? = json["not_canceled"] else {
            throw .unexpectedAnswer
        }
        var cancelled: [MarketOrder] = []
        for row in done {
            guard let order = row["data"] else { throw .unexpectedAnswer }
            cancelled.append(try MarketOrder(order))
        }
        self.cancelled = cancelled
        refused = failed.map { ($0.optionalText("order_id") ?? "", $0.optionalText("message") ?? "") }
    }

    /// Whether both say the same.
    public static func == (left: MarketCancellations, right: MarketCancellations) -> Bool {
        left.cancelled == right.cancelled && left.refused.elementsEqual(right.refused, by: ==)
    }
}

extension Side {
    /// The word for it in the API.
    public var word: String {
        switch self {
        case .buy: "buy"
        case .sell: "sell"
        }
    }
}
