/// What an order allows and forbids, beside what it buys or sells at which price.
///
/// It is carried whole from the draft to the book and to what is kept: whoever adds a condition adds it here.
public struct OrderConditions: Equatable, Sendable {
    /// How long it may wait; a market order never does.
    public var timeInForce: TimeInForce
    /// Whether it is refused rather than take from the book; only for a limit order that may rest.
    public var isPostOnly: Bool
    /// What happens when it meets an order of its own account.
    public var selfTrade: SelfTradePrevention

    /// The conditions that most orders have, but for those that are said.
    @inlinable
    public init(
        timeInForce: TimeInForce = .goodTillCancelled, isPostOnly: Bool = false,
        selfTrade: SelfTradePrevention = .cancelNewest
    ) {
        self.init(all: timeInForce, isPostOnly: isPostOnly, selfTrade: selfTrade)
    }

    /// Conditions of which each is stated.
    ///
    /// It has no defaults: code that reads conditions from bytes or rows does not compile until it reads a new one, too.
    @inlinable
    public init(all timeInForce: TimeInForce, isPostOnly: Bool, selfTrade: SelfTradePrevention) {
        self.timeInForce = timeInForce
        self.isPostOnly = isPostOnly
        self.selfTrade = selfTrade
    }
}

/// How long an order may wait for what it does not find at once.
public enum TimeInForce: Int64, Sendable, CaseIterable {
    /// What is not traded at once rests in the book until it trades or is cancelled.
    case goodTillCancelled = 1
    /// What is not traded at once is dropped.
    case immediateOrCancel = 2
    /// The whole order trades at once, or nothing does.
    case fillOrKill = 3
}

/// What happens when an order would trade with another of the same account.
public enum SelfTradePrevention: Int64, Sendable, CaseIterable {
    /// The arriving order ends there: what it has traded stands, its remainder is dropped.
    case cancelNewest = 1
    /// The resting order is cancelled and the arriving one goes on.
    case cancelOldest = 2
    /// The resting order is cancelled and the arriving one ends there.
    case cancelBoth = 3
    /// The resting order stays as it is, and the arriving one trades with others at its price or a worse one; only for an
    /// order that never rests.
    case passOver = 4
}
