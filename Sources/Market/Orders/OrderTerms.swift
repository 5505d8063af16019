/// What an order asks for, in a market's ticks and lots: all of it that stays as it is from its arrival to its end.
public struct OrderTerms: Equatable, Sendable {
    /// The worst price it accepts, in ticks, 1 … `Int64.max − 1`; `nil` for a market order, which accepts any price and
    /// never rests.
    public var ticks: Int64?
    /// Whether it buys or sells.
    public var side: Side
    /// What it allows and forbids.
    public var conditions: OrderConditions
    /// How much it wants to trade, in lots: at least 1.
    public var lots: Int64
    /// The price in ticks, 1 … `Int64.max − 1`, at which it is placed: a purchase when the market trades there or higher,
    /// a sale when it trades there or lower; `nil` for an order that is placed at once.
    public var stop: Int64?

    /// The terms of an order that is placed at once, or waits until the market trades at `stop` ticks or beyond.
    @inlinable
    public init(
        _ side: Side, lots: Int64, ticks: Int64?, stop: Int64? = nil, _ conditions: OrderConditions = OrderConditions()
    ) {
        self.ticks = ticks
        self.side = side
        self.conditions = conditions
        self.lots = lots
        self.stop = stop
    }

    /// How it finds its price.
    public var kind: OrderKind {
        if ticks == nil { return .market }
        return stop == nil ? .limit : .stopLimit
    }

    /// Whether what is left of it after it was placed may rest in the book.
    var mayRest: Bool { ticks != nil && conditions.timeInForce == .goodTillCancelled }

    /// Whether no market could do anything sensible with it: lots or a price out of range; post-only for an order that
    /// never rests, or passing over own orders for one that may.
    var isMalformed: Bool {
        if lots < 1 { return true }
        if let ticks, ticks < 1 || ticks == Int64.max { return true }
        if let stop, stop < 1 || stop == Int64.max { return true }
        return mayRest ? conditions.selfTrade == .passOver : conditions.isPostOnly
    }

    /// Whether a market that trades at `ticks` has reached its stop.
    func isTriggered(by ticks: Int64) -> Bool {
        guard let stop else { return true }
        return side == .buy ? ticks >= stop : ticks <= stop
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
