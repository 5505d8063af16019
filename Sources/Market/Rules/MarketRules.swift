import Ledger

/// Why facts make no market.
public enum MarketRulesFault: Error, Equatable, Sendable {
    /// The number is not 1 to 1,023.
    case number
    /// The base and the quote are the same asset.
    case sameAsset
    /// An asset's exponent is not 0 to 18.
    case exponent
    /// The tick or the lot is below one minor unit or too large.
    case tick, lot
    /// One lot at one tick is not a whole number of the quote's minor units.
    case fractionalUnit
    /// The minimum is below one lot.
    case minimum
}

/// What orders in a market look like: its assets, its steps of price and amount, its minimum and its fees.
///
/// Inside a market a price is a number of ticks and an amount is a number of lots, 64-bit whole numbers from one up, and
/// whatever they come to is a whole number of the quote's minor units, so that nothing but a fee is ever rounded.
public struct MarketRules: Equatable, Sendable {
    /// What names the market in order numbers, 1 to 1,023.
    public let number: Int
    /// The market's name.
    public let name: MarketName
    /// The asset that is bought and sold.
    public let base: Asset
    /// The asset that prices are in.
    public let quote: Asset
    /// The step of prices: minor units of the quote for one whole of the base.
    public let tickUnits: Int128
    /// The step of amounts: minor units of the base.
    public let lotUnits: Int128
    /// The least amount of an order in lots.
    public let minimumLots: Int64
    /// What trades cost.
    public let fees: FeeSchedule
    /// Whether orders are taken.
    public let isActive: Bool
    /// How far from the last price an order may trade when it arrives; nil for any price.
    public let collar: PriceCollar?
    /// What the market does with the orders that it takes.
    public let phase: MarketPhase
    /// Minor units of the quote that one lot costs at one tick.
    public let unit: Int128

    /// The highest number of a market: ten bits of an order's number say which market it is in.
    public static let highestNumber = 1023

    /// A market of these facts, or why they make none.
    public init(
        number: Int, name: MarketName, base: Asset, quote: Asset, tickUnits: Int128, lotUnits: Int128,
        minimumLots: Int64, fees: FeeSchedule, isActive: Bool = true, collar: PriceCollar? = nil,
        phase: MarketPhase = .trading
    ) throws(MarketRulesFault) {
        guard (1...Self.highestNumber).contains(number) else { throw .number }
        guard base.number != quote.number else { throw .sameAsset }
        guard (0...18).contains(base.exponent), (0...18).contains(quote.exponent) else { throw .exponent }
        guard tickUnits >= 1 else { throw .tick }
        guard lotUnits >= 1 else { throw .lot }
        guard minimumLots >= 1 else { throw .minimum }
        let (product, overflow) = tickUnits.multipliedReportingOverflow(by: lotUnits)
        if overflow { throw .tick }
        var whole: Int128 = 1
        for _ in 0..<base.exponent { whole *= 10 }
        let (unit, rest) = product.quotientAndRemainder(dividingBy: whole)
        guard rest == 0, unit >= 1 else { throw .fractionalUnit }
        self.number = number
        self.name = name
        self.base = base
        self.quote = quote
        self.tickUnits = tickUnits
        self.lotUnits = lotUnits
        self.minimumLots = minimumLots
        self.fees = fees
        self.isActive = isActive
        self.collar = collar
        self.phase = phase
        self.unit = unit
    }

    /// The number of ticks that the price `text` says.
    public func ticks(_ text: String) throws(OrderFault) -> Int64 {
        let units: Int128
        do {
            units = try DecimalText.units(text, exponent: quote.exponent)
        } catch {
            switch error {
            case .malformed: throw .malformedPrice
            case .overPrecise: throw .offTick
            case .tooLarge: throw .largePrice
            case .tooLong: throw .longPrice
            }
        }
        guard units > 0 else { throw .zeroPrice }
        let (ticks, rest) = units.quotientAndRemainder(dividingBy: tickUnits)
        guard rest == 0 else { throw .offTick }
        guard let ticks = Int64(exactly: ticks) else { throw .largePrice }
        return ticks
    }

    /// The number of lots that the amount `text` says, at least the market's minimum.
    public func lots(_ text: String) throws(OrderFault) -> Int64 {
        let units: Int128
        do {
            units = try DecimalText.units(text, exponent: base.exponent)
        } catch {
            switch error {
            case .malformed: throw .malformedAmount
            case .overPrecise: throw .offLot
            case .tooLarge: throw .tooLarge
            case .tooLong: throw .longAmount
            }
        }
        let (lots, rest) = units.quotientAndRemainder(dividingBy: lotUnits)
        guard rest == 0 else { throw .offLot }
        guard let lots = Int64(exactly: lots) else { throw .tooLarge }
        guard lots >= minimumLots else { throw .belowMinimum }
        return lots
    }

    /// The text of a price; `0` for none.
    public func priceText(_ ticks: Int64) -> String {
        DecimalText.text(priceUnits(ticks), exponent: quote.exponent)
    }

    /// The text of an amount.
    public func amountText(_ lots: Int64) -> String {
        DecimalText.text(amountUnits(lots), exponent: base.exponent)
    }

    /// The text of a sum of amounts; one beyond what 128 bits hold is cut off there.
    public func volumeText(_ lots: Int128) -> String {
        let (units, overflow) = lots.multipliedReportingOverflow(by: lotUnits)
        return DecimalText.text(overflow ? .max : units, exponent: base.exponent)
    }

    /// A price in minor units of the quote for one whole of the base.
    ///
    /// It always fits for a price that `ticks` has read.
    public func priceUnits(_ ticks: Int64) -> Int128 {
        Int128(ticks) &* tickUnits
    }

    /// An amount in minor units of the base.
    ///
    /// It always fits for an amount that `lots` has read, and so for parts of it.
    public func amountUnits(_ lots: Int64) -> Int128 {
        Int128(lots) &* lotUnits
    }

    /// What `lots` cost at `ticks`, in minor units of the quote, exactly.
    public func notional(ticks: Int64, lots: Int64) throws(OrderFault) -> Int128 {
        // The product of two 64-bit numbers always fits in 128 bits.
        let (notional, overflow) = (Int128(ticks) * Int128(lots)).multipliedReportingOverflow(by: unit)
        if overflow { throw .tooLarge }
        return notional
    }

    /// What an order that waits at `ticks` for `lots` holds: the number of the asset and its minor units.
    public func hold(side: Side, ticks: Int64, lots: Int64) throws(OrderFault) -> (asset: Int, amount: Int128) {
        // An order to sell holds what it sells, but what it would bring must fit as well.
        let notional = try notional(ticks: ticks, lots: lots)
        switch side {
        case .buy: return (quote.number, notional)
        case .sell: return (base.number, amountUnits(lots))
        }
    }
}
