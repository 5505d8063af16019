import Ledger

/// What assets are worth in one another by the prices of markets.
public struct Valuation: Sendable {
    /// A market at a price.
    public struct Price: Equatable, Sendable {
        /// The market.
        public let market: MarketRules
        /// The price in ticks, at least 1.
        public let ticks: Int64

        /// A market at a price.
        public init(market: MarketRules, ticks: Int64) {
            self.market = market
            self.ticks = ticks
        }
    }

    /// The way from one asset to another: no market for the asset itself, one, or two over an asset between them.
    public struct Route: Equatable, Sendable {
        /// The number of the asset that is valued.
        public let asset: Int
        /// The markets on the way, from that asset on.
        public let prices: [Price]

        /// The names of the markets.
        public var markets: [MarketName] { prices.map { $0.market.name } }

        /// What so many minor units come to at the other end, in minor units there, rounded once, towards zero; nil when
        /// it does not fit.
        public func value(of units: Int128) -> Int128? {
            var numerators: [UInt128] = [units.magnitude]
            var denominators: [UInt128] = []
            var asset = asset
            for price in prices {
                let rules = price.market
                let (perWhole, overflow) = Int128(price.ticks).multipliedReportingOverflow(by: rules.tickUnits)
                guard !overflow, perWhole > 0 else { return nil }
                let whole = (0..<rules.base.exponent).reduce(UInt128(1)) { whole, _ in whole * 10 }
                if asset == rules.base.number {
                    numerators.append(perWhole.magnitude)
                    denominators.append(whole)
                    asset = rules.quote.number
                } else {
                    numerators.append(whole)
                    denominators.append(perWhole.magnitude)
                    asset = rules.base.number
                }
            }
            guard let value = ExactQuotient.floor(numerators, over: denominators), let value = Int128(exactly: value)
            else {
                return nil
            }
            return units < 0 ? -value : value
        }
    }

    private let prices: [Price]

    /// Valuation by these prices, the markets that come first being preferred.
    public init(_ prices: [Price]) {
        self.prices = prices.filter { $0.ticks > 0 }
    }

    /// The way from an asset to `base` by their numbers: a market of both, or else two with one asset between them; nil
    /// when no price says what it is worth.
    public func route(from asset: Int, to base: Int) -> Route? {
        if asset == base { return Route(asset: asset, prices: []) }
        if let direct = prices.first(where: { Self.other($0, asset) == base }) {
            return Route(asset: asset, prices: [direct])
        }
        for first in prices {
            guard let middle = Self.other(first, asset) else { continue }
            if let second = prices.first(where: { Self.other($0, middle) == base }) {
                return Route(asset: asset, prices: [first, second])
            }
        }
        return nil
    }

    /// The other asset of a market that has `asset`.
    private static func other(_ price: Price, _ asset: Int) -> Int? {
        if price.market.base.number == asset { return price.market.quote.number }
        return price.market.quote.number == asset ? price.market.base.number : nil
    }
}
