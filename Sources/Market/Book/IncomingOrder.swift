/// An order as it arrives at a book.
public struct IncomingOrder: Equatable, Sendable {
    /// The order's number; it must not be that of an order in the book.
    public var id: Int64
    /// Whose it is; orders of one account never trade with each other.
    public var account: Int64
    /// Whether it buys or sells.
    public var side: Side
    /// The worst price it accepts, in ticks, 1 … `Int64.max − 1`; `nil` for a market order, which accepts any price and
    /// never rests.
    public var ticks: Int64?
    /// How much it wants to trade, in lots: at least 1.
    public var lots: Int64
    /// How long it may wait; a market order never does.
    public var timeInForce: TimeInForce
    /// Whether it is refused rather than take from the book; only for a limit order that may rest.
    public var isPostOnly: Bool
    /// What happens when it meets an order of its own account.
    public var selfTrade: SelfTradePrevention
    /// The most that it may trade in all, as the sum of ticks × lots; `nil` for no bound.
    ///
    /// The order ends before a trade that would exceed it, after as many lots of that trade as still fit.
    public var maximumNotional: Int128?

    /// An order with the terms that most orders have.
    @inlinable
    public init(
        id: Int64, account: Int64, side: Side, ticks: Int64?, lots: Int64,
        timeInForce: TimeInForce = .goodTillCancelled, isPostOnly: Bool = false,
        selfTrade: SelfTradePrevention = .cancelNewest, maximumNotional: Int128? = nil
    ) {
        self.id = id
        self.account = account
        self.side = side
        self.ticks = ticks
        self.lots = lots
        self.timeInForce = timeInForce
        self.isPostOnly = isPostOnly
        self.selfTrade = selfTrade
        self.maximumNotional = maximumNotional
    }

    /// Whether no book could do anything sensible with it: lots or ticks out of range, a negative bound, or post-only
    /// for an order that never rests; or passing over own orders for one that may.
    var isMalformed: Bool {
        if lots < 1 { return true }
        if let ticks, ticks < 1 || ticks == Int64.max { return true }
        if let maximumNotional, maximumNotional < 0 { return true }
        let mayRest = ticks != nil && timeInForce == .goodTillCancelled
        if selfTrade == .passOver, mayRest { return true }
        return isPostOnly && !mayRest
    }
}
