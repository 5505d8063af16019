import Ledger
import Market

/// An asset as an operator wishes it.
package struct AssetDraft: Sendable, Equatable {
    /// The short name.
    package var name: AssetName
    /// What it is.
    package var kind: AssetKind
    /// How many decimal places a minor unit has.
    package var exponent: Int
    /// How many decimal places are shown.
    package var decimals: Int
    /// The name in words.
    package var title: String
    /// What stands before an amount.
    package var prefix: String
    /// What stands after an amount.
    package var postfix: String

    /// A draft.
    package init(
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
package struct MarketDraft: Sendable, Equatable {
    /// The name.
    package var name: MarketName
    /// The asset that is bought and sold.
    package var base: AssetName
    /// The asset that prices are in.
    package var quote: AssetName
    /// The step of prices, in the quote asset.
    package var tick: String
    /// The step of amounts, in the base asset.
    package var lot: String
    /// The least amount of an order, in the base asset.
    package var minimum: String
    /// What trades cost.
    package var fees: FeeSchedule

    /// A draft.
    package init(
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
