import Ledger
import Market
import Time

/// Who trades: an account and its number in the ledger.
public struct Trader: Hashable, Sendable {
    /// The ledger's number of the account; it never leaves the server except to its owner.
    public let number: LedgerAccount
    /// The account.
    public let account: [UInt8]

    /// A trader with both names.
    public init(number: LedgerAccount, account: [UInt8]) {
        self.number = number
        self.account = account
    }
}

/// How an order finds its price.
public enum OrderKind: Int64, Sendable, CaseIterable {
    /// At its limit or better, and it rests in the book.
    case limit = 1
    /// At the best prices there are, at once; it never rests.
    case market = 2
    /// A limit order that waits until the last price reaches its stop.
    case stopLimit = 3
}

/// What has become of an order.
public enum OrderStatus: Int64, Sendable, CaseIterable {
    /// Its stop has not been reached.
    case waiting = 0
    /// It is in the book.
    case queued = 1
    /// All of it was executed.
    case filled = 2
    /// What was not executed never will be.
    case cancelled = 3

    /// Whether something can still be executed.
    public var isOpen: Bool { self == .waiting || self == .queued }
}

/// Why an order was cancelled.
public enum OrderReason: Int64, Sendable, CaseIterable {
    /// Its owner cancelled it.
    case user = 1
    /// It met an order of its own account, or one of its own account met it.
    case selfTrade = 2
    /// It does not wait, and there was no more for it.
    case immediateRest = 3
    /// Its stop was reached, and it would have traded at once, which its sender did not want.
    case stopPostOnly = 4
    /// Its stop was reached, and it could not be filled whole, and its sender wanted nothing less.
    case stopFillOrKill = 5
    /// Its stop was reached, and the book did not take it.
    case stopRefused = 6
}

/// An order as somebody wishes it, not yet checked.
public struct OrderDraft: Sendable, Equatable {
    /// The market.
    public var market: MarketName
    /// Whether the base is bought or sold.
    public var side: Side
    /// How it finds its price.
    public var kind: OrderKind
    /// How much of the base, a decimal number.
    public var amount: String
    /// The limit, a decimal number; market orders have none.
    public var price: String?
    /// The price at which a stop-limit order enters the book.
    public var stop: String?
    /// How long it lasts.
    public var timeInForce: TimeInForce
    /// Whether it must not trade at once.
    public var isPostOnly: Bool
    /// What happens when it meets an order of the same trader.
    public var selfTrade: SelfTradePrevention

    /// A draft; by default good until cancelled.
    public init(
        market: MarketName, side: Side, kind: OrderKind, amount: String, price: String? = nil, stop: String? = nil,
        timeInForce: TimeInForce = .goodTillCancelled, isPostOnly: Bool = false,
        selfTrade: SelfTradePrevention = .cancelNewest
    ) {
        self.market = market
        self.side = side
        self.kind = kind
        self.amount = amount
        self.price = price
        self.stop = stop
        self.timeInForce = timeInForce
        self.isPostOnly = isPostOnly
        self.selfTrade = selfTrade
    }
}

/// An order as it is kept, for its owner.
public struct OrderRecord: Sendable, Equatable {
    /// Sequence × 1024 + the market's number.
    public let id: Int64
    /// The market.
    public let market: MarketRules
    /// Whether the base is bought or sold.
    public let side: Side
    /// How it finds its price.
    public let kind: OrderKind
    /// The limit in ticks; nil for a market order.
    public let ticks: Int64?
    /// The stop in ticks; nil unless it is a stop-limit order.
    public let stop: Int64?
    /// How much was ordered, in lots.
    public let lots: Int64
    /// How much was executed, in lots.
    public let executed: Int64
    /// What the executed lots came to, in minor units of the quote asset.
    public let executedNotional: Int128
    /// The fees so far, in minor units of the asset that the order receives.
    public let fee: Int128
    /// What has become of it.
    public let status: OrderStatus
    /// Why it was cancelled; nil when it was not, and when that was not written down yet.
    public let reason: OrderReason?
    /// How long it lasts.
    public let timeInForce: TimeInForce
    /// Whether it must not trade at once.
    public let isPostOnly: Bool
    /// When it was accepted.
    public let createdAt: Timestamp
    /// When it changed last.
    public let updatedAt: Timestamp

    /// The asset that the order receives, in which its fees are.
    public var feeAsset: Asset { side == .buy ? market.base : market.quote }
    /// What is neither executed nor given up, in lots.
    public var remaining: Int64 { status.isOpen ? lots - executed : 0 }
    /// The fees as a decimal number.
    public var feeText: String { DecimalText.text(fee, exponent: feeAsset.exponent) }

