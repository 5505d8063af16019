import Basics
import Ledger
import Market

/// Who trades: an account and its number in the ledger.
package struct Trader: Hashable, Sendable {
    /// The ledger's number of the account; it never leaves the server except to its owner.
    package let number: LedgerAccount
    /// The account.
    package let account: [UInt8]

    /// A trader with both names.
    package init(number: LedgerAccount, account: [UInt8]) {
        self.number = number
        self.account = account
    }
}

/// What has become of an order.
package enum OrderStatus: Int64, Sendable, CaseIterable {
    /// Its stop has not been reached.
    case waiting = 0
    /// It is in the book.
    case queued = 1
    /// All of it was executed.
    case filled = 2
    /// What was not executed never will be.
    case cancelled = 3

    /// Whether something can still be executed.
    package var isOpen: Bool { self == .waiting || self == .queued }
}

/// Why an order was cancelled.
package enum OrderReason: Int64, Sendable, CaseIterable {
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
    /// It was amended, and another order came in its place.
    case replaced = 7
    /// It was to end at this time.
    case expired = 8
    /// Its owner had not said in time that they were still there.
    case timer = 9
    /// It was one of a pair, and something happened to the other one.
    case partner = 10
    /// An operator ended it.
    case `operator` = 11
    /// An operator paused the market and ended what waited in it.
    case paused = 12
    /// Its account was disabled, or is gone.
    case account = 13
    /// It could have gone on trading only too far from the last price.
    case collar = 14
}

/// An order as somebody wishes it, not yet checked.
package struct OrderDraft: Sendable, Equatable {
    /// The market.
    package var market: MarketName
    /// Whether the base is bought or sold.
    package var side: Side
    /// How it finds its price.
    package var kind: OrderKind
    /// How much of the base, a decimal number.
    package var amount: String
    /// The limit, a decimal number; market orders have none.
    package var price: String?
    /// The price at which a stop-limit order enters the book.
    package var stop: String?
    /// What it allows and forbids.
    package var conditions: OrderConditions
    /// What its sender calls it; an order of the same name is placed once.
    package var clientID: ClientOrderID?
    /// When it ends unless it has before; nil for never.
    package var expiresAt: Timestamp?

    /// A draft; by default good until cancelled.
    package init(
        market: MarketName, side: Side, kind: OrderKind, amount: String, price: String? = nil, stop: String? = nil,
        conditions: OrderConditions = OrderConditions(), clientID: ClientOrderID? = nil, expiresAt: Timestamp? = nil
    ) {
        self.market = market
        self.side = side
        self.kind = kind
        self.amount = amount
        self.price = price
        self.stop = stop
        self.conditions = conditions
        self.clientID = clientID
        self.expiresAt = expiresAt
    }
}

/// An order as it is kept, for its owner.
package struct OrderRecord: Sendable, Equatable {
    /// Sequence × 1024 + the market's number.
    package let id: Int64
    /// The market.
    package let market: MarketRules
    /// What it asks for.
    package let terms: OrderTerms
    /// How much was executed, in lots.
    package let executed: Int64
    /// What the executed lots came to, in minor units of the quote asset.
    package let executedNotional: Int128
    /// The fees so far, in minor units of the asset that the order receives.
    package let fee: Int128
    /// What has become of it.
    package let status: OrderStatus
    /// Why it was cancelled; nil when it was not, and when that was not written down yet.
    package let reason: OrderReason?
    /// What its sender calls it.
    package let clientID: ClientOrderID?
    /// The order that came in its place when it was amended.
    package let successor: Int64?
    /// When it ends unless it has before; nil for never.
    package let expiresAt: Timestamp?
    /// The other one of its pair; nil when it is of none.
    package let partner: Int64?
    /// When it was accepted.
    package let createdAt: Timestamp
    /// When it changed last.
    package let updatedAt: Timestamp

    /// The asset that the order receives, in which its fees are.
    package var feeAsset: Asset { terms.side == .buy ? market.base : market.quote }
    /// What is neither executed nor given up, in lots.
    package var remaining: Int64 { status.isOpen ? terms.lots - executed : 0 }
    /// The fees as a decimal number.
    package var feeText: String { DecimalText.text(fee, exponent: feeAsset.exponent) }

    /// The average price: exact to the last digit, rounded half to even after 18 decimals; "0" when nothing was
    /// executed.
    package var averagePriceText: String { market.averagePriceText(notional: executedNotional, lots: executed) }
}

