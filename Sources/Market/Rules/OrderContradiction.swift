/// A part of an order that its other parts forbid, or need.
public enum OrderContradiction: Equatable, Sendable, CaseIterable {
    /// A limit or stop-limit order has no price.
    case missingPrice
    /// A market order has a price.
    case needlessPrice
    /// A stop-limit order has no stop.
    case missingStop
    /// An order of another kind has a stop.
    case needlessStop
    /// An order that trades at once has an end.
    case needlessExpiry
    /// An order that trades at once is to wait in the book.
    case needlessPostOnly
}