    /// The average price: exact to the last digit, rounded half to even after 18 decimals; "0" when nothing was
    /// executed.
    public var averagePriceText: String {
        guard executed > 0, market.unit > 0 else { return "0" }
        // A price is so many minor units of the quote asset for a whole base unit; the executed sum of ticks × lots is
        // the notional over the market's unit.
        let shift = max(0, 18 - market.quote.exponent)
        let (sum, lots) = (UInt128(executedNotional / market.unit), UInt128(executed))
        let scale = (0..<shift).reduce(UInt128(market.tickUnits)) { scale, _ in scale &* 10 }
        let (high, low) = sum.multipliedFullWidth(by: scale)
        guard high < lots else { return "0" }
        let (quotient, remainder) = lots.dividingFullWidth((high, low))
        let isUp = remainder * 2 > lots || (remainder * 2 == lots && quotient & 1 == 1)
        return DecimalText.text(
            Int128(truncatingIfNeeded: quotient) + (isUp ? 1 : 0), exponent: market.quote.exponent + shift)
    }
}

/// One execution of a trader's order.
public struct FillRecord: Sendable, Equatable {
    /// Sequence × 1024 + the market's number; both sides of a trade have the same.
    public let id: Int64
    /// The market.
    public let market: MarketRules
    /// The trader's order.
    public let order: Int64
    /// The side of that order.
    public let side: Side
    /// The price in ticks.
    public let ticks: Int64
    /// How much, in lots.
    public let lots: Int64
    /// The fee, in minor units of the asset received.
    public let fee: Int128
    /// Whether the order was resting in the book.
    public let isMaker: Bool
    /// When.
    public let at: Timestamp

    /// The asset received, in which the fee is.
    public var feeAsset: Asset { side == .buy ? market.base : market.quote }
}

/// A trade as everybody may see it: nothing in it says whose orders they were.
public struct PublicTrade: Sendable, Equatable {
    /// Sequence × 1024 + the market's number.
    public let id: Int64
    /// The price in ticks.
    public let ticks: Int64
    /// How much, in lots.
    public let lots: Int64
    /// The side of the order that came and traded at once.
    public let takerSide: Side
    /// When.
    public let at: Timestamp
    /// The order that rested in the book.
    public let maker: Int64
    /// The order that came and traded at once.
    public let taker: Int64
}

/// An order in the book as everybody may see it.
public struct BookLine: Sendable, Equatable {
    /// The order.
    public let id: Int64
    /// The price in ticks.
    public let ticks: Int64
    /// What is left of it, in lots.
    public let lots: Int64
    /// How much was ordered, in lots.
    public let initialLots: Int64
    /// When it was accepted.
    public let at: Timestamp
}

/// The best orders of both sides at one instant.
public struct BookSnapshot: Sendable, Equatable {
    /// The market's sequence; every committed change has a higher one.
    public let sequence: Int64
    /// Orders to buy, best price first, in order of arrival within a price.
    public let bids: [BookLine]
    /// Orders to sell, best price first, in order of arrival within a price.
    public let asks: [BookLine]
    /// The fingerprint of the whole book and of the waiting stop orders.
    public let hash: UInt64
}

/// A market in a few numbers.
public struct Ticker: Sendable, Equatable {
    /// The market.
    public let market: MarketRules
    /// The highest price of the last 24 hours, in ticks.
    public let high: Int64?
    /// The lowest price of the last 24 hours, in ticks.
    public let low: Int64?
    /// The best price that somebody bids, in ticks.
    public let bid: Int64?
    /// The best price that somebody asks, in ticks.
    public let ask: Int64?
    /// The price of the last trade, in ticks.
    public let last: Int64?
    /// The price of the last trade whose taker bought, in ticks.
    public let lastBuy: Int64?
    /// The price of the last trade whose taker sold, in ticks.
    public let lastSell: Int64?
    /// What was traded in the last 24 hours, in lots.
    public let volume: Int128
    /// When these numbers were true.
    public let at: Timestamp
    /// By how much the price rose in 24 hours, as a fraction: 0.01 is one per cent; nil without a trade to compare
    /// with.
    public let change1d: Double?
    /// By how much the price rose in seven days.
    public let change7d: Double?

    /// The same numbers, which are still true at `now`.
    func of(_ market: MarketRules, at now: Timestamp) -> Ticker {
        Ticker(
            market: market, high: high, low: low, bid: bid, ask: ask, last: last, lastBuy: lastBuy, lastSell: lastSell,
            volume: volume, at: now, change1d: change1d, change7d: change7d)
    }
}
