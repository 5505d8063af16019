import Ledger
import Market

/// What an account may spend of an asset, and what it has traded lately.
package struct TradingTier: Sendable, Equatable {
    /// The tier's place, from 0.
    package let level: Int
    /// What was traded in 30 days up to the last midnight, in minor units of the market's quote asset.
    package let traded: Int128
    /// The tier.
    package let tier: FeeTier
}