/// One execution of a trader's order.
package struct FillRecord: Sendable, Equatable {
    /// Sequence × 1024 + the market's number; both sides of a trade have the same.
    package let id: Int64
    /// The market.
    package let market: MarketRules
    /// The trader's order.
    package let order: Int64
    /// The side of that order.
    package let side: Side
    /// The price in ticks.
    package let ticks: Int64
    /// How much, in lots.
    package let lots: Int64
    /// The fee, in minor units of the asset received.
    package let fee: Int128
    /// Whether the order was resting in the book.
    package let isMaker: Bool
    /// When.
    package let at: Timestamp

    /// The asset received, in which the fee is.
    package var feeAsset: Asset { side == .buy ? market.base : market.quote }
}

/// A trade as everybody may see it: nothing in it says whose orders they were.
package struct PublicTrade: Sendable, Equatable {
    /// Sequence × 1024 + the market's number.
    package let id: Int64
    /// The price in ticks.
    package let ticks: Int64
    /// How much, in lots.
    package let lots: Int64
    /// The side of the order that came and traded at once.
    package let takerSide: Side
    /// When.
    package let at: Timestamp
    /// The order that rested in the book.
    package let maker: Int64
    /// The order that came and traded at once.
    package let taker: Int64
}

/// An order in the book as everybody may see it.
package struct BookLine: Sendable, Equatable {
    /// The order.
    package let id: Int64
    /// The price in ticks.
    package let ticks: Int64
    /// What is left of it, in lots.
    package let lots: Int64
    /// How much was ordered, in lots.
    package let initialLots: Int64
    /// When it was accepted.
    package let at: Timestamp
}

/// The best orders of both sides at one instant.
package struct BookSnapshot: Sendable, Equatable {
    /// The market's sequence; every committed change has a higher one.
    package let sequence: Int64
    /// Orders to buy, best price first, in order of arrival within a price.
    package let bids: [BookLine]
    /// Orders to sell, best price first, in order of arrival within a price.
    package let asks: [BookLine]
    /// The fingerprint of the whole book and of the waiting stop orders.
    package let hash: UInt64
}

/// A market in a few numbers.
package struct Ticker: Sendable, Equatable {
    /// The market.
    package let market: MarketRules
    /// The highest price of the last 24 hours, in ticks.
    package let high: Int64?
    /// The lowest price of the last 24 hours, in ticks.
    package let low: Int64?
    /// The best price that somebody bids, in ticks.
    package let bid: Int64?
    /// The best price that somebody asks, in ticks.
    package let ask: Int64?
    /// The price of the last trade, in ticks.
    package let last: Int64?
    /// The price of the last trade whose taker bought, in ticks.
    package let lastBuy: Int64?
    /// The price of the last trade whose taker sold, in ticks.
    package let lastSell: Int64?
    /// What was traded in the last 24 hours, in lots.
    package let volume: Int128
    /// When these numbers were true.
    package let at: Timestamp
    /// By how much the price rose in 24 hours, as a fraction: 0.01 is one per cent; nil without a trade to compare
    /// with.
    package let change1d: Double?
    /// By how much the price rose in seven days.
    package let change7d: Double?

    /// The same numbers, which are still true at `now`.
    func of(_ market: MarketRules, at now: Timestamp) -> Ticker {
        Ticker(
            market: market, high: high, low: low, bid: bid, ask: ask, last: last, lastBuy: lastBuy, lastSell: lastSell,
            volume: volume, at: now, change1d: change1d, change7d: change7d)
    }
}
