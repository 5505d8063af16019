/// An order that waits until the market trades at its stop price or beyond.
public struct StopOrder: Equatable, Sendable {
    /// The order that is placed then.
    public let order: IncomingOrder
    /// The price in ticks that triggers it: a buy at a trade there or higher, a sell at a trade there or lower.
    public let stopTicks: Int64

    /// A waiting order.
    public init(order: IncomingOrder, stopTicks: Int64) {
        self.order = order
        self.stopTicks = stopTicks
    }
}
