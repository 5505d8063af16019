import Basics
import Ledger
import Market
import MarketService

/// Writes for sockets what only its owner may see.
enum TraderFeedJSON {
    /// Open orders that are told, newest first.
    static let openOrders = 1000
    /// Filled and cancelled orders that are told, newest first.
    static let closedOrders = 100

    /// What somebody has of each asset.
    static func balance(_ balances: [(asset: Asset, balance: Balance)]) -> JSONValue {
        .object(
            balances.map { asset, balance in
                func text(_ units: Int128) -> String {
                    DecimalText.text(units, exponent: asset.exponent, significantDigits: BookFeedJSON.digits)
                }
                return .init(
                    asset.name.text,
                    .object([
                        .init("currency", .string(asset.name.text)), .init("countable", .string(text(balance.total))),
                        .init("available", .string(text(balance.available))),
                    ]))
            })
    }

    /// The highest tier that somebody has in any market, and what was traded there.
    static func operated(_ tiers: [(market: MarketRules, tier: TradingTier)]) -> JSONValue {
        guard let (market, tier) = tiers.reversed().max(by: { $0.tier.level < $1.tier.level }) else {
            return .object([])
        }
        func text(_ units: Int128, _ exponent: Int) -> JSONValue {
            .string(DecimalText.text(units, exponent: exponent, significantDigits: BookFeedJSON.digits))
        }
        return .object([
            .init("flag", .string("L\(tier.level)")),
            .init("threshold", text(tier.tier.threshold, market.quote.exponent)),
            .init("traded", text(tier.traded, market.quote.exponent)),
            .init("tk", text(Int128(tier.tier.taker.rawValue), 6)),
            .init("mk", text(Int128(tier.tier.maker.rawValue), 6)),
        ])
    }
}
