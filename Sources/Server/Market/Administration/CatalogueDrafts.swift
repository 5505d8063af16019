import Ledger
import Market

/// An asset as an operator wishes it.
public struct AssetDraft: Sendable, Equatable {
    /// The short name.
    public var name: AssetName
    /// What it is.
    public var kind: AssetKind
    /// How many decimal places a minor unit has.
    public var exponent: Int
    /// How many decimal places are shown.
    public var decimals: Int
    /// The name in words.
    public var title: String
    /// What stands before an amount.
    public var prefix: String
    /// What stands after an amount.
    public var postfix: String

    /// A draft.
    public init(
        name: AssetName, kind: AssetKind, exponent: Int = 18, decimals: Int, title: String, prefix: String = "",
        postfix: String = ""
    ) {
        self.name = name
        self.kind = kind
        self.exponent = exponent
        self.decimals = decimals
        self.title = title
        self.prefix = prefix
        self.postfix = postfix
    }
}

/// A market as an operator wishes it; steps and minimum are decimal numbers.
public struct MarketDraft: Sendable, Equatable {
    /// The name.
    public var name: MarketName
    /// The asset that is bought and sold.
    public var base: AssetName
    /// The asset that prices are in.
    public var quote: AssetName
    /// The step of prices, in the quote asset.
    public var tick: String
    /// The step of amounts, in the base asset.
    public var lot: String
    /// The least amount of an order, in the base asset.
    public var minimum: String
    /// What trades cost.
    public var fees: FeeSchedule

    /// A draft.
    public init(
        name: MarketName, base: AssetName, quote: AssetName, tick: String, lot: String, minimum: String,
        fees: FeeSchedule = .standard
    ) {
        self.name = name
        self.base = base
        self.quote = quote
        self.tick = tick
        self.lot = lot
        self.minimum = minimum
        self.fees = fees
    }
}
