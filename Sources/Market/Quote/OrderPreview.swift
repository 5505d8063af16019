import Ledger

/// What an order would do if it were placed at this moment, exactly as placing it would on a book that stands still.
public struct OrderPreview: Equatable, Sendable {
    /// A part of an order that trades in one way.
    public struct Part: Equatable, Sendable {
        /// How many lots; 0 for none.
        public internal(set) var lots: Int64 = 0
        /// What they come to, in minor units of the quote asset.
        public internal(set) var notional: Int128 = 0
        /// The fee, in minor units of what is received.
        public internal(set) var fee: Int128 = 0
    }

    /// Whether it buys or sells.
    public let side: Side
    /// How many lots it is to be: what was asked for, or the most that the money is enough for; 0 for less than one lot.
    public let lots: Int64
    /// What trades at once, by the fees of an order that meets others.
    public let atOnce: Part
    /// What waits in the book, as it is when it trades at its limit, by the fees of an order that waited.
    public let waiting: Part
    /// What has to be available when it is placed: minor units of the quote for a purchase, of the base for a sale.
    public let needed: Int128
    /// How many prices it trades at.
    public let levels: Int
    /// The worst price that it trades at, in ticks; nil when nothing trades at once.
    public let worstTicks: Int64?
    /// Whether it would end where it meets an order of its own account.
    public let meetsOwn: Bool
    /// Whether it would end because it could go on only too far from the last price.
    public let meetsCollar: Bool
    /// Whether all of it trades at once; of an order by money, whether the rest of the money is enough for no further lot.
    public let isComplete: Bool

    /// What `part` gives: minor units of the quote for a purchase, of the base for a sale.
    public func given(_ part: Part, _ rules: MarketRules) -> Int128 {
        side == .buy ? part.notional : rules.amountUnits(part.lots)
    }

    /// What `part` brings, the fee taken off: minor units of the base for a purchase, of the quote for a sale.
    public func received(_ part: Part, _ rules: MarketRules) -> Int128 {
        (side == .buy ? rules.amountUnits(part.lots) : part.notional) - part.fee
    }

    /// The average price of what trades at once, in ticks, as near as a floating-point number is: for showing how far it
    /// is from another; nil when nothing does.
    public func averageTicks(_ rules: MarketRules) -> Double? {
        atOnce.lots > 0 ? Double(atOnce.notional / rules.unit) / Double(atOnce.lots) : nil
    }
}

/// Works out an ``OrderPreview`` from the orders that an order would meet, the best price first and then by arrival.
public struct OrderPreviewWalk: Sendable {
    private let side: Side
    private let rules: MarketRules
    private let limitTicks: Int64?
    private let takerRate: FeeRate
    private let makerRate: FeeRate
    /// The worst price at which the market lets it trade; nil for any.
    private let collarTicks: Int64?
    /// The most lots; of an order by money without a limit, the most that there can be.
    private let lots: Int64
    /// The most that the trades may come to; nil for an order whose lots are known.
    private let money: Int128?
    private var atOnce = OrderPreview.Part()
    private var levels = 0
    private var worstTicks: Int64?
    private var meetsOwn = false
    private var meetsCollar = false
    /// Whether the money was not enough for all that an order offered.
    private var isSpent = false

    /// An order of this size at `limitTicks` or better, or at any price.
    ///
    /// - Parameters:
    ///   - takerRate: The fee of what trades at once.
    ///   - makerRate: The fee of what waits in the book.
    ///   - collarTicks: The worst price at which the market lets it trade; nil for any.
    public init(
        _ side: Side, _ size: OrderSize, limitTicks: Int64?, rules: MarketRules, takerRate: FeeRate,
        makerRate: FeeRate, collarTicks: Int64? = nil
    ) {
        self.side = side
        self.rules = rules
        self.limitTicks = limitTicks
        self.takerRate = takerRate
        self.makerRate = makerRate
        self.collarTicks = collarTicks
        if let limitTicks {
            lots = size.lots(at: limitTicks, rules)
            money = nil
        } else {
            switch size {
            case .lots(let some):
                lots = max(0, some)
                money = nil
            case .money(let units):
                lots = .max
                money = max(0, units)
            }
        }
    }

    /// Whether an order at `ticks` is not worse than the limit.
    private func isWithinLimit(_ ticks: Int64) -> Bool {
        guard let limitTicks else { return true }
        return side == .buy ? ticks <= limitTicks : ticks >= limitTicks
    }

    /// Whether an order at `ticks` is too far from the last price.
    private func isBeyondCollar(_ ticks: Int64) -> Bool {
        guard let collarTicks else { return false }
        return side == .buy ? ticks > collarTicks : ticks < collarTicks
    }

    /// Meets an order of somebody else; false when it goes no further.
    public mutating func meet(ticks: Int64, lots offered: Int64) -> Bool {
        guard !isSpent, atOnce.lots < lots, isWithinLimit(ticks) else { return false }
        if isBeyondCollar(ticks) {
            meetsCollar = true
            return false
        }
        var traded = min(offered, lots - atOnce.lots)
        if let money {
            let (cost, overflow) = Int128(ticks).multipliedReportingOverflow(by: rules.unit)
            guard !overflow, cost > 0 else { return false }
            let affordable = Int64(clamping: (money - atOnce.notional) / cost)
            isSpent = affordable < offered
            traded = min(traded, affordable)
        }
        guard traded > 0, let notional = try? rules.notional(ticks: ticks, lots: traded) else { return false }
        let (sum, overflow) = atOnce.notional.addingReportingOverflow(notional)
        if overflow { return false }
        atOnce.notional = sum
        atOnce.lots += traded
        atOnce.fee += takerRate.fee(of: side == .buy ? rules.amountUnits(traded) : notional)
        if worstTicks != ticks { levels += 1 }
        worstTicks = ticks
        return !isSpent && atOnce.lots < lots
    }

    /// Meets an order of the same account, at which it ends, as orders do that say nothing else.
    public mutating func meetOwn(ticks: Int64) {
        guard !isSpent, atOnce.lots < lots, isWithinLimit(ticks) else { return }
        if isBeyondCollar(ticks) { meetsCollar = true } else { meetsOwn = true }
    }

    /// What it has come to.
    public var preview: OrderPreview {
        let isAll = money.map { isSpent || $0 == atOnce.notional } ?? (atOnce.lots == lots)
        let ordered = money == nil ? lots : atOnce.lots
        var waiting = OrderPreview.Part()
        var needed = side == .buy ? atOnce.notional : rules.amountUnits(ordered)
        // What is left of an order whose limit is too far from the last price does not wait either.
        let endsAtCollar = meetsCollar || (limitTicks.map(isBeyondCollar) ?? false && atOnce.lots < ordered)
        if let limitTicks, let hold = try? rules.hold(side: side, ticks: limitTicks, lots: ordered) {
            needed = hold.amount
            let left = meetsOwn || endsAtCollar ? 0 : ordered - atOnce.lots
            if left > 0, let notional = try? rules.notional(ticks: limitTicks, lots: left) {
                let received = side == .buy ? rules.amountUnits(left) : notional
                waiting = .init(lots: left, notional: notional, fee: makerRate.fee(of: received))
            }
        }
        return OrderPreview(
            side: side, lots: ordered, atOnce: atOnce, waiting: waiting, needed: needed, levels: levels,
            worstTicks: worstTicks, meetsOwn: meetsOwn, meetsCollar: endsAtCollar, isComplete: isAll && ordered > 0)
    }
}
