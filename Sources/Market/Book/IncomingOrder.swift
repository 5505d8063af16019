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
        return terms.isMalformed
    }
}
