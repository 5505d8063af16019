import Market

/// What an order would come to if the book stayed as it is.
public struct OrderEstimate: Equatable, Sendable {
    /// What would trade at once, in the base asset.
    public let traded: ExactDecimal
    /// What that comes to in the quote asset, before fees.
    public let notional: ExactDecimal
    /// What would wait in the book, in the base asset: nothing without a limit.
    public let resting: ExactDecimal
    /// What that would come to at the limit, in the quote asset, before fees.
    public let restingNotional: ExactDecimal
    /// The fee for what trades at once, in what is received.
    public let fee: ExactDecimal
    /// The fee for what would wait, once it has traded, in what is received.
    public let restingFee: ExactDecimal
    /// The worst price that would be met at once; nil when nothing would trade.
    public let worstPrice: ExactDecimal?
    private let side: Side

    /// Walks the other side's `levels` from the best on.
    ///
    /// With one level for each order the result is exactly what executing it gives, for an exchange that rounds each
    /// trade's fee down to 18 places. Nil where the numbers leave 128 bits.
    ///
    /// - Parameters:
    ///   - side: Whether the order buys or sells.
    ///   - amount: How much of the base asset.
    ///   - limit: The worst price to be taken; nil for any.
    ///   - levels: The other side of the book, best price first.
    ///   - taker: The part of what is received that trading at once costs.
    ///   - maker: The part of what is received that waiting costs.
    public init?(
        side: Side, amount: ExactDecimal, limit: ExactDecimal?,
        levels: some Sequence<(price: ExactDecimal, amount: ExactDecimal)>, taker: ExactDecimal, maker: ExactDecimal
    ) {
        var left = amount
        var (traded, notional, fee) = (ExactDecimal.zero, ExactDecimal.zero, ExactDecimal.zero)
        var worst: ExactDecimal?
        for level in levels where left.isPositive && level.amount.isPositive {
            if let limit, side == .buy ? level.price > limit : level.price < limit { break }
            let part = min(left, level.amount)
            guard let value = part.multiplied(by: level.price),
                let charge = (side == .buy ? part : value).multiplied(by: taker)?.truncated(places: Self.places),
                let rest = left.subtracting(part), let more = traded.adding(part), let sum = notional.adding(value),
                let fees = fee.adding(charge)
            else { return nil }
            (left, traded, notional, fee, worst) = (rest, more, sum, fees, level.price)
        }
        self.side = side
        self.traded = traded
        self.notional = notional
        self.fee = fee
        worstPrice = worst
        if let limit {
            guard let value = left.multiplied(by: limit),
                let charge = (side == .buy ? left : value).multiplied(by: maker)
            else { return nil }
            (resting, restingNotional, restingFee) = (left, value, charge.truncated(places: Self.places))
        } else {
            (resting, restingNotional, restingFee) = (.zero, .zero, .zero)
        }
    }

    /// Places after the point that a fee may have.
    private static let places = 18

    /// What would be given at once: the quote asset when buying, the base asset when selling.
    public var given: ExactDecimal { side == .buy ? notional : traded }

    /// What would be received at once, without the fee.
    public var received: ExactDecimal { (side == .buy ? traded : notional).subtracting(fee) ?? .zero }

    /// What the order needs to have available, in what is given.
    public var needed: ExactDecimal? {
        given.adding(side == .buy ? restingNotional : resting)
    }

    /// What would be received in all, without the fees.
    public var receivedInAll: ExactDecimal? {
        received.adding(side == .buy ? resting : restingNotional)?.subtracting(restingFee)
    }
}

extension MarketOrder {
    /// What the trades of an order moved, from its list of them; nil without one.
    public var moved: (given: ExactDecimal, received: ExactDecimal, fee: ExactDecimal)? {
        guard !fills.isEmpty, let executed = executed.flatMap({ ExactDecimal($0) }) else { return nil }
        var (amounts, values, fees) = (ExactDecimal.zero, ExactDecimal.zero, ExactDecimal.zero)
        for fill in fills {
            guard let amount = ExactDecimal(fill.amount), let price = ExactDecimal(fill.price),
                let fee = ExactDecimal(fill.fee), let value = amount.multiplied(by: price),
                let moreAmounts = amounts.adding(amount), let moreValues = values.adding(value),
                let moreFees = fees.adding(fee)
            else { return nil }
            (amounts, values, fees) = (moreAmounts, moreValues, moreFees)
        }
        // The amount of a trade is in what was received; a sale at a price of 1 says the same in both ways.
        if side == "buy" { return amounts.subtracting(fees).map { (values, $0, fees) } }
        let proceeds = amounts == executed ? values : amounts
        return proceeds.subtracting(fees).map { (executed, $0, fees) }
    }
}
