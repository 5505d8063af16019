/// An order as it arrives at a market.
public struct IncomingOrder: Equatable, Sendable {
    /// The order's number; it must not be that of an order in the book.
    public var id: Int64
    /// Whose it is; orders of one account never trade with each other.
    public var account: Int64
    /// What it asks for.
    public var terms: OrderTerms
    /// The most that it may trade in all, as the sum of ticks × lots; `nil` for no bound.
    ///
    /// The order ends before a trade that would exceed it, after as many lots of that trade as still fit.
    public var maximumNotional: Int128?
    /// The worst price at which the market lets it trade, whatever its own limit is; `nil` for no such bound.
    ///
    /// What it could only trade beyond is dropped, and an order that could trade nowhere else is refused.
    public var collarTicks: Int64?

    /// An order with these terms.
    @inlinable
    public init(id: Int64, account: Int64, _ terms: OrderTerms, maximumNotional: Int128? = nil) {
        self.id = id
        self.account = account
        self.terms = terms
        self.maximumNotional = maximumNotional
    }

    /// Whether no book could do anything sensible with it: its terms are malformed, or its bound is negative.
    var isMalformed: Bool {
        if let maximumNotional, maximumNotional < 0 { return true }
        if let collarTicks, collarTicks < 1 || collarTicks == Int64.max { return true }
        return terms.isMalformed
    }

    /// The worst price at which it may trade, by its own limit and by the market's bound.
    var worstTicks: Int64? {
        guard let collarTicks else { return terms.ticks }
        guard let limit = terms.ticks else { return collarTicks }
        return terms.side == .buy ? min(limit, collarTicks) : max(limit, collarTicks)
    }

    /// Whether the market's bound keeps it from prices that it accepts itself.
    var isCollared: Bool { worstTicks != terms.ticks }
}
