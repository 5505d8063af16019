/// An order that rests in a book.
public struct BookOrder: Equatable, Sendable {
    /// The order's number, which no other order of this book has.
    public let id: Int64
    /// Whose it is; orders of one account never trade with each other.
    public let account: Int64
    /// Whether it buys or sells.
    public let side: Side
    /// Its limit price in ticks: 1 … `Int64.max − 1`.
    public let ticks: Int64
    /// What of it is still open, in lots: at least 1.
    public let lots: Int64

    /// An order as it stands in the book; whether it may stand there is for the book to say.
    public init(id: Int64, account: Int64, side: Side, ticks: Int64, lots: Int64) {
        self.id = id
        self.account = account
        self.side = side
        self.ticks = ticks
        self.lots = lots
    }
}
