import Ledger

/// One of the two orders of a trade.
public struct OrderParty: Equatable, Sendable {
    /// The order's number.
    public let order: Int64
    /// Whose order it is.
    public let account: LedgerAccount
    /// The order's side.
    public let side: Side

    /// The party of `order`.
    public init(order: Int64, account: LedgerAccount, side: Side) {
        self.order = order
        self.account = account
        self.side = side
    }
}

/// A trade between an order that waited in the book and one that met it.
public struct Fill: Equatable, Sendable {
    /// The order that waited, at whose price the trade happens.
    public let maker: OrderParty
    /// The order that met it, of the other side.
    public let taker: OrderParty
    /// The price in ticks, at least 1.
    public let ticks: Int64
    /// The amount in lots, at least 1.
    public let lots: Int64

    /// A trade of `lots` at `ticks`.
    public init(maker: OrderParty, taker: OrderParty, ticks: Int64, lots: Int64) {
        self.maker = maker
        self.taker = taker
        self.ticks = ticks
        self.lots = lots
    }

    /// The side of the order that came later.
    public var takerSide: Side { taker.side }
    /// The party that buys.
    public var buyer: OrderParty { taker.side == .buy ? taker : maker }
    /// The party that sells.
    public var seller: OrderParty { taker.side == .buy ? maker : taker }
}
