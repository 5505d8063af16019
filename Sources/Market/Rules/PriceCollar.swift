/// How far from the last price an order may trade when it arrives.
public struct PriceCollar: Hashable, Sendable {
    /// The part of the last price by which a price may differ from it, in parts per million: 1 to 1,000,000.
    public let millionths: Int64
    /// The most that a collar can be: purchases up to twice the last price, sales at any price.
    public static let mostMillionths: Int64 = 1_000_000
    /// The collar of a market whose operator has set none: 20 percent.
    ///
    /// Without one, a single order at an absurd price carries a whole balance to an accomplice, past the second factor,
    /// the address book and the daily limit.
    public static let standard = PriceCollar(checked: 200_000)

    /// A collar of this width, or nil when there is none of it.
    public init?(millionths: Int64) {
        guard (1...Self.mostMillionths).contains(millionths) else { return nil }
        self.millionths = millionths
    }

    private init(checked millionths: Int64) {
        self.millionths = millionths
    }

    /// The worst price in ticks at which an order of this side may trade when the last one was at `last`.
    public func worstTicks(_ side: Side, last: Int64) -> Int64 {
        // Towards the last price, so that none beyond the collar is let through.
        let width = Int128(last) * Int128(millionths) / Int128(Self.mostMillionths)
        switch side {
        case .buy: return Int64(truncatingIfNeeded: min(Int128(last) + width, Int128(Int64.max - 1)))
        case .sell: return Int64(truncatingIfNeeded: max(Int128(last) - width, 1))
        }
    }
}
